"""Rooms, kept: the port the service speaks to, and the adapters that fulfil it."""
