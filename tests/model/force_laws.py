"""Force laws of every kind that a file can name, drawn at random."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from hypothesis import strategies as st

from sgkin.model.force_law import Elastic, ElasticTable, Friction, OverTime, SpeedTable, TimeTable
from tests.model.laws import LAWS, ordinary, values

ways = st.sampled_from(["both", "pull", "push"])
positive = st.floats(0.01, 100.0)
not_negative = ordinary(0.0, 100.0)


@st.composite
def tables(draw: st.DrawFn, kind: Any, least: int = 1, **others: st.SearchStrategy[Any]) -> Any:
    steps = draw(st.lists(st.floats(0.1, 10.0), min_size=least - 1, max_size=6))
    places = tuple(accumulate(steps, initial=draw(values)))
    forces = draw(st.lists(values, min_size=len(places), max_size=len(places)))
    return kind(places, tuple(forces), **{name: draw(strategy) for name, strategy in others.items()})


FORCE_LAWS: dict[str, st.SearchStrategy[Any]] = {
    "elastic": st.builds(Elastic, stiffness=not_negative, free=values, damping=not_negative, acts=ways),
    "elastic-table": tables(ElasticTable, least=2, damping=not_negative, acts=ways),
    "speed-table": tables(SpeedTable),
    "time-table": tables(TimeTable),
    "friction": st.builds(Friction, viscous=not_negative, dry=not_negative, speed=positive),
}
OVER_TIME = {kind: laws.map(OverTime) for kind, laws in LAWS.items()}

force_laws = st.one_of(*FORCE_LAWS.values(), *OVER_TIME.values())
