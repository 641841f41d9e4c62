"""Closed forms in space, connected to the links of a mechanism.

What they take of a mechanism are joints as each of their two links sees them (`Axis`), places of balls in the frames of
their links, and lengths of rods. Nothing here knows kinds of joints, or how links stand.
"""
