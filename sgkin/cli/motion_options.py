"""The motion that a command shows: over the time the laws suggest, or to inputs that the user gives."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sgkin.cli.mechanism_options import finite_number
from sgkin.errors import InputError, MotionError, PictureError, UnknownNameError
from sgkin.model.duration import default_duration
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Motion
from sgkin.progress import waiting
from sgkin.solving import CYCLE_STEPS, solve

WAY = 90
"""Steps on the way from the initial inputs to those that are asked for."""


def add_motion_options(parser: ArgumentParser) -> None:
    """The options that say which motion is meant."""
    parser.add_argument("--steps", metavar="N", type=int, default=CYCLE_STEPS, help="steps in time (default 360)")
    parser.add_argument(
        "--until",
        metavar="T",
        type=float,
        help="seconds from t = 0 (default: to the end of the range stated in the file, a turn of the crank, or 1 s)",
    )


def check_output(path: str, *endings: str) -> Path:
    """The file to be written, if its folder is there and its ending, if it has one, is among those that fit."""
    file = Path(path)
    if endings and file.suffix and file.suffix.removeprefix(".").lower() not in endings:
        raise PictureError(file, endings, "file", endings)
    if not file.parent.is_dir():
        raise InputError(f"{path}: there is no folder {file.parent}; make it first")
    return file


def motion_times(mechanism: Mechanism, options: Namespace) -> tuple[NDArray[np.float64], str]:
    """The moments (steps + 1,) that the options ask for, and why they end where they do."""
    if options.steps < 1:
        raise InputError(f"--steps is {options.steps}; give a whole number from 1 on")
    if options.until is not None and not 0.0 < options.until < np.inf:
        raise InputError(f"--until is {options.until:g}; give a time in seconds after 0")
    until, reason = (options.until, "as asked") if options.until is not None else default_duration(mechanism)
    return np.linspace(0.0, until, options.steps + 1), reason


def solve_motion(
    mechanism: Mechanism, options: Namespace, outputs: Sequence[str] | None = None, coefficients: bool = False
) -> tuple[Motion, MotionError | None]:
    """Solve the motion over the time that the options say.

    If it ends early, what was reached and why it ends: commands show the one, then raise the other.
    """
    times, _ = motion_times(mechanism, options)
    try:
        with waiting("solving"):
            return solve(mechanism, times, outputs=outputs, coefficients=coefficients), None
    except MotionError as error:
        if not error.motion.steps:
            raise
        return error.motion, error


def reached(ended: MotionError | None) -> str:
    """How far a motion goes that ended early, in words; nothing otherwise."""
    if ended is None:
        return ""
    motion = ended.motion
    return f"; it ends after {motion.steps - 1} of {motion.requested_steps - 1} steps, at {motion.times[-1]:.6g} s"


def finish(ended: MotionError | None) -> None:
    """End a command that has shown what was reached: with the error, if the motion ended early."""
    if ended is not None:
        raise ended


def solve_to_inputs(mechanism: Mechanism, wanted: Sequence[str]) -> Motion:
    """Go from the initial inputs to those given as NAME=VALUE, in the mechanism's units; the last step is there."""
    start, goal = list(mechanism.initial_inputs.values()), read_inputs(mechanism, wanted)
    return solve(mechanism, inputs=np.linspace(start, goal, WAY + 1))


def read_inputs(mechanism: Mechanism, given: Sequence[str]) -> list[float]:
    """The inputs (f,), in radians and metres: as given, otherwise as in the initial configuration.

    They are given as NAME=VALUE, in the mechanism's units; a single input may be given as VALUE.
    """
    inputs = mechanism.initial_inputs
    for text in given:
        name, value = named_value(text, "--input", list(inputs))
        inputs[name] = mechanism.units.read(value, mechanism.input_quantity(name))
    return list(inputs.values())


def named_value(text: str, option: str, allowed: Sequence[str], thing: str = "input") -> tuple[str, float]:
    """A name and the number that an option gives it as NAME=VALUE; an only name may be left out."""
    name, equals, number = text.partition("=")
    if not equals and len(allowed) == 1:
        name, number = allowed[0], text
    if name not in allowed:
        raise UnknownNameError(option, thing, name, allowed, "write NAME=VALUE")
    return name, finite_number(number, f"{option} {text}", f"{name}=30")
