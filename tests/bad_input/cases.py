"""What can be wrong with a mechanism: how it is written in a file and in Python, and what is then said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, nan
from typing import Any

from sgkin import (
    ConstantSpeed,
    CoordinateDriver,
    Cycloidal,
    DistanceDriver,
    Expectation,
    GearPair,
    InitialConfiguration,
    JointDriver,
    Link,
    LinkAngleDriver,
    MechanismError,
    Polynomial,
    PoseDriver,
    Prismatic,
    RackAndPinion,
    Revolute,
    Spline,
    Units,
)
from sgkin.errors import (
    BadNameError,
    DisconnectedError,
    DriverError,
    DuplicateNameError,
    FormError,
    JointError,
    MissingKeyError,
    NumberError,
    UnitError,
    UnknownKeyError,
    UnknownNameError,
    ZeroLengthError,
)
from tests.bad_input.four_bar import LINKS, TEXT, four_bar

LAW = ConstantSpeed(1.0)


@dataclass(frozen=True)
class Case:
    """One mistake: the replacements that make it in the file, the call that makes it in Python, and the error."""

    error: type[MechanismError]
    sentence: str
    attributes: dict[str, Any] = field(default_factory=dict)
    file: tuple[tuple[str, str], ...] = ()
    python: Callable[[], object] | None = None

    @property
    def text(self) -> str:
        text = TEXT
        for old, new in self.file:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        return text


def driver(text: str) -> tuple[tuple[str, str], ...]:
    """The driver replaced."""
    return (('motor = { joint = "O", law = "constant-speed", speed = 360, start = 30 }', f"motor = {{ {text} }}"),)


def law(text: str) -> tuple[tuple[str, str], ...]:
    """The motion law replaced."""
    return (('law = "constant-speed", speed = 360, start = 30', text),)


def joint(text: str) -> tuple[tuple[str, str], ...]:
    """A joint added."""
    return (("\n[drivers]", f"{text}\n\n[drivers]"),)


def links(text: str) -> tuple[tuple[str, str], ...]:
    """A link added."""
    return (("\n[joints]", f"{text}\n\n[joints]"),)


def end(text: str) -> tuple[tuple[str, str], ...]:
    """Lines added at the end."""
    return (("B = [130, 75]\n", f"B = [130, 75]\n{text}\n"),)


CASES: dict[str, Case] = {
    # keys
    "unknown key at the top": Case(
        UnknownKeyError,
        "top level: there is no key 'titel'; did you mean 'title'?",
        {"name": "titel"},
        (("title ", "titel "),),
    ),
    "unknown key in a joint": Case(
        UnknownKeyError,
        "joints: B: there is no key 'link'; did you mean 'links'? Allowed: kind, links, at",
        {"name": "link", "allowed": ("kind", "links", "at")},
        (('links = ["coupler", "rocker"]', 'link = ["coupler", "rocker"]'),),
    ),
    "unknown key in a law": Case(
        UnknownKeyError,
        "drivers: motor: there is no key 'sped'; did you mean 'speed'?",
        {"name": "sped", "allowed": ("law", "joint", "links", "speed", "start")},
        (("speed = 360", "sped = 360"),),
    ),
    "unknown key among the units": Case(
        UnknownKeyError,
        "units: there is no key 'mass'; allowed: length, angle",
        {"name": "mass"},
        (('length = "mm"', 'mass = "kg"'),),
    ),
    "unknown key among the expectations": Case(
        UnknownKeyError,
        "expected: there is no key 'mobilty'; did you mean 'mobility'?",
        {"name": "mobilty"},
        end("[expected]\nmobilty = 1"),
    ),
    "missing section": Case(
        MissingKeyError, "top level: 'joints' is missing; add it", {"key": "joints"}, (("[joints]", "[expected]"),)
    ),
    "joint without links": Case(
        MissingKeyError,
        "joints: B: 'links' is missing; add it",
        {"key": "links"},
        ((', links = ["coupler", "rocker"]', ""),),
    ),
    "joint without kind": Case(
        MissingKeyError,
        "joints: B: 'kind' is missing; add it",
        {"key": "kind"},
        (('kind = "revolute", links = ["coupler", "rocker"]', 'links = ["coupler", "rocker"]'),),
    ),
    "law without its speed": Case(
        MissingKeyError, "drivers: motor: 'speed' is missing; add it", {"key": "speed"}, ((", speed = 360", ""),)
    ),
    "driver without law": Case(
        MissingKeyError, "drivers: motor: 'law' is missing; add it", {"key": "law"}, driver('joint = "O", speed = 1')
    ),
    "driver of nothing": Case(
        FormError,
        "drivers: motor: found {'law': 'constant-speed', 'speed': 1}, expected exactly one of joint, link, distance, "
        "point, pose, to say what is driven",
        {},
        driver('law = "constant-speed", speed = 1'),
    ),
    # names
    "unknown kind of joint": Case(
        UnknownNameError,
        "joints: X: there is no kind 'revolut'; did you mean 'revolute'?",
        {"name": "revolut"},
        joint('X = { kind = "revolut", links = ["crank", "rocker"] }'),
    ),
    "unknown law": Case(
        UnknownNameError,
        "drivers: motor: there is no law 'constant speed'; did you mean 'constant-speed'?",
        {"name": "constant speed"},
        (('"constant-speed"', '"constant speed"'),),
    ),
    "unknown link": Case(
        UnknownNameError,
        "joint 'B': there is no link 'couplr'; did you mean 'coupler'? Allowed: ground, crank, coupler, rocker",
        {"name": "couplr", "allowed": ("ground", "crank", "coupler", "rocker")},
        (('["coupler", "rocker"]', '["couplr", "rocker"]'),),
        lambda: four_bar(Revolute("B", ("couplr", "rocker"))),
    ),
    "unknown point": Case(
        UnknownNameError,
        "joint 'A': there is no point of link 'crank' named 'A'; allowed: O, Q; add it to the link, or say with `at` "
        "which point is meant",
        {"name": "A", "allowed": ("O", "Q")},
        (("A = [40, 0]", "Q = [40, 0]"),),
        lambda: four_bar(Link("crank", {"O": (0, 0), "Q": (0.04, 0)})),
    ),
    "link without points": Case(
        UnknownNameError,
        "joint 'B': there is no point of link 'rocker' named 'B'; there is none yet, add it",
        {"name": "B", "allowed": ()},
        (("rocker  = { C = [0, 0], B = [80, 0] }", "rocker = {}"),),
        lambda: four_bar(Link("rocker")),
    ),
    "point of a link that is not in the joint": Case(
        UnknownNameError,
        "joints: B: at: there is no link of this joint named 'crank'; allowed: coupler, rocker",
        {"name": "crank"},
        (('["coupler", "rocker"] }', '["coupler", "rocker"], at = { crank = "A" } }'),),
    ),
    "unknown ground": Case(
        UnknownNameError,
        "ground: there is no link 'frame'; allowed: ground, crank, coupler, rocker",
        {"name": "frame"},
        (("\n[links]", 'ground = "frame"\n\n[links]'),),
        lambda: four_bar(ground="frame"),
    ),
    "driver on a missing joint": Case(
        UnknownNameError,
        "driver 'motor': there is no joint 'Z'; allowed: O, A, B, C",
        {"name": "Z", "allowed": ("O", "A", "B", "C")},
        (('joint = "O"', 'joint = "Z"'),),
        lambda: four_bar(JointDriver("motor", "Z", LAW)),
    ),
    "driver of a link that is not at the joint": Case(
        UnknownNameError,
        "driver 'motor': there is no link at joint 'O' named 'rocker'; allowed: ground, crank",
        {"name": "rocker", "allowed": ("ground", "crank")},
        (('joint = "O"', 'joint = "O", links = ["ground", "rocker"]'),),
        lambda: four_bar(JointDriver("motor", "O", LAW, links=("ground", "rocker"))),
    ),
    "driven angle of an unknown link": Case(
        UnknownNameError,
        "driver 'motor': there is no link 'lever'; allowed: ground, crank, coupler, rocker",
        {"name": "lever"},
        driver('link = "lever", law = "constant-speed", speed = 1'),
        lambda: four_bar(LinkAngleDriver("motor", "lever", LAW)),
    ),
    "driven coordinate of an unknown point": Case(
        UnknownNameError,
        "driver 'motor': there is no point of link 'coupler' named 'Q'; allowed: A, B, P",
        {"name": "Q"},
        driver('point = "coupler.Q", axis = "x", law = "constant-speed", speed = 1'),
        lambda: four_bar(CoordinateDriver("motor", "coupler.Q", "x", LAW)),
    ),
    "driven point without its link": Case(
        FormError,
        "driver 'motor': found 'P', expected a point written as 'link.point'",
        {"value": "P"},
        driver('point = "P", axis = "x", law = "constant-speed", speed = 1'),
        lambda: four_bar(CoordinateDriver("motor", "P", "x", LAW)),
    ),
    "initial place of an unknown pin": Case(
        UnknownNameError,
        "initial: there is no joint 'D'; allowed: O, A, B, C",
        {"name": "D"},
        end("D = [0, 0]"),
        lambda: four_bar(initial=InitialConfiguration(points={"D": (0, 0)})),
    ),
    "initial angle of an unknown link": Case(
        UnknownNameError,
        "initial: there is no link 'couler'; did you mean 'coupler'?",
        {"name": "couler"},
        end("couler = 10"),
        lambda: four_bar(initial=InitialConfiguration(angles={"couler": 1.0})),
    ),
    "initial value of an unknown input": Case(
        UnknownNameError,
        "initial: inputs: there is no input 'mottor'; did you mean 'motor'?",
        {"name": "mottor", "allowed": ("motor",)},
        end("inputs = { mottor = 3 }"),
        lambda: four_bar(initial=InitialConfiguration(inputs={"mottor": 1.0})),
    ),
    "range of an unknown input": Case(
        UnknownNameError,
        "expected: range: there is no input 'crank'; allowed: motor",
        {"name": "crank"},
        end("[expected]\nrange = { crank = [0, 90] }"),
        lambda: four_bar(expected=Expectation(range={"crank": (0, 1)})),
    ),
    "name with a dot": Case(
        BadNameError,
        "'rod.1' cannot name a link; use a word without dots, and without spaces at its ends",
        {"name": "rod.1", "thing": "link"},
        links('"rod.1" = {}'),
        lambda: Link("rod.1"),
    ),
    "empty name": Case(
        BadNameError,
        "'' cannot name a joint; use a word without dots, and without spaces at its ends",
        {"name": ""},
        joint('"" = { kind = "revolute", links = ["crank", "rocker"] }'),
        lambda: Revolute("", ("crank", "rocker")),
    ),
    "two links of one name": Case(
        DuplicateNameError,
        "two links are named 'crank'; give each link a name of its own",
        {"name": "crank", "thing": "link"},
        python=lambda: four_bar(also=[LINKS[1]]),
    ),
    "two joints of one name": Case(
        DuplicateNameError,
        "two joints are named 'O'; give each joint a name of its own",
        {"name": "O", "thing": "joint"},
        python=lambda: four_bar(also=[Revolute("O", ("crank", "rocker"))]),
    ),
    "two drivers of one name": Case(
        DuplicateNameError,
        "two drivers are named 'motor'; give each driver a name of its own",
        {"name": "motor", "thing": "driver"},
        python=lambda: four_bar(also=[JointDriver("motor", "C", LAW)]),
    ),
    # joints and drivers that cannot be
    "joint of a link with itself": Case(
        JointError,
        "joint 'B': it joins 'rocker' with itself; name the other link",
        {"joint": "B", "links": ("rocker", "rocker")},
        (('["coupler", "rocker"]', '["rocker", "rocker"]'),),
        lambda: four_bar(Revolute("B", ("rocker", "rocker"))),
    ),
    "pin of one link": Case(
        JointError,
        "joint 'B': a pin joins two or more links; name the others",
        {"joint": "B", "links": ("rocker",)},
        (('["coupler", "rocker"]', '["rocker"]'),),
        lambda: four_bar(Revolute("B", ("rocker",))),
    ),
    "guide of three links": Case(
        JointError,
        "joint 'X': a prismatic joins two links, not 3; name two",
        {"joint": "X"},
        joint('X = { kind = "prismatic", links = ["ground", "crank", "rocker"] }'),
        lambda: four_bar(Prismatic("X", ("ground", "crank", "rocker"))),
    ),
    "gear on its own carrier": Case(
        JointError,
        "joint 'G': it joins 'crank' with itself; name the other link",
        {"joint": "G"},
        joint('G = { kind = "gear", links = ["crank", "rocker"], carrier = "crank", teeth = [20, 40] }'),
        lambda: four_bar(GearPair("G", ("crank", "rocker"), carrier="crank", teeth=(20, 40))),
    ),
    "driver on a gear": Case(
        DriverError,
        "driver 'motor': joint 'G' is a gear; drive a revolute or a prismatic joint",
        {"driver": "motor"},
        (
            *joint('G = { kind = "gear", links = ["crank", "rocker"], carrier = "ground", teeth = [20, 40] }'),
            ('joint = "O"', 'joint = "G"'),
        ),
        lambda: four_bar(
            GearPair("G", ("crank", "rocker"), carrier="ground", teeth=(20, 40)), JointDriver("motor", "G", LAW)
        ),
    ),
    "driver on a pin of three links": Case(
        DriverError,
        "driver 'motor': joint 'O' joins ground, crank, rocker; say with `links` which two are meant",
        {"driver": "motor"},
        (('["ground", "crank"] }', '["ground", "crank", "rocker"], at = { rocker = "B" } }'),),
        lambda: four_bar(Revolute("O", ("ground", "crank", "rocker"), at=("O", "O", "B"))),
    ),
    "driver between a link and itself": Case(
        DriverError,
        "driver 'motor': `links` names crank, crank; name two different links",
        {"driver": "motor"},
        (('joint = "O"', 'joint = "O", links = ["crank", "crank"]'),),
        lambda: four_bar(JointDriver("motor", "O", LAW, links=("crank", "crank"))),
    ),
    "driven ground": Case(
        DriverError,
        "driver 'motor': it moves 'ground' against itself; name two different links",
        {"driver": "motor"},
        driver('link = "ground", law = "constant-speed", speed = 1'),
        lambda: four_bar(LinkAngleDriver("motor", "ground", LAW)),
    ),
    "distance within a link": Case(
        DriverError,
        "driver 'motor': it moves 'coupler' against itself; name two different links",
        {"driver": "motor"},
        driver('distance = ["coupler.A", "coupler.B"], law = "constant-speed", speed = 1'),
        lambda: four_bar(DistanceDriver("motor", ("coupler.A", "coupler.B"), LAW)),
    ),
    "distance to nothing": Case(
        DriverError,
        "driver 'motor': a distance lies between two points; name two, as 'link.point'",
        {"driver": "motor"},
        driver('distance = ["coupler.A"], law = "constant-speed", speed = 1'),
        lambda: four_bar(DistanceDriver("motor", ("coupler.A",), LAW)),
    ),
    "coordinate along no axis": Case(
        MechanismError,
        "axis",
        {},
        driver('point = "coupler.P", axis = "z", law = "constant-speed", speed = 1'),
        lambda: four_bar(CoordinateDriver("motor", "coupler.P", "z", LAW)),
    ),
    "pose driven twice": Case(
        DriverError,
        "driver 'second': 'first' drives the pose of 'coupler' too; remove one of them",
        {"driver": "second"},
        (
            (
                'motor = { joint = "O", law = "constant-speed", speed = 360, start = 30 }',
                "\n".join(
                    f'{name}.pose = "coupler"\n'
                    + "\n".join(
                        f'{name}.{axis} = {{ law = "constant-speed", speed = 0 }}' for axis in ("x", "y", "theta")
                    )
                    for name in ("first", "second")
                ),
            ),
        ),
        lambda: four_bar(
            drivers=[PoseDriver("first", "coupler", LAW, LAW, LAW), PoseDriver("second", "coupler", LAW, LAW, LAW)]
        ),
    ),
    "place of a guide": Case(
        JointError,
        "joint 'X': only a pin has a place; give 'link.point' instead",
        {"joint": "X"},
        (
            *joint('X = { kind = "prismatic", links = ["ground", "rocker"], at = { ground = "C", rocker = "B" } }'),
            *end("X = [0, 0]"),
        ),
        lambda: four_bar(
            Prismatic("X", ("ground", "rocker"), at=("C", "B")), initial=InitialConfiguration(points={"X": (0, 0)})
        ),
    ),
    # what does not hang together
    "disconnected link": Case(
        DisconnectedError,
        "washer is not connected to 'ground'; add the joints that are missing, or state floating = true if this is "
        "meant",
        {"links": ("washer",)},
        links("washer = {}"),
        lambda: four_bar(Link("washer")),
    ),
    "disconnected links": Case(
        DisconnectedError,
        "pawl and wheel are not connected to 'ground'; add the joints",
        {"links": ("pawl", "wheel")},
        (
            *links("pawl = { X = [0, 0] }\nwheel = { X = [0, 0] }"),
            *joint('X = { kind = "revolute", links = ["pawl", "wheel"] }'),
        ),
        lambda: four_bar(Link("pawl", {"X": (0, 0)}), Link("wheel", {"X": (0, 0)}), Revolute("X", ("pawl", "wheel"))),
    ),
    "link of length zero": Case(
        ZeroLengthError,
        "link 'rocker' has length zero: its pins B and C lie on one point; move one of them, or join the neighbours "
        "at one pin",
        {"link": "rocker", "joints": ("B", "C")},
        (("B = [80, 0]", "B = [0, 0]"),),
        lambda: four_bar(Link("rocker", {"C": (0, 0), "B": (0, 0)})),
    ),
    # numbers
    "nan": Case(
        NumberError,
        "found nan, expected a finite number",
        {},
        (("A = [40, 0]", "A = [nan, 0]"),),
        lambda: Link("crank", {"O": (0, 0), "A": (nan, 0)}),
    ),
    "infinite": Case(
        NumberError,
        "found inf, expected a finite number",
        {"value": inf},
        (("A = [40, 0]", "A = [inf, 0]"),),
        lambda: Link("crank", {"O": (0, 0), "A": (inf, 0)}),
    ),
    "truth for a number": Case(
        NumberError,
        "found True, expected a finite number",
        {"value": True},
        (("A = [40, 0]", "A = [true, 0]"),),
        lambda: Link("crank", {"O": (0, 0), "A": (True, 0)}),
    ),
    "text for a number": Case(
        NumberError,
        "found '40', expected a finite number",
        {"value": "40"},
        (("A = [40, 0]", 'A = ["40", 0]'),),
        lambda: Link("crank", {"O": (0, 0), "A": ("40", 0)}),  # type: ignore[dict-item]
    ),
    "a number too large for a computer": Case(
        NumberError,
        "found 1000",
        {"value": 10**400},
        (("A = [40, 0]", f"A = [1{'0' * 400}, 0]"),),
        lambda: Link("crank", {"O": (0, 0), "A": (10**400, 0)}),
    ),
    "nan in a law": Case(
        NumberError,
        "speed: found nan, expected a finite number",
        {},
        law('law = "constant-speed", speed = nan'),
        lambda: ConstantSpeed(nan),
    ),
    "text in a law": Case(
        NumberError,
        "speed: found '1', expected a finite number",
        {"value": "1"},
        law('law = "constant-speed", speed = "1"'),
        lambda: ConstantSpeed("1"),  # type: ignore[arg-type]
    ),
    "list for a number in a law": Case(
        NumberError,
        "speed: found ",
        {},
        law('law = "constant-speed", speed = [1, 2]'),
        lambda: ConstantSpeed([1, 2]),  # type: ignore[arg-type]
    ),
    "number for a list in a law": Case(
        FormError,
        "coefficients: found 3, expected a list of numbers",
        {},
        law('law = "polynomial", coefficients = 3'),
        lambda: Polynomial(3),  # type: ignore[arg-type]
    ),
    "polynomial of nothing": Case(
        FormError,
        "polynomial: coefficients: found (), expected one or more numbers",
        {},
        law('law = "polynomial", coefficients = []'),
        lambda: Polynomial(()),
    ),
    "rise in no time": Case(
        NumberError,
        "duration: found 0, expected a number above zero",
        {"value": 0},
        law('law = "cycloidal", start = 0, rise = 1, duration = 0'),
        lambda: Cycloidal(0, 1, 0),
    ),
    "times that do not increase": Case(
        NumberError,
        "spline: times: found (0.0, 2.0, 1.0), expected increasing times",
        {},
        law('law = "spline", times = [0, 2, 1], values = [0, 0, 0]'),
        lambda: Spline((0, 2, 1), (0, 0, 0)),
    ),
    "more times than values": Case(
        FormError,
        "spline: found '3 times and 2 values', expected as many values as times, two or more",
        {},
        law('law = "spline", times = [0, 1, 2], values = [0, 0]'),
        lambda: Spline((0, 1, 2), (0, 0)),
    ),
    "periodic table that does not close": Case(
        FormError,
        "expected the first value again at the end, for a periodic spline",
        {},
        law('law = "spline", times = [0, 1, 2], values = [0, 1, 3], ends = "periodic"'),
        lambda: Spline((0, 1, 2), (0, 1, 3), "periodic"),
    ),
    "unknown ends of a spline": Case(
        FormError,
        "spline: ends: found 'free', expected 'not-a-knot', 'natural', 'clamped' or 'periodic'",
        {"value": "free"},
        law('law = "spline", times = [0, 1], values = [0, 1], ends = "free"'),
        lambda: Spline((0, 1), (0, 1), "free"),
    ),
    "gear without teeth": Case(
        NumberError,
        "teeth: found 0, expected a number above zero",
        {},
        joint('G = { kind = "gear", links = ["crank", "rocker"], carrier = "ground", teeth = [20, 0] }'),
        lambda: GearPair("G", ("crank", "rocker"), carrier="ground", teeth=(20, 0)),
    ),
    "unknown mesh": Case(
        FormError,
        "joint 'G': mesh: found 'outer', expected 'external' or 'internal'",
        {"value": "outer"},
        joint(
            'G = { kind = "gear", links = ["crank", "rocker"], carrier = "ground", teeth = [20, 40], mesh = "outer" }'
        ),
        lambda: GearPair("G", ("crank", "rocker"), carrier="ground", teeth=(20, 40), mesh="outer"),
    ),
    "pinion of negative radius": Case(
        NumberError,
        "radius: found -10, expected a number above zero",
        {"value": -10},
        joint('K = { kind = "rack-and-pinion", links = ["crank", "rocker"], radius = -10 }'),
        lambda: RackAndPinion("K", ("crank", "rocker"), radius=-10),
    ),
    "infinite angle of a joint": Case(
        NumberError,
        "angle",
        {"value": -inf},
        joint('X = { kind = "prismatic", links = ["ground", "rocker"], angle = { ground = -inf } }'),
        lambda: Prismatic("X", ("ground", "rocker"), angle=(-inf, 0)),
    ),
    "infinite initial place": Case(
        NumberError,
        "initial: A: found inf, expected a finite number",
        {"value": inf},
        end("A = [inf, 0]"),
        lambda: InitialConfiguration(points={"A": (inf, 0)}),
    ),
    "branch that is no whole number": Case(
        FormError,
        "initial: branches: coupler: found 0.5, expected a whole number such as 1 or -1",
        {"value": 0.5},
        end("branches = { coupler = 0.5 }"),
        lambda: InitialConfiguration(branches={"coupler": 0.5}),  # type: ignore[dict-item]
    ),
    # forms
    "wrong unit of length": Case(
        UnitError,
        "units: there is no unit of length 'furlong'; allowed: m, cm, mm, um, km, in, ft",
        {"name": "furlong"},
        (('"mm"', '"furlong"'),),
        lambda: Units(length="furlong"),
    ),
    "wrong unit of angle": Case(
        UnitError,
        "units: there is no unit of angle 'degree'; did you mean 'deg'? Allowed: rad, deg, turn",
        {"name": "degree"},
        (('"deg"', '"degree"'),),
        lambda: Units(angle="degree"),
    ),
    "unit that is no text": Case(
        UnitError,
        "units: there is no unit of length 3",
        {"name": 3},
        (('"mm"', "3"),),
        lambda: Units(length=3),  # type: ignore[arg-type]
    ),
    "three coordinates": Case(
        FormError,
        "expected two coordinates [x, y]",
        {},
        (("A = [40, 0]", "A = [40, 0, 0]"),),
        lambda: four_bar(Link("crank", {"O": (0, 0), "A": (40, 0, 0)})),
    ),
    "one coordinate": Case(
        FormError,
        "expected two coordinates [x, y]",
        {"value": 40},
        (("A = [40, 0]", "A = 40"),),
        lambda: Link("crank", {"A": 40}),  # type: ignore[dict-item]
    ),
    "list for a link": Case(
        FormError,
        "expected a table such as { name = value }",
        {},
        links("rod = [0, 0]"),
        lambda: Link("rod", [0, 0]),  # type: ignore[arg-type]
    ),
    "text for the links of a joint": Case(
        FormError,
        "links: found 'rocker', expected a list of names",
        {"value": "rocker"},
        (('["coupler", "rocker"]', '"rocker"'),),
        lambda: Revolute("B", "rocker"),  # type: ignore[arg-type]
    ),
    "number for the name of a link": Case(
        FormError,
        "links: found 3, expected a text in quotes",
        {"value": 3},
        (('["coupler", "rocker"]', '["coupler", 3]'),),
        lambda: Revolute("B", ("coupler", 3)),  # type: ignore[arg-type]
    ),
    "number for the angles of a guide": Case(
        FormError,
        "joint",
        {"value": 30},
        joint('X = { kind = "prismatic", links = ["ground", "rocker"], angle = 30 }'),
        lambda: Prismatic("X", ("ground", "rocker"), angle=30),  # type: ignore[arg-type]
    ),
    "list for a driver": Case(
        FormError,
        "drivers: pump: found [1], expected a table such as { name = value }",
        {},
        (("[drivers]\n", "[drivers]\npump = [1]\n"),),
    ),
    "list for the driven joint": Case(
        FormError,
        "drivers: motor: joint: found ['O'], expected a text in quotes",
        {"value": ["O"]},
        (('joint = "O"', 'joint = ["O"]'),),
    ),
    "number for a title": Case(
        FormError,
        "title: found 4, expected a text in quotes",
        {"value": 4},
        (('"Four-bar"', "4"),),
        lambda: four_bar(title=4),
    ),
    "text for a truth": Case(
        FormError,
        "floating: found 'yes', expected true or false",
        {"value": "yes"},
        (("\n[links]", 'floating = "yes"\n\n[links]'),),
        lambda: four_bar(floating="yes"),
    ),
    "spatial mechanism": Case(
        FormError,
        "space: found 'curved', expected 'planar' or 'spatial'",
        {"value": "curved"},
        (("\n[links]", 'space = "curved"\n\n[links]'),),
        lambda: four_bar(space="curved"),
    ),
    "negative mobility": Case(
        NumberError,
        "expected: mobility: found -1, expected a whole number, zero or more",
        {"value": -1},
        end("[expected]\nmobility = -1"),
        lambda: Expectation(mobility=-1),
    ),
    "unreadable range": Case(
        FormError,
        "expected: range: found 'half turn', expected 'full turn', [from, to] or a table { input = [from, to] }",
        {"value": "half turn"},
        end('[expected]\nrange = "half turn"'),
    ),
    "full turn of two inputs": Case(
        FormError,
        "expected: range: found 'full turn', expected an interval [from, to] for each input",
        {},
        (
            *end('[expected]\nrange = "full turn"'),
            ("[initial]", 'second = { joint = "C", law = "constant-speed", speed = 1 }\n[initial]'),
        ),
        lambda: four_bar(JointDriver("second", "C", LAW), expected=Expectation(full_turn=True)),
    ),
    "law that is no law": Case(
        FormError,
        "driver 'motor': law: found 3.0, expected a motion law such as ConstantSpeed(1.0)",
        {"value": 3.0},
        python=lambda: four_bar(JointDriver("motor", "O", 3.0)),  # type: ignore[arg-type]
    ),
    "link that is no link": Case(
        FormError,
        "links: found 'crank', expected a Link",
        {"value": "crank"},
        python=lambda: four_bar(links=["ground", "crank"][1:]),
    ),
    "table for the links": Case(
        FormError, "links: found {}, expected a list of links", {"value": {}}, python=lambda: four_bar(links={})
    ),
    "table for the initial configuration": Case(
        FormError,
        "initial: found {'B': (0, 0)}, expected a value made with InitialConfiguration(…)",
        {},
        python=lambda: four_bar(initial={"B": (0, 0)}),
    ),
}
