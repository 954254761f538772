"""What happens between a command and the store: retries, bells, deadlines, seats."""
