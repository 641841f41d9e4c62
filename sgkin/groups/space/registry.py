"""The groups in space that have a solver of their own.

Groups that are not among them are found ball by ball where closed forms do that, see
`sgkin.groups.space.links_by_points`; all others by iteration, see `sgkin.groups.space.newton`.
"""

from __future__ import annotations

from sgkin.groups.declaration import Declaration
from sgkin.groups.space.chains import build_on_cross, build_three_cylinders, build_three_pins
from sgkin.groups.space.concurrent import CONES
from sgkin.groups.space.driven_links import build_driven, build_posed
from sgkin.groups.space.example import example_of, one_of
from sgkin.groups.space.links_by_points import build_by_points
from sgkin.groups.space.points import ROD_AND_ARM, ROD_AND_GUIDE, THREE_RODS

BRANCHES = (1, -1)

DRIVEN = tuple(
    Declaration(
        signature=f"{letter}*",
        build=build_driven,
        example=example_of([(letter, "a", "1")], driven=driven),
        space="spatial",
    )
    for letter, driven in {"R": ["J2"], "P": ["J2"], "H": ["J2"], "C": ["J2.angle", "J2.stroke"]}.items()
)
POSED = Declaration(
    signature="pose*",
    build=build_posed,
    example=example_of([("R", "a", "1"), ("SS", "1", "b")], posed=True),
    space="spatial",
)
BY_POINTS = (
    Declaration(
        signature="R-(SS)",
        build=build_by_points,
        example=example_of([("R", "a", "1"), ("SS", "1", "b")]),
        branches=BRANCHES,
        singular_when=ROD_AND_ARM,
        space="spatial",
    ),
    Declaration(
        signature="P-(SS)",
        build=build_by_points,
        example=example_of([("P", "a", "1"), ("SS", "1", "b")]),
        branches=BRANCHES,
        singular_when=ROD_AND_GUIDE,
        space="spatial",
    ),
    Declaration(
        signature="R-(SPS)",
        build=build_by_points,
        example=example_of([("R", "a", "1"), ("SS", "1", "b")], driven=["J3"]),
        branches=BRANCHES,
        singular_when=ROD_AND_ARM,
        space="spatial",
    ),
    Declaration(
        signature="P-(SPS)",
        build=build_by_points,
        example=example_of([("P", "a", "1"), ("SS", "1", "b")], driven=["J3"]),
        branches=BRANCHES,
        singular_when=ROD_AND_GUIDE,
        space="spatial",
    ),
    Declaration(
        signature="P-F", build=build_by_points, example=example_of([("P", "a", "1"), ("F", "1", "b")]), space="spatial"
    ),
    Declaration(
        signature="RUS",
        build=build_by_points,
        example=example_of([("R", "a", "1"), ("U", "1", "2"), ("S", "2", "b")]),
        branches=BRANCHES,
        singular_when=ROD_AND_ARM,
        space="spatial",
    ),
    Declaration(
        signature="PUS",
        build=build_by_points,
        example=example_of([("P", "a", "1"), ("U", "1", "2"), ("S", "2", "b")]),
        branches=BRANCHES,
        singular_when=ROD_AND_GUIDE,
        space="spatial",
    ),
    Declaration(
        signature="S-(RS)-(SS)",
        build=build_by_points,
        example=example_of([("S", "a", "1"), ("R", "b", "2"), ("S", "2", "1"), ("SS", "1", "ground")]),
        branches=BRANCHES,
        singular_when=THREE_RODS,
        space="spatial",
    ),
)
CCC = Declaration(
    signature="CCC",
    build=build_three_cylinders,
    example=example_of([("C", "a", "1"), ("C", "1", "2"), ("C", "2", "b")]),
    branches=BRANCHES,
    branch=CONES.branch,
    singular_when=CONES.singular_when,
    space="spatial",
)
THREE_PINS = [("R", "a", "1"), ("R", "1", "2"), ("R", "2", "b")]
RRR = Declaration(
    signature="RRR",
    build=build_three_pins,
    example=one_of(example_of(THREE_PINS, form="concurrent"), example_of(THREE_PINS, form="parallel")),
    branches=BRANCHES,
    branch=CONES.branch,
    singular_when=CONES.singular_when,
    space="spatial",
)
ON_CROSS = Declaration(
    signature="R-U",
    build=build_on_cross,
    example=example_of([("R", "b", "1"), ("U", "a", "1")], form="concurrent"),
    branches=BRANCHES,
    branch=CONES.branch,
    singular_when=CONES.singular_when,
    space="spatial",
)

IN_SPACE = (*DRIVEN, POSED, *BY_POINTS, CCC, RRR, ON_CROSS)
