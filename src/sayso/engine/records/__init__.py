"""Records and how words find them: one index, one finder, whatever they are."""
