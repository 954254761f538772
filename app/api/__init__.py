"""The HTTP side: rooms, positions, records, rules, health and the page itself."""
