"""A message read together with what went before it, by a net of its own."""
