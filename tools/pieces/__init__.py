"""The piece art: one sprite made from the outlines of an open font and from own drawings."""
