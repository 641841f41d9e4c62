"""A study: one mechanism, of which some dimensions vary, ready to be solved for many designs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from sgkin import mathematics
from sgkin.arrays import Floats, Integers
from sgkin.designs.graph_tables import GraphTables
from sgkin.designs.outputs import OutputFeatures, OutputRows
from sgkin.designs.programs import StudyTapes, write_tapes
from sgkin.designs.varying_laws import varying_laws
from sgkin.errors import ExpressionError, ImpossibleDesignError, InputError, StudyError, brief, listing
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.address import ABOVE_ZERO
from sgkin.model.expression import FUNCTIONS, Functions
from sgkin.model.form import names, real_numbers
from sgkin.model.formulas import ARRAYS, fields_with, numbers_of, with_numbers
from sgkin.model.mechanism import Mechanism
from sgkin.model.planar_only import planar_only
from sgkin.motion import Driven
from sgkin.plan.plan import Plan, build_plan, set_starts
from sgkin.plan.tape import InputLaw, Seeds
from sgkin.solving import drive_of, make_plan, outputs_of_plan
from sgkin.structure.decomposition import examine
from sgkin.structure.structure import Structure
from sgkin.traced_number import NumberGraph

if TYPE_CHECKING:
    from sgkin.designs.sensitivities import DesignJacobian, Gradient, Objective, Sensitivities

Made = TypeVar("Made")

TRACED: Functions = {name: getattr(mathematics, name) for name in FUNCTIONS if hasattr(mathematics, name)} | {
    "abs": abs,
    "min": mathematics.smaller,
    "max": mathematics.larger,
}
"""The functions of expressions for traced numbers."""
ASIDE = 0.03
"""How far beside the nominal design, as a part of each parameter, its structure must be the same."""


class Kept(NamedTuple):
    """What is computed of every design: derivatives, and whether margins, transmission angles and all that groups are
    solved for are kept."""

    seeds: Seeds | None
    margins: bool = False
    transmission: bool = False
    solved: bool = False


class Prepared(NamedTuple):
    """What running the designs of a study needs, whatever the steps."""

    outputs: OutputRows
    tapes: StudyTapes
    graph: GraphTables


@dataclass(frozen=True, eq=False)
class Study:
    """A mechanism with dimensions that vary; made by `make_study`.

    `vary`: their names or addresses, in the order in which a design has its parameters; `nominal` (p,): what they are
    in the mechanism, in SI; `outputs`: the links and points that are wanted of every design; `begin` (f,): the inputs
    at which designs begin, if these are not the initial ones. A study never changes and can be used by many threads; it
    travels to other processes, where it is made anew.
    """

    mechanism: Mechanism
    vary: tuple[str, ...]
    outputs: tuple[str, ...]
    nominal: Floats = field(repr=False)
    plan: KinematicPlan = field(repr=False)
    traced: Plan = field(repr=False)
    graph: NumberGraph = field(repr=False)
    laws: Mapping[int, InputLaw] = field(repr=False)
    begin: Floats | None = field(default=None, repr=False)
    _made: dict[Any, Any] = field(default_factory=dict, init=False, repr=False)

    def __repr__(self) -> str:
        return f"Study of {self.mechanism.name}: {len(self.vary)} dimensions vary"

    def __str__(self) -> str:
        return f"{self!r}: {listing(self.vary, verb=False)}; outputs {listing(self.outputs, verb=False)}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_anew, (self.mechanism, self.vary, self.outputs, self.begin)

    @property
    def initial_inputs(self) -> Floats:
        """The inputs (f,) at which designs begin."""
        return self.plan.initial_inputs if self.begin is None else self.begin

    def begun_at(self, inputs: Floats) -> Study:
        """The same designs, in the same branches, begun at other inputs (f,), whether or not they can be assembled at
        the initial ones. Iterated groups must be followed from these, and angles of gears be counted: then it is this
        study itself."""
        if self.plan.iterated.any() or self.plan.geared:
            return self
        return replace(self, begin=inputs)

    def prepared(self, kept: Kept) -> Prepared:
        """The tapes that compute what is kept, and how it is read; made when it is first asked for."""
        found = self._made.get(kept)
        if found is None:
            features = OutputFeatures(self.traced, self.outputs, kept.transmission, kept.solved)
            wanted, headings = features.wanted, features.headings
            tapes = write_tapes(self.traced, features.builder, wanted, headings, kept.seeds, kept.margins, self.laws)
            rows = OutputRows(features, tapes.tape, kept.seeds)
            found = self._made.setdefault(kept, Prepared(rows, tapes, GraphTables(self.graph, tapes.numbers)))
        return found  # type: ignore[no-any-return]

    def made(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What follows from the study, made when it is first asked for."""
        found = self._made.get(key)
        return found if found is not None else self._made.setdefault(key, make())  # type: ignore[no-any-return]

    def sensitivities(
        self,
        times: ArrayLike | None = None,
        *,
        inputs: ArrayLike | None = None,
        input_rates: ArrayLike | None = None,
        input_accelerations: ArrayLike | None = None,
        quantities: Sequence[str] = ("position",),
    ) -> Sensitivities:
        """What differentiates designs over some steps: for many of them, and the same as long as the same is asked for.

        times, inputs, input_rates, input_accelerations, quantities: as for `solve_designs`.

        >>> from sgkin import load_mechanism, make_study
        >>> study = make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x", "coupler.C.x"], ["coupler.P"])
        >>> study.sensitivities(inputs=[0.5, 1.0]).jacobian(study.nominal).position("coupler.P").shape
        (2, 2, 2)
        """
        from sgkin.designs.sensitivities import Sensitivities
        from sgkin.designs.solving_designs import drive_for, kept_for

        kept = kept_for(self, quantities)
        drive = drive_for(self, kept, times, inputs, input_rates, input_accelerations)
        last: Sensitivities | None = self._made.get(Sensitivities)
        if last is None or not last.is_of(kept, drive):
            last = self._made[Sensitivities] = Sensitivities(self, kept, drive)
        return last

    def jacobian(self, parameters: ArrayLike, times: ArrayLike | None = None, **options: Any) -> DesignJacobian:
        """Derivatives of all outputs by each parameter of a design (p,); times and options as for `sensitivities`."""
        return self.sensitivities(times, **options).jacobian(parameters)

    def gradient(
        self, parameters: ArrayLike, times: ArrayLike | None = None, *, objective: Objective, **options: Any
    ) -> Gradient:
        """An objective at a design (p,), and its derivatives by all parameters at once, see `Sensitivities.gradient`.

        times and options: as for `sensitivities`.
        """
        return self.sensitivities(times, **options).gradient(parameters, objective)

    def design(self, parameters: Iterable[float]) -> Mechanism:
        """The mechanism that a design is, from its parameters (p,)."""
        return self.mechanism.with_parameters(self._named(map(float, parameters)))

    def drive(self, parameters: Iterable[float], drive: Driven) -> Driven:
        """How a design is driven, where the nominal one is driven so."""
        return drive_of(self.design(parameters), drive.times, None, None, None) if self.laws else drive

    def plan_of(self, parameters: Iterable[float], start: Floats) -> Plan:
        """A plan of a design, with its memory at the initial inputs, which are those of the nominal one."""
        given = tuple(parameters)
        design, inputs = self.design(given), dict(self.plan.mechanism.initial_inputs)
        begun = replace(design, initial=replace(design.initial, inputs=inputs))
        return plan_like(self.plan, begun, numbers_of(self.mechanism, self._named(map(float, given))), start)

    def taken_parameters(self, parameters: ArrayLike) -> Floats:
        """Parameters of designs (n, p), checked; those of a single one may be given as (p,)."""
        given = np.atleast_2d(real_numbers(parameters, "parameters"))
        if given.ndim != 2 or given.shape[1] != len(self.vary):
            wanted = f"a row for each design, with {listing(self.vary, verb=False)}"
            raise InputError(f"parameters have the shape {np.shape(parameters)}; give {wanted}")
        if not np.isfinite(given).all():
            design, number = np.argwhere(~np.isfinite(given))[0].tolist()
            raise InputError(f"{self.vary[number]} of design {design} is {given[design, number]}; give finite numbers")
        self._refuse_undefined(given)
        return np.ascontiguousarray(given)

    def possible(self, parameters: Floats) -> Integers:
        """Which of some designs (n, p) can be: their parameters lie within bounds, their expressions give numbers."""
        which = np.arange(len(parameters))
        while len(which):
            try:
                self._refuse_undefined(parameters[which])
            except (ExpressionError, ImpossibleDesignError) as error:
                if not error.designs:
                    raise
                which = np.delete(which, error.designs)
            else:
                break
        return which

    def _refuse_undefined(self, given: Floats) -> None:
        """Raise where a parameter is beyond its bounds, an expression gives no number, or a number has a sign that it
        cannot have."""
        parameters, formulas = self.mechanism.parameters, self.mechanism.formulas
        if not self._can_be_undefined:
            return
        columns: dict[str, Any] = self._named(given.T)
        named = {name: column for name, column in columns.items() if name in parameters}
        values = formulas.values({name: each.value for name, each in parameters.items()} | named, ARRAYS)
        for name in formulas.depending(named):
            bounds = parameters[name].bounds
            if bounds is not None:
                refuse_beyond(name, np.asarray(values[name]), *bounds)
        numbers = formulas.evaluate(values, ARRAYS, named) | columns
        for address, wanted in self._signed.items():
            refuse_sign(address, np.asarray(numbers[address]), wanted)

    @cached_property
    def _can_be_undefined(self) -> bool:
        """Whether parameters, which may have bounds and expressions, vary, or numbers that must not have any sign."""
        return not self.mechanism.parameters.keys().isdisjoint(self.vary) or bool(self._signed)

    @cached_property
    def _signed(self) -> dict[str, str]:
        """The numbers that vary and must not have any sign, by address, and what they must be."""
        changed = numbers_of(self.mechanism, self._named(self.nominal.tolist()))
        known = self.mechanism.numbers
        return {address: known[address].wanted for address in changed if known[address].wanted}

    def _named(self, parameters: Iterable[Made]) -> dict[str, Made]:
        return dict(zip(self.vary, parameters, strict=True))


@planar_only("studies of many designs are made")
def make_study(mechanism: Mechanism, vary: Sequence[str], outputs: Sequence[str] | None = None) -> Study:
    """Make a mechanism ready to be solved for many designs.

    vary: the dimensions that vary: parameters of the mechanism by name, any other number by its address, such as
    `coupler.P.x`, also of motion laws (`drivers.motor.speed`), masses and forces. outputs: the links and points wanted
    of every design, by default all links.

    Raises `StudyError` where the mechanism moves only because of special dimensions, which other designs do not have.

    >>> from sgkin import load_mechanism, make_study
    >>> make_study(load_mechanism("four_bar_crank_rocker"), ["crank.B.x", "coupler.C.x"], ["coupler"])
    Study of four_bar_crank_rocker: 2 dimensions vary
    """
    if not isinstance(mechanism, Mechanism):
        raise InputError(f"make_study needs a mechanism, found {brief(mechanism)}; use load_mechanism(name) first")
    chosen = names(vary, "vary")
    if not chosen:
        raise InputError("vary is empty; name the dimensions that vary, parameters or addresses such as coupler.P.x")
    twice = tuple(name for name in dict.fromkeys(chosen) if chosen.count(name) > 1)
    if twice:
        raise InputError(f"vary names {listing(twice, verb=False)} more than once; name each dimension once")
    plan = make_plan(mechanism)
    kept = outputs_of_plan(plan, outputs)
    if not kept:
        raise InputError("a study has no outputs; name the links or points that are wanted")
    nominal = np.array([_value(mechanism, name) for name in chosen])
    graph = NumberGraph()
    leaves = {name: graph.leaf(name, value) for name, value in zip(chosen, nominal.tolist(), strict=True)}
    numbers = numbers_of(mechanism, leaves, TRACED)
    _refuse_initial(mechanism, leaves)
    _refuse_special(mechanism, plan.structure, chosen, nominal)
    traced = plan_like(plan, mechanism, numbers, plan.start)
    return Study(mechanism, chosen, kept, nominal, plan, traced, graph, varying_laws(mechanism, numbers))


def _made_anew(mechanism: Mechanism, vary: Sequence[str], outputs: Sequence[str], begin: Floats | None) -> Study:
    return replace(make_study(mechanism, vary, outputs), begin=begin)


def plan_like(plan: Plan, mechanism: Mechanism, numbers: Mapping[str, float], start: Floats) -> Plan:
    """A plan of the same groups, for a mechanism with other numbers; `start`: its memory at the initial inputs."""
    changed, held = fields_with(plan.site.mechanism, numbers), plan.site.mechanism
    dimensions = {name: changed[name] for name in ("links", "joints") if name in changed}
    made = build_plan(mechanism, replace(held, **dimensions), plan.structure, plan.initial, Plan)
    set_starts(made, dict(plan.initial), ())
    made.start[:] = start
    made.start.flags.writeable = False
    return made


def refuse_beyond(name: str, values: Floats, low: float, high: float) -> None:
    """Raise where a parameter of designs (n,) is beyond its bounds."""
    beyond = np.flatnonzero((values < low) | (values > high))
    if len(beyond):
        which, value = int(beyond[0]), float(values[beyond[0]])
        others = f", and so are those of {len(beyond) - 1} others" if len(beyond) > 1 else ""
        raise ImpossibleDesignError(
            f"{name} of design {which} is {value:.9g}, beyond its bounds, {low:.9g} to {high:.9g}{others}; "
            "leave such designs out, or give other bounds",
            beyond.tolist(),
        )


def refuse_sign(address: str, values: Floats, wanted: str) -> None:
    """Raise where a number of designs (n,) is not what it must be."""
    wrong = np.flatnonzero((values < 0.0) | ((values == 0.0) & (wanted == ABOVE_ZERO)))
    if len(wrong):
        which = int(wrong[0])
        sentence = f"{address} of design {which} is {float(values[which]):.9g}; it must be {wanted}"
        raise ImpossibleDesignError(sentence, wrong.tolist())


def _value(mechanism: Mechanism, name: str) -> float:
    """A parameter, or a number by its address."""
    if name in mechanism.parameters:
        return mechanism.parameters[name].value
    numbers = mechanism.numbers
    if name not in numbers:
        numbers_of(mechanism, {name: 0.0})  # says what there is
    return numbers[name].value


def _refuse_initial(mechanism: Mechanism, leaves: Mapping[str, float]) -> None:
    """Raise where a number varies by itself that says only how the nominal design is assembled."""
    names = [name for name in leaves if name.startswith("initial.") and name not in mechanism.parameters]
    of_initial = [name for name in names if "initial" in fields_with(mechanism, {name: leaves[name]})]
    if of_initial:
        told = "the initial configuration cannot vary, which only says how the nominal design is assembled"
        raise StudyError(f"{told}: {listing(of_initial, verb=False)}", of_initial)


def _refuse_special(mechanism: Mechanism, structure: Structure, vary: Sequence[str], nominal: Floats) -> None:
    """Raise where a design beside the nominal one has another structure."""
    random = np.random.default_rng(0)
    scale = np.where(nominal == 0.0, mechanism.size, np.abs(nominal))
    beside = nominal + ASIDE * scale * random.uniform(-1.0, 1.0, len(nominal))
    other = with_numbers(mechanism, numbers_of(mechanism, dict(zip(vary, beside.tolist(), strict=True))))
    found, _ = examine(other)
    if found.formula != structure.formula or found.redundant != structure.redundant:
        raise StudyError(
            f"{mechanism.name} moves as it does only because some of its dimensions are special: "
            f"it is {structure.formula}, and {found.formula} with others; vary fewer dimensions, or let expressions "
            "keep them equal",
            vary,
        )
