"""The languages: one folder of YAML each, and the only reader of it."""
