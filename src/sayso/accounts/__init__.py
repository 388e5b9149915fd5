"""People: who they are, how they prove it, and all that is kept about them."""
