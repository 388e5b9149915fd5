"""A person's tasks: the rules, the store, and the verbs."""
