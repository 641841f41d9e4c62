"""`sgkin simulate`: how a mechanism moves under its forces."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from json import dumps
from typing import TYPE_CHECKING, Any

import numpy as np

from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_json import FORCE_UNITS, motion_as_json
from sgkin.cli.motion_options import check_output, named_value
from sgkin.errors import InputError, SimulationError
from sgkin.model.mechanism import Mechanism
from sgkin.progress import waiting

if TYPE_CHECKING:
    from sgkin.arrays import Floats
    from sgkin.dynamics.energy_balance import EnergyBalance
    from sgkin.dynamics.reactions import Reactions
    from sgkin.dynamics.simulation import Simulation

NAME = "simulate"
HELP = "Let a mechanism move under its forces; show what happens, its energies and extremes, as text, CSV or picture."
EXAMPLE = "sgkin simulate uchida_slider_crank --until 2 --free motor --plot energies.png"
PICTURES, FILMS = ("png", "svg", "pdf"), ("gif", "mp4", "html", "svg")
"""Endings of files."""


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    parser.add_argument("--until", metavar="T", type=float, required=True, help="seconds from t = 0")
    parser.add_argument("--steps", metavar="N", type=int, default=500, help="steps in time to keep (default 500)")
    parser.add_argument(
        "--free", metavar="INPUT", nargs="+", help="inputs that forces move (default: those without a law)"
    )
    parser.add_argument(
        "--start", metavar="NAME=VALUE", nargs="+", default=[], help="where free inputs start, in the units of the file"
    )
    parser.add_argument(
        "--rate",
        metavar="NAME=VALUE",
        nargs="+",
        default=[],
        help="velocities at the start, of inputs, joints or coordinates (coupler.P.x), per second (default: rest)",
    )
    parser.add_argument(
        "--inputs",
        choices=("given", "auto"),
        default="given",
        help="auto: where the free inputs come to a dead point, others take over",
    )
    how = parser.add_argument_group("how it is integrated")
    how.add_argument("--method", metavar="M", default="DOP853", help="DOP853 (default), RK4, Euler or one of SciPy's")
    how.add_argument("--rtol", metavar="R", type=float, default=1e-9, help="tolerance of a step (default 1e-9)")
    how.add_argument(
        "--formulation",
        choices=("groups", "whole"),
        default="groups",
        help="whole: all links with multipliers, as an independent answer",
    )
    how.add_argument("--step", metavar="S", type=float, help="the step of RK4 and Euler, in seconds")
    shown = parser.add_argument_group("what is written besides the summary")
    shown.add_argument("--forces", action="store_true", help="joint forces with their extremes, in the CSV file too")
    shown.add_argument("--csv", metavar="FILE", help="motion and energies of all steps kept")
    shown.add_argument("--plot", metavar="FILE", help="energies over time, or the curves that --curves names")
    shown.add_argument("--curves", metavar="NAME", nargs="+", help="with --plot: links, points and joints")
    shown.add_argument("--film", metavar="FILE", help="the motion as .gif, .mp4, .html or .svg")
    shown.add_argument(
        "--json", action="store_true", help="instead of the summary: what happened and all steps, in the file's units"
    )


def run(options: Namespace) -> None:
    from sgkin.dynamics.energy_balance import energy_balance

    _check(options)
    mechanism = read_mechanism(options)
    motion, ended = _simulated(mechanism, options)
    if motion.steps < 2:
        raise ended or InputError("nothing of the motion was found; give more steps")
    with waiting("finding energies"):
        balance = energy_balance(motion)
    forces = _forces(motion) if options.forces else None
    _show(motion, balance, forces, options)
    if ended is not None:
        raise ended


def _forces(motion: Simulation) -> Reactions:
    from sgkin.dynamics.reactions import reactions

    with waiting("finding forces"):
        return reactions(motion)


def _show(motion: Simulation, balance: EnergyBalance, forces: Reactions | None, options: Namespace) -> None:
    """Print what was found, as text or as JSON, and write files."""
    from sgkin.cli.force_text import forces_text
    from sgkin.cli.simulation_text import summary_text
    from sgkin.dynamics.force_table import force_columns

    columns = {"kinetic_energy": balance.kinetic, "potential_energy": balance.potential}
    columns |= force_columns(forces) if forces is not None else {}
    if not options.json:
        print(summary_text(motion, balance, options.method))
        if forces is not None:
            print(f"\n{forces_text(forces)}")
    wrote = list(_write(motion, balance, columns, options))
    if options.json:
        print(dumps(as_json(motion, balance, columns, options.method)))
    elif wrote:
        print("\n".join(["", *wrote]))


def as_json(motion: Simulation, balance: EnergyBalance, columns: dict[str, Floats], method: str) -> dict[str, Any]:
    """The same as plain data: steps in the units of the file, energies in J, forces in N, N·m and W."""
    return motion_as_json(motion, columns, FORCE_UNITS) | {
        "free": motion.free,
        "method": method,
        "evaluations": motion.evaluations,
        "happenings": [asdict(each) for each in motion.happenings],
        "works": {name: float(work[-1]) for name, work in balance.works.items()},
        "drift": balance.drift,
    }


def _check(options: Namespace) -> None:
    if options.steps < 1:
        raise InputError(f"--steps is {options.steps}; give a whole number from 1 on")
    if not 0.0 < options.until < np.inf:
        raise InputError(f"--until is {options.until:g}; give a time in seconds after 0")
    if options.curves and not options.plot:
        raise InputError("--curves belongs to --plot; name a picture with it")
    for path, endings in ((options.csv, ("csv", "txt")), (options.plot, PICTURES), (options.film, FILMS)):
        if path is not None:
            check_output(path, *endings)


def _simulated(mechanism: Mechanism, options: Namespace) -> tuple[Simulation, SimulationError | None]:
    """The motion, as far as it goes, and why it ends early, if it does."""
    from sgkin.dynamics.simulation import simulate

    start = dict(named_value(text, "--start", mechanism.input_names) for text in options.start)
    start = {name: mechanism.units.read(value, mechanism.input_quantity(name)) for name, value in start.items()}
    try:
        motion = simulate(
            mechanism,
            options.until,
            times=np.linspace(0.0, options.until, options.steps + 1),
            free=options.free,
            start=start,
            rates=_rates(mechanism, options.rate),
            method=options.method,
            rtol=options.rtol,
            step=options.step,
            inputs=options.inputs,
            formulation=options.formulation,
        )
    except SimulationError as error:
        return error.motion, error
    return motion, None


def _rates(mechanism: Mechanism, given: list[str]) -> dict[str, float] | None:
    """Velocities by name, in SI units."""
    joints = {joint.name: joint.coordinate for joint in mechanism.joints if joint.coordinate}
    points = [f"{link.name}.{point}" for link in mechanism.links for point in link.points]
    kinds = {f"{point}.{axis}": "length" for point in points for axis in "xy"}
    kinds |= {f"{link}.{part}": kind for link in mechanism.moving_links for part, kind in _POSE.items()}
    kinds |= {name: "length" if word == "stroke" else "angle" for name, word in joints.items()}
    kinds |= {name: mechanism.input_quantity(name) for name in mechanism.input_names}
    only = list(mechanism.input_names)
    rates = dict(
        named_value(text, "--rate", list(kinds) if "=" in text else only, "input, joint or coordinate")
        for text in given
    )
    return {name: mechanism.units.read(value, kinds[name]) for name, value in rates.items()} or None


_POSE = {"x": "length", "y": "length", "theta": "angle"}


def _write(motion: Simulation, balance: EnergyBalance, columns: dict[str, Floats], options: Namespace) -> Iterator[str]:
    """Write the files that are asked for, and tell of each."""
    units = motion.mechanism.units
    if options.csv:
        motion.to_csv(options.csv, columns)
        yield f"wrote {options.csv}: in {units.length}, {units.angle}, s, J{', N, N·m and W' if options.forces else ''}"
    if options.plot:
        from sgkin import plots

        def draw(ax: Any) -> Any:
            return (
                plots.plot_curves(motion, *options.curves, ax=ax)
                if options.curves
                else plots.plot_energies(balance, ax=ax)
            )

        with waiting("drawing"):
            plots.save_picture(draw, options.plot)
        yield f"wrote {options.plot}: {', '.join(options.curves) if options.curves else 'the energies'}"
    if options.film:
        from sgkin.plots import animate_motion

        animate_motion(motion, options.film)
        yield f"wrote {options.film}: the motion"
