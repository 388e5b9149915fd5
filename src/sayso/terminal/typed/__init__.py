"""What a person types: what it means, what was typed before, and what may come next."""
