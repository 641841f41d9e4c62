"""The answer does not depend on the seed with which Python hashes names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = """
from dataclasses import asdict
from random import Random
from sgkin import decompose, load_mechanism, mechanism_names
from tests.structure.gluing import random_mechanism
from tests.structure.sketch import mechanism
from tests.structure.spatial_sketch import random_sketch, taken_apart

for name in (*mechanism_names("planar"), *mechanism_names("spatial")):
    structure = decompose(load_mechanism(name))
    print(repr(structure), asdict(structure), structure)
for seed in range(6):
    print(asdict(taken_apart(random_sketch(Random(seed)).topology())[0]))
for seed in range(8):
    sketch = random_mechanism(Random(seed), groups=10, many_pins=True).sketch
    for changed in (sketch, sketch.without_joint(3), sketch.with_joint("P", 0, sketch.links - 1)):
        print(asdict(decompose(mechanism(changed))))
"""


def output(seed: int) -> bytes:
    environment = os.environ | {"PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    return subprocess.run([sys.executable, "-c", SCRIPT], env=environment, check=True, capture_output=True).stdout


def test_same_answer_for_every_hash_seed() -> None:
    first = output(1)
    assert first.count(b"'mobility': ") > 70
    assert output(2) == first
