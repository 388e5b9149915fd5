"""From words to calls, for tools that nobody wrote sentences for."""
