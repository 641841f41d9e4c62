"""What is known of mechanisms in the plane alone says so of others."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism

P = ParamSpec("P")
R = TypeVar("R")


def planar_only(what: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Of a function of a mechanism, or of something that has one, in its first argument: refuse those in space.

    what: what it finds, as it begins the sentence.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            thing = next(iter((*args, *kwargs.values())), None)
            refuse_space(getattr(thing, "mechanism", thing), what)
            return function(*args, **kwargs)

        return asked

    return decorate


def refuse_space(mechanism: object, what: str) -> None:
    """Raise of a mechanism in space."""
    if isinstance(mechanism, Mechanism) and mechanism.is_spatial:
        raise InputError(f"{mechanism.name} moves in space; {what} of mechanisms in the plane alone")
