"""The living rooms of one process: decide, append, fold, tell whoever watches."""
