"""What engineers ask of a mechanism: how far it moves, how well it transmits, which curves it draws, what to drive."""
