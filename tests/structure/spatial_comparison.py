"""What the structure of a spatial sketch says, beside what the rank of a dense matrix says: `make fuzz-spatial`."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random

from sgkin.structure.generic_rows import generic_rows
from sgkin.structure.idle_legs import idle_bodies
from tests.structure import spatial_sketch as witness
from tests.structure.spatial_sketch import SpatialSketch, random_sketch, taken_apart


def differences(sketch: SpatialSketch) -> list[str]:
    """What differs, in words."""
    topology = sketch.topology()
    structure, parts = taken_apart(topology)
    found = []
    if structure.mobility != witness.mobility(sketch):
        found.append(f"mobility {structure.mobility}, witness {witness.mobility(sketch)}")
    loose = {f"L{body}" for body in witness.loose_bodies(sketch)}
    if set(structure.undetermined) != loose:
        found.append(f"undetermined {structure.undetermined}, witness {sorted(loose)}")
    names = [f"J{number}" for number in range(len(sketch.joints))] + [f"z{n}" for n in range(len(sketch.inputs))]
    expected = {names[element]: count for element, count in witness.redundant_rows(sketch).items()}
    redundant = {entry.name: entry.rows for entry in structure.redundant}
    if redundant != expected:
        found.append(f"redundant {redundant}, witness {expected}")
    idle = {each.bodies: each.freedoms for each in idle_bodies(topology, parts, generic_rows(topology)[1])}
    sets = witness.idle_sets(sketch) if loose else {}
    single = {bodies: count for bodies, count in sets.items() if len(bodies) == 1}
    if not (idle.items() <= sets.items() and single.items() <= idle.items()):
        found.append(f"idle {idle}, witness {sets}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=1000, help="how many seeds")
    given = parser.parse_args()
    wrong, sorts = 0, Counter[str]()
    for seed in range(given.start, given.start + given.count):
        sketch = random_sketch(Random(seed))
        structure, _ = taken_apart(sketch.topology())
        sorts["with redundant conditions"] += bool(structure.redundant)
        sorts["with loose bodies"] += bool(structure.undetermined)
        sorts["with idle bodies"] += bool(structure.idle)
        sorts["with several groups"] += len(structure.groups) > 1
        if told := differences(sketch):
            wrong += 1
            print(f"seed {seed}: {'; '.join(told)}: {sketch}", flush=True)
    print(f"{given.count} spatial mechanisms, {dict(sorts)}: {wrong} differ from the rank of a dense matrix")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
