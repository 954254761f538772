"""Programs for working on Banqi; nothing here runs on a server."""
