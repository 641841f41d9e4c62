"""The compiled kernels of closed forms work on several lanes at once: their machine code has packed arithmetic.

Another process asks for them all, so that it sees the machine code of each when it comes from the cache.
"""

from __future__ import annotations

import json
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from sgkin.kernels.class_iii import PP, PR, RP, RR, platform_kernel
from sgkin.kernels.class_iv import SLIDING, bridge_kernel
from sgkin.kernels.compiled import Operation
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import LaneOperation
from tests.kernels.closed_forms import MODULES

STAGES = ("position", "tangent", "mixed", "motion")
ITERATED = {"newton", "class_iii", "class_iv"}
"""Modules whose lanes wait for an iteration."""
NOT_ARITHMETIC = {
    "constant.position", "rotate.position", "turned frame.position", "frames.angle_position", "watch.margin",
    "reading.count_turns", "angles.tangent", "angles.mixed",
}  # fmt: skip
"""A constant, calls of sine and cosine, a search for the first doubtful lane, a count, and changes of sign."""
PACKED = {
    "x86_64": r"\bv?(?:add|sub|mul|div|sqrt|fn?m(?:add|sub)\d+)pd\b",
    "aarch64": r"\bf(?:add|sub|mul|div|sqrt|mla|mls)\s+(?:v\d+\.2d|z\d+\.d)\b",
}
MACHINE = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())

PROGRAM = """
import json
from numba.core.codegen import CPUCodeLibrary
from tests.kernels.test_packed import instructions, operations

cached, keep = {}, CPUCodeLibrary._set_compiled_object


def noted(library, code):
    cached[library.name] = code
    keep(library, code)


CPUCodeLibrary._set_compiled_object = noted
libraries = {name: operation.library._library for name, operation in operations().items()}
found = {name: library._compiled_object or cached[library.name] for name, library in libraries.items()}
print(json.dumps({name: instructions(code) for name, code in found.items()}))
"""


def instructions(code: bytes) -> list[str]:
    """The packed instructions in an object file."""
    with NamedTemporaryFile(suffix=".o") as file:
        file.write(code)
        file.flush()
        command = ["objdump", "--disassemble", "--no-show-raw-insn", file.name]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert "ret" in text
    return sorted(set(re.findall(PACKED[MACHINE], text)))


def operations() -> dict[str, Operation]:
    """Every kernel of a closed form, by name; where two are the same code one of them, the other has it from there."""
    entries = [entry for module in MODULES for entry in vars(module).values()]
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


def packed_instructions() -> dict[str, list[str]]:
    """The packed instructions in the machine code of every operation."""
    command, root = [sys.executable, "-c", PROGRAM], Path(__file__).parents[2]
    answer = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    found: dict[str, list[str]] = json.loads(answer.stdout)
    return found


def test_patterns_know_packed_from_scalar() -> None:
    assert re.search(PACKED["x86_64"], "\tvfmadd231pd\t%ymm0, %ymm1, %ymm2")
    assert not re.search(PACKED["x86_64"], "\tvmulsd\t%xmm0, %xmm1, %xmm2")
    assert not re.search(PACKED["x86_64"], "\tvmovupd\t%ymm0, (%rax)")
    assert re.search(PACKED["aarch64"], "\tfmul\tv0.2d, v1.2d, v2.2d")
    assert not re.search(PACKED["aarch64"], "\tfmul\td0, d1, d2")


@pytest.mark.skipif(MACHINE not in PACKED, reason="the packed instructions of this machine are not known here")
@pytest.mark.skipif(not shutil.which("objdump"), reason="there is no objdump to look at machine code")
def test_packed_arithmetic() -> None:
    found = packed_instructions()
    lane_by_lane = [name for name, instructions in found.items() if not instructions]
    assert not lane_by_lane, "these kernels work on one lane after the other"
    rooted = ("RRR", "RRP", "RPR", "circle and sphere", "three spheres", "line and sphere", "two cones", "leg")
    for name in (f"{kernel}.{stage}" for kernel in rooted for stage in ("position", "motion")):
        assert any("sqrt" in instruction for instruction in found[name]), f"{name} takes its roots one by one"
