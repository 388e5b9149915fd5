"""How often something may be done: counted in the database, so that all replicas count together."""
