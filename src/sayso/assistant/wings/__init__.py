"""The wings of the assistant: each knows the tools of one domain, and how to speak of what they answered."""
