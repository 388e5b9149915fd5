"""A kitchen that lives by itself: simple physics, the same every time for the same seed, kept over restarts."""
