"""A person's explicit yes to one call: asked for, given or refused outside a model's reach, used once."""
