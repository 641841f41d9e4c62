"""How the witness is compiled."""

from __future__ import annotations

from numba import njit

compiled = njit(cache=True, error_model="numpy")
"""Divisions by zero are infinite, as in all other arithmetic of the witness."""
