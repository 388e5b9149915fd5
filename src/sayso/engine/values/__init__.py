"""Values found in text: numbers, times, priorities."""
