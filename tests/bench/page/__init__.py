"""How soon the page can be used on a slow phone, and how soon it answers a finger."""
