"""Dimensions for a purpose: linkages whose points, links or outputs do what is wanted of them."""
