"""Designs in a store are those in memory; what is done is not done again, and what belongs to others is refused."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sgkin import (
    DesignMotions,
    InputError,
    StoreError,
    Study,
    load_mechanism,
    make_study,
    open_designs,
    solve_designs,
)
from sgkin.designs import stretches
from sgkin.designs.design_motions import DesignStatus
from sgkin.designs.running import Runner
from sgkin.errors import MissingToolError
from tests.designs.witness import spread

FOUR_BAR = load_mechanism("four_bar_crank_rocker")
TIMES = np.linspace(0.0, 1.0, 13)
SIZE = 100
"""Designs of a stretch here."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "FEWEST", SIZE)
    monkeypatch.setattr(stretches, "MOST", SIZE)


@pytest.fixture
def solved_designs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many designs each run has solved, from now on."""
    counts: list[int] = []
    run = Runner.run

    def counted(runner: Runner, parameters: Any, *others: Any) -> None:
        counts.append(len(parameters))
        run(runner, parameters, *others)

    monkeypatch.setattr(Runner, "run", counted)
    return counts


def study() -> Study:
    return make_study(FOUR_BAR, ["crank.B.x", "coupler.C.x"], ["coupler", "coupler.P"])


DESIGNS = spread(study(), 3 * SIZE + 7, 0.4)


def highest(motions: DesignMotions) -> Any:
    return motions.position("coupler.P")[:, :, 1].max(axis=1)


def farthest(motions: DesignMotions) -> Any:
    return motions.position("coupler.P").max(axis=1)


def assert_same(found: DesignMotions, wanted: DesignMotions) -> None:
    for name in ("parameters", "status", "ended_at", "ended_by"):
        assert np.array_equal(getattr(found, name), getattr(wanted, name)), name
    assert np.array_equal(found.drive.inputs, wanted.drive.inputs)
    assert (found.scores is None) == (wanted.scores is None)
    assert found.scores is None or np.array_equal(found.scores, wanted.scores, equal_nan=True)  # type: ignore[arg-type]


def test_outputs(tmp_path: Path) -> None:
    quantities = ["position", "acceleration", "margin", "transmission angle"]
    wanted = solve_designs(study(), DESIGNS, TIMES, quantities=quantities, progress=False)
    stored = solve_designs(study(), DESIGNS, TIMES, quantities=quantities, store=tmp_path / "designs", progress=False)
    assert {*wanted.status.tolist()} == {*DesignStatus}
    for found in (stored, open_designs(tmp_path / "designs")):
        assert_same(found, wanted)
        for mine, its in ((found, wanted), (found.part(50, 250), wanted.part(50, 250))):
            for name in ("coupler", "coupler.P"):
                assert np.array_equal(mine.position(name), its.position(name), equal_nan=True)
                assert np.array_equal(mine.velocity(name), its.velocity(name), equal_nan=True)
                assert np.array_equal(mine.acceleration(name), its.acceleration(name), equal_nan=True)
            assert np.array_equal(mine.margin(1), its.margin(1), equal_nan=True)
            assert np.array_equal(mine.transmission_angle("C"), its.transmission_angle("C"), equal_nan=True)
        assert found.describe(1) == wanted.describe(1)
    assert len(found.part(50, 250)) == 200


@pytest.mark.parametrize("keep", ["status", highest, farthest])
def test_tables(keep: Any, tmp_path: Path) -> None:
    wanted = solve_designs(study(), DESIGNS, TIMES, keep=keep, progress=False)
    assert_same(solve_designs(study(), DESIGNS, TIMES, keep=keep, store=tmp_path / "s", progress=False), wanted)
    assert_same(open_designs(tmp_path / "s"), wanted)
    assert not (tmp_path / "s" / "found").exists()


def test_nothing_is_compressed(tmp_path: Path) -> None:
    solve_designs(study(), DESIGNS, TIMES, store=tmp_path / "designs", progress=False)
    assert (tmp_path / "designs" / "parameters" / "c" / "0" / "0").read_bytes() == DESIGNS[:SIZE].tobytes()


@pytest.mark.parametrize("keep", ["outputs", highest])
def test_an_interrupted_run_goes_on(keep: Any, tmp_path: Path, solved_designs: list[int]) -> None:
    def stop(done: int, of: int) -> None:
        if done >= 2 * SIZE:
            raise KeyboardInterrupt

    store = tmp_path / "designs"
    with pytest.raises(KeyboardInterrupt):
        solve_designs(study(), DESIGNS, TIMES, keep=keep, store=store, progress=stop)
    with pytest.raises(StoreError, match="2 of 4 stretches are not solved yet"):
        open_designs(store)
    assert sum(solved_designs) == 2 * SIZE
    told = list[tuple[int, int]]()
    found = solve_designs(study(), DESIGNS, TIMES, keep=keep, store=store, progress=lambda *each: told.append(each))
    assert sum(solved_designs) == len(DESIGNS)
    assert told == [(3 * SIZE, len(DESIGNS)), (len(DESIGNS), len(DESIGNS))]
    solve_designs(study(), DESIGNS, TIMES, keep=keep, store=store, progress=False)
    assert sum(solved_designs) == len(DESIGNS)
    assert_same(found, solve_designs(study(), DESIGNS, TIMES, keep=keep, progress=False))


def test_outputs_without_a_status_are_written_again(tmp_path: Path) -> None:
    """As they are left by who is stopped between the two."""
    store = tmp_path / "designs"
    wanted = solve_designs(study(), DESIGNS, TIMES, store=store, progress=False).position("coupler").copy()
    (store / "status" / "c" / "1").unlink()
    (store / "found" / "c" / "1" / "0" / "0").write_bytes(b"")
    found = solve_designs(study(), DESIGNS, TIMES, store=store, progress=False)
    assert np.array_equal(found.position("coupler"), wanted, equal_nan=True)


def test_what_a_store_that_was_never_whole_leaves_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "designs.begun").mkdir()
    solve_designs(study(), DESIGNS, TIMES, keep="status", store=tmp_path / "designs", progress=False)
    assert [each.name for each in tmp_path.iterdir()] == ["designs"]


LONGER = FOUR_BAR.with_parameters({"rocker.C.x": 9.001})
OTHERS: dict[str, dict[str, Any]] = {
    "mechanism": {"study": make_study(LONGER, study().vary, study().outputs)},
    "vary": {"study": make_study(FOUR_BAR, ["crank.B.x", "rocker.C.x"], study().outputs)},
    "outputs": {"study": make_study(FOUR_BAR, study().vary, ["rocker"])},
    "kept": {"quantities": ["position", "velocity"]},
    "branches": {"branches": "nearest"},
    "keep": {"keep": "status"},
    "steps": {"times": TIMES[:-1]},
    "parameters": {"parameters": DESIGNS[::-1]},
}


@pytest.mark.parametrize("differs", OTHERS)
def test_a_store_of_others_is_refused(differs: str, tmp_path: Path) -> None:
    given = {"study": study(), "parameters": DESIGNS, "times": TIMES, "store": tmp_path / "designs", "progress": False}
    solve_designs(**given)  # type: ignore[arg-type]
    with pytest.raises(StoreError, match=r"this store was begun with .*; name another store") as caught:
        solve_designs(**given | OTHERS[differs])  # type: ignore[arg-type]
    assert caught.value.differs == differs
    assert caught.value.store == tmp_path / "designs"


class Weighted:
    """A reducer that is no function."""

    def __init__(self, weight: float) -> None:
        self.weight = weight

    def __call__(self, motions: DesignMotions) -> Any:
        return self.weight * highest(motions)


def weighted(weight: float) -> Any:
    return lambda motions: weight * highest(motions)


@pytest.mark.parametrize("make", [Weighted, weighted])
def test_functions_are_told_apart(make: Any, tmp_path: Path, solved_designs: list[int]) -> None:
    def scores(weight: float) -> DesignMotions:
        return solve_designs(study(), DESIGNS, TIMES, keep=make(weight), store=tmp_path / "designs", progress=False)

    first = scores(2.0)
    before = sum(solved_designs)
    assert_same(scores(2.0), first)
    assert sum(solved_designs) == before
    with pytest.raises(StoreError, match="something else to keep"):
        scores(3.0)


def test_what_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    for name in ("file", "folder"):
        with pytest.raises(StoreError, match="this is no store of designs"):
            open_designs(tmp_path / name)
        with pytest.raises(StoreError, match="this is no store of designs"):
            solve_designs(study(), DESIGNS, TIMES, store=tmp_path / name, progress=False)
    with pytest.raises(StoreError, match="there is no such store"):
        open_designs(tmp_path / "nowhere")
    with pytest.raises(StoreError, match="there is no folder"):
        solve_designs(study(), DESIGNS, TIMES, store=tmp_path / "nowhere" / "designs", progress=False)
    with pytest.raises(InputError, match="store is 3"):
        solve_designs(study(), DESIGNS, TIMES, store=3, progress=False)  # type: ignore[arg-type]


def test_a_function_that_cannot_be_told_from_others(tmp_path: Path) -> None:
    class Hidden(Weighted):
        """Nobody can import it."""

    with pytest.raises(InputError, match="could not tell from others"):
        solve_designs(study(), DESIGNS, TIMES, keep=Hidden(1.0), store=tmp_path / "designs", progress=False)


def test_without_zarr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zarr", None)
    with pytest.raises(MissingToolError, match=r"a store of designs needs zarr.*sgkin\[cluster\]"):
        solve_designs(study(), DESIGNS, TIMES, store=tmp_path / "designs", progress=False)
