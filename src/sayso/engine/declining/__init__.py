"""Where nothing is to be done: why, said fittingly, and the nearest things that could have been meant."""
