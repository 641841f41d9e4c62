"""Single groups of many links, all with revolute joints."""

from __future__ import annotations

from math import cos, pi, sin
from random import Random

from sgkin import Joint, Mechanism, Revolute
from tests.structure.drawing import Place, draw
from tests.structure.sketch import GROUND, Sketch


def ring(corners: int) -> Sketch:
    """Links pinned to each other in a ring, each on a leg of its own."""
    links = range(corners)
    joints = [("R", (link, (link + 1) % corners)) for link in links]
    joints += [("R", (link, corners + link)) for link in links]
    joints += [("R", (corners + link, GROUND)) for link in links]
    return Sketch(2 * corners, tuple(joints))


def cage(corners: int) -> Sketch:
    """Two rings, joined corner by corner, that nothing holds: as many conditions as unknowns, but three too many."""
    links = range(corners)
    joints = [("R", (link, (link + 1) % corners)) for link in links]
    joints += [("R", (link, corners + link)) for link in links]
    joints += [("R", (corners + link, corners + (link + 1) % corners)) for link in links]
    return Sketch(2 * corners, tuple(joints))


def tree(depth: int) -> Sketch:
    """Ternary links that branch from a platform in the middle; the outermost links are legs on ground."""
    joints, level, links = [], [0], 1
    for _ in range(depth):
        grown: list[int] = []
        for link in level:
            branches = range(links, links + (2 if link else 3))
            joints += [("R", (link, branch)) for branch in branches]
            grown += branches
            links = branches.stop
        level = grown
    return Sketch(links, (*joints, *(("R", (GROUND, leg)) for leg in level)))


def random_group(links: int, random: Random) -> Sketch:
    """A group grown from a dyad: again and again a pin gives way to a link of its own on one more leg."""
    joints = [(GROUND, 0), (0, 1), (1, GROUND)]
    for new in range(2, links, 2):
        a, b = joints.pop(random.randrange(len(joints)))
        end = random.choice([link for link in range(GROUND, new) if link not in (a, b)])
        joints += [(a, new), (new, b), (new, new + 1), (new + 1, end)]
    return Sketch(joints=tuple(("R", pair) for pair in joints), links=len({*sum(joints, ())} - {GROUND}))


def drawn_ring(corners: int, slant: float, error: float, random: Random) -> Mechanism:
    """A regular ring whose legs stand out radially, or all slanted, from its corners; drawn with random errors."""

    def place(radius: float, angle: float) -> Place:
        return radius * cos(angle) + random.gauss(0.0, error), radius * sin(angle) + random.gauss(0.0, error)

    joints: list[tuple[Joint, Place]] = []
    for corner in range(corners):
        angle = 2.0 * pi * corner / corners
        following, leg = f"ring{(corner + 1) % corners}", f"leg{corner}"
        joints.append((Revolute(f"C{corner}", (f"ring{corner}", following)), place(3.0, angle + pi / corners)))
        joints.append((Revolute(f"L{corner}", (f"ring{corner}", leg)), place(3.2, angle)))
        joints.append((Revolute(f"G{corner}", (leg, "ground")), place(5.0, angle + slant)))
    return draw(joints)
