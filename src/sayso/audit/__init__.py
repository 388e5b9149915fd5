"""What was called, by whom, with what, why, and what came of it: only ever added to."""
