"""Dimensions that are not exact: how far outputs move with them, and which of them matters most."""
