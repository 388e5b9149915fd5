"""What each kind of thing on the bus says and can be told."""
