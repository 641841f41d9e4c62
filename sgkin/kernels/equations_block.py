"""How the equations of motion of a mechanism are described by numbers: by which name each of them is known.

A *plan* of integers begins with numbers under the names below, of sizes and of where lists begin in the plan and in the
workspace. A *workspace* of numbers is there for each thread. Both are laid out by `sgkin.dynamics.equations_block`.
"""

from __future__ import annotations

(
    # sizes
    OPERATIONS,
    INPUTS,
    FREE,
    MARGINS,
    MEMORY,
    KEPT,
    PINNED,
    DIRECTED,
    ACTIONS,
    COMPONENTS,
    GIVEN,
    CHANGES,
    BRANCHES,
    ITERATED,
    TURNINGS,
    SEEN,
    CROSSED,
    # where lists begin in the plan
    ADDRESSES,
    ROW_START,
    GEOMETRY_START,
    MEMORY_START,
    ROWS,
    INPUT_ROWS,
    RATE_ROWS,
    MARGIN_ROWS,
    FREE_INPUTS,
    GIVEN_LAWS,
    PINNED_ROWS,
    PINNED_START,
    DIRECTED_ROWS,
    DIRECTED_START,
    ACTION_ROWS,
    ACTION_START,
    ACTION_LAWS,
    LAW_STARTS,
    DEPENDENCES,
    COMPONENT_INPUTS,
    COMPONENT_START,
    COMPONENT_FREE,
    BRANCH_PLACES,
    LANES_KNOWN,
    TURNING_ROWS,
    BEND_ROWS,
    # where they begin in the workspace
    W_MEMORY,
    W_STATE,
    W_GEOMETRY,
    W_INPUTS,
    W_PINNED,
    W_DIRECTED,
    W_ACTIONS,
    W_LAWS,
    W_VALUES,
    W_MATRIX,
    W_FORCES,
    W_CHANGES,
    W_BRANCHES,
    W_NODES,
    W_TURNING,
    W_HELD,
    W_CROSSING,
    HEADER,
) = range(61)
"""Names of numbers at the beginning of a plan."""

PINNED_SIZE, DIRECTED_SIZE, ACTION_SIZE, DEPENDENCE_SIZE, BEND_SIZE = 6, 9, 7, 6, 8
"""Integers of a body, an action, of what depends on an input: the input, and up to five rows of derivatives; and of the
second derivatives of an action: their rows, those of each feature with what they are multiplied by."""
PINNED_NUMBERS, DIRECTED_NUMBERS, ACTION_NUMBERS, CHANGE_NUMBERS = 6, 6, 6, 2
"""Numbers of them in the workspace, and of a change point: its place, and how far around it rows are interpolated."""
DISTANCE, ALONG, ANGLE = range(3)
"""Kinds of coordinates on which actions work: the distance of two points; one point from another, seen along a
direction; the angle from one direction to another."""
NODES, SIDE = 12, 6
"""Places around a change point at which rows are stored: one to six reaches to either side."""
CROSSING_NODES, CROSSING_NUMBERS, CROSSING_INPUTS = 12, 2, 3
"""Places on a line across change points between which rows are interpolated, and the numbers that describe the line:
whether there is one, and how far from the inputs rows are wanted; then its direction, by what places on it are told,
and its origin, a number for each input; then the places, and what groups remember at each."""
SOLVED, NOT_FINITE, FORCE_FAILED, NO_INERTIA = -1, -2, -3, -4
"""What else than the number of a margin that failed can come of a call. NO_INERTIA − i: the free input i moves none."""
LEAST_INERTIA = 1e-14
"""What the inertia that an input moves must exceed, as a part of its value in H before the others are taken off."""
