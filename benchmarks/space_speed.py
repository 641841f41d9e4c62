"""How fast closed forms in space are, beside the same elements written by hand in C.

Position, velocity and acceleration along a motion, a block of steps at a time, from rows to rows. Before anything is
timed, both sides must agree to 1e-12 of the largest number of each order.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.c_library import NO_COMPILER, Library, find_compiler
from benchmarks.c_reference import PACKED_ROOT
from benchmarks.report import Case, Figure
from benchmarks.timing import compare
from sgkin.kernels.executor import addresses_of, run_tape
from sgkin.kernels.kernel import DERIVATIVE_PARTS, POSITION_PARTS, Kernel
from sgkin.kernels.space.carried import CARRIED_POINT
from sgkin.kernels.space.circle_sphere import CIRCLE_SPHERE
from sgkin.kernels.space.frame_of_vectors import FRAME_OF_POINTS
from sgkin.kernels.space.line_sphere import LINE_SPHERE
from sgkin.kernels.space.three_spheres import THREE_SPHERES
from sgkin.kernels.space.turned_frame import TURNED_FRAME
from sgkin.kernels.space.two_cones import TWO_CONES
from sgkin.plan.reused_memory import aligned

Floats = NDArray[np.float64]

BLOCK, STRIDE = 512, 584
"""Steps at a time, and how far rows stand apart: not near a multiple of a page."""
BAR = 1.5
ROOTED = 6
"""Square roots in the C code: as many of several numbers at once there must be at least."""
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
POINTS = (0.0, 0.0, 0.0, 2.0, 0.1, 0.0, 0.3, 1.5, 0.2)
"""Three points, or a point, nearly an axis and a point; what is given varies about it."""


@dataclass(frozen=True, slots=True)
class Given:
    """An element: its function in C, its kernel, positions of the inputs about which they vary, and its geometry."""

    name: str
    kernel: Kernel
    about: tuple[float, ...]
    geometry: tuple[float, ...]


ELEMENTS = (
    Given("carried_point", CARRIED_POINT, (0.0, 0.0, 0.0, *IDENTITY), (0.3, -0.2, 0.5)),
    Given("turned_frame", TURNED_FRAME, (*IDENTITY, 0.4), (0.6, 0.0, 0.8, 1.0, 0.1)),
    Given("circle_sphere", CIRCLE_SPHERE, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 0.1, 0.4), (0.3, 1.44, 2.25, 0.07)),
    Given("three_spheres", THREE_SPHERES, POINTS, (4.0, 3.0, 3.5, 1e-3)),
    Given("line_sphere", LINE_SPHERE, (0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.8, 0.1, 0.4), (2.25,)),
    Given("two_cones", TWO_CONES, (1.0, 0.0, 0.0, 0.1, 0.9, 0.2), (0.2, 0.1)),
    Given("frame_of_points", FRAME_OF_POINTS, POINTS, IDENTITY),
)


class Rows:
    """An element on a block of steps: rows of its inputs, and what C and the kernel make of them."""

    def __init__(self, library: Library, given: Given) -> None:
        form = given.kernel.form
        assert form is not None
        self.given = given
        kinds = [value.kind for value in form.inputs]
        (kind,) = [value.kind for value in form.outputs]
        placed, moved = (sum(len(parts[each]) for each in kinds) for parts in (POSITION_PARTS, DERIVATIVE_PARTS))
        found, rates = len(POSITION_PARTS[kind]), len(DERIVATIVE_PARTS[kind])
        margin = int(given.kernel.margin)
        steps, random = np.linspace(0.0, 1.0, BLOCK), np.random.default_rng(1)
        waves = random.uniform(0.5, 2.0, (placed + 2 * moved, 1)) * steps + random.uniform(
            0.0, 6.0, (placed + 2 * moved, 1)
        )
        self.inputs = aligned((placed + 2 * moved) * STRIDE).reshape(-1, STRIDE)
        self.inputs[:, :BLOCK] = 0.05 * np.sin(waves)
        self.inputs[:placed, :BLOCK] += np.array(given.about)[:, None]
        self._make_directions(kinds, placed)
        self.by_hand = aligned((found + margin + 2 * rates) * STRIDE).reshape(-1, STRIDE)
        # the kernel: inputs, outputs, margin, then first and second derivatives of both
        count = placed + found + margin + 2 * (moved + rates)
        self.state = aligned(count * STRIDE).reshape(-1, STRIDE)
        first, second = placed + found + margin, placed + found + margin + moved + rates
        read = [*range(placed), *range(first, first + moved), *range(second, second + moved)]
        self.state[read] = self.inputs
        self.written = [
            *range(placed, placed + found + margin), *range(first + moved, second), *range(second + moved, count)
        ]  # fmt: skip
        self.orders = np.split(np.arange(len(self.written)), [found + margin, found + margin + rates])
        self._function = getattr(library.functions, given.name)
        self._function.argtypes = [
            ctypes.c_long,
            ctypes.c_long,
            *[ctypes.c_void_p] * 2,
            ctypes.c_double,
            ctypes.c_void_p,
        ]
        self._function.restype = None
        self._numbers = np.array(given.geometry)
        self._given = (BLOCK, STRIDE, self.inputs.ctypes.data, self._numbers.ctypes.data, 1.0, self.by_hand.ctypes.data)
        start = np.zeros(1, dtype=np.int64)
        rows, memory = np.arange(count) * STRIDE, np.ones(1)
        addresses = addresses_of([given.kernel.motion])
        self._tables = (addresses, rows, start, self._numbers, start, memory, start, self.state.reshape(-1), BLOCK)

    def _make_directions(self, kinds: list[str], placed: int) -> None:
        """Unit vectors, with velocities square to them."""
        at = rate = 0
        for kind in kinds:
            if kind == "direction3":
                vectors, velocities = (
                    self.inputs[at : at + 3, :BLOCK],
                    self.inputs[placed + rate : placed + rate + 3, :BLOCK],
                )
                vectors /= np.linalg.norm(vectors, axis=0)
                velocities -= vectors * (vectors * velocities).sum(axis=0)
            at, rate = at + len(POSITION_PARTS[kind]), rate + len(DERIVATIVE_PARTS[kind])

    def run_by_hand(self, times: int) -> None:
        """So many blocks in C."""
        for _ in range(times):
            self._function(*self._given)

    def run_kernel(self, times: int) -> None:
        """So many blocks by the kernel."""
        for _ in range(times):
            run_tape(*self._tables)

    def agree(self) -> None:
        """Raise where the two sides differ."""
        self.run_by_hand(1)
        self.run_kernel(1)
        for order in self.orders:
            expected = self.by_hand[order, :BLOCK]
            error = np.abs(self.state[np.array(self.written)[order], :BLOCK] - expected).max() / np.abs(expected).max()
            if not error <= 1e-12:
                raise AssertionError(f"{self.given.name} differs from C by {error:.1e}")


def element_figures(library: Library, given: Given, rounds: int, times: int) -> Iterator[Figure]:
    """A kernel beside C."""
    rows = Rows(library, given)
    rows.agree()
    name = given.kernel.name
    found = compare({"C": partial(rows.run_by_hand, times), "kernel": partial(rows.run_kernel, times)}, rounds)
    yield Figure(
        f"{name} / by hand in C", found.ratio("kernel", "C"), "×", BAR, spread=found.ratio_spread("kernel", "C")
    )
    for side in ("C", "kernel"):
        yield Figure(f"{name}, {side}: per step", found.seconds(side) / (times * BLOCK) * 1e9, "ns")


def cases(smoke: bool) -> list[Case]:
    """Every element beside C."""
    compiler = find_compiler()
    if compiler is None:
        return [Case("C", lambda: [NO_COMPILER])]
    library = Library(compiler, "space_elements.c")
    if len(PACKED_ROOT.findall(library.assembly)) < ROOTED:
        raise AssertionError(f"{library.version} did not vectorise the loops over steps")
    rounds, times = (3, 2) if smoke else (25, 200)
    elements = [Case(given.kernel.name, partial(element_figures, library, given, rounds, times)) for given in ELEMENTS]
    return [Case("C", lambda: [f"compiler: {library.version}"]), *elements]
