"""Calls that somebody else chose: mended, completed from what was said, checked against a schema, or stopped."""
