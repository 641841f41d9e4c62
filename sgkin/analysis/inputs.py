"""Which inputs make a mechanism easy: how it comes apart by everything that could drive it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations, islice
from math import inf
from typing import Any

from sgkin.analysis.cost import estimated_cost, iterated_unknowns
from sgkin.analysis.input_comparison import MOST_SETS, InputChoice, InputComparison, Refusal
from sgkin.analysis.possible_inputs import PossibleInput, possible_inputs
from sgkin.analysis.redriving import driven_by_some, find_poses, initial_poses, is_driven, redriven
from sgkin.errors import DriverError, FormError, MobilityError, UnsolvableError, listing
from sgkin.model.driver import Driver
from sgkin.model.form import count, entries
from sgkin.model.initial import Expectation
from sgkin.model.mechanism import Mechanism
from sgkin.plan.plan import Plan, build_plan
from sgkin.structure.decomposition import with_idle
from sgkin.structure.idle import IdleSpin
from sgkin.structure.input_sets import InputSets


def compare_inputs(mechanism: Mechanism, *, also: Sequence[Driver] = (), sets: int = MOST_SETS) -> InputComparison:
    """Every set of inputs that could drive a mechanism, and how it comes apart then; the easiest first.

    A set has as many inputs as the mechanism has freedoms that are not idle, and moves every link. Inputs are: what
    drives the mechanism now; the angle at every pin between any two of its links, the stroke of every guide; the angle
    against ground of links that no pin measures; with two freedoms or more x and y of a point together, with three the
    pose of a link; and drivers given with `also`, such as distances. In space: the angle or the stroke of every joint
    that has one; with three freedoms or more x, y and z of a point together, with six the pose of a link. Sets that
    differ least from the present one are tried first, `sets` of them at most.

    Raises `InitialConfigurationError` where the joints do not close.

    >>> from sgkin import compare_inputs, load_mechanism
    >>> best = compare_inputs(load_mechanism("landing_gear_by_piston"))[0]
    >>> best.inputs, best.groups
    (('A',), ('R*', 'RRR', 'RPR'))
    """
    count(sets, "sets", 1)
    poses = find_poses(mechanism)
    possible = possible_inputs(mechanism, _drivers(also))
    if poses is None:
        drivers = tuple(driver for each in possible for driver in each.drivers)
        initial = replace(mechanism.initial, inputs={})
        everything = replace(mechanism, drivers=drivers, initial=initial, expected=Expectation(), forces=())
    else:
        everything = redriven(mechanism, poses, possible)
    single = [driver.name for each in possible for driver in each.drivers if len(each.inputs) == 1]
    held, spins = _at_rest(everything, single)
    lock = [number for number, name in enumerate(everything.input_names) if name in single] if held.is_spatial else ()
    trial = _Trial(possible, everything, held, spins, InputSets(held, poses, lock), poses is not None)
    tried = list(islice(trial.sets(), sets + 1))
    found = [trial.choice(chosen) for chosen in tried[:sets]]
    return InputComparison(
        name=mechanism.name,
        freedoms=trial.structures.freedoms,
        choices=tuple(sorted((each for each in found if isinstance(each, InputChoice)), key=_ease)),
        idle=trial.idle(),
        refused=tuple(each for each in found if isinstance(each, Refusal)),
        limit=sets,
        is_complete=len(tried) <= sets,
    )


def choose_inputs(mechanism: Mechanism, *, also: Sequence[Driver] = (), sets: int = MOST_SETS) -> Mechanism:
    """The mechanism in its configuration, driven by the inputs that make it easiest; see `compare_inputs`.

    Raises `MobilityError` where there are none, or all are at a dead point.

    >>> from sgkin import choose_inputs, load_mechanism
    >>> choose_inputs(load_mechanism("landing_gear_by_piston")).input_names
    ('A',)
    """
    found = compare_inputs(mechanism, also=also, sets=sets)
    best = next((choice for choice in found if not choice.dead), None)
    if best is None:
        reason = "; ".join(found.findings) or "nothing drives it"
        raise MobilityError(f"{mechanism.name}: there are no inputs to choose: {reason}", found.freedoms)
    if best.mechanism is None:
        initial_poses(mechanism)  # says which links are not placed
    assert best.mechanism is not None
    return best.mechanism


def _at_rest(everything: Mechanism, single: Collection[str]) -> tuple[Mechanism, Sequence[IdleSpin]]:
    """A mechanism in space with its idle legs held, and these: legs that spin though all single inputs are locked."""
    if not everything.is_spatial:
        return everything, ()
    from sgkin.structure.spatial_idle import leave_legs_at_rest

    rest, spins = leave_legs_at_rest(driven_by_some(everything, single))
    return replace(everything, joints=rest.joints), spins


def _drivers(given: Sequence[Driver]) -> tuple[Driver, ...]:
    for driver in entries(given, "also", "a list of drivers"):
        if not isinstance(driver, Driver):
            raise FormError("also", driver, "a driver such as DistanceDriver(…)")
    return tuple(given)


def _ease(choice: InputChoice) -> tuple[Any, ...]:
    """What a table is sorted by: those at a dead point last, then by cost, then by name."""
    cost = inf if choice.cost is None else choice.cost
    return bool(choice.dead), cost, choice.structure.highest_class or 0, not choice.is_present, sorted(choice.inputs)


@dataclass(frozen=True)
class _Trial:
    """Tries sets of possible inputs; `everything`: the mechanism with all of them; `held`: the same with its idle legs
    in space at rest, and these, `spins`; `is_placed`: whether it is known where its links are."""

    possible: Sequence[PossibleInput]
    everything: Mechanism
    held: Mechanism
    spins: Sequence[IdleSpin]
    structures: InputSets
    is_placed: bool

    @cached_property
    def _numbers(self) -> list[tuple[int, ...]]:
        """The numbers of the inputs of each possible one."""
        ends = list(accumulate(len(each.inputs) for each in self.possible))
        return [tuple(range(end - len(each.inputs), end)) for end, each in zip(ends, self.possible, strict=True)]

    def _inputs(self, chosen: Sequence[int]) -> list[int]:
        return [number for each in chosen for number in self._numbers[each]]

    def idle(self) -> tuple[str, ...]:
        """Names of what is fixed by the joints."""
        single = [number for number, inputs in enumerate(self._numbers) if len(inputs) == 1]
        found = [number for number in single if not self.structures.is_independent(self._inputs([number]))]
        return tuple(self.possible[number].name for number in found)

    def sets(self) -> Iterator[tuple[int, ...]]:
        """Independent sets with as many inputs as there are freedoms, those that share most with the present first."""
        present = [number for number, each in enumerate(self.possible) if each.is_present]
        others = [number for number, each in enumerate(self.possible) if not each.is_present]
        for size in range(len(present), -1, -1):
            for kept in combinations(present, size):
                if self._fits(kept):
                    yield from self._completed(kept, others)

    def _fits(self, chosen: Sequence[int]) -> bool:
        inputs = self._inputs(chosen)
        return len(inputs) <= self.structures.freedoms and self.structures.is_independent(inputs)

    def _completed(self, chosen: tuple[int, ...], others: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if len(self._inputs(chosen)) == self.structures.freedoms:
            if chosen:
                yield chosen
            return
        for place, number in enumerate(others, start=1):
            if self._fits((*chosen, number)):
                yield from self._completed((*chosen, number), others[place:])

    def choice(self, chosen: Sequence[int]) -> InputChoice | Refusal:
        """How the mechanism comes apart by some of the possible inputs."""
        taken = [self.possible[number] for number in chosen]
        names = tuple(each.name for each in taken)
        structure = with_idle(self.structures.structure(self._inputs(chosen)), self.spins, ())
        if not is_driven(structure):
            still = "moves" if len(structure.undetermined) == 1 else "move"
            return Refusal(names, f"{listing(structure.undetermined, verb=False)} still {still}")
        drivers = {driver.name for each in taken for driver in each.drivers}
        mechanism = driven_by_some(self.everything, drivers)
        iterated, cost = None, None
        if all(joint.is_described for joint in mechanism.joints):
            try:
                plan = build_plan(mechanism, driven_by_some(self.held, drivers), structure, {}, Plan)
            except (DriverError, UnsolvableError) as error:
                return Refusal(names, str(error))
            iterated, cost = iterated_unknowns(plan), estimated_cost(plan)
        check = structure.geometry
        singular = check.groups if check is not None and check.verdict == "singular position" else ()
        return InputChoice(
            inputs=names,
            meanings=tuple(each.meaning for each in taken),
            structure=structure,
            iterated=iterated,
            cost=cost,
            dead=tuple(structure.groups[number].label for number in singular),
            is_present=all(each.is_present for each in taken) and set(self._present) == set(names),
            mechanism=mechanism if self.is_placed else None,
        )

    @property
    def _present(self) -> list[str]:
        return [each.name for each in self.possible if each.is_present]
