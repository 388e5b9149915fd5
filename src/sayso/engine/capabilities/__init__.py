"""Subjects: which one is meant, what it can do and measure, and what to do about it."""
