"""The examples in the description of mechanism files are what it says they are."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from sgkin import Mechanism, decompose
from sgkin.errors import ExpressionError
from sgkin.model.driver import DRIVER_KINDS
from sgkin.model.dynamics_file import SHAPES, WRITABLE
from sgkin.model.expression import FUNCTIONS
from sgkin.model.force_law import FORCE_LAW_KINDS
from sgkin.model.joint import JOINT_KINDS
from sgkin.model.mass import STANDARD_GRAVITY
from sgkin.model.mechanism_file import EXPECTED_KEYS, SECTIONS, TOP_KEYS, parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from sgkin.model.motion_law import LAW_KINDS
from sgkin.model.parameters_file import KEYS
from sgkin.model.quantity import ANGLES, LENGTHS
from sgkin.model.spatial_joint import SPATIAL_KINDS

TEXT = (Path(__file__).parents[2] / "docs" / "mechanism-files.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
WHOLE, PARAMETERS, JOINTS, DRIVERS, MASSES, FORCES, INITIAL, SPATIAL, FRAMES = BLOCKS


def test_the_complete_example() -> None:
    mechanism = parse_mechanism(WHOLE, Path("example.toml"))
    structure = decompose(mechanism)
    assert structure.formula == "I(crank) → RRR(coupler, rocker)"
    assert f"`{structure.formula}`" in TEXT
    assert structure.mobility == mechanism.expected.mobility
    assert Counter(group.signature for group in structure.groups) == Counter(mechanism.expected.groups)
    assert structure.geometry is not None
    assert structure.geometry.verdict == "agrees"


def test_the_other_examples_are_toml() -> None:
    assert tomllib.loads(JOINTS)["joints"]["D"]["kind"] == "prismatic"
    assert tomllib.loads(DRIVERS)["drivers"].keys() == {"boom", "robot"}
    assert "initial" in tomllib.loads(INITIAL)


def test_the_examples_of_joints_drivers_and_places_load() -> None:
    text = f"""
        {INITIAL.split("[initial]")[0]}
        [links]
        ground   = {{ D = [0, 0], P = [0, 0], C = [0, 0] }}
        piston   = {{ D = [0, 0] }}
        boom     = {{ Q = [0, 0], C = [0, 0], B = [50, 0] }}
        coupler  = {{ B = [0, 0], P = [1, 0] }}
        platform = {{}}
        [joints]
        C = {{ kind = "revolute", links = ["ground", "boom"] }}
        B = {{ kind = "revolute", links = ["boom", "coupler"] }}
        {JOINTS}
        [drivers]
        motor = {{ link = "coupler", law = "constant-speed", speed = 1 }}
        {DRIVERS}
        {INITIAL}
    """
    mechanism = parse_mechanism(text, Path("parts.toml"))
    assert mechanism.input_names == ("motor", "boom", "platform.x", "platform.y", "platform.theta")


def test_the_examples_of_masses_and_forces_load() -> None:
    gravity, _, masses = MASSES.partition("[masses]")
    wheel = WHOLE.replace("[joints]", "wheel = { O = [0, 0] }\n[joints]").replace(
        "[drivers]", 'W = { kind = "weld", links = ["crank", "wheel"], at = { crank = "O", wheel = "O" } }\n[drivers]'
    )
    text = f"{gravity}\n{wheel}\n[masses]\n{masses}\n{FORCES}"
    mechanism = parse_mechanism(text, Path("parts.toml"))
    assert mechanism.gravity == STANDARD_GRAVITY
    assert mechanism.rigid_masses().keys() == set(mechanism.moving_links)
    assert {force.kind for force in mechanism.forces} == set(WRITABLE)
    assert mechanism.rigid_mass("rocker").inertia == pytest.approx(350e-6)
    again = parse_mechanism(format_mechanism(mechanism), Path("parts.toml"))
    assert again.forces == mechanism.forces
    assert again.masses == mechanism.masses


def test_the_example_in_space() -> None:
    mechanism = parse_mechanism(SPATIAL, Path("rssr.toml"))
    assert mechanism.is_spatial
    assert mechanism.initial_inputs == {"motor": 0.0}
    assert parse_mechanism(format_mechanism(mechanism), Path("rssr.toml")) == mechanism
    links, initial = FRAMES.split("[initial]")
    text = SPATIAL.replace('rocker = ["D", "C"]', links.partition("[links]")[2]) + "[initial]" + initial
    assert parse_mechanism(text, Path("rssr.toml")).initial.poses.keys() == {"rocker"}


def with_parameters(parameters: str = PARAMETERS) -> Mechanism:
    """The complete example with parameters, and links made of them."""
    rest = WHOLE.partition("[joints]")
    return parse_mechanism(parameters + rest[1] + rest[2].replace("B = [130, 75]", "B = [20, 80]"), Path("parts.toml"))


def test_the_example_of_parameters() -> None:
    mechanism = with_parameters()
    assert mechanism.parameters["phi"].quantity == "angle"
    assert mechanism.numbers["coupler.P.y"].value == pytest.approx(0.0225)
    assert decompose(mechanism).mobility == 1
    assert parse_mechanism(format_mechanism(mechanism), Path("parts.toml")) == mechanism


def test_the_refusal_of_an_expression_that_is_shown() -> None:
    with pytest.raises(ExpressionError) as caught:
        with_parameters(PARAMETERS.replace('"= half"', '"= r3 + phi"'))
    assert f"`{str(caught.value).removeprefix('parts.toml: ')}`" in " ".join(TEXT.split())


def test_the_addresses_are_such() -> None:
    gravity, _, masses = MASSES.partition("[masses]")
    text = f"{gravity}\n{WHOLE}\n[masses]\n{masses.partition('wheel')[0]}\n{FORCES}"
    numbers = set(parse_mechanism(text.replace("[expected]", INITIAL_POINT), Path("parts.toml")).numbers)
    table = TEXT.partition("| address |")[2].partition("\n\n")[0]
    shown = set(re.findall(r"`([\w.]+)`", table))
    elsewhere = {each for each in shown if each.split(".")[0] in ("S", "mesh") or ".rod." in each or "robot" in each}
    assert {each.replace("piston", "rocker") for each in shown - elsewhere} <= numbers
    assert len(shown) > 15


INITIAL_POINT = '"coupler.P" = [1, 1]\nrocker = 0\ninputs = { motor = 30 }\n[expected]'


@pytest.mark.parametrize("name", [*FUNCTIONS, *KEYS])
def test_every_function_and_key_of_parameters_is_described(name: str) -> None:
    assert f"`{name}`" in TEXT


def test_the_error_that_is_shown() -> None:
    lines = TEXT.partition("    four_bar.toml: drivers: motor:")
    shown = " ".join((lines[1] + lines[2].partition("\n\n")[0]).split())
    with pytest.raises(ValueError, match="sped") as caught:
        parse_mechanism(WHOLE.replace("speed =", "sped ="), Path("four_bar.toml"))
    assert str(caught.value) == shown


@pytest.mark.parametrize(
    "name",
    [
        *TOP_KEYS,
        *SECTIONS,
        *JOINT_KINDS,
        *SPATIAL_KINDS,
        *DRIVER_KINDS,
        *LAW_KINDS,
        *EXPECTED_KEYS,
        *LENGTHS,
        *ANGLES,
        *WRITABLE,
        *FORCE_LAW_KINDS,
        *SHAPES,
    ],
)
def test_every_key_and_kind_is_described(name: str) -> None:
    assert re.search(rf"`{re.escape(name)}\b|\[{re.escape(name)}\]|^{re.escape(name)} ", TEXT, re.MULTILINE)
