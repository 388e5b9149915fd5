"""Being signed in at the web: one-time keys that stand in links, and sessions that cookies speak for."""
