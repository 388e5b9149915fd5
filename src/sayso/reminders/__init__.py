"""Reminders: what has a time is told when it is due, once, by one of the replicas."""
