"""The web: the HTTP API of the assistant, and the page that is built on it."""
