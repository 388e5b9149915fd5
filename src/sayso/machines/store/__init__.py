"""All statements about machines: the simulated kitchens, what was measured, what was ordered."""
