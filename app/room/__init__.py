"""One room's life as pure values and functions: `decide` a command, `evolve` by an event."""
