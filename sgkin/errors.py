"""What can be wrong with what a user gives, one exception each.

Every message is one sentence that names the thing and the remedy; the names and numbers are attributes too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import IntEnum
from math import isnan
from pathlib import Path
from typing import Any


class Outcome(IntEnum):
    """What came of a group at a step: numbers in kernels, sentences outside."""

    SOLVED = 0
    CHANGE_POINT = 1
    CANNOT_ASSEMBLE = 2
    SINGULAR = 3
    NOT_CONVERGED = 4
    NOT_REACHED = 5
    CONTRADICTORY = 6

    @property
    def sentence(self) -> str:
        """What it means, and what to do about it."""
        return {
            Outcome.SOLVED: "it is solved",
            Outcome.CHANGE_POINT: "two assembly modes meet here; the motion goes on by continuity",
            Outcome.CANNOT_ASSEMBLE: "its links do not reach: shorten the range of the input, or change the lengths",
            Outcome.SINGULAR: "its constraints are dependent here: move the input off this value",
            Outcome.NOT_CONVERGED: "the iteration did not converge: use smaller steps or a better start",
            Outcome.NOT_REACHED: "an earlier step or group failed",
            Outcome.CONTRADICTORY: "its redundant joints contradict each other: give their axes and lengths exactly, "
            "or take some of them away",
        }[self]

    @property
    def reason(self) -> str:
        """What it means."""
        return self.sentence.partition(":")[0]

    @property
    def verb(self) -> str:
        """What a group or a mechanism does whose motion ends with it."""
        return {
            Outcome.CANNOT_ASSEMBLE: "cannot be assembled beyond a dead point",
            Outcome.SINGULAR: "is singular",
            Outcome.NOT_CONVERGED: "was not found",
            Outcome.CONTRADICTORY: "does not stay closed",
        }[self]


class SgkinError(Exception):
    """Base of all errors of sgkin. They can be pickled, so that they cross from one process to another."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[SgkinError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> SgkinError:
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


class MechanismError(SgkinError, ValueError):
    """A mechanism that cannot be.

    If it came from a file, `file` is the mechanism file, and `place` says where in it, if the sentence does not.
    """

    file: Path | None = None
    place: str = ""

    def __str__(self) -> str:
        return ": ".join(str(part) for part in (self.file, self.place, super().__str__()) if part)


class UnknownNameError(MechanismError):
    """A name that nothing in the mechanism has; `name`, `allowed`."""

    def __init__(self, where: str, thing: str, name: object, allowed: Iterable[str], remedy: str = "") -> None:
        self.where, self.thing, self.name, self.allowed = where, thing, name, tuple(allowed)
        sentence = f"{where}: there is no {thing} {brief(name)}; {suggestion(name, self.allowed)}"
        super().__init__(f"{sentence}; {remedy}" if remedy else sentence)


class UnknownKeyError(UnknownNameError):
    """A key that a mechanism file does not have."""


class UnitError(UnknownNameError):
    """A unit that sgkin does not know."""


class DuplicateNameError(MechanismError):
    """Two things of one kind with the same name; `name`."""

    def __init__(self, thing: str, name: str) -> None:
        self.thing, self.name = thing, name
        super().__init__(f"two {thing}s are named {name!r}; give each {thing} a name of its own")


class BadNameError(MechanismError):
    """A name that cannot be used, because references such as `coupler.P` could not be read; `name`."""

    def __init__(self, thing: str, name: object) -> None:
        self.thing, self.name = thing, name
        super().__init__(
            f"{brief(name)} cannot name a {thing}; use a word without dots, and without spaces at its ends"
        )


class NumberError(MechanismError):
    """A number that is missing, not finite or out of its range; `where`, `value`."""

    def __init__(self, where: str, value: object, expected: str = "a finite number") -> None:
        self.where, self.value = where, value
        super().__init__(f"{where}: found {brief(value)}, expected {expected}")


class FormError(MechanismError):
    """A value of the wrong form, such as a text where a table should be; `where`, `value`."""

    def __init__(self, where: str, value: object, expected: str) -> None:
        self.where, self.value, self.expected = where, value, expected
        super().__init__(f"{where}: found {brief(value)}, expected {expected}")


class ExpressionError(MechanismError):
    """An expression that is none, or gives no number; `where`, `text`, `sentence`.

    `designs`: of many designs, the numbers of those for which it gives none.
    """

    def __init__(self, where: str, text: str, sentence: str, designs: Iterable[int] = ()) -> None:
        self.where, self.text, self.sentence, self.designs = where, text, sentence, tuple(designs)
        super().__init__(": ".join(part for part in (where, brief(text), sentence) if part))


class ParameterError(MechanismError):
    """A parameter that cannot be, or cannot be what it is set to; `parameter`."""

    def __init__(self, parameter: str, sentence: str) -> None:
        self.parameter = parameter
        super().__init__(f"parameter {parameter!r}: {sentence}")


class MissingKeyError(MechanismError):
    """A key that must be given and is not; `key`."""

    def __init__(self, where: str, key: str) -> None:
        self.where, self.key = where, key
        super().__init__(f"{where}: {key!r} is missing; add it")


class JointError(MechanismError):
    """A joint that cannot be, such as one of a link with itself; `joint`, `links`."""

    def __init__(self, joint: str, links: Iterable[str], sentence: str) -> None:
        self.joint, self.links = joint, tuple(links)
        super().__init__(f"joint {joint!r}: {sentence}")


class DriverError(MechanismError):
    """A driver that cannot drive what it names; `driver`."""

    def __init__(self, driver: str, sentence: str) -> None:
        self.driver = driver
        super().__init__(f"driver {driver!r}: {sentence}")


class MassError(MechanismError):
    """Masses that are missing, or cannot be; `links`."""

    def __init__(self, sentence: str, links: Iterable[str]) -> None:
        self.links = tuple(links)
        super().__init__(sentence)


class ForceError(MechanismError):
    """A force that cannot act where it should; `force`."""

    def __init__(self, force: str, sentence: str) -> None:
        self.force = force
        super().__init__(f"force {force!r}: {sentence}")


class GravityWarning(UserWarning):
    """Gravity of a magnitude that suggests another unit of length."""


class MotionLawError(SgkinError):
    """A user's own motion law that failed or returned something else than three numbers; `time`."""

    def __init__(self, time: float, sentence: str) -> None:
        self.time = time
        super().__init__(f"the motion law at t = {time:g} s {sentence}")


class ForceLawError(SgkinError):
    """A user's own force law that failed or returned what is no finite number.

    `time`, `values` and `rates`: of the coordinates on which it acts, in SI units and radians.
    """

    def __init__(self, time: float, values: Sequence[float], rates: Sequence[float], sentence: str) -> None:
        self.time, self.values, self.rates = time, tuple(values), tuple(rates)
        at, by = (", ".join(f"{number:.6g}" for number in numbers) for numbers in (self.values, self.rates))
        when = "" if isnan(time) else f"t = {time:g} s, "  # a motion may have no times
        super().__init__(f"the force law at {when}coordinate {at} and rate {by} {sentence}")


class DisconnectedError(MechanismError):
    """Links that nothing connects to ground; `links`."""

    def __init__(self, links: Iterable[str], ground: str) -> None:
        self.links = tuple(links)
        super().__init__(
            f"{listing(self.links)} not connected to {ground!r}; "
            "add the joints that are missing, or state floating = true if this is meant"
        )


class ZeroLengthError(MechanismError):
    """A link whose pins all lie on one point, or as good as that; `link`, `joints`.

    `nearer`: than which part of the largest coordinate they lie to each other; 0 where they lie on one point.
    """

    def __init__(self, link: str, joints: Iterable[str], nearer: float = 0.0) -> None:
        self.link, self.joints = link, tuple(joints)
        pins = listing(self.joints, verb=False)
        fault = f"has length zero: its pins {pins} lie on one point"
        if nearer:
            fault = f"is too short: its pins {pins} lie nearer to each other than {nearer:g} of the largest coordinate"
        super().__init__(f"link {link!r} {fault}; move one of them, or join the neighbours at one pin")


class MechanismFileError(MechanismError):
    """A file that cannot be read as TOML, is empty or cannot be found; `file`, `line`."""

    def __init__(self, file: Path, sentence: str, line: int | None = None) -> None:
        self.file, self.line = file, line
        super().__init__(sentence if line is None else f"line {line}: {sentence}")


class AdjacencyError(SgkinError, ValueError):
    """A matrix that is not the adjacency matrix of a mechanism; `entries` are the places at fault."""

    def __init__(self, sentence: str, entries: Iterable[tuple[int, ...]] = ()) -> None:
        self.entries = tuple(entries)
        super().__init__(sentence)


class PictureError(SgkinError, ValueError):
    """A file asked for in a format that cannot be written; `file`, `allowed` are the endings that can.

    `suggested`: those that the sentence names.
    """

    def __init__(
        self,
        file: Path,
        allowed: Iterable[str],
        what: str = "picture",
        suggested: Iterable[str] = ("png", "svg", "pdf"),
    ) -> None:
        self.file, self.allowed = file, tuple(allowed)
        found = f"ends in {file.suffix!r}" if file.suffix else "has no ending"
        *others, last = (f".{ending}" for ending in suggested)
        ends = f"{', '.join(others)} or {last}" if others else last
        super().__init__(f"{file}: the name of the {what} {found}; let it end in {ends}")


class MissingToolError(SgkinError, RuntimeError):
    """Something that sgkin does not bring along; `tool` is what is missing, `extra` the extra that installs it."""

    def __init__(self, tool: str, purpose: str, extra: str) -> None:
        self.tool, self.extra = tool, extra
        super().__init__(f"{purpose} needs {tool}, which is not installed; run: pip install 'sgkin[{extra}]'")


def brief(value: object, most: int = 100) -> str:
    """A value as it stands in a sentence: on one line, and not the whole of a long one.

    >>> brief("rod")
    "'rod'"
    >>> brief(list(range(1000)), most=12)
    '[0, 1, 2, 3…'
    """
    text = " ".join(repr(value).split())
    return text if len(text) <= most else text[:most].rstrip(" ,") + "…"


class RegistryError(SgkinError, LookupError):
    """A signature that is not registered, or is already; `signature`."""

    def __init__(self, signature: str, sentence: str) -> None:
        self.signature = signature
        super().__init__(f"group {signature!r} {sentence}")


class DerivativeError(SgkinError):
    """Derivatives of a closed form that are not those of its position; `kernel`, `function`, and all `terms` so."""

    def __init__(self, kernel: str, terms: Sequence[str], function: str) -> None:
        self.kernel, self.terms, self.function = kernel, tuple(terms), function
        more = f" (and {len(terms) - 1} more, see terms)" if len(terms) > 1 else ""
        super().__init__(f"{kernel}: {terms[0]}{more}")


class MobilityError(SgkinError):
    """Drivers that do not fit the mobility; `mobility`, `links` that still move, `inputs` that conflict."""

    def __init__(self, sentence: str, mobility: int, links: Iterable[object] = (), inputs: Iterable[str] = ()) -> None:
        self.mobility, self.links, self.inputs = mobility, tuple(links), tuple(inputs)
        super().__init__(sentence)


class UnsolvableError(SgkinError):
    """A mechanism that has a structure but not enough geometry to move; `joints`."""

    def __init__(self, sentence: str, joints: Iterable[str] = ()) -> None:
        self.joints = tuple(joints)
        super().__init__(sentence)


class InitialConfigurationError(SgkinError):
    """An initial configuration that does not say which assembly is meant, or is none; `links`.

    Where joints do not close: `group`, the label of the first group that does not; `joints` that are open; `gap` and
    `angle`, by how many metres and radians the first of them is. `residual` is the gap too.
    """

    def __init__(
        self,
        sentence: str,
        links: Iterable[str] = (),
        group: str = "",
        joints: Iterable[str] = (),
        gap: float = 0.0,
        angle: float = 0.0,
    ) -> None:
        self.links, self.group, self.joints = tuple(links), group, tuple(joints)
        self.gap, self.angle, self.residual = gap, angle, gap
        super().__init__(sentence)


class StudyError(SgkinError, ValueError):
    """Dimensions that cannot vary as they are asked to; `names`."""

    def __init__(self, sentence: str, names: Iterable[str]) -> None:
        self.names = tuple(names)
        super().__init__(sentence)


class SynthesisError(SgkinError):
    """Targets that no design was found for; `tried`: how many were looked at."""

    def __init__(self, sentence: str, tried: int) -> None:
        self.tried = tried
        super().__init__(sentence)


class StoreError(SgkinError, ValueError):
    """A store of designs that is none, or belongs to others; `store`, and `differs`: in what, if that is why."""

    def __init__(self, store: Path, sentence: str, differs: str = "") -> None:
        self.store, self.differs = store, differs
        super().__init__(f"{store}: {sentence}")


class LostWorkersError(SgkinError, RuntimeError):
    """Designs during which workers of a cluster were lost again and again; `designs`: the first, and the one behind the
    last."""

    def __init__(self, designs: tuple[int, int]) -> None:
        self.designs = designs
        told = f"designs {designs[0]} to {designs[1] - 1} were given to several workers, and all of them were lost"
        super().__init__(f"{told}; give the workers more memory, or keep less of each design")


class SensitivityError(SgkinError):
    """A design that has no derivatives by its dimensions, because it ends, or passes a change point.

    `group`: the label of the group that does, empty if there is none; `step`.
    """

    def __init__(self, sentence: str, group: str, step: int) -> None:
        self.group, self.step = group, step
        super().__init__(sentence)


class InputError(SgkinError, ValueError):
    """Times, inputs or rates of the wrong shape, or not finite."""


class ImpossibleDesignError(InputError):
    """Designs whose dimensions cannot be; `designs`: the numbers of those among many."""

    def __init__(self, sentence: str, designs: Iterable[int]) -> None:
        self.designs = tuple(designs)
        super().__init__(sentence)


class TooManyModesError(SgkinError):
    """A mechanism that can be assembled in more ways than were asked for; `limit`."""

    def __init__(self, mechanism: str, limit: int) -> None:
        self.limit = limit
        super().__init__(
            f"{mechanism} has more than {limit} assembly modes; raise the limit, take some of them from "
            "plan.assembly_modes(z), or ask for those of one group with plan.modes(group, z)"
        )


class NeverAssembledError(SgkinError):
    """A mechanism that cannot be assembled at any of the inputs looked at; `group` with `joints`, and `gap`, in metres:
    the group that never closes, and by how much it stays open at the best of these inputs."""

    def __init__(self, sentence: str, group: str = "", joints: Iterable[str] = (), gap: float = 0.0) -> None:
        self.group, self.joints, self.gap = group, tuple(joints), gap
        super().__init__(sentence)


class MotionError(SgkinError):
    """A motion that ends before its last step.

    `outcome`; `group`: the label of the group; `joints` of the group; `step`; `inputs`: their values there; `gap`: how
    far, in metres, the group is from closing; `motion`: what was computed so far; `conditions`: of a mechanism that is
    solved as a whole, the joints, inputs and links that are involved.
    """

    def __init__(self, sentence: str, **details: Any) -> None:
        self.outcome: Outcome = details["outcome"]
        self.group: str = details["group"]
        self.joints: tuple[str, ...] = details["joints"]
        self.step: int = details["step"]
        self.inputs: dict[str, float] = details["inputs"]
        self.gap: float = details["gap"]
        self.motion: Any = details.get("motion")
        self.conditions: tuple[str, ...] = details.get("conditions", ())
        super().__init__(sentence)


class SimulationError(SgkinError):
    """A motion under forces that ends before its time.

    `time`: when; `reason`: "dead point", "not certain" (which mode goes on), "step too small", "not finite",
    "force law", "no inertia", "at rest", "end stop" or "events";
    `group` and `joints`: of the group that is in a singular position; `inputs`: their values there; `motion`: what was
    found so far.
    """

    def __init__(self, sentence: str, **details: Any) -> None:
        self.time: float = details["time"]
        self.reason: str = details["reason"]
        self.group: str = details.get("group", "")
        self.joints: tuple[str, ...] = details.get("joints", ())
        self.inputs: dict[str, float] = details.get("inputs", {})
        self.motion: Any = None
        super().__init__(sentence)


class InitialRatesError(SgkinError, ValueError):
    """Velocities at the start that contradict each other; `name`: of what; `given`, and `difference` from what the
    others make of it."""

    def __init__(self, mechanism: str, name: str, given: float, difference: float) -> None:
        self.name, self.given, self.difference = name, given, difference
        super().__init__(
            f"{mechanism}: the velocities at the start contradict each other: {name} is given as {given:.6g}, but with "
            f"the others it is {given + difference:.6g}, off by {abs(difference):.3g}; leave some of them out"
        )


class WholeMechanismError(SgkinError):
    """Equations of motion of a whole mechanism that cannot be formed or solved.

    Of a simulation: `time` in seconds at which it ends, and `motion`, what was computed so far.
    """

    def __init__(self, sentence: str, time: float | None = None, motion: Any = None) -> None:
        self.time, self.motion = time, motion
        super().__init__(sentence)


class UndeterminedForceError(SgkinError):
    """Forces that motion and loads do not determine; `names` of what was asked for, `steps` at which it is so."""

    def __init__(self, sentence: str, names: Iterable[str], steps: Iterable[int] = ()) -> None:
        self.names, self.steps = tuple(names), tuple(steps)
        super().__init__(sentence)


class EquilibriumError(SgkinError):
    """An equilibrium that was not found; `inputs`: where the search ended, `force`: what is left of forces there."""

    def __init__(self, sentence: str, inputs: Mapping[str, float], force: float) -> None:
        self.inputs, self.force = dict(inputs), force
        super().__init__(sentence)


class DisagreementError(SgkinError):
    """Two answers to one question that differ.

    `step`: the first at which they do; `quantity` and `name`: in what, and of which output; `difference` and `allowed`,
    in parts of the largest number; `motions`: both.
    """

    def __init__(self, sentence: str, **details: Any) -> None:
        self.step: int = details["step"]
        self.quantity: str = details.get("quantity", "")
        self.name: str = details.get("name", "")
        self.difference: float = details.get("difference", 0.0)
        self.allowed: float = details.get("allowed", 0.0)
        self.motions: tuple[Any, ...] = details["motions"]
        super().__init__(sentence)


def suggestion(name: object, allowed: tuple[str, ...]) -> str:
    """What could be written instead of `name`."""
    if not allowed:
        return "there is none yet, add it"
    close = get_close_matches(str(name), allowed, n=1)
    listed = ", ".join(allowed[:12]) + (f", … ({len(allowed)} in all)" if len(allowed) > 12 else "")
    if not close:
        return f"allowed: {listed}"
    return f"did you mean {close[0]!r}?" + (f" Allowed: {listed}" if len(allowed) <= 12 else "")


def listing(names: Iterable[object], verb: bool = True, most: int = 8) -> str:
    """Names as they stand in a sentence.

    >>> listing(["rocker", "slider"])
    'rocker and slider are'
    >>> listing(range(20), verb=False, most=3)
    '0, 1, 2 and 17 more'
    """
    texts = [str(name) for name in names]
    number = " are" if len(texts) > 1 else " is"
    if len(texts) > most + 1:
        texts = [*texts[:most], f"{len(texts) - most} more"]
    text = ", ".join(texts[:-1]) + " and " + texts[-1] if len(texts) > 1 else "".join(texts)
    return text + number if verb else text
