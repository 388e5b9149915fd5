"""Messages that say only what is new: the rest is what was last done, shown or asked."""
