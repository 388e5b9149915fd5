"""Attacks that were made, or could be, as tests: by group, each with a name."""
