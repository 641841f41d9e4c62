"""What a solver keeps of a motion, and how it is read; nothing here is solved again."""
