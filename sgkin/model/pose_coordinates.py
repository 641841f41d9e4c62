"""The coordinates of a pose, and what each measures: a length or an angle."""

from __future__ import annotations

POSE_COORDINATES: dict[str, dict[str, str]] = {
    "planar": {"x": "length", "y": "length", "theta": "angle"},
    "spatial": {"x": "length", "y": "length", "z": "length", "wx": "angle", "wy": "angle", "wz": "angle"},
}
"""Names and quantities by space. In space wx, wy and wz are rotations about the axes of ground: only their derivatives
are coordinates."""
