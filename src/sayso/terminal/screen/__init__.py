"""What a terminal shows: clean, folded to its width, and coloured where it can be."""
