"""The revisions, in files of their own."""
