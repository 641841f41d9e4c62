"""Kernels from mathematics: loops over lanes, written from functions of points and numbers.

A closed form is three functions. What an argument of theirs is called says what it is:

    p      where a point is, or a vector: (x, y)           pi, pj, pij     its derivatives by i, by j, by both
    u      a direction: (cos θ, sin θ)                     ui, uj, uij     derivatives of θ
    z      a scalar                                        zi, zj, zij     its derivatives
    c      in space where a point is: (x, y, z)            ci, cj, cij     its derivatives
    n      in space a direction: a unit vector (x, y, z)   ni, nj, nij     its derivatives
    r      a frame: nine numbers, its x̂, then ŷ, then ẑ    ri, rj, rij     ωᵢ, ωⱼ and ωᵢⱼ: (x, y, z)
    scratch, geometry     by their names                   branch          +1 or −1, from the memory

`place` gives the outputs, then the scratch, then the margin, if there is one; `first` gives the derivatives by i of
the outputs, `second` those by i and j. They are differentiated along curves, so that they can use all that was found
before: positions of inputs and outputs, scratch, first derivatives.

Of these three come the operations of a kernel: position; tangent, which is `first` and `second` with j = i; mixed,
which is `second`; and motion, which is position and tangent with nothing stored in between. `Kernel` has their rows.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from keyword import iskeyword
from typing import Any, NamedTuple

from sgkin.kernels.compiled import JIT, Operation, find_by_name, lane
from sgkin.kernels.fingerprint import plain
from sgkin.kernels.kernel import DERIVATIVE_PARTS, IN_SPACE, POSITION_PARTS, Kernel
from sgkin.kernels.row_access import MOST_STORES, load, numbered_store

__all__ = ["Form", "formula", "lane"]

RESERVED = {"S", "R", "G", "M", "m", "k", "load", "place", "first", "second", "margin", "branch"}
RESERVED_BEGINNINGS = ("at_", "store")
"""What a loop calls something by itself."""
MOST_FOUND = 32
"""Numbers that a lane function gives."""
LOCAL_PARTS = POSITION_PARTS | {"vector": ("x", "y"), "vector3": IN_SPACE}


class Value(NamedTuple):
    """A name that arguments have, and its kind; of numbers of the geometry that belong together, how many they are."""

    name: str
    kind: str

    def labels(self, by: str = "") -> list[str]:
        """What its rows are called in a loop; `by`: of which derivative."""
        if self.kind.isdigit():
            return [f"{self.name}_{number}" for number in range(int(self.kind))]
        parts = DERIVATIVE_PARTS if by else LOCAL_PARTS
        return [f"{self.name}{by}{part}" for part in parts[self.kind]]


class Step(NamedTuple):
    """A call of a lane function: what it gives, and by what it differentiates where it says j."""

    function: str
    results: list[list[str]]
    j: str = "j"


@dataclass(frozen=True, slots=True)
class Form:
    """What a closed form is written with: names of everything, in the order of the rows, and its functions."""

    name: str
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]
    scratch: tuple[Value, ...]
    geometry: tuple[Value, ...]
    fixed: tuple[tuple[str, float], ...]
    margin: bool
    place: Callable[..., Any] | None
    first: Callable[..., Any] | None
    second: Callable[..., Any] | None
    step: Callable[..., Any] | None

    def __reduce__(self) -> tuple[Any, ...]:
        """A form travels with the names of its functions."""
        given = [getattr(self, field.name) for field in fields(self)]
        return _found, tuple(_Named.of(each) if callable(each) else each for each in given)

    @property
    def features(self) -> tuple[Value, ...]:
        """What has derivatives."""
        return self.inputs + self.outputs

    def rows(self, stage: str) -> list[str]:
        """The labels of an operation's rows, in their order."""
        margin = ["margin"] if self.margin else []
        placed = labels_of(self.features) + labels_of(self.scratch)
        tangent = labels_of(self.features, "i") + labels_of(self.features, "ij")
        match stage:
            case "position":
                return placed + margin
            case "first":
                return labels_of(self.features, "i") + placed
            case "tangent" | "second":
                return tangent + placed
            case "mixed":
                by = [labels_of(self.features, by) for by in ("ij", "i", "j")]
                return [*by[0], *by[1], *by[2], *placed]
            case _:
                return labels_of(self.features) + margin + tangent

    def steps(self, stage: str) -> list[Step]:
        """The calls of an operation in each lane."""
        found = [value.labels() for value in (*self.outputs, *self.scratch)]
        place = Step("place", found + ([["margin"]] if self.margin else []))
        first = Step("first", [value.labels("i") for value in self.outputs])
        second = [value.labels("ij") for value in self.outputs]
        match stage:
            case "position":
                return [place]
            case "first":
                return [first]
            case "second":
                return [Step("second", second, j="i")]
            case "tangent":
                return [first, Step("second", second, j="i")]
            case "mixed":
                return [Step("second", second)]
            case _:
                return [place, first, Step("second", second, j="i")]

    def arguments(self, function: str, j: str = "j") -> dict[str, list[str]]:
        """What the arguments of a lane function may be called, and the labels behind each name."""
        known = {value.name: value.labels() for value in (*self.inputs, *self.geometry)} | {"branch": ["branch"]}
        if function == "step":
            return known | {value.name: value.labels() for value in self.outputs}
        if function != "place":
            known |= {value.name: value.labels() for value in (*self.outputs, *self.scratch)}
            known |= {value.name + "i": value.labels("i") for value in self.inputs}
        if function == "second":
            known |= {value.name + "i": value.labels("i") for value in self.outputs}
            known |= {value.name + "j": value.labels(j) for value in self.features}
            known |= {value.name + "ij": value.labels("ij") for value in self.inputs}
        return known

    def check(self) -> None:
        """Refuse names that say nothing, or two things."""
        everything = (*self.features, *self.scratch, *self.geometry)
        for value in everything:
            kinds = POSITION_PARTS if value in self.features else LOCAL_PARTS
            if not (value.kind in kinds or (value.kind.isdigit() and value in self.geometry)):
                sentence = f"{value.name!r} is said to be a {value.kind!r}, which is none of {_listed(kinds)}"
                raise TypeError(f"{self.name}: {sentence}")
        labels = [label for by in ("", "i", "j", "ij") for label in labels_of(self.features, by)]
        labels += labels_of(self.scratch) + labels_of(self.geometry)
        for label in labels:
            taken = label in RESERVED or label.startswith(RESERVED_BEGINNINGS) or "__" in label
            if taken or labels.count(label) > 1 or not label.isidentifier() or iskeyword(label):
                raise TypeError(f"{self.name}: the name {label!r} cannot be told from others; choose another one")
        stored = labels_of(self.outputs) + [*labels_of(self.outputs, "i"), *labels_of(self.outputs, "ij")] * bool(
            self.first
        )
        if max(len(stored), len(labels_of(self.outputs + self.scratch))) + self.margin > MOST_FOUND:
            raise TypeError(f"{self.name}: there are more than {MOST_FOUND} numbers to be found")
        if (self.first is None) != (self.second is None):
            raise TypeError(f"{self.name}: first and second derivatives come together")
        unknown = [name for name, _ in self.fixed if name not in labels_of(self.geometry)]
        if unknown:
            raise TypeError(f"{self.name}: fixed are {_listed(unknown)}, which the geometry does not have")
        for name in ("place", "first", "second", "step"):
            if getattr(self, name) is not None:
                self._check_function(name)

    def _check_function(self, name: str) -> None:
        function, known = plain(getattr(self, name)), self.arguments(name)
        sentence = f"{self.name}: {function.__qualname__}"
        if function.__closure__:
            raise TypeError(
                f"{sentence} uses {_listed(function.__code__.co_freevars)} of the function around it; write it at the "
                "top of a file and give it what it needs as geometry"
            )
        for argument in argument_names(function):
            if argument not in known:
                raise TypeError(f"{sentence} has an argument {argument!r}, which is none of {_listed(known)}")


class _Named(NamedTuple):
    """A function by its name."""

    module: str
    name: str

    @classmethod
    def of(cls, function: Any) -> _Named:
        source = plain(function)
        return cls(source.__module__, source.__qualname__)


def _found(*given: Any) -> Form:
    return Form(*(find_by_name(*each) if isinstance(each, _Named) else each for each in given))


def formula(
    name: str,
    *,
    inputs: str,
    outputs: str,
    place: Callable[..., Any] | None = None,
    first: Callable[..., Any] | None = None,
    second: Callable[..., Any] | None = None,
    scratch: str = "",
    geometry: str = "",
    margin: bool = False,
    linear: bool = False,
    position: Operation | None = None,
    fixed: Mapping[str, float] | None = None,
    step: Callable[..., Any] | None = None,
) -> Kernel:
    """The kernel of a closed form, from its lane functions.

    inputs, outputs: names of points; of a direction as in ``u:direction``, of a scalar as in ``z:scalar``; in space as
    in ``c:point3``, ``n:direction3`` and ``r:frame``
    scratch: names of numbers that `place` leaves for the others; of a vector as in ``e:vector`` or ``e:vector3``
    geometry: names of the numbers that are given to an element, in their order; ``leg:8`` are eight of them in one
    margin: whether the last thing that `place` gives is the margin
    linear: the output has the derivatives of its only input
    position: instead of `place` an operation that is written by hand, such as an iteration
    fixed: numbers of the geometry that are known when the operations are compiled
    step: one step of Newton's method from the outputs, which gives what `place` gives; derivatives by dimensions are
    taken of it where there is one, else of `place`
    """
    form = Form(
        name,
        _values(inputs, "point"),
        _values(outputs, "point"),
        _values(scratch, "scalar"),
        _values(geometry, "scalar"),
        tuple((fixed or {}).items()),
        margin,
        place,
        first,
        second,
        step,
    )
    form.check()
    if (place is None) == (position is None):
        raise TypeError(f"{name}: its position is found by a function place, or by an operation, and not by both")
    functions = [function for function in (place, first, second) if function]
    return Kernel(
        name,
        position or lane_operation(form, "position"),
        tangent=lane_operation(form, "tangent") if first else None,
        mixed=lane_operation(form, "mixed") if first else None,
        motion=lane_operation(form, "motion") if first and place else None,
        scratch=len(labels_of(form.scratch)),
        margin=margin,
        branch=any("branch" in argument_names(function) for function in functions),
        linear=linear,
        form=form,
    )


@cache
def lane_operation(form: Form, stage: str) -> LaneOperation:
    """The operation of a form; there is one of each in a process."""
    return LaneOperation(form, stage)


class LaneOperation(Operation):
    """An operation whose loop is written when it is first asked for."""

    def __init__(self, form: Form, stage: str) -> None:
        self.form, self.stage, self._library = form, stage, None

    def __reduce__(self) -> tuple[Any, ...]:
        return lane_operation, (self.form, self.stage)

    @property
    def name(self) -> str:
        """Kernel and stage."""
        return f"{self.form.name}.{self.stage}"

    @cached_property
    def text(self) -> str:
        """The loop, to be read."""
        return Loop(self.form, self.stage, self.steps).text(for_arrays=not JIT)

    @property
    def steps(self) -> list[Step]:
        """The calls in each lane."""
        return self.form.steps(self.stage)

    @cached_property
    def function(self) -> Callable[..., None]:  # type: ignore[override]
        """The loop, which stands for tracebacks and for the cache where its first lane function stands."""
        names = {step.function: getattr(self.form, step.function) for step in self.steps}
        source = plain(next(iter(names.values())))
        names |= {"load": load, "__name__": source.__module__}
        names |= {f"store{number}": numbered_store(number) for number in range(MOST_STORES)}
        tree = ast.parse(self.text)
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt | ast.expr | ast.arg):
                node.lineno = node.end_lineno = source.__code__.co_firstlineno
        exec(compile(tree, source.__code__.co_filename, "exec"), names)
        function: Callable[..., None] = names[self.stage]
        # the cache tells functions apart by file, line, name and byte code, in which the numbers of rows are not
        function.__qualname__ = f"{self.stage}_{hashlib.sha256(self.text.encode()).hexdigest()[:16]}"
        return function


class Loop:
    """The loop of an operation.

    `calls`: of lane functions; `numbers`: of the geometry and the memory that they need; `loaded` and `stored`: the
    labels of the rows that are read and written, with their places among the rows of the operation.
    """

    def __init__(self, form: Form, stage: str, steps: list[Step]) -> None:
        self.stage = stage
        rows = {label: place for place, label in enumerate(form.rows(stage))}
        self.calls, self.numbers = list[str](), dict[str, str]()
        self.loaded, found = dict[str, int](), list[str]()
        constants = {label: f"G[{place}]" for place, label in enumerate(labels_of(form.geometry))}
        constants |= {"branch": "M[0]"} | {label: repr(value) for label, value in form.fixed}
        for step in steps:
            known = form.arguments(step.function, step.j)
            given = [known[name] for name in argument_names(getattr(form, step.function))]
            for label in (label for labels in given for label in labels if label not in found):
                if label in constants:
                    self.numbers[label] = constants[label]
                else:
                    self.loaded[label] = rows[label]
            results = ", ".join(map(_grouped, step.results))
            self.calls.append(f"{results} = {step.function}({', '.join(map(_grouped, given))})")
            found += [label for result in step.results for label in result]
        self.stored = {label: rows[label] for label in found if label in rows}

    def text(self, for_arrays: bool) -> str:
        """With loads and stores for the compiler, or on arrays for the interpreter."""
        places = self.loaded | self.stored
        lines = [
            f"def {self.stage}(S, R, G, M, m):",
            *(f"    {label} = {number}" for label, number in self.numbers.items()),
            "    if m == 1:",  # without what comes before a loop over several lanes: it costs as much as a lane
            *self._lane({label: f"R[{place}]" for label, place in places.items()}, for_arrays),
            "        return",
            *(f"    at_{label} = R[{place}]" for label, place in places.items()),
            "    for k in range(m):",
            *self._lane({label: f"at_{label} + k" for label in places}, for_arrays),
        ]
        return "\n".join(lines)

    def _lane(self, at: Mapping[str, str], for_arrays: bool) -> list[str]:
        """What is done in a lane, with the rows at given places."""
        read, write = ("S[{}]", "S[{1}] = {2}") if for_arrays else ("load(S, {})", "store{}(S, {}, {})")
        loads = [f"{label} = {read.format(at[label])}" for label in self.loaded]
        stores = [write.format(number, at[label], label) for number, label in enumerate(self.stored)]
        return [f"        {line}" for line in (*loads, *self.calls, *stores)]


def argument_names(function: Any) -> tuple[str, ...]:
    """What a function calls its arguments."""
    code = plain(function).__code__
    return tuple(code.co_varnames[: code.co_argcount])


def _values(names: str, default: str) -> tuple[Value, ...]:
    parts = [name.partition(":") for name in names.split()]
    return tuple(Value(name, kind or default) for name, _, kind in parts)


def labels_of(values: tuple[Value, ...], by: str = "") -> list[str]:
    """What the rows of values are called in a loop."""
    return [label for value in values for label in value.labels(by)]


def _grouped(labels: list[str]) -> str:
    return labels[0] if len(labels) == 1 else f"({', '.join(labels)})"


def _listed(names: Any) -> str:
    return ", ".join(names)
