"""A reading becomes arguments, each with its source; what is missing or wrong is said, never filled in."""
