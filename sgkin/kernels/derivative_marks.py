"""Lane functions that tell whoever differentiates what the arithmetic does not tell.

They are followed as operations of their own, see `sgkin.kernels.followed`.
"""

from __future__ import annotations

from sgkin.kernels.compiled import lane


@lane
def at_least_zero(number):
    """1 from zero on, 0 below."""
    return 1.0 if number >= 0.0 else 0.0


@lane
def held(number):
    """A number whose changes do not count: what is multiplied by them is zero, or they are told otherwise."""
    return number


@lane
def changing(number, by):
    """A number that also changes as another one does."""
    return number
