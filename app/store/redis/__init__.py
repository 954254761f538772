"""The store in Redis or Valkey, alone, behind Sentinel or as a cluster: for many workers."""
