"""Sources of readings: what was said, by patterns, by the tagger and by the tools' own schemas."""
