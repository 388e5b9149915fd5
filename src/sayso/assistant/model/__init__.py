"""A language model in the conversation: it proposes, the guard decides, and what it costs is counted."""
