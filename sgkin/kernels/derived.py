"""Derivatives of closed forms by everything they read, as operations that are written from their lane functions.

Of every operation of a kernel there are two more. With y what it finds, x the rows that it reads and g its geometry:

    forward    ẏ = ∂y/∂x ẋ + ∂y/∂g ġ
    adjoint    x̄ + (∂y/∂x)ᵀ ȳ   and   Σ over lanes of (∂y/∂g)ᵀ ȳ

rows of forward: those of the operation, rates of what it reads, rates of what it finds;
rows of adjoint: those of the operation, bars of what it finds, bars of what it reads as they were and as they become;
memory of both: branch, if there is one; a number for each number of the geometry: its rate, or the sum.

They need no work rows and no branch of a group that has a function `step`: one step of Newton's method from where the
group is, which changes nothing there but has the derivatives of the position.
"""

from __future__ import annotations

import ast
import hashlib
import math
from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple

from sgkin.kernels.compiled import JIT, Operation
from sgkin.kernels.fingerprint import plain
from sgkin.kernels.followed import FollowingError
from sgkin.kernels.followed_stage import FollowedStage, followed_stage
from sgkin.kernels.graph_derivatives import pull, push
from sgkin.kernels.graph_text import GraphText
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import Form, labels_of
from sgkin.kernels.row_access import MOST_STORES, load, numbered_store, summed

FORWARD, ADJOINT = "forward", "adjoint"


class Derived(NamedTuple):
    """A derivative of an operation, and how it is put on a tape.

    `needs`, `reads`, `writes`: places among the rows of the operation: of values that are needed, of rows by which it
    differentiates, of rows whose derivatives are taken. `room`: numbers in its memory before those that belong to the
    geometry, of which there are so many `numbers`; `branch`: how many of them are those of the memory of the operation.
    """

    operation: Operation
    needs: tuple[int, ...]
    reads: tuple[int, ...]
    writes: tuple[int, ...]
    room: int
    numbers: int
    branch: int


def derivative_of(kernel: Kernel, stage: str, way: str, wanted: Collection[int], geometry: Sequence[float]) -> Derived:
    """The derivative of an operation of a kernel; wanted: places of rows that it finds, as far as they are needed."""
    form = kernel.form
    if form is None:
        if kernel.derivatives is None:
            raise FollowingError(f"{kernel.name} is made of operations alone, which have no derivatives by dimensions")
        return kernel.derivatives(stage, way, wanted, geometry)
    labels, found = form.rows(stage), followed_stage(form, stage).found
    scratch = set(labels_of(form.scratch)) if stage == "position" else set()
    chosen = {label for label in found if label not in scratch and label != "margin"}
    for more in (scratch, {"margin"}):
        if any(labels[place] in more for place in wanted):
            chosen |= more & found.keys()
    return derived(form, stage, way, frozenset(chosen))


def found_places(kernel: Kernel, stage: str, geometry: Sequence[float]) -> tuple[int, ...]:
    """Places of the rows that an operation finds."""
    form = kernel.form
    if form is None:
        return derivative_of(kernel, stage, FORWARD, (), geometry).writes
    found = {label for step in form.steps(stage) for result in step.results for label in result}
    return tuple(place for place, label in enumerate(form.rows(stage)) if label in found)


@cache
def derived(form: Form, stage: str, way: str, wanted: frozenset[str]) -> Derived:
    """The derivative of an operation, for the wanted among the labels that it finds."""
    operation = DerivedOperation(form, stage, way, wanted)
    text, place = operation.loop, {label: place for place, label in enumerate(form.rows(stage))}
    return Derived(
        operation,
        tuple(place[label] for label in text.needs),
        tuple(place[label] for label in text.reads),
        tuple(place[label] for label in text.writes),
        int(text.has_branch),
        len(labels_of(form.geometry)),
        int(text.has_branch),
    )


class DerivedOperation(Operation):
    """A derivative of an operation, whose loop is written when it is first asked for."""

    def __init__(self, form: Form, stage: str, way: str, wanted: frozenset[str]) -> None:
        self.form, self.stage, self.way, self.wanted, self._library = form, stage, way, wanted, None

    def __reduce__(self) -> tuple[Any, ...]:
        return _operation, (self.form, self.stage, self.way, self.wanted)

    @property
    def name(self) -> str:
        """Kernel, stage and way."""
        return f"{self.form.name}.{self.stage}.{self.way}"

    @cached_property
    def loop(self) -> DerivedLoop:
        """What is done in the loop."""
        return DerivedLoop(self.form, self.stage, self.way, self.wanted)

    @cached_property
    def text(self) -> str:
        """The loop, to be read."""
        return self.loop.text(for_arrays=not JIT)

    @cached_property
    def function(self) -> Callable[..., None]:  # type: ignore[override]
        """The loop, which stands for the cache where a lane function of the form stands."""
        return written_function(self.text, self.way, self.form)


def _operation(form: Form, stage: str, way: str, wanted: frozenset[str]) -> Operation:
    return derived(form, stage, way, wanted).operation


def written_function(text: str, name: str, form: Form) -> Callable[..., None]:
    """The function of a text that uses nothing but mathematics, rows and sums."""
    source = plain(form.place or form.step or form.first)
    names: dict[str, Any] = {"load": load, "math": math, "summed": summed, "__name__": source.__module__}
    names |= {f"store{number}": numbered_store(number) for number in range(MOST_STORES)}
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg):
            node.lineno = node.end_lineno = source.__code__.co_firstlineno
    exec(compile(tree, source.__code__.co_filename, "exec"), names)
    function: Callable[..., None] = names[name]
    function.__qualname__ = f"{name}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    return function


class DerivedLoop:
    """The loop of a derivative: which rows it needs, by which it differentiates, and what is stored and summed."""

    def __init__(self, form: Form, stage: str, way: str, wanted: frozenset[str]) -> None:
        self.form, self.way = form, way
        self.rows, self.geometry = form.rows(stage), labels_of(form.geometry)
        followed = followed_stage(form, stage)
        rows = [label for label in followed.given if label in self.rows and label not in followed.known]
        numbers = [label for label in followed.given if label in self.geometry]
        derive = self._forward if way == FORWARD else self._adjoint
        self.stored, self.sums = dict[str, float](), dict[str, float]()
        derive(followed, rows, numbers, [label for label in self.rows if label in wanted & followed.found.keys()])
        self.lines = GraphText(followed.graph, [*self.stored.values(), *self.sums.values()])
        used = self.lines.leaves
        self.has_branch = "branch" in followed.given
        self.needs = [label for label in self.rows if label in used]
        self.numbers = [label for label in self.geometry if label in used]
        self.rates = [label for label in self.geometry if f"{label}__rate" in used]

    def _forward(self, followed: FollowedStage, rows: list[str], numbers: list[str], wanted: list[str]) -> None:
        graph = followed.graph
        rates = {followed.given[label].node: graph.named(f"{label}__rate") for label in (*rows, *numbers)}
        found = push(graph, rates)
        nodes = {label: getattr(followed.found[label], "node", -1) for label in wanted}
        self.stored = {f"{label}__rate": found[node] for label, node in nodes.items() if node in found}
        self.writes = [label for label in wanted if f"{label}__rate" in self.stored]
        used = GraphText(graph, list(self.stored.values())).leaves
        self.reads = [label for label in rows if f"{label}__rate" in used]
        self.before = list[str]()
        self.loaded = [f"{label}__rate" for label in self.reads]

    def _adjoint(self, followed: FollowedStage, rows: list[str], numbers: list[str], wanted: list[str]) -> None:
        graph = followed.graph
        bars: dict[int, float] = {}
        for label in wanted:
            node = getattr(followed.found[label], "node", None)
            if node is not None:
                bars[node] = bars.get(node, 0.0) + graph.named(f"{label}__bar")
        by_node = {followed.given[label].node: label for label in (*rows, *numbers)}
        found = {by_node[node]: bar for node, bar in pull(graph, bars, by_node).items()}
        self.writes = wanted
        self.reads = [label for label in rows if label in found]
        self.sums = {label: found[label] for label in numbers if label in found}
        self.before = [f"{label}__before" for label in self.reads]
        for label, before in zip(self.reads, self.before, strict=True):
            self.stored[f"{label}__after"] = graph.named(before) + found[label]
        self.loaded = [*(f"{label}__bar" for label in wanted), *self.before]

    def text(self, for_arrays: bool) -> str:
        """With loads and stores for the compiler, or on arrays for the interpreter."""
        read, write = ("S[{}]", "S[{1}] = {2}") if for_arrays else ("load(S, {})", "store{}(S, {}, {})")
        add = "{0} + {1}" if for_arrays else "summed({0}, {1})"
        used, room = self.lines.leaves, int(self.has_branch)
        places = {label: place for place, label in enumerate([*self.rows, *self.loaded, *self.stored])}
        loaded = [label for label in (*self.rows, *self.loaded) if label in used]
        numbers = {label: f"G[{place}]" for place, label in enumerate(self.geometry)}
        numbers |= {f"{label}__rate": f"M[{room + place}]" for place, label in enumerate(self.geometry)}
        numbers |= {"branch": "M[0]"}
        lines = [f"{label} = {numbers[label]}" for label in numbers if label in used]
        lines += [f"at_{label} = R[{places[label]}]" for label in (*loaded, *self.stored)]
        lines += [f"{label}__sum = 0.0" for label in self.sums]
        inside = [f"{label} = {read.format(f'at_{label} + k')}" for label in loaded]
        inside += self.lines.lines
        for number, (label, value) in enumerate(self.stored.items()):
            inside.append(write.format(number, f"at_{label} + k", self.lines.of(value)))
        inside += [
            f"{label}__sum = {add.format(f'{label}__sum', self.lines.of(bar))}" for label, bar in self.sums.items()
        ]
        after = [f"M[{room + self.geometry.index(label)}] += {label}__sum" for label in self.sums]
        body = [*lines, "for k in range(m):", *(f"    {line}" for line in inside), *after]
        return "\n".join([f"def {self.way}(S, R, G, M, m):", *(f"    {line}" for line in body)])
