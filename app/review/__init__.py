"""The review of a finished game: what each ply gave away, and what luck each flip brought."""
