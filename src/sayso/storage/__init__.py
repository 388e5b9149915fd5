"""Where things are kept: one database, opened once, changed only in transactions."""
