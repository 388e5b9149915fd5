"""From sentence templates to the trained tagger."""
