"""How large the numbers may be that are given, so that their powers and products stay numbers."""

from __future__ import annotations

LARGEST, LARGEST_ACCELERATION = 1e50, 1e100
"""In SI units and radians: coordinates, inputs and their rates; accelerations of inputs."""
