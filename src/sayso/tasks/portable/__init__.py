"""Tasks in the forms that other programs read and write."""
