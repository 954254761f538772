"""Matches between computer players: who is stronger, by how much, and how sure that is."""
