"""Talking to the assistant: here, in this process, or there, at a server."""
