"""When an iteration that converged has found the next position of the same mode.

Newton's method may lead from one lane to another mode, where the first ends or where the step is long. Two signs tell
that it has not:

- the three last lanes, extrapolated, lead to what was found, but for a small part of the last move; or
- the matrix J of the conditions has changed little since the last lane: ‖J₀⁻¹ (J − J₀)‖ < 1 in a convex region means
  that the conditions have at most one solution there, and allowing for half of it covers what lies between the lanes.

Without either sign the lane counts as not found, and the way to it is followed in smaller steps.
"""

MOST_STEPS = 30
"""Newton steps before a lane counts as not found."""
CONTRACTION = 0.5
"""How much shorter each Newton step must be than the one before."""
SMOOTH = 0.02
"""How far an extrapolation may miss, as a part of the last move."""
STEADY = 0.5
"""How much the matrix of the conditions may change, by itself."""
FURTHEST_TURN = 1.0
"""How far a link may turn from one lane to the next, in radians: conditions are the same after a whole turn."""
NOT_FOUND = -2.0
"""The margin of a lane that was not found."""
