"""What the structure depends on: which bodies are joined or driven, and how. No geometry.

Bodies are links, with welded links merged into one; body −1 is ground. Every input is one scalar condition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sgkin.errors import AdjacencyError
from sgkin.model.driver import CoordinateDriver, DistanceDriver, Driver, JointDriver, PoseDriver
from sgkin.model.joint import GearPair, HigherPair, Joint, PinInSlot, Prismatic, RackAndPinion, Revolute, Weld
from sgkin.model.mechanism import Mechanism

LinkName = str | int

GROUND = -1

# letters of the joints, as they stand in signatures: R P, HP higher pair, G gear ratio or rack
LETTERS: dict[type[Joint], str] = {
    Revolute: "R",
    Prismatic: "P",
    PinInSlot: "HP",
    HigherPair: "HP",
    GearPair: "G",
    RackAndPinion: "G",
}


@dataclass(frozen=True, slots=True)
class JointElement:
    """A joint between bodies; `letter` is R, P, HP or G."""

    name: str
    letter: str
    bodies: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InputElement:
    """A scalar input between two bodies; `kind` is angle, stroke, distance, x or y.

    `joint` is the index of the joint it drives, if it drives one.
    """

    name: str
    kind: str
    bodies: tuple[int, int]
    joint: int | None = None


@dataclass(frozen=True, slots=True)
class Topology:
    """Bodies, joints and inputs of a mechanism.

    `links`: all links with ground, in file order; `bodies`: the links of each body; `body_of`: the body of a link;
    `joint_indices`: of each element, its place among the mechanism's joints; `closed_by_welds`: joints that welds
    make redundant, each with the welds.
    """

    links: tuple[LinkName, ...]
    ground: LinkName
    bodies: tuple[tuple[LinkName, ...], ...]
    body_of: dict[LinkName, int]
    joints: tuple[JointElement, ...]
    inputs: tuple[InputElement, ...]
    joint_indices: tuple[int, ...] = ()
    closed_by_welds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    freedoms: int = 3


def topology_of_mechanism(mechanism: Mechanism) -> Topology:
    """The topology of a mechanism, welded links merged."""
    names = tuple(link.name for link in mechanism.links)
    merged, closed = _merge_welds(mechanism, names)
    members: dict[str, list[LinkName]] = {}
    for name in names:
        members.setdefault(merged[name], []).append(name)
    anchor = merged[mechanism.ground]
    roots = [root for root in members if root != anchor]
    index = {root: number for number, root in enumerate(roots)} | {anchor: GROUND}
    body_of: dict[LinkName, int] = {name: index[merged[name]] for name in names}
    joints, places = [], []
    for place, joint in enumerate(mechanism.joints):
        if isinstance(joint, Weld):
            continue
        bodies = tuple(body_of[link] for link in joint.all_links)
        if len(set(bodies)) == 1:
            closed.append((joint.name, _welds(mechanism)))
            continue
        if isinstance(joint, Revolute):
            bodies = tuple(dict.fromkeys(bodies))
        joints.append(JointElement(joint.name, LETTERS[type(joint)], bodies))
        places.append(place)
    by_name = {element.name: number for number, element in enumerate(joints)}
    inputs = [element for driver in mechanism.drivers for element in _inputs(driver, mechanism, body_of, by_name)]
    return Topology(
        links=names,
        ground=mechanism.ground,
        bodies=tuple(tuple(members[root]) for root in roots),
        body_of=body_of,
        joints=tuple(joints),
        inputs=tuple(inputs),
        joint_indices=tuple(places),
        closed_by_welds=tuple(closed),
    )


def _inputs(
    driver: Driver, mechanism: Mechanism, body_of: dict[LinkName, int], joints: dict[str, int]
) -> list[InputElement]:
    first, second = mechanism.driven_links(driver)
    bodies = (body_of[first], body_of[second])
    match driver:
        case JointDriver():
            kind = "stroke" if isinstance(mechanism.joint(driver.joint), Prismatic) else "angle"
            return [InputElement(driver.name, kind, bodies, joints.get(driver.joint))]
        case DistanceDriver():
            return [InputElement(driver.name, "distance", bodies)]
        case CoordinateDriver():
            return [InputElement(driver.name, driver.axis, bodies)]
        case PoseDriver():
            return [InputElement(*each, bodies) for each in zip(driver.inputs, ("x", "y", "angle"), strict=True)]
    return [InputElement(driver.name, "angle", bodies)]


def _welds(mechanism: Mechanism) -> tuple[str, ...]:
    return tuple(joint.name for joint in mechanism.joints if isinstance(joint, Weld))


def _merge_welds(
    mechanism: Mechanism, names: tuple[str, ...]
) -> tuple[dict[str, str], list[tuple[str, tuple[str, ...]]]]:
    """The first link, in file order, of the body each link belongs to; and the welds that close a circle of welds."""
    root = {name: name for name in names}
    rank = {name: number for number, name in enumerate(names)}
    closed = []

    def find(name: str) -> str:
        while root[name] != name:
            name = root[name]
        return name

    for joint in mechanism.joints:
        if isinstance(joint, Weld):
            first, second = sorted((find(link) for link in joint.links), key=rank.__getitem__)
            if first == second:
                closed.append((joint.name, _welds(mechanism)))
            root[second] = first
    return {name: find(name) for name in names}, closed


def topology_of_adjacency(
    matrix: Any, inputs: Iterable[tuple[int, int]], ground: int, pins: Iterable[Sequence[int]]
) -> Topology:
    """The topology given by an adjacency matrix; see `decompose_adjacency`."""
    from scipy.sparse import coo_array, issparse

    table = coo_array(matrix if issparse(matrix) else _dense(matrix))
    _check_matrix(table)
    size = table.shape[0]
    if not 0 <= ground < size:
        raise AdjacencyError(f"ground is link {ground}, but the links are 0 to {size - 1}; name one of them")
    shared = [tuple(int(link) for link in pin) for pin in pins]
    hidden = {(a, b) for pin in shared for a in pin for b in pin}
    for pin in shared:
        if len(set(pin)) < 2 or len(set(pin)) < len(pin) or not all(0 <= link < size for link in pin):
            raise AdjacencyError(f"pin {pin} must name two or more different links from 0 to {size - 1}", [pin])

    def body(link: int) -> int:
        return GROUND if link == ground else link - (link > ground)

    order = np.lexsort((table.col, table.row))
    joints = []
    letters = {1: "R", 2: "P", 3: "HP"}
    entries = zip(table.row[order].tolist(), table.col[order].tolist(), table.data[order].tolist(), strict=True)
    for a, b, code in entries:
        if a < b and code and (a, b) not in hidden:
            joints.append(JointElement(f"{a}-{b}", letters[int(code)], (body(a), body(b))))
    joints += [JointElement("-".join(map(str, pin)), "R", tuple(body(link) for link in pin)) for pin in shared]
    links = tuple(range(size))
    return Topology(
        links=links,
        ground=ground,
        bodies=tuple((link,) for link in links if link != ground),
        body_of={link: body(link) for link in links},
        joints=tuple(joints),
        inputs=_adjacency_inputs(inputs, joints, body, size),
    )


def _adjacency_inputs(
    inputs: Iterable[tuple[int, int]], joints: list[JointElement], body: Any, size: int
) -> tuple[InputElement, ...]:
    at: dict[tuple[int, int], int] = {}
    for number, joint in enumerate(joints):
        for a in joint.bodies:
            for b in joint.bodies:
                at.setdefault((a, b), number)
    elements = []
    for pair in inputs:
        a, b = (int(link) for link in pair)
        if a == b or not (0 <= a < size and 0 <= b < size) or (body(a), body(b)) not in at:
            raise AdjacencyError(f"input ({a}, {b}): no joint joins these two links; name two links that share one")
        number = at[body(a), body(b)]
        if joints[number].letter == "HP":
            raise AdjacencyError(f"input ({a}, {b}): a higher pair cannot be driven; drive a revolute or a prismatic")
        kind = "stroke" if joints[number].letter == "P" else "angle"
        elements.append(InputElement(f"{a}-{b}", kind, (body(a), body(b)), number))
    return tuple(elements)


def _dense(matrix: Any) -> NDArray[np.float64]:
    try:
        table = np.asarray(matrix, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise AdjacencyError("the matrix is not a square table of whole numbers; give one row for each link") from error
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        shape = " × ".join(map(str, table.shape))
        raise AdjacencyError(f"the matrix is not square ({shape}); give one row and one column for each link")
    return table


def _check_matrix(table: Any) -> None:
    if table.shape[0] != table.shape[1] or table.shape[0] == 0:
        shape = " × ".join(map(str, table.shape))
        raise AdjacencyError(f"the matrix is not square ({shape}); give one row and one column for each link")
    wrong = ~np.isin(table.data, (0, 1, 2, 3))
    if wrong.any():
        i, j, value = table.row[wrong][0], table.col[wrong][0], table.data[wrong][0]
        raise AdjacencyError(
            f"entry ({i}, {j}) is {value:g}; use 0 none, 1 revolute, 2 prismatic, 3 higher pair", [(int(i), int(j))]
        )
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
