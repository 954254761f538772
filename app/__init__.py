"""Banqi in the browser: the rules, the rooms, and the server that carries them."""
