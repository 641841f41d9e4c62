"""Solving a mechanism over many steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from itertools import islice
from sys import float_info
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from sgkin.arrays import Floats
from sgkin.assembly import AssemblyModes
from sgkin.errors import InputError, TooManyModesError, UnknownNameError, brief, listing
from sgkin.kernels.limits import LARGEST, LARGEST_ACCELERATION
from sgkin.model.form import real_numbers, too_large
from sgkin.model.mechanism import Mechanism
from sgkin.motion import Driven, Motion
from sgkin.progress import Progress, telling, waiting

if TYPE_CHECKING:
    from sgkin.global_solver.start import Start
    from sgkin.kinematic_plan import KinematicPlan


METHODS = ("groups", "global-sparse", "global-dense")
COORDINATES = ("mixed", "reference-point")
CYCLE_STEPS = 360
"""Steps of a motion over one cycle, where the user says nothing else."""
LONG, LONG_GLOBAL = 1_000_000, 10_000
"""Steps of links from which on a motion may take so long that progress is told, by groups and by other methods."""


def make_plan(mechanism: Mechanism) -> KinematicPlan:
    """Take a mechanism apart and make it ready to be solved many times.

    Raises `MobilityError` where the drivers do not fit the mobility, `UnsolvableError` where geometry is missing and
    `InitialConfigurationError` where it is not clear which assembly is meant.
    """
    from sgkin.kinematic_plan import make_plan
    from sgkin.structure.garbage_collection import collection_paused

    with collection_paused(), waiting("making a plan"):
        return make_plan(mechanism)


def solve(
    mechanism: Mechanism | KinematicPlan,
    times: ArrayLike | None = None,
    *,
    inputs: ArrayLike | None = None,
    input_rates: ArrayLike | None = None,
    input_accelerations: ArrayLike | None = None,
    method: str = "groups",
    coordinates: str = "mixed",
    outputs: Sequence[str] | None = None,
    coefficients: bool = False,
    on_failure: str = "raise",
    check: str | None = None,
    progress: Progress | Literal[False] | None = None,
) -> Motion:
    """Solve the motion of a mechanism, group by group or as a whole.

    Give either `times` (n,) in seconds, at which the motion laws of the drivers are taken, or the `inputs` (n, f) and,
    for velocities and accelerations, their rates. A single input may be given as (n,). Without either it is one cycle
    of the motion laws in 360 steps: to the end of the range stated in the file, a turn of the crank, or 1 s.

    method: "groups", or "global-sparse" or "global-dense", Newton's method on all conditions at once; these count in
    `coordinates`: "mixed" (pins, and angles where they are needed) or "reference-point" (x, y and θ of every link).
    outputs: names of links and points (`coupler`, `coupler.P` or `P`) to keep, by default all links. coefficients:
    whether velocity coefficients and their gradients are kept too. on_failure: "raise" raises a `MotionError` that
    carries the motion so far where the mechanism comes to a dead point; "return" returns it. check: "global" solves the
    whole mechanism too and raises a `DisagreementError` where the two differ. progress: called with the number of steps
    done and of all; by default a bar is drawn of what takes long, on a terminal and in a notebook, with False none.

    >>> import numpy as np
    >>> from sgkin import load_mechanism, solve
    >>> motion = solve(load_mechanism("slider_crank"), np.linspace(0.0, 1.0, 5))
    >>> motion.joint("D").value.round(3).tolist()
    [3.696, 2.258, 2.164, 3.543, 3.696]
    """
    from sgkin.kinematic_plan import KinematicPlan

    if not isinstance(mechanism, Mechanism | KinematicPlan):
        raise InputError(f"solve needs a mechanism or a plan, found {brief(mechanism)}; use load_mechanism(name) first")
    _choose("on_failure", on_failure, ("raise", "return"))
    _choose("method", method, METHODS)
    _choose("coordinates", coordinates, COORDINATES)
    if check is not None:
        _choose("check", check, ("global",))
        if method != "groups":
            raise InputError(f"check compares the groups with the whole mechanism; leave method={method!r} out")
    if progress is not None and progress is not False:
        _refuse_progress(progress)
    if times is None and inputs is None and input_rates is None and input_accelerations is None:
        times = one_cycle(mechanism if isinstance(mechanism, Mechanism) else mechanism.mechanism)
    given = (times, inputs, input_rates, input_accelerations)
    if method == "groups":
        from sgkin.sweep.sweep_motion import run_motion

        plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
        drive, kept = drive_of(plan.mechanism, *given), outputs_of_plan(plan, outputs)
        if check is not None:
            with _telling(progress, drive, plan.links, "global") as tell:
                motion = _checked_motion(plan, drive, kept, coefficients, coordinates, tell)
            if motion.is_complete or on_failure == "return":
                return motion
        with _telling(progress, drive, plan.links, method) as tell:
            return run_motion(plan, drive, kept, on_failure, tell, coefficients)
    from sgkin.global_solver.march_motion import GlobalRun, run_global

    run = GlobalRun(global_start(mechanism), method == "global-dense", coordinates)
    drive, kept = drive_of(run.mechanism, *given), _outputs(run.mechanism, outputs)
    with _telling(progress, drive, run.mechanism.links, method) as tell:
        return run_global(run, drive, kept, on_failure, tell, coefficients)


def _telling(
    progress: Progress | Literal[False] | None, drive: Driven, links: Sequence[Any], method: str
) -> AbstractContextManager[Progress | None]:
    """Whom to tell of the steps done."""
    is_long = len(drive.inputs) * len(links) > (LONG if method == "groups" else LONG_GLOBAL)
    return telling(progress, "solving", "steps", is_long)


def one_cycle(mechanism: Mechanism) -> Floats:
    """The moments (361,) of one cycle of the motion laws."""
    from sgkin.model.duration import default_duration

    return np.linspace(0.0, default_duration(mechanism)[0], CYCLE_STEPS + 1)


def _choose(name: str, value: object, allowed: Sequence[str]) -> None:
    if not isinstance(value, str) or value not in allowed:
        raise InputError(f"{name} is {value!r}; use {' or '.join(map(repr, allowed))}")


def _refuse_progress(progress: Any) -> None:
    """Raise if it cannot be called with two numbers."""
    from inspect import signature

    try:
        signature(progress).bind(0, 1)
    except TypeError as error:
        wanted = "a function of two numbers, the steps done and all steps"
        raise InputError(f"progress is {brief(progress)}; give {wanted}") from error
    except ValueError:  # some functions that are not written in Python do not say what they take
        return


def global_start(mechanism: Mechanism | KinematicPlan) -> Start:
    """Where a motion of the whole mechanism starts: at the same initial configuration as that of the groups.

    Where the initial configuration names branches or leaves links out, only the groups know it, and place them.
    """
    from sgkin.global_solver.start import Start, find_start
    from sgkin.kinematic_plan import poses_of

    if isinstance(mechanism, Mechanism):
        start = find_start(mechanism)
        if start is not None:
            return start
        mechanism = make_plan(mechanism)
    plan, poses = mechanism, dict(mechanism.initial)
    if plan.mechanism.is_spatial:
        poses = poses_of(plan.evaluate(plan.initial_inputs), plan.mechanism)
        return Start(plan.mechanism, plan.structure, poses, plan.site.mechanism)
    if plan.mechanism.initial.branches or len(poses) < len(plan.mechanism.links):
        poses = poses_of(plan.evaluate(plan.initial_inputs), plan.mechanism)
    return Start(plan.mechanism, plan.structure, poses, plan.site.mechanism)


def _checked_motion(
    plan: KinematicPlan,
    drive: Driven,
    outputs: tuple[str, ...],
    coefficients: bool,
    coordinates: str,
    progress: Progress | None,
) -> Motion:
    """The motion by groups, as far as it goes; raises where that of the whole mechanism is another."""
    from sgkin.global_solver.comparison import refuse_disagreement
    from sgkin.global_solver.march_motion import GlobalRun, run_global
    from sgkin.sweep.sweep_motion import run_motion

    run = GlobalRun(global_start(plan), False, coordinates)
    motion = run_motion(plan, drive, outputs, "return", None, coefficients)
    other = run_global(run, drive, outputs, "return", progress, coefficients)
    refuse_disagreement(motion, other, run.quality)
    return motion


def drive_of(
    mechanism: Mechanism,
    times: ArrayLike | None,
    inputs: ArrayLike | None,
    input_rates: ArrayLike | None,
    input_accelerations: ArrayLike | None,
) -> Driven:
    """What the user gives, checked; without times, accelerations are zero unless they are given."""
    if (times is None) == (inputs is None):
        raise InputError("give either times or inputs")
    if times is not None:
        if input_rates is not None or input_accelerations is not None:
            raise InputError("with times the motion laws give the rates; leave input_rates and input_accelerations out")
        moments = _checked(real_numbers(times, "times"), "times", (None,))
        z, rates, accelerations = motion_laws(mechanism, moments)
        _refuse_wild_laws(mechanism, moments, z, rates, accelerations)
        _refuse_negative_distances(mechanism, z)
        return Driven(moments, z, rates, accelerations)
    count = len(mechanism.input_names)
    z = _columns(inputs, "inputs", count, None)
    _refuse_negative_distances(mechanism, z)
    if input_rates is None and input_accelerations is not None:
        raise InputError("input_accelerations need input_rates; give both")
    if input_rates is None:
        return Driven(None, z, None, None)
    rates = _columns(input_rates, "input_rates", count, len(z))
    if input_accelerations is None:
        return Driven(None, z, rates, np.zeros_like(z))
    accelerations = _columns(input_accelerations, "input_accelerations", count, len(z), LARGEST_ACCELERATION)
    return Driven(None, z, rates, accelerations)


def _refuse_wild_laws(mechanism: Mechanism, times: Floats, z: Floats, rates: Floats, accelerations: Floats) -> None:
    """Raise at the first number of the motion laws that cannot be computed with."""
    for kind, values, limit in (
        ("", z, LARGEST),
        ("the rate of ", rates, LARGEST),
        ("the acceleration of ", accelerations, LARGEST_ACCELERATION),
    ):
        place = _first_beyond(values, limit)
        if place is not None:
            told = f"{kind}{mechanism.input_names[place[1]]} at t = {times[place[0]]:g} s"
            raise InputError(f"{told} is {too_large(float(values[place]), limit)}")


def assembly_modes(
    mechanism: Mechanism | KinematicPlan, inputs: ArrayLike | None = None, *, limit: int = 1000
) -> AssemblyModes:
    """Every way in which a mechanism can be assembled at the inputs (f,), by default the initial ones.

    Each mode of a group is continued with all modes of the groups that depend on it, in solving order. A mechanism need
    not say in its initial configuration which of them is meant. Raises `TooManyModesError` where there are more than
    `limit`.

    >>> from sgkin import assembly_modes, load_mechanism
    >>> modes = assembly_modes(load_mechanism("class_III_triad_on_crank"), inputs=0.0)
    >>> len(modes), modes.complete
    (6, True)
    """
    from sgkin.kinematic_plan import KinematicPlan
    from sgkin.modes.modes import assemblies
    from sgkin.modes.spatial_assembler import assembler_of
    from sgkin.plan.plan import make_open_plan

    if not isinstance(mechanism, Mechanism | KinematicPlan):
        raise InputError(f"assembly_modes needs a mechanism or a plan, found {brief(mechanism)}")
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise InputError(f"limit is {brief(limit)}; give a whole number from 1 on")
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_open_plan(mechanism)
    z = plan.initial_inputs if inputs is None else plan.taken_inputs(inputs)
    _refuse_negative_distances(plan.mechanism, z[None])
    assembler = assembler_of(plan, z)
    with waiting("looking for assembly modes"):
        modes = tuple(islice(assemblies(assembler), limit + 1))
    if len(modes) > limit:
        raise TooManyModesError(plan.mechanism.name, limit)
    counts = [
        assembler.counts.get(number, (1, 1) if solver is None else (0, 0)) for number, solver in enumerate(plan.solvers)
    ]
    searched, loose = tuple(sorted(assembler.searched)), tuple(sorted(assembler.loose))
    return AssemblyModes(plan.structure, z, modes, tuple(counts), searched, loose, plan.mechanism)


def _refuse_negative_distances(mechanism: Mechanism, inputs: Floats) -> None:
    for driver in mechanism.drivers:
        if "distance" in driver.freedoms(mechanism):
            values = inputs[:, mechanism.input_names.index(driver.name)]
            if (values < 0.0).any():
                step = int(np.flatnonzero(values < 0.0)[0])
                raise InputError(f"input {driver.name!r} is a distance, but is {values[step]:g} m at step {step}")


def motion_laws(mechanism: Mechanism, times: Floats) -> tuple[Floats, Floats, Floats]:
    """Inputs, rates and accelerations (n, f) as the motion laws of the drivers give them at times (n,)."""
    free = mechanism.free_inputs
    if free:
        which = f"{listing(free)} free and {'have' if len(free) > 1 else 'has'} no motion law"
        raise InputError(f"{mechanism.name}: {which}; give inputs, or simulate the mechanism")
    with np.errstate(over="ignore", invalid="ignore"):  # what becomes too large is refused
        given = [law(times) for driver in mechanism.drivers for law in driver.laws]
    z, rates, accelerations = (np.empty((len(times), len(given))) for _ in range(3))
    for number, (value, rate, acceleration) in enumerate(given):
        z[:, number], rates[:, number], accelerations[:, number] = value, rate, acceleration
    return z, rates, accelerations


def _outputs(mechanism: Mechanism, outputs: Sequence[str] | None) -> tuple[str, ...]:
    links = mechanism.moving_links
    if outputs is None:
        return links
    if isinstance(outputs, str) or not isinstance(outputs, Iterable):
        raise InputError(f"outputs must be a list of names of links and points; found {brief(outputs)}")
    named = []
    for given in outputs:
        if not isinstance(given, str):
            raise InputError(f"outputs must be names of links and points; found {brief(given)}")
        name = mechanism.full_name(given, "outputs")
        if "." in name:
            mechanism.point(name, "outputs")
        elif name not in links:
            raise UnknownNameError("outputs", "moving link", name, links)
        named.append(name)
    return tuple(named)


def outputs_of_plan(plan: KinematicPlan, outputs: Sequence[str] | None) -> tuple[str, ...]:
    """Names of links and points to keep, checked, by default all links; what was asked for before is not looked at
    again."""
    if outputs is None:
        return plan.links
    known = isinstance(outputs, list | tuple) and all(isinstance(name, str) for name in outputs)
    return tuple(outputs) if known and plan.has_selection(tuple(outputs)) else _outputs(plan.mechanism, outputs)


def _columns(values: Any, name: str, count: int, steps: int | None, limit: float = LARGEST) -> Floats:
    array = real_numbers(values, name)
    if array.ndim == 1 and count == 1:
        array = array[:, None]
    return _checked(array, name, (steps, count), limit)


def _checked(array: Floats, name: str, shape: tuple[int | None, ...], limit: float = float_info.max) -> Floats:
    """Floats up to a limit of the given shape, where None stands for any number of steps but zero."""
    wanted = ", ".join("steps" if size is None else str(size) for size in shape)
    fits = array.ndim == len(shape) and all(s is None or s == a for s, a in zip(shape, array.shape, strict=True))
    if not fits:
        raise InputError(f"{name} has shape {array.shape}, expected ({wanted})")
    if array.shape[0] == 0:
        raise InputError(f"{name} has no steps; give at least one")
    place = _first_beyond(array, limit)
    if place is not None:
        raise InputError(f"{name} at {place} is {too_large(float(array[place]), limit)}")
    return array


def _first_beyond(array: Floats, limit: float) -> tuple[int, ...] | None:
    """Where the first number stands that is none, or larger than the limit."""
    sizes = np.abs(array)
    if sizes.max(initial=0.0) <= limit:
        return None
    return tuple(int(index) for index in np.argwhere(~(sizes <= limit))[0])
