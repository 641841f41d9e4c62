"""Derivatives by dimensions: of everything along one of them, and of one number by all of them at once."""
