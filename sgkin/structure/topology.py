"""What the structure depends on: which bodies are joined or driven, and how. No geometry.

Bodies are links, with welded links merged into one; body −1 is ground. Every input is one scalar condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.conditions.welding import WeldedBodies
from sgkin.errors import AdjacencyError, FormError, brief
from sgkin.model.driver import Driver
from sgkin.model.form import entries
from sgkin.model.mechanism import Mechanism
from sgkin.structure.marks import Marks, with_marks

LinkName = str | int

GROUND = -1

NAMES = {"planar": {1: "revolute", 2: "prismatic", 3: "higher pair"}}
NAMES["spatial"] = NAMES["planar"] | {
    4: "cylindrical",
    5: "spherical",
    6: "universal",
    7: "planar",
    8: "screw",
    9: "rod",
}
"""What the numbers of an adjacency matrix mean; a higher pair in space is a point on a surface."""
LETTERS = {"planar": {1: "R", 2: "P", 3: "HP"}}
LETTERS["spatial"] = LETTERS["planar"] | {3: "F", 4: "C", 5: "S", 6: "U", 7: "E", 8: "H", 9: "SS"}
DRIVEN_KINDS = {
    "R": ("angle",),
    "P": ("stroke",),
    "H": ("angle",),
    "C": ("angle", "stroke"),
    "U": ("angle", "second angle"),
}
"""What the first input at a joint drives, and the second."""


@dataclass(frozen=True, slots=True)
class JointElement:
    """A joint between bodies; `letter` is that of its kind; `links` are those it is fixed to, of welded bodies.

    `sites` and `axes`: in space, the numbers of the places and of the axes at which it acts.
    """

    name: str
    letter: str
    bodies: tuple[int, ...]
    links: tuple[str, ...] = ()
    sites: tuple[int, ...] = ()
    axes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class InputElement:
    """A scalar input between two bodies; `kind` is angle, stroke, distance, x or y, in space also second angle, z, wx,
    wy or wz.

    `joint` is the index of the joint it drives, if it drives one; `links`, `sites` and `axes` as for a joint.
    """

    name: str
    kind: str
    bodies: tuple[int, int]
    joint: int | None = None
    links: tuple[str, ...] = ()
    sites: tuple[int, ...] = ()
    axes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Topology:
    """Bodies, joints and inputs of a mechanism.

    `links`: all links with ground, in file order; `bodies`: the links of each body; `body_of`: the body of a link;
    `joint_indices`: of each element, its place among the mechanism's joints; `welds`: how the links of
    each body hold together, if some are welded. `freedoms`: those of a body, 3 in the plane and 6 in space, where there
    are sites with `site_names` and an axis for each of `axis_sites`: the two sites through which it goes, if it does;
    `marks`: where these are in the links, if that is known.
    """

    links: tuple[LinkName, ...]
    ground: LinkName
    bodies: tuple[tuple[LinkName, ...], ...]
    body_of: dict[LinkName, int]
    joints: tuple[JointElement, ...]
    inputs: tuple[InputElement, ...]
    joint_indices: tuple[int, ...] = ()
    welds: WeldedBodies | None = None
    freedoms: int = 3
    site_names: tuple[str, ...] = ()
    axis_sites: tuple[tuple[int, ...], ...] = ()
    marks: Marks | None = None

    @property
    def is_spatial(self) -> bool:
        """Whether bodies have six freedoms."""
        return self.freedoms == 6

    @property
    def joints_at(self) -> list[list[int]]:
        """The joints of every body, by number."""
        found: list[list[int]] = [[] for _ in self.bodies]
        for index, joint in enumerate(self.joints):
            for body in set(joint.bodies):
                if body != GROUND:
                    found[body].append(index)
        return found


def topology_of_mechanism(mechanism: Mechanism) -> Topology:
    """The topology of a mechanism, welded links merged."""
    names = tuple(link.name for link in mechanism.links)
    welds = WeldedBodies(mechanism)
    members: dict[str, list[LinkName]] = {}
    for name in names:
        members.setdefault(welds.parts[name][0], []).append(name)
    roots = [root for root in members if root != mechanism.ground]
    index = {root: number for number, root in enumerate(roots)} | {mechanism.ground: GROUND}
    body_of: dict[LinkName, int] = {name: index[welds.parts[name][0]] for name in names}
    joints, places = [], []
    for place, joint in enumerate(mechanism.joints):
        if not joint.letter:
            continue
        bodies = tuple(body_of[link] for link in joint.all_links)
        distinct, is_pin = tuple(dict.fromkeys(bodies)), joint.letter in ("R", "S")
        if len(distinct) < (len(bodies) if is_pin else 2):
            welds.close(joint)
        if len(distinct) > 1:
            taken = distinct if is_pin else bodies
            joints.append(JointElement(joint.name, joint.letter, taken, joint.all_links))
            places.append(place)
    by_name = {element.name: number for number, element in enumerate(joints)}
    inputs = [element for driver in mechanism.drivers for element in _inputs(driver, mechanism, body_of, by_name)]
    found = Topology(
        links=names,
        ground=mechanism.ground,
        bodies=tuple(tuple(members[root]) for root in roots),
        body_of=body_of,
        joints=tuple(joints),
        inputs=tuple(inputs),
        joint_indices=tuple(places),
        welds=welds,
        freedoms=6 if mechanism.is_spatial else 3,
    )
    return with_marks(mechanism, found) if mechanism.is_spatial else found


def _inputs(
    driver: Driver, mechanism: Mechanism, body_of: dict[LinkName, int], joints: dict[str, int]
) -> list[InputElement]:
    links, kinds = mechanism.driven_links(driver), driver.freedoms(mechanism)
    joint = joints.get(driver.at_joint)
    bodies = (body_of[links[0]], body_of[links[1]])
    return [InputElement(*each, bodies, joint, links) for each in zip(driver.inputs, kinds, strict=True)]


def topology_of_adjacency(
    matrix: Any, inputs: Iterable[tuple[int, int]], ground: int, pins: Iterable[Sequence[int]], space: str = "planar"
) -> Topology:
    """The topology given by an adjacency matrix; see `decompose_adjacency`."""
    from scipy.sparse import coo_array, issparse

    if space not in LETTERS:
        raise AdjacencyError(f"space: found {brief(space)}, expected 'planar' or 'spatial'")
    letters = LETTERS[space]
    table = coo_array(matrix if issparse(matrix) else _dense(matrix))
    _check_matrix(table, space)
    size = table.shape[0]
    if not _is_whole(ground):
        raise AdjacencyError(f"ground: found {brief(ground)}, expected the number of a link, 0 to {size - 1}")
    ground = int(ground)
    if not 0 <= ground < size:
        raise AdjacencyError(f"ground is link {ground}, but the links are 0 to {size - 1}; name one of them")
    shared = _link_numbers(pins, "pins", "tuples of links by their numbers, such as [(1, 2, 5)]")
    hidden = {(a, b) for pin in shared for a in pin for b in pin}
    for pin in shared:
        if len(set(pin)) < 2 or len(set(pin)) < len(pin) or not all(0 <= link < size for link in pin):
            raise AdjacencyError(f"pin {pin} must name two or more different links from 0 to {size - 1}", [pin])

    def body(link: int) -> int:
        return GROUND if link == ground else link - (link > ground)

    order = np.lexsort((table.col, table.row))
    joints = []
    codes = zip(table.row[order].tolist(), table.col[order].tolist(), table.data[order].tolist(), strict=True)
    for a, b, code in codes:
        if a < b and code and (a, b) not in hidden:
            joints.append(JointElement(f"{a}-{b}", letters[int(code)], (body(a), body(b))))
    balls = _balls(table, shared) if space == "spatial" else ()
    joints += [
        JointElement("-".join(map(str, pin)), "S" if pin in balls else "R", tuple(body(link) for link in pin))
        for pin in shared
    ]
    links = tuple(range(size))
    return Topology(
        links=links,
        ground=ground,
        bodies=tuple((link,) for link in links if link != ground),
        body_of={link: body(link) for link in links},
        joints=tuple(joints),
        inputs=_adjacency_inputs(inputs, joints, body, size, space),
        freedoms=6 if space == "spatial" else 3,
    )


def _balls(table: Any, shared: Sequence[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The joints of several links that are balls: the matrix says so of two of their links."""
    entries = {
        (a, b)
        for a, b, code in zip(table.row, table.col, table.data, strict=True)
        if LETTERS["spatial"].get(int(code)) == "S"
    }
    return {pin for pin in shared if any((a, b) in entries for a in pin for b in pin)}


def _adjacency_inputs(
    inputs: Iterable[tuple[int, int]], joints: list[JointElement], body: Any, size: int, space: str
) -> tuple[InputElement, ...]:
    at: dict[tuple[int, int], int] = {}
    for number, joint in enumerate(joints):
        for a in joint.bodies:
            for b in joint.bodies:
                at.setdefault((a, b), number)
    elements: list[InputElement] = []
    for a, b in _link_numbers(inputs, "inputs", "pairs of links by their numbers, such as [(0, 1)]", 2):
        if a == b or not (0 <= a < size and 0 <= b < size) or (body(a), body(b)) not in at:
            raise AdjacencyError(f"input ({a}, {b}): no joint joins these two links; name two links that share one")
        number = at[body(a), body(b)]
        letter = joints[number].letter
        if letter not in DRIVEN_KINDS:
            what = NAMES[space][next(code for code, each in LETTERS[space].items() if each == letter)]
            others = "a revolute or a prismatic"
            if space == "spatial":
                others = "a revolute, prismatic, cylindrical, universal or screw joint"
            raise AdjacencyError(f"input ({a}, {b}): a {what} cannot be driven; drive {others}")
        kinds = DRIVEN_KINDS[letter]
        kind = kinds[sum(element.joint == number for element in elements) % len(kinds)]
        elements.append(InputElement(f"{a}-{b}", kind, (body(a), body(b)), number))
    return tuple(elements)


def _link_numbers(given: Any, name: str, expected: str, each: int | None = None) -> list[tuple[int, ...]]:
    """Lists of links, of `each` so many; parts of numbers are not dropped."""
    found: list[tuple[int, ...]] = []
    for links in _entries(given, name, expected):
        numbers = _entries(links, name, expected)
        if not all(map(_is_whole, numbers)) or len(numbers) != (each or len(numbers)):
            raise AdjacencyError(f"{name}: found {brief(links)}, expected {expected}")
        found.append(tuple(int(link) for link in numbers))
    return found


def _entries(given: Any, name: str, expected: str) -> tuple[Any, ...]:
    try:
        return entries(given, name, expected)
    except FormError as error:
        raise AdjacencyError(str(error)) from None


def _is_whole(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and float(value).is_integer()


def _dense(matrix: Any) -> NDArray[np.float64]:
    try:
        table = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise AdjacencyError("the matrix is not a square table of whole numbers; give one row for each link") from error
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        shape = " × ".join(map(str, table.shape))
        raise AdjacencyError(f"the matrix is not square ({shape}); give one row and one column for each link")
    return table


def _check_matrix(table: Any, space: str) -> None:
    if table.shape[0] != table.shape[1] or table.shape[0] == 0:
        shape = " × ".join(map(str, table.shape))
        raise AdjacencyError(f"the matrix is not square ({shape}); give one row and one column for each link")
    wrong = ~np.isin(table.data, (0, *LETTERS[space]))
    if wrong.any():
        i, j, value = table.row[wrong][0], table.col[wrong][0], table.data[wrong][0]
        codes = ", ".join(f"{code} {name}" for code, name in NAMES[space].items())
        hint = ", or give space='spatial'" if space == "planar" and value in LETTERS["spatial"] else ""
        raise AdjacencyError(f"entry ({i}, {j}) is {value:g}; use 0 none, {codes}{hint}", [(int(i), int(j))])
    loops = (table.row == table.col) & (table.data != 0)
    if loops.any():
        i = int(table.row[loops][0])
        raise AdjacencyError(f"entry ({i}, {i}) joins link {i} with itself; the diagonal must be zero", [(i, i)])
    difference = (table - table.T).tocoo()
    wrong = difference.data != 0
    if wrong.any():
        i, j = int(difference.row[wrong][0]), int(difference.col[wrong][0])
        raise AdjacencyError(
            f"the matrix is not symmetric: entries ({i}, {j}) and ({j}, {i}) differ; make them equal", [(i, j), (j, i)]
        )
