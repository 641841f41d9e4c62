"""The same mechanism in the same configuration, driven by other inputs or fixed at another link."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sgkin.analysis.possible_inputs import PossibleInput, input_values, named_input, possible_inputs, starting_at
from sgkin.errors import DriverError, InitialConfigurationError, InputError, MobilityError, listing
from sgkin.mathematics import Pose, cos, sin
from sgkin.model.driver import Driver
from sgkin.model.force import Force
from sgkin.model.initial import Expectation, InitialConfiguration
from sgkin.model.mechanism import Mechanism
from sgkin.model.motion_law import Free
from sgkin.model.planar_only import planar_only
from sgkin.solving import make_plan
from sgkin.structure.decomposition import decompose, examine
from sgkin.structure.refusal import refuse_open
from sgkin.structure.structure import Structure


def initial_poses(mechanism: Mechanism) -> dict[str, Pose]:
    """The poses of all links, ground among them, in the initial configuration.

    Where it names branches or leaves links out, only the groups know them. Raises `InitialConfigurationError` where
    nobody knows, and where the joints do not close; in space, where it begins elsewhere than in its design position,
    which is all that other inputs leave of an initial configuration there.
    """
    structure, placed = examine(mechanism)
    if mechanism.is_spatial and (mechanism.initial.inputs or mechanism.initial.branches):
        raise InitialConfigurationError(
            f"{mechanism.name}: in space inputs are changed in the design position; leave `inputs` and `branches` of "
            "[initial] out, and let the points be where the mechanism begins"
        )
    refuse_open(mechanism, placed)
    is_solvable = structure.is_determined and all(joint.is_described for joint in mechanism.joints)
    if placed.unplaced and not is_solvable:
        raise InitialConfigurationError(
            f"{mechanism.name}: the initial configuration does not place {listing(placed.unplaced, verb=False)}; "
            "give places of pins or angles in [initial]",
            placed.unplaced,
        )
    if not (is_solvable and (placed.unplaced or mechanism.initial.branches)):
        return placed.poses
    plan = make_plan(mechanism)
    found = plan.evaluate(plan.initial_inputs)
    poses = zip(found.links, found.poses.tolist(), strict=True)
    return {mechanism.ground: (0.0, 0.0, 0.0)} | {link: (x, y, theta) for link, (x, y, theta) in poses}


def find_poses(mechanism: Mechanism) -> dict[str, Pose] | None:
    """The same, None where the mechanism does not say which assembly is meant; raises where its joints do not close."""
    try:
        return initial_poses(mechanism)
    except InitialConfigurationError as error:
        if error.residual or mechanism.is_spatial:
            raise
        return None


def driven_by(mechanism: Mechanism, inputs: Sequence[str | Driver]) -> Mechanism:
    """See `Mechanism.driven_by`."""
    if not inputs:
        raise InputError(f"{mechanism.name}: name what is to drive it, such as a joint")
    poses = initial_poses(mechanism)
    possible = possible_inputs(mechanism)
    chosen = [named_input(mechanism, possible, given) for given in inputs]
    found = redriven(mechanism, poses, chosen)
    refuse_loose(found, decompose(found))
    return found


def redriven(mechanism: Mechanism, poses: Mapping[str, Pose], chosen: Sequence[PossibleInput]) -> Mechanism:
    """The mechanism at poses of all links, driven by possible inputs of it.

    What drives it now and drivers of the user's keep their laws; if these are elsewhere at t = 0, the inputs to which
    the configuration belongs are stated. Others begin where they are. In space the configuration is the design
    position, in which every input is measured.
    """
    drivers = tuple(driver for each in chosen for driver in each.drivers)
    new = {driver.name for each in chosen if each.is_new for driver in each.drivers}
    if mechanism.is_spatial:
        found = replace(mechanism, drivers=drivers, expected=Expectation())
        return replace(found, drivers=_begun(drivers, new, found.initial_inputs))
    initial = InitialConfiguration.at(
        (link, poses[link.name]) for link in mechanism.links if link.name != mechanism.ground
    )
    forces = forces_with(mechanism, drivers)
    found = replace(mechanism, drivers=drivers, initial=initial, expected=Expectation(), forces=forces)
    values = input_values(found, poses)
    begun = _begun(drivers, new, values)
    stated = {
        name: values[name]
        for driver in begun
        for name, law in zip(driver.inputs, driver.laws, strict=True)
        if (law.start if isinstance(law, Free) else float(law(0.0)[0])) != values[name]
    }
    return replace(found, drivers=begun, initial=replace(initial, inputs=stated))


def _begun(drivers: Sequence[Driver], new: Collection[str], values: Mapping[str, float]) -> tuple[Driver, ...]:
    """The drivers, the new ones by name with laws that start at values of their inputs."""
    return tuple(starting_at(driver, values) if driver.name in new else driver for driver in drivers)


def forces_with(mechanism: Mechanism, drivers: Sequence[Driver]) -> tuple[Force, ...]:
    """Its forces, as they are named where it has other drivers: those on inputs that are gone act on what these are."""
    kept = {name for driver in drivers if driver in mechanism.drivers for name in driver.inputs}
    if kept.issuperset(mechanism.input_names):
        return tuple(mechanism.forces)
    return tuple(force.apart_from_inputs(mechanism) for force in mechanism.forces)


def measured_inputs(mechanism: Mechanism, known: Collection[str]) -> dict[str, float]:
    """What all inputs are in an initial configuration that is placed without those that are not known."""
    names = [driver.name for driver in mechanism.drivers if set(driver.inputs) <= set(known)]
    missing = [name for name in mechanism.input_names if name not in known]
    others = driven_by_some(replace(mechanism, expected=Expectation()), names)
    try:
        return input_values(mechanism, initial_poses(others))
    except InitialConfigurationError as error:
        raise InitialConfigurationError(
            f"{mechanism.name}: it is not known where {listing(missing)} initially: state `start` of a free input, its "
            f"value in [initial] inputs, or places of all links in [initial] ({error})",
            error.links,
        ) from error


def driven_by_some(mechanism: Mechanism, names: Collection[str]) -> Mechanism:
    """The mechanism with some of its drivers only."""
    drivers = tuple(driver for driver in mechanism.drivers if driver.name in names)
    inputs = {name for driver in drivers for name in driver.inputs}
    stated = {name: value for name, value in mechanism.initial.inputs.items() if name in inputs}
    initial = mechanism.initial
    if stated != initial.inputs:
        initial = replace(initial, inputs=stated)
    return replace(mechanism, drivers=drivers, initial=initial, forces=forces_with(mechanism, drivers))


def is_driven(structure: Structure) -> bool:
    """Whether the inputs move every link but idle ones, and none of them is in conflict with another."""
    moved = set(structure.undetermined) <= set(structure.idle)
    return moved and not any(entry.kind == "input" for entry in structure.redundant)


def refuse_loose(mechanism: Mechanism, structure: Structure) -> None:
    """Raise where the inputs do not drive the mechanism."""
    if not is_driven(structure):
        conflicting = [entry.name for entry in structure.redundant if entry.kind == "input"]
        which = f"{listing(mechanism.input_names)} no {'input' if len(mechanism.input_names) == 1 else 'inputs'}"
        sentence = f"{mechanism.name}: {which} that can drive it: {'; '.join(structure.findings)}"
        sentence += "; compare_inputs(mechanism) shows which can"
        raise MobilityError(sentence, structure.mobility, structure.undetermined, conflicting)


@planar_only("another ground is taken")
def inverted(mechanism: Mechanism, ground: str, inputs: Sequence[str | Driver]) -> Mechanism:
    """See `Mechanism.inverted`."""
    mechanism.link(ground, "ground")
    poses = initial_poses(mechanism)
    base = poses[ground]
    seen = {link: _seen_from(base, pose) for link, pose in poses.items()}
    drivers = () if inputs else mechanism.drivers
    if ground != mechanism.ground:
        for driver in drivers:
            _refuse_bound_to_ground(mechanism, driver, ground)
    kept = [link for link in mechanism.links if link.name != ground]
    initial = InitialConfiguration.at((link, seen[link.name]) for link in kept)
    stated = {name: value for name, value in mechanism.initial.inputs.items() if not inputs}
    found = replace(
        mechanism if ground == mechanism.ground else replace(mechanism, masses={}, gravity=(0.0, 0.0), forces=()),
        ground=ground,
        drivers=drivers,
        initial=replace(initial, inputs=stated),
        expected=Expectation(),
    )
    return driven_by(found, inputs) if inputs else found


def _seen_from(base: Pose, pose: Pose) -> Pose:
    """A pose in the frame of a link that has the pose `base`."""
    x, y, turn = pose[0] - base[0], pose[1] - base[1], base[2]
    return cos(turn) * x + sin(turn) * y, cos(turn) * y - sin(turn) * x, pose[2] - turn


def _refuse_bound_to_ground(mechanism: Mechanism, driver: Driver, ground: str) -> None:
    """Raise for a driver that would mean something else with another link fixed."""
    if driver.is_absolute:
        raise DriverError(
            driver.name,
            f"it moves a link against {mechanism.ground!r}, which is to move itself; say which joints drive the "
            f"mechanism then: inverted({ground!r}, joint, …)",
        )
