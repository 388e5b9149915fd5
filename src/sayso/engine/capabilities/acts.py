"""The acts that the engine itself has to tell apart: those that switch, and those that take a value."""

OFF = "turn_off"
SWITCHING = frozenset(("turn_on", OFF))
RESTING = frozenset(("pause", "resume"))  # only what works can rest
SET, RAISE, LOWER = "set", "raise", "lower"
RELATIVE = frozenset((RAISE, LOWER))  # by how much, not to what
SETTING = RELATIVE | {SET}
BACKWARD = frozenset(("measure", "events", "states"))  # what tools do that may look back
OF_KIND = "@"  # before the kind of subject that a pattern speaks of without naming it
