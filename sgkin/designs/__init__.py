"""Many designs of one mechanism: named dimensions, one structure, one tape, every design a row of numbers."""
