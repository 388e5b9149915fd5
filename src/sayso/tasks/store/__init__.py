"""All statements about tasks: the records, and the history of what was changed and answered."""
