"""The compiled kernels of closed forms work on several lanes at once: their machine code has packed arithmetic.

Machine code that comes from the cache cannot be looked at, so another process compiles it all anew.
"""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import sgkin.kernels
from sgkin.kernels.class_iii import PP, PR, RP, RR, platform_kernel
from sgkin.kernels.class_iv import SLIDING, bridge_kernel
from sgkin.kernels.compiled import Operation
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import LaneOperation

STAGES = ("position", "tangent", "mixed", "motion")
ITERATED = {"newton", "class_iii", "class_iv"}
"""Modules whose lanes wait for an iteration."""
NOT_ARITHMETIC = {
    "constant.position", "rotate.position", "frames.angle_position", "watch.margin", "reading.count_turns",
    "angles.tangent", "angles.mixed",
}  # fmt: skip
"""A constant, calls of sine and cosine, a search for the first doubtful lane, a count, and changes of sign."""
PACKED = {
    "x86_64": r"\bv?(?:add|sub|mul|div|sqrt|fn?m(?:add|sub)\d+)pd\b",
    "aarch64": r"\bf(?:add|sub|mul|div|sqrt|mla|mls)\s+(?:v\d+\.2d|z\d+\.d)\b",
}
MACHINE = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())

PROGRAM = """
import json, re, sys
from tests.kernels.test_packed import operations
pattern = re.compile(sys.argv[1])
found = {}
for name, operation in operations().items():
    code = operation.library._library.get_asm_str()
    found[name] = sorted(set(pattern.findall(code)))
print(json.dumps(found))
"""


def operations() -> dict[str, Operation]:
    """Every kernel of a closed form, by name; where two are the same code one of them, the other has it from there."""
    modules = [import_module(f"sgkin.kernels.{module.name}") for module in iter_modules(sgkin.kernels.__path__)]
    entries = [entry for module in modules for entry in vars(module).values()]
    kernels = [entry for entry in entries if isinstance(entry, Kernel) and entry.form is not None]
    kernels += [platform_kernel(kinds) for kinds in ((RR, RR, RR), (RR, RP, PR), (RP, PR, PP))]
    kernels += [bridge_kernel((RR, RP), (0.0, SLIDING)), bridge_kernel((PR, PP), (SLIDING, 0.0))]
    made = [getattr(kernel, stage) for kernel in kernels for stage in STAGES]
    written = {operation.text: operation for operation in made if isinstance(operation, LaneOperation)}.values()
    return {
        operation.name: operation
        for operation in (*entries, *written)
        if isinstance(operation, Operation)
        and operation.name.split(".")[0] not in ITERATED
        and operation.name not in NOT_ARITHMETIC
    }


def packed_instructions(folder: Path) -> dict[str, list[str]]:
    """The packed instructions in the machine code of every operation."""
    command = [sys.executable, "-c", PROGRAM, PACKED[MACHINE]]
    environment, root = os.environ | {"NUMBA_CACHE_DIR": str(folder)}, Path(__file__).parents[2]
    answer = subprocess.run(command, env=environment, cwd=root, check=True, capture_output=True, text=True)
    found: dict[str, list[str]] = json.loads(answer.stdout)
    return found


def test_patterns_know_packed_from_scalar() -> None:
    assert re.search(PACKED["x86_64"], "\tvfmadd231pd\t%ymm0, %ymm1, %ymm2")
    assert not re.search(PACKED["x86_64"], "\tvmulsd\t%xmm0, %xmm1, %xmm2")
    assert not re.search(PACKED["x86_64"], "\tvmovupd\t%ymm0, (%rax)")
    assert re.search(PACKED["aarch64"], "\tfmul\tv0.2d, v1.2d, v2.2d")
    assert not re.search(PACKED["aarch64"], "\tfmul\td0, d1, d2")


@pytest.mark.skipif(MACHINE not in PACKED, reason="the packed instructions of this machine are not known here")
def test_packed_arithmetic(tmp_path: Path) -> None:
    found = packed_instructions(tmp_path)
    lane_by_lane = [name for name, instructions in found.items() if not instructions]
    assert not lane_by_lane, "these kernels work on one lane after the other"
    for name in ("RRR.position", "RRR.motion", "RRP.position", "RRP.motion", "RPR.position", "RPR.motion"):
        assert any("sqrt" in instruction for instruction in found[name]), f"{name} takes its roots one by one"
