"""What the tagger heard in the whole message, put together span by span; it counts where more was lost otherwise."""
