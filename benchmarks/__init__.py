"""Speed and scale, beside peers in one run."""
