"""Which coupler curve or centrodes a command is about: numbers in the units of the file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sgkin.analysis.centrodes import Centrodes, centrodes
from sgkin.analysis.curve import CouplerCurve, coupler_curve
from sgkin.analysis.straight import StraightInterval
from sgkin.errors import InputError
from sgkin.model.mechanism import Mechanism

OPTIONS = ("between", "moving", "seen_from", "straight")


def add_curve_options(parser: ArgumentParser) -> None:
    """The options that say which curve is meant."""
    curve = parser.add_argument_group("curves and centrodes")
    curve.add_argument(
        "--between", metavar=("FROM", "TO"), nargs=2, type=float, help="values of the input (default: one cycle)"
    )
    curve.add_argument("--moving", metavar="INPUT", help="which of several inputs moves; the others stay")
    curve.add_argument("--seen-from", metavar="LINK", help="the link from which it is seen (default: ground)")
    curve.add_argument("--straight", metavar="TOLERANCE", type=float, help="the longest intervals as straight as this")


def given_curve_options(options: Namespace) -> str:
    """The first of these options that was given, or nothing."""
    return next((f"--{name.replace('_', '-')}" for name in OPTIONS if getattr(options, name) is not None), "")


def asked_curve(mechanism: Mechanism, point: str, options: Namespace) -> CouplerCurve:
    """The curve of a point; where the mechanism locks, up to there."""
    between, moving = _interval(mechanism, options)
    return coupler_curve(mechanism, point, between, input=moving, relative_to=options.seen_from, on_failure="return")


def asked_centrodes(mechanism: Mechanism, link: str, options: Namespace) -> Centrodes:
    """The centrodes of a link; where the mechanism locks, up to there."""
    if options.straight is not None:
        raise InputError("--straight belongs to a curve; leave it out")
    between, moving = _interval(mechanism, options)
    return centrodes(mechanism, link, between, input=moving, relative_to=options.seen_from, on_failure="return")


def straight_parts(curve: CouplerCurve, options: Namespace) -> tuple[StraightInterval, ...]:
    """The straight intervals that are asked for, if any."""
    if options.straight is None:
        return ()
    return curve.straight_intervals(options.straight * curve.mechanism.units.factor("length"))


def _interval(mechanism: Mechanism, options: Namespace) -> tuple[tuple[float, float] | None, str | None]:
    """The values between which the input goes, in radians and metres, and which of them it is."""
    if options.between is None:
        return None, options.moving
    name = options.moving or mechanism.input_names[0]
    factor = mechanism.units.factor(mechanism.input_quantity(name))
    return (options.between[0] * factor, options.between[1] * factor), options.moving
