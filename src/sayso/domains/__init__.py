"""The domains: what their tools take and what holds of their records, as data; and its only readers."""
