"""The command line's own rooms: deciding from files, the prompt, and how a decision is shown to a person."""
