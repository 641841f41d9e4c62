"""Loops that are written from lane functions: their names, rows, cache and tracebacks."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin.kernels.compiled import JIT
from sgkin.kernels.executor import run_operation
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import LaneOperation, formula, lane
from sgkin.kernels.vectors import minus, plus
from sgkin.plan.tape import Seeds
from tests.kernels.closed_forms import KERNELS
from tests.kernels.running import overlapping, placed
from tests.motion.groups import SIGNATURES, plan

ROOT = Path(__file__).parents[2]
KINDS = "point, direction, scalar, point3, direction3, frame"
MOVING = {name: kernel for name, kernel in KERNELS.items() if kernel.motion is not None}


@lane
def half_way(p, q):  # type: ignore[no-untyped-def]
    return plus(p, minus(q, p))


@lane
def half_way_first(pi, qi):  # type: ignore[no-untyped-def]
    return plus(pi, qi)


def declared(**changes: Any) -> Kernel:
    facts = {"inputs": "p q", "outputs": "c", "place": half_way} | changes
    return formula("half way", **facts)


class TestNames:
    def test_arguments_must_be_known(self) -> None:
        with pytest.raises(TypeError, match=r"half way: half_way has an argument 'q', which is none of p, r, branch"):
            declared(inputs="p r")
        with pytest.raises(TypeError, match="half_way_first has an argument 'qi'"):
            declared(inputs="p", place=lane(lambda p: p), first=half_way_first, second=half_way_first)

    def test_a_name_says_one_thing(self) -> None:
        for inputs, taken in (
            ("p q at_p", "at_px"),
            ("p q px:scalar", "px"),
            ("p q p", "px"),
            ("p q S:scalar", "S"),
            ("p q if:scalar", "if"),
        ):
            with pytest.raises(TypeError, match=f"the name '{taken}' cannot be told from others; choose another one"):
                declared(inputs=inputs)

    def test_kinds_must_be_known(self) -> None:
        with pytest.raises(TypeError, match=rf"'c' is said to be a 'line', which is none of {KINDS}$"):
            declared(outputs="c:line")
        for kind in ("vector", "vector3"):
            with pytest.raises(TypeError, match=rf"'c' is said to be a '{kind}', which is none of {KINDS}$"):
                declared(outputs=f"c:{kind}")

    def test_derivatives_come_together(self) -> None:
        with pytest.raises(TypeError, match="half way: first and second derivatives come together"):
            declared(first=half_way_first)

    def test_fixed_numbers_belong_to_the_geometry(self) -> None:
        with pytest.raises(TypeError, match="fixed are kind, which the geometry does not have"):
            declared(fixed={"kind": 1.0})

    def test_only_so_much_can_be_found(self) -> None:
        with pytest.raises(TypeError, match="more than 32 numbers"):
            declared(scratch=" ".join(f"s{number}" for number in range(31)))
        outputs = " ".join(f"c{number}" for number in range(6))
        with pytest.raises(TypeError, match="more than 32 numbers"):
            declared(outputs=outputs, first=half_way_first, second=half_way_first)

    def test_a_position_is_found_in_one_way(self) -> None:
        for changes in ({"place": None}, {"position": KERNELS["RRR"].position}):
            with pytest.raises(TypeError, match="half way: its position is found by a function place, or by an"):
                declared(**changes)

    def test_closures_are_refused(self) -> None:
        shift = 2.0

        @lane
        def shifted(p, q):  # type: ignore[no-untyped-def]
            return p[0] + shift * q[0], p[1]

        with pytest.raises(TypeError, match=r"shifted uses shift of the function around it; write it at the top"):
            declared(place=shifted)


@pytest.mark.parametrize("name", MOVING)
def test_motion_is_position_and_tangent(name: str) -> None:
    """On many lanes, and on each of them alone."""
    kernel, lanes = MOVING[name], 37
    form = kernel.form
    assert form is not None
    random = np.random.default_rng(5)
    labels = list(dict.fromkeys(form.rows("position") + form.rows("tangent")))
    start = random.uniform(0.5, 1.5, (len(labels), lanes))
    geometry, memory = random.uniform(0.2, 0.9, 40), np.ones(1)

    def run(stages: tuple[str, ...], state: Any) -> Any:
        stride = state.shape[1]
        for stage in stages:
            rows = np.array([labels.index(label) * stride for label in form.rows(stage)])
            run_operation(getattr(kernel, stage), state.reshape(-1), rows, geometry, memory, stride)
        return state

    found = [labels.index(label) for label in form.rows("motion")]
    with np.errstate(all="ignore"):
        in_two, at_once = run(("position", "tangent"), start.copy()), run(("motion",), start.copy())
        singly = np.concatenate([run(("motion",), start[:, [k]].copy()) for k in range(lanes)], axis=1)
    assert np.isfinite(in_two[found]).any()
    np.testing.assert_allclose(at_once[found], in_two[found], rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(singly[found], at_once[found], rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_travel(name: str) -> None:
    """And arrive as the operations that are there."""
    kernel = pickle.loads(pickle.dumps(KERNELS[name]))
    assert kernel == KERNELS[name]
    for stage in ("position", "tangent", "mixed", "motion"):
        assert getattr(kernel, stage) is getattr(KERNELS[name], stage)


@pytest.mark.parametrize("signature", SIGNATURES)
def test_no_row_is_written_under_two_names(signature: str) -> None:
    """Which the compiler is told; otherwise it would be free to mix up what is written and read."""
    made = plan(signature, 0)
    inputs = len(made.mechanism.input_names)
    site = made.site.extended()
    wanted = list(dict.fromkeys(feature for link in made.links for feature in site.link_features(link)))
    for seeds in (None, Seeds(1, True), Seeds(inputs, False)):
        for watch in (False, True):
            tape = made.write_tape(site, wanted, seeds, watch=watch, groups=made.solved_groups)
            assert any(isinstance(operation, LaneOperation) for operation in tape.operations)
            assert not overlapping(tape)


def test_overlapping_rows_would_be_seen() -> None:
    made = plan("RRR", 0)
    tape = made.write_tape(made.site, (), None, watch=False, groups=made.solved_groups)
    number = next(n for n, operation in enumerate(tape.operations) if operation.name == "RRR.position")
    tape.rows[tape.row_start[number] + 4] = tape.rows[tape.row_start[number]]
    assert overlapping(tape) == ["RRR.position"]


SHARED = """
from sgkin.kernels.lanes import formula, lane

@lane
def less(a, b):
    return a - b

one = formula("one", inputs="a:scalar b:scalar", outputs="c:scalar", place=less)
two = formula("two", inputs="b:scalar a:scalar", outputs="c:scalar", place=less)
"""
IMPORTED = """
from sgkin.kernels.lanes import lane

FACTOR = 2.0

@lane
def scaled(a):
    return 10.0 * a
"""
IMPORTING = """
import imported
from imported import FACTOR, scaled
from sgkin.kernels.lanes import formula, lane

@lane
def place(a):
    return FACTOR * scaled(a) + imported.FACTOR

KERNEL = formula("importing", inputs="a:scalar", outputs="c:scalar", place=place)
"""
RUNNING = """
import sys
from tests.kernels.running import placed
from {module} import {names}
for kernel in ({names},):
    print(placed(kernel, {{"a": [5.0], "b": [3.0]}}, [0.0])["c"][0], getattr(kernel.position.library, "cache_hits", 0))
"""


def run(folder: Path, module: str, names: str) -> list[tuple[float, int]]:
    """What kernels of a file in a folder give in a fresh process, and how often their code was in the cache."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    environment.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-c", RUNNING.format(module=module, names=names)]
    answer = subprocess.run(command, env=environment, cwd=folder, check=True, capture_output=True, text=True)
    return [(float(line.split()[0]), int(line.split()[1])) for line in answer.stdout.splitlines()]


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
class TestCache:
    def test_loops_that_differ_only_in_the_numbers_of_their_rows(self, tmp_path: Path) -> None:
        """They have the same file, line and byte code; the code of one must not be taken for that of the other."""
        (tmp_path / "shared.py").write_text(SHARED, encoding="utf-8")
        assert run(tmp_path, "shared", "one") == [(2.0, 0)]
        assert run(tmp_path, "shared", "two") == [(2.0, 0)]
        assert run(tmp_path, "shared", "one, two") == [(2.0, 1), (2.0, 1)]

    def test_what_is_imported_from_another_file(self, tmp_path: Path) -> None:
        (tmp_path / "imported.py").write_text(IMPORTED, encoding="utf-8")
        (tmp_path / "importing.py").write_text(IMPORTING, encoding="utf-8")
        assert run(tmp_path, "importing", "KERNEL") == [(102.0, 0)]
        assert run(tmp_path, "importing", "KERNEL") == [(102.0, 1)]
        (tmp_path / "imported.py").write_text(IMPORTED.replace("10.0", "20.0"), encoding="utf-8")
        assert run(tmp_path, "importing", "KERNEL") == [(202.0, 0)]
        (tmp_path / "imported.py").write_text(IMPORTED.replace("FACTOR = 2.0", "FACTOR = 3.0"), encoding="utf-8")
        assert run(tmp_path, "importing", "KERNEL") == [(153.0, 0)]

    def test_code_that_a_version_with_other_names_has_left_is_made_anew(self, tmp_path: Path) -> None:
        (tmp_path / "shared.py").write_text(SHARED, encoding="utf-8")
        assert run(tmp_path, "shared", "one") == [(2.0, 0)]
        for index in (tmp_path / "__pycache__").glob("*.nbi"):
            kept = index.read_bytes()
            version = pickle.dumps(pickle.loads(kept), protocol=-1)
            index.write_bytes(version + b"csgkin.kernels.gone\nThing\n.")  # a pickled name that is no longer there
        assert run(tmp_path, "shared", "one") == [(2.0, 0)]
        assert run(tmp_path, "shared", "one") == [(2.0, 1)]


FAILING = """
from sgkin.kernels.lanes import formula, lane
from tests.kernels.running import placed

@lane
def place(a):
    b = a + 1.0
    return b.nothing

placed(formula("failing", inputs="a:scalar", outputs="c:scalar", place=place), {"a": [1.0]}, [0.0])
"""


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_tracebacks_name_file_and_line_of_the_lane_function(tmp_path: Path, disabled: str) -> None:
    file = tmp_path / "failing.py"
    file.write_text(FAILING, encoding="utf-8")
    environment = os.environ | {"NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": str(ROOT)}
    answer = subprocess.run(
        [sys.executable, str(file)], env=environment, cwd=tmp_path, check=False, capture_output=True, text=True
    )
    line = FAILING.splitlines().index("    return b.nothing") + 1
    assert answer.returncode == 1
    told = answer.stderr.replace("failing.py (", 'failing.py", line ')
    assert f'failing.py", line {line}' in told
    assert "nothing" in told


def test_a_dyad_by_hand() -> None:
    """Pins 2 apart, links of 5 and 5: the inner pin lies √24 above the middle."""
    found = placed(KERNELS["RRR"], {"p": (0.0, 0.0), "q": (2.0, 0.0)}, [25.0, 25.0, 1.0], branch=-1)
    np.testing.assert_allclose(found["c"], [1.0, -np.sqrt(24.0)], rtol=1e-15)
