"""Numbers beyond which something else is meant: how large given numbers may be, and how small margins."""

from __future__ import annotations

LARGEST, LARGEST_ACCELERATION = 1e50, 1e100
"""In SI units and radians: coordinates, inputs and their rates; accelerations of inputs. Their powers and products are
still numbers."""
SMALLEST_MARGIN = 1e-13
"""Margins up to this are looked at more closely."""
CHANGE_POINT = 1e-11
"""Margins up to this are zero: a change point, where two modes meet."""
NEAR_CHANGE_POINT = 1e-6
"""Margins up to this cost so many digits of the derivatives that these are better taken as a limit."""
LOST = -1.5
"""Margins below this are those of an iteration that did not find its group."""
CLOSED, CLOSED_WELL = 1e-12, 1e-15
"""Residuals, in parts of what they are made of: at which a solution counts as one, and at which nothing more is won."""
PLAIN_STEPS = 6
"""Steps of Newton's method to a solution that is near and regular."""
