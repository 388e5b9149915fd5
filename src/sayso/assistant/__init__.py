"""The assistant: a conversation in which what people say is decided, carried out, told and kept."""
