"""The atlas of four-bar coupler curves: a million of them by their shapes, in which the nearest to a path is found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from scipy.spatial import cKDTree

from sgkin.arrays import Floats, Integers
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.solving_designs import solve_designs
from sgkin.designs.study import make_study
from sgkin.errors import InputError, SynthesisError
from sgkin.model.form import count as whole_number
from sgkin.model.form import not_negative
from sgkin.progress import Progress, telling
from sgkin.synthesis.arcs import Curves, Drawn
from sgkin.synthesis.descriptors import describe, variants
from sgkin.synthesis.dimensions import Bounds, dimensions_of_family
from sgkin.synthesis.families import Family, family_named
from sgkin.synthesis.questions import Asked, Effort, family_problems, ranked, searched
from sgkin.synthesis.result import Synthesis
from sgkin.synthesis.searching import Starts
from sgkin.synthesis.shape_search import LANES, DrawnSearch, Shapes, random_shapes
from sgkin.synthesis.targets import Targets, size_of, taken_targets
from sgkin.whole_turns import WHOLE_TURN

CURVES = 1_000_000
LEAST: float = np.radians(10.0)
"""The transmission angle that all four-bars of the atlas have at least."""
NEAREST = 12
"""Curves that are taken from the atlas for each descriptor a path may have."""
PLACES = 24
"""Places on a path at which linkages from the atlas are refined."""
USEFUL = 0.05
"""Of the size of a path, up to which a curve that is off by so much is an answer."""
OPEN = 30_000
"""Curves whose parts are compared with an open path."""
AT_A_TIME = 65_536
CLOSING = 1.5
"""A path is closed where its ends are at most so many of its longest pieces apart."""


@dataclass(frozen=True, eq=False)
class Atlas:
    """Coupler curves of n four-bars whose cranks turn fully; made by `open_atlas`.

    `lengths` (n, 4): ground, crank, coupler and rocker, the ground 1; `points` (n, 2): of the coupler point, along the
    coupler and across; `descriptors` (n, 17): of the shapes of the curves.
    """

    lengths: Floats = field(repr=False)
    points: Floats = field(repr=False)
    descriptors: Floats = field(repr=False)

    def __len__(self) -> int:
        return len(self.lengths)

    def __repr__(self) -> str:
        return f"Atlas of {len(self)} four-bar coupler curves"

    @cached_property
    def tree(self) -> cKDTree:
        """The descriptors, ready to be searched."""
        return cKDTree(self.descriptors, balanced_tree=False, compact_nodes=False)

    def query(
        self,
        points: ArrayLike,
        *,
        closed: bool | None = None,
        bounds: Bounds | None = None,
        transmission: float | None = None,
        useful: float = USEFUL,
        units: str = "m",
        starts: int = 8,
        progress: Progress | Literal[False] | None = None,
    ) -> Synthesis:
        """The four-bar whose coupler curve is nearest to a path (n, 2), anywhere, turned, of any size, then refined.

        closed: by default whether the ends of the path are about as near to each other as its points; of an open path,
        parts of curves are compared with it. useful: how far off, as a part of the size of the path, the curve may be
        (root mean square). bounds, transmission, units, starts and progress: as for `synthesise_path`.

        Raises `SynthesisError` where no coupler curve of the atlas leads to a useful one.
        """
        drawn = drawn_path(points, closed)
        limit = not_negative(useful, "useful")
        even = drawn.even(PLACES)
        places = np.stack([even.real, even.imag], axis=1)
        size = size_of(places)
        family = family_named("four-bar", units)
        dimensions = dimensions_of_family(family, size, complex(even.mean()), bounds, None)
        targets = Targets("coupler.P", (0, 1), places, np.full(2, 1.0 / size), is_ordered=True)
        problems = family_problems(family, targets, dimensions, Asked(True, transmission), ["coupler.P"])
        numbers = self._alike(drawn)
        path, found = Drawn.through(places, drawn.is_closed), list[Starts]()
        for problem, is_mirrored in zip(problems, (False, True), strict=True):
            looking = DrawnSearch(family, problem, path)
            looking.run(self._shapes(numbers, is_mirrored), looking.inputs, None)
            found.append([(score, problem, start) for score, start in looking.best(starts)])
        chosen = ranked([*found[0], *found[1]], starts)
        effort = Effort(len(self), starts, 0)
        try:
            answer = searched(chosen, dimensions, effort, progress)
        except SynthesisError as error:
            raise self._none("none of the nearest passes along it in its order") from error
        if answer.error > limit * size:
            raise self._none(f"the nearest is off by {answer.error / size:.1%} of its size")
        return answer

    def _none(self, why: str) -> SynthesisError:
        sentence = f"no coupler curve of a four-bar was found that is like this path: {why}"
        return SynthesisError(f"{sentence}; a simpler path, or a part of it, may have one", len(self))

    def _alike(self, drawn: Drawn) -> Integers:
        """Numbers of curves among which the answer is looked for."""
        if not drawn.is_closed:
            return np.arange(min(OPEN, len(self)))
        closest = self.tree.query(variants(drawn.even(64)), k=min(NEAREST, len(self)))[1]
        return np.unique(closest)

    def _shapes(self, numbers: Integers, is_mirrored: bool) -> Shapes:
        x, y = self.points[numbers].astype(np.float64).T
        return Shapes(self.lengths[numbers].astype(np.float64), x - 1j * y if is_mirrored else x + 1j * y)


def drawn_path(points: ArrayLike, closed: bool | None) -> Drawn:
    """A path as it was drawn; whether it is closed is seen if it is not said."""
    places = taken_targets(points, "points", ("x", "y"), 3)
    pieces = np.hypot(*np.diff(places, axis=0).T)
    if not pieces.any():
        raise InputError("all points are the same; draw a path")
    gap = float(np.hypot(*(places[-1] - places[0])))
    is_closed = gap <= CLOSING * float(pieces.max()) if closed is None else closed
    return Drawn.through(places[:-1] if is_closed and gap == 0.0 else places, is_closed)


def make_atlas(curves: int = CURVES, *, seed: int = 0, progress: Progress | Literal[False] | None = None) -> Atlas:
    """An atlas of so many curves, which is kept nowhere."""
    whole_number(curves, "curves", 1)
    family = family_named("four-bar")
    study = make_study(family.mechanisms[0], family.vary, ["coupler.P"])
    inputs = np.linspace(0.0, WHOLE_TURN, LANES, endpoint=False)[:, None]
    found, done = list[tuple[Floats, Floats]](), 0
    with telling(progress, "drawing coupler curves", "curves", curves > AT_A_TIME) as tell:
        for part in range(-(-curves // AT_A_TIME)):
            shapes = random_shapes(family, np.random.default_rng([seed, part]), AT_A_TIME, LEAST)
            parameters = placed_at_origin(family, shapes)[: curves - done]
            scores = solve_designs(study, parameters, inputs=inputs, keep=described, progress=False).scores
            assert scores is not None
            good = np.isfinite(scores).all(axis=1)
            found.append((parameters[good].astype(np.float32), scores[good].astype(np.float32)))
            done += len(parameters)
            if tell is not None:
                tell(done, curves)
    parameters, descriptors = (np.concatenate(each) for each in zip(*found, strict=True))
    return Atlas(parameters[:, 3:7], parameters[:, 7:9], descriptors)


def placed_at_origin(family: Family, shapes: Shapes) -> Floats:
    """Parameters (n, p) of shapes as they are."""
    ones = np.ones(len(shapes.points), dtype=complex)
    return family.placed(shapes.lengths, shapes.points, ones, np.zeros_like(ones))


def described(motions: DesignMotions) -> Floats:
    """Descriptors (n, 17) of the coupler curves of designs, not finite for those that do not turn fully."""
    curves = motions.position("coupler.P")
    curves[~motions.solved] = 0.0
    return describe(Curves.along(curves).places)
