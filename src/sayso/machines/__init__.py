"""Machines: fleets that commands reach and readings come back from, and the verbs of the tools over them."""
