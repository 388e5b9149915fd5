"""Pure deciding: values in, values out; no clock, file, network or global."""
