"""The page in three engines: one small protocol, three drivers, one script."""
