"""By which number compiled code knows each kind of force law and of motion law, and which numbers follow it."""

from __future__ import annotations

ELASTIC, ELASTIC_TABLE, SPEED_TABLE, TIME_TABLE, FRICTION, OVER_TIME, OWN, STATE = range(8)
"""Force laws:

ELASTIC         stiffness, free, damping, which way it acts
ELASTIC_TABLE   count n, damping, which way it acts, n values, n forces
SPEED_TABLE     count n, n speeds, n forces
TIME_TABLE      count n, n times, n forces
FRICTION        viscous, dry, speed
OVER_TIME       code of a motion law, and what follows it
OWN             address of a function
STATE           address of a function, of how many coordinates, which of them
"""

BOTH, PULL, PUSH = 0, -1, 1
"""Which way a force acts: whichever comes, never to increase its coordinate, never to decrease it."""

CONSTANT_SPEED, POLYNOMIAL, HARMONIC, CYCLOIDAL, POLYNOMIAL_345, SPLINE, OWN_MOTION = range(7)
"""Motion laws:

CONSTANT_SPEED  speed, start
POLYNOMIAL      count n, n coefficients from the constant one
HARMONIC        amplitude, frequency, mean, phase
CYCLOIDAL       start, rise, duration, begin
POLYNOMIAL_345  the same
SPLINE          count n of cubics, whether it is periodic, n + 1 times, four coefficients of each from the cubic one
OWN_MOTION      addresses of functions for z, ż and z̈
"""
