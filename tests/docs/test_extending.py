"""The page on adding a group: its code runs, and its kernels obey what is asked of every group."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sgkin import InitialConfiguration, Link, Mechanism, MotionError, PinInSlot, load_mechanism, make_plan, solve
from sgkin.groups.declaration import Declaration
from sgkin.groups.registry import REGISTRY, register, registry_of
from sgkin.groups.space.links_by_points import NoClosedFormError
from sgkin.kinematic_plan import KinematicPlan
from sgkin.plan.tape import Layout, Seeds
from tests.docs.code_blocks import DOCS, run_page

SEEDS = range(12)
SPATIAL = registry_of("spatial")


@pytest.fixture(scope="module")
def registry() -> Iterator[dict[str, Any]]:
    before, in_space = dict(REGISTRY), dict(SPATIAL)
    yield REGISTRY
    for registry, kept in ((REGISTRY, before), (SPATIAL, in_space)):
        registry.clear()
        registry.update(kept)


@pytest.fixture(scope="module")
def page(registry: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    return run_page("extending.md", tmp_path_factory.mktemp("extending"))


def plans(page: ModuleType, mechanism: Mechanism) -> tuple[KinematicPlan, KinematicPlan]:
    """With the solver of the page, and with the iteration."""
    own = make_plan(mechanism)
    declaration = REGISTRY.pop("R-HP")  # that of the page
    iterated = make_plan(mechanism)
    REGISTRY["R-HP"] = declaration
    return own, iterated


def test_page_runs_and_its_solver_is_registered(page: ModuleType) -> None:
    assert REGISTRY["R-HP"] is page.SLOTTED_LEVER


def test_its_group_in_space_is_used(page: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert SPATIAL["R-(SS)"] is page.ROCKER
    built: list[str] = []

    def build(task: Any, builder: Any) -> None:
        built.extend(task.links)
        page.build_rocker(task, builder)

    monkeypatch.setitem(SPATIAL, "R-(SS)", replace(page.ROCKER, build=build))
    plan = make_plan(load_mechanism("rssr"))
    assert built == ["rocker"]
    assert [element.kernel.name for element in plan.solvers if element is not None] == ["circle and sphere"]
    solve(plan, inputs=np.linspace(0.0, 6.0, 25), input_rates=np.ones((25, 1)), coefficients=True, check="global")


@pytest.mark.usefixtures("registry")
def test_a_signature_of_space_that_nobody_solves_can_be_taught() -> None:
    """A link on a pin with a point on a plane is iterated until somebody registers it."""
    mechanism = load_mechanism("swash_plate").driven_by("G2")
    iterated = make_plan(mechanism)
    assert [iterated.structure.groups[number].signature for number in np.flatnonzero(iterated.iterated)] == ["R-F"]
    tasks: list[str] = []

    def build(task: Any, builder: Any) -> None:
        tasks.append(task.group.signature)
        raise NoClosedFormError

    register(Declaration(signature="R-F", build=build, example=SPATIAL["P-F"].example, space="spatial"))
    assert make_plan(mechanism).iterated.tolist() == iterated.iterated.tolist()
    assert tasks == ["R-F"]


def test_kernels_work_on_several_lanes_at_once(page: ModuleType) -> None:
    kernel = page.KERNEL
    for operation in (kernel.position, kernel.tangent, kernel.mixed, kernel.motion):
        assert re.search(r"fmul.* <\d+ x double>", operation.library.inspect_llvm()), operation.name


@pytest.mark.parametrize("seed", SEEDS)
def test_new_solver_agrees_with_the_iteration(page: ModuleType, seed: int) -> None:
    own, iterated = plans(page, page.example(np.random.default_rng(seed)))
    times = np.linspace(0.0, 10.0, 801)
    one, other = solve(own, times), solve(iterated, times)
    for read in ("position", "velocity", "acceleration"):
        np.testing.assert_allclose(getattr(one, read)("lever"), getattr(other, read)("lever"), rtol=0, atol=1e-9)


def mixed_derivative(plan: KinematicPlan) -> NDArray[np.float64]:
    """x, y and θ of the lever, differentiated by both inputs, at the initial configuration."""
    site = plan.site.extended()
    origin, direction = site.link_features("lever")
    tape = plan.write_tape(site, (origin, direction), Seeds(2, False), watch=False)
    layout = Layout(tape, 1, 1)
    for row, value in zip(tape.input_rows, plan.mechanism.initial_inputs.values(), strict=True):
        layout.row(row)[0] = value
    plan.run(tape, layout, plan.start.copy(), 1)
    rows = [row for feature in (origin, direction) for row in tape.features[feature].second[0, 1]]
    return np.array([layout.row(row)[0] for row in rows])


@pytest.mark.parametrize("seed", SEEDS)
def test_mixed_second_derivative_agrees_with_the_iteration(page: ModuleType, seed: int) -> None:
    own, iterated = plans(page, page.example(np.random.default_rng(seed)))
    np.testing.assert_allclose(mixed_derivative(own), mixed_derivative(iterated), rtol=0, atol=1e-10)


def test_lever_that_carries_the_pin_is_left_to_the_iteration(page: ModuleType) -> None:
    given = page.example(np.random.default_rng(0))
    ground, a, b, _ = given.links
    turned = Mechanism(
        "pin_on_lever",
        links=[ground, a, b, Link("lever", {"P": (0.0, 0.0), "Q": (5.0, 0.0)})],
        joints=[*given.joints[:3], PinInSlot("Q", ("lever", "b"), angle=np.pi / 2)],
        drivers=given.drivers,
        initial=InitialConfiguration(angles={"lever": 0.6}, inputs={"motor_a": 0.0, "motor_b": 0.0}),
    )
    motion = solve(turned, inputs=np.linspace([0.0, 0.0], [0.3, 0.2], 31))
    np.testing.assert_allclose(motion.position("lever.Q", relative_to="b")[:, 0], 1.0, atol=1e-12)
    with pytest.raises(MotionError, match="dead point"):
        solve(turned, inputs=np.linspace([0.0, 0.0], [np.pi, 0.0], 100))


def test_a_joint_is_added_as_the_page_says() -> None:
    """Every line of code that the page shows stands in one of the files that it names."""
    text = (DOCS / "extending.md").read_text(encoding="utf-8").partition("## Adding a joint")[2]
    root = DOCS.parent
    sources = [(root / name).read_text(encoding="utf-8") for name in re.findall(r"`(sgkin/[\w/]+\.py)`", text)]
    shown = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    assert len(sources) >= 7
    assert len(shown) >= 8
    for line in shown:
        assert any(line in source for source in sources), line
