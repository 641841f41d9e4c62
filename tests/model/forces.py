"""Forces of every kind that a file can hold, drawn at random, on a slider-crank with a free pin."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sgkin import (
    Actuator,
    Damper,
    JointFriction,
    Mass,
    Motor,
    PointForce,
    RotationalDamper,
    RotationalSpring,
    Spring,
    Torque,
    UniformBar,
    UniformDisc,
    UniformPolygon,
)
from tests.model.force_laws import FORCE_LAWS, force_laws, not_negative, positive, tables, ways
from tests.model.laws import values

names = st.just("load")
points = st.sampled_from([("ground.A", "rod.C"), ("crank.B", "piston.C"), ("ground.D", "crank.B")])
pins = st.sampled_from(["A", "B", "C"])
joints = st.sampled_from(["A", "B", "C", "D"])
inputs = st.sampled_from(
    ["motor", "D", "B", ("ground.A", "rod.C"), "rod.C.x", "rod.theta", "piston.y", ("B", "rod", "crank")]
)


FORCES: dict[str, st.SearchStrategy[Any]] = {
    "spring": st.builds(Spring, names, points, not_negative, not_negative, not_negative, ways)
    | tables(lambda x, y: Spring("load", ("ground.A", "rod.C"), lengths=x, forces=y, acts="pull"), least=2),
    "damper": st.builds(Damper, names, points, not_negative),
    "rotational-spring": st.builds(RotationalSpring, names, pins, not_negative, values, not_negative, ways),
    "rotational-damper": st.builds(
        RotationalDamper, names, st.just("B"), not_negative, st.sampled_from([(), ("rod", "crank")])
    ),
    "force": st.builds(PointForce, names, st.just("rod.C"), force_laws, values)
    | st.builds(
        PointForce, names, st.just("piston.C"), components=st.tuples(values, values), frame=st.sampled_from(["", "rod"])
    )
    | st.builds(PointForce, names, st.just("rod.C"), FORCE_LAWS["friction"], values, frame=st.just("rod")),
    "torque": st.builds(Torque, names, force_laws, joint=pins) | st.builds(Torque, names, values, link=st.just("rod")),
    "motor": tables(lambda x, y: Motor("load", "motor", x, y)) | tables(lambda x, y: Motor("load", "D", x, y)),
    "actuator": st.builds(Actuator, names, inputs, force_laws),
    "joint-friction": st.builds(JointFriction, names, joints, not_negative, not_negative, positive),
}

places = st.sampled_from(["B", "C"]) | st.tuples(values, values)
LOCAL: dict[Any, Any] = {"B": (0.0, 0.0), "C": (3.0, 0.0)}
"""Where these points are in the rod."""
ends = st.tuples(places, places).filter(lambda both: len({LOCAL.get(place, place) for place in both}) == 2)
MASSES: dict[str, st.SearchStrategy[Any]] = {
    "mass": st.builds(Mass, not_negative, places, not_negative) | st.just(Mass(0.0)),
    "uniform bar": st.builds(UniformBar, ends, mass=not_negative) | st.builds(UniformBar, ends, density=not_negative),
    "uniform disc": st.builds(UniformDisc, places, positive, mass=not_negative)
    | st.builds(UniformDisc, places, positive, density=not_negative),
    "uniform polygon": st.builds(UniformPolygon, st.just(("B", "C", (1.0, 1.0))), mass=not_negative)
    | st.builds(UniformPolygon, st.just(("B", "C", (1.0, 1.0))), density=not_negative),
}
