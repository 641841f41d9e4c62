"""Sound mechanisms made by hanging structural groups, one after another, on a driven link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.structure.sketch import GROUND, InputSketch, Sketch

DYADS = ["RRR", "RRP", "RPR", "PRP", "RPP"]
TRIADS = [
    "RR-RR-RR",
    "RR-RR-RP",
    "RR-RR-PR",
    "RR-RP-PR",
    "RR-RP-RP",
    "RR-PR-PR",
    "RP-RP-PR",
    "RP-PR-PR",
    "RR-RR-PP",
    "RR-RP-PP",
    "RR-PR-PP",
    "RP-RP-RP",
    "PR-PR-PR",
    "RP-RP-PP",
    "RP-PR-PP",
    "PR-PR-PP",
]
TETRADS = [
    "R|RR|RR|R",
    "R|RR|RP|R",
    "R|RP|PR|R",
    "R|RP|RP|R",
    "R|RR|PP|R",
    "R|RP|PP|R",
    "R|RR|RR|P",
    "R|RR|PR|P",
    "R|RR|RP|P",
    "R|RP|PR|P",
    "R|PR|PR|P",
    "R|RR|PP|P",
    "R|RP|RP|P",
    "R|RP|PP|P",
    "R|PR|PP|P",
    "P|RR|RR|P",
    "P|RR|RP|P",
    "P|RP|RP|P",
    "P|RP|PR|P",
]
SEVEN_LINK_STRUCTURES = (
    "0-4 0-6 1-4 1-6 2-5 2-6 3-5 3-6 4-5",
    "0-3 0-4 0-6 1-4 1-5 1-6 2-5 2-6 3-5",
    "0-3 0-4 0-6 1-3 1-5 1-6 2-4 2-5 2-6",
)
"""The three structures of seven links and nine pins that cannot move and of which no part is rigid by itself."""

Inner = tuple[str, int, int]
Outer = tuple[str, int]


@dataclass(frozen=True)
class Template:
    """A group not yet hung on anything: links 0 … n − 1, its inner joints, and its joints to earlier links.

    `driven`: inner joints that are inputs; `inputs`: others, each a kind and its two links; `driven_outer`: whether
    the coordinate of its only outer joint is an input.
    """

    signature: str
    links: int
    inner: tuple[Inner, ...]
    outer: tuple[Outer, ...]
    driven: tuple[int, ...] = ()
    inputs: tuple[tuple[str, tuple[int, int]], ...] = ()
    driven_outer: bool = False


def dyad(signature: str) -> Template:
    first, middle, last = list(signature)
    return Template(signature, 2, ((middle, 0, 1),), ((first, 0), (last, 1)))


def triad(signature: str) -> Template:
    """A platform, link 0, on three legs."""
    legs = list(enumerate(signature.split("-"), start=1))
    inner = tuple((joints[1], leg, 0) for leg, joints in legs)
    return Template(signature, 4, inner, tuple((joints[0], leg) for leg, joints in legs))


def tetrad(signature: str) -> Template:
    """Two outer links, 0 and 1, joined by two connectors."""
    first, one, other, last = signature.split("|")
    inner = ((one[0], 0, 2), (one[1], 2, 1), (other[0], 0, 3), (other[1], 3, 1))
    return Template(signature, 4, inner, ((first, 0), (last, 1)))


def six_link(edges: str, ground: int) -> Template:
    """A structure of seven links with one of them taken as ground."""
    number = {old: new for new, old in enumerate(link for link in range(7) if link != ground)}
    inner, outer = [], []
    for edge in edges.split():
        ends = [number[link] for link in map(int, edge.split("-")) if link != ground]
        if len(ends) == 2:
            inner.append(("R", ends[0], ends[1]))
        else:
            outer.append(("R", ends[0]))
    return Template("", 6, tuple(inner), tuple(outer))


def single(first: str, second: str) -> Template:
    """One link with a lower pair and a joint of one condition."""
    letter = "HP" if second in ("HP", "slot") else "G"
    return Template(f"{first}-{letter}", 1, (), ((first, 0), (second, 0)))


def driven(letter: str) -> Template:
    return Template(f"{letter}*", 1, (), ((letter, 0),), driven_outer=True)


def split(template: Template, link: int, letter: str, random: Random) -> Template:
    """A link cut in two parts that a driven joint holds together, as a cylinder does: the same group when reduced."""
    new = template.links
    uses = [("inner", number) for number, joint in enumerate(template.inner) if link in joint[1:]]
    uses += [("outer", number) for number, joint in enumerate(template.outer) if joint[1] == link]
    random.shuffle(uses)
    moved = set(uses[: random.randint(1, len(uses) - 1)])
    inner = [
        (kind, *(new if end == link else end for end in ends)) if ("inner", number) in moved else (kind, *ends)
        for number, (kind, *ends) in enumerate(template.inner)
    ]
    outer = [(kind, new if ("outer", n) in moved else end) for n, (kind, end) in enumerate(template.outer)]
    return replace(
        template,
        links=new + 1,
        inner=(*inner, (letter, link, new)),  # type: ignore[arg-type]
        outer=tuple(outer),
        driven=(*template.driven, len(inner)),
    )


def with_distance(template: Template) -> Template:
    """A bar between two pins inside the group, if there is one, replaced by a driven distance."""
    for bar in range(template.links):
        at = [number for number, joint in enumerate(template.inner) if bar in joint[1:]]
        plain = all(template.inner[number][0] == "R" for number in at)
        if len(at) == 2 and plain and all(link != bar for _, link in template.outer):
            ends = [link - (link > bar) for number in at for link in template.inner[number][1:] if link != bar]
            inner = [
                (kind, a - (a > bar), b - (b > bar))
                for number, (kind, a, b) in enumerate(template.inner)
                if number not in at
            ]
            return replace(
                template,
                links=template.links - 1,
                inner=tuple(inner),
                outer=tuple((kind, link - (link > bar)) for kind, link in template.outer),
                inputs=(("distance", (ends[0], ends[1])),),
            )
    return template


LOWER_PAIRED = [
    *map(dyad, DYADS),
    *map(triad, TRIADS),
    *map(tetrad, TETRADS),
    *(six_link(edges, ground) for edges in SEVEN_LINK_STRUCTURES for ground in range(7)),
]
SINGLE = [single(first, second) for first in "RP" for second in ("HP", "slot", "rack")] + [single("R", "G")]
DRIVEN = [driven("R"), driven("P")]


def random_template(random: Random) -> Template:
    """Any group: dyads as often as all others together."""
    kind = random.randint(0, 9)
    if kind < 4:
        return dyad(random.choice(DYADS))
    if kind == 4:
        return random.choice(SINGLE)
    if kind == 5:
        return random.choice(DRIVEN)
    template = random.choice(LOWER_PAIRED)
    if kind == 6:
        return with_distance(template)
    if kind == 7:
        return split(template, random.randrange(template.links), random.choice("RP"), random)
    return template


@dataclass(frozen=True)
class Glued:
    """A glued mechanism, and what it must come apart into: links, signature, inputs and the groups each hangs on."""

    sketch: Sketch
    groups: tuple[frozenset[int], ...]
    signatures: tuple[str, ...]
    inputs: tuple[frozenset[int], ...]
    needs: tuple[frozenset[int], ...]


@dataclass
class _Gluing:
    """A mechanism under construction. A pin knows the group that places it, −1 for ground."""

    random: Random
    many_pins: bool
    links: int = 0
    joints: list[list[int]] = field(default_factory=list)
    letters: list[str] = field(default_factory=list)
    inputs: list[InputSketch] = field(default_factory=list)
    group_of: list[int] = field(default_factory=list)
    pin_home: dict[int, int] = field(default_factory=dict)
    result: list[tuple[frozenset[int], str, frozenset[int], frozenset[int]]] = field(default_factory=list)

    def hang(self, template: Template) -> None:
        group, base = len(self.result), self.links
        own = range(base, base + template.links)
        first_input, needs = len(self.inputs), set[int]()
        for number, (letter, a, b) in enumerate(template.inner):
            joint = self._join(letter, [base + a, base + b], home=group)
            if number in template.driven:
                self.inputs.append(("joint", joint, (base + a, base + b)))
        for kind, (a, b) in template.inputs:
            self.inputs.append((kind, -1, (base + a, base + b)))
        taken: set[int] = set()
        for letter, link in template.outer:
            needs |= self._hang_joint(letter, base + link, template.driven_outer, taken)
        self.links += template.links
        self.group_of += [group] * template.links
        mine = frozenset(range(first_input, len(self.inputs)))
        self.result.append((frozenset(own), template.signature, mine, frozenset(needs - {-1})))

    def _hang_joint(self, letter: str, link: int, is_driven: bool, taken: set[int]) -> set[int]:
        """Join a link to earlier ones; the groups that it then hangs on."""
        if letter == "R" and self.many_pins and not is_driven and self.random.random() < 0.4:
            free = [pin for pin in self.pin_home if pin not in taken and max(self.joints[pin]) < self.links]
            if free:
                pin = self.random.choice(free)
                taken.add(pin)
                self.joints[pin].append(link)
                return {self.pin_home[pin]}
        earlier = [self._earlier()]
        while letter == "G" and len(earlier) < 2:
            other = self._earlier()
            earlier += [other] if other not in earlier else []
        homes = {self._home(other) for other in earlier}
        joint = self._join(letter, [link, *earlier] if letter == "G" else [earlier[0], link], home=min(homes))
        taken.add(joint)
        if is_driven:
            self.inputs.append(("joint", joint, (earlier[0], link)))
        return homes

    def _earlier(self) -> int:
        return self.random.randint(GROUND, self.links - 1)

    def _home(self, link: int) -> int:
        return -1 if link == GROUND else self.group_of[link]

    def _join(self, letter: str, links: list[int], home: int) -> int:
        joint = len(self.joints)
        self.joints.append(links)
        self.letters.append(letter)
        if letter == "R":
            self.pin_home[joint] = home
        return joint


def glue(templates: Sequence[Template], random: Random, many_pins: bool = False) -> Glued:
    """Hang groups one after another, first of all a driven link, each on ground or on any links before it.

    With `many_pins` some of their outer pins are pins that are there already, which then join three or more links.
    """
    gluing = _Gluing(random, many_pins)
    for template in (driven("R"), *templates):
        gluing.hang(template)
    joints = zip(gluing.letters, map(tuple, gluing.joints), strict=True)
    sketch = Sketch(gluing.links, tuple(joints), tuple(gluing.inputs))
    return Glued(sketch, *map(tuple, zip(*gluing.result, strict=True)))


def random_mechanism(random: Random, groups: int, many_pins: bool = False) -> Glued:
    """Random groups glued at random."""
    return glue([random_template(random) for _ in range(groups)], random, many_pins)
