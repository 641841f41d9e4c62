"""Iterated groups against published examples: the five-link suspension, the Gough–Stewart platform, and the 7R loop."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import yaml

from sgkin import load_mechanism, make_plan
from sgkin.arrays import Floats
from sgkin.space import of_bryant
from tests.spatial.groups.cases import moved

REFERENCE = yaml.safe_load(
    (Path(__file__).parents[2] / "reference" / "uchida_spatial.yaml").read_text(encoding="utf-8")
)


def angles(turn: Floats) -> Floats:
    """Of R = Rz(φ) Ry(θ) Rx(ψ) (n, 3, 3)."""
    phi, psi = np.arctan2(turn[:, 1, 0], turn[:, 0, 0]), np.arctan2(turn[:, 2, 1], turn[:, 2, 2])
    return np.stack([phi, -np.arcsin(turn[:, 2, 0]), psi], axis=1)


def test_five_link() -> None:
    rows = np.array(REFERENCE["five_link"]["rows"])
    mechanism = load_mechanism("five_link")
    for half in (rows[rows[:, 0] <= 0][::-1], rows[rows[:, 0] >= 0]):
        motion = moved(mechanism, 1e-3 * half[:, 0])
        assert np.abs(1e3 * motion.position("carrier.G")[:, :2] - half[:, 1:3]).max() < 1e-5
        assert np.abs(np.degrees(angles(motion.orientation("carrier"))) - half[:, 3:]).max() < 1e-5


def test_coefficients_of_five_link() -> None:
    """Angles of the thesis are differentiated here: θ̇ and its like from ω, at steps around the place."""
    wanted = REFERENCE["five_link"]["at_0_05_m"]
    aside = 1e-5
    motion = moved(load_mechanism("five_link"), [0.0, 0.025, 0.05 - aside, 0.05, 0.05 + aside])
    found = np.hstack([motion.position("carrier.G")[:, :2], angles(motion.orientation("carrier"))])
    assert np.abs(found[3] - wanted["position"]).max() < 1e-14
    rates = np.hstack(
        [motion.velocity("carrier.G")[:, :2], angle_rates(found[:, 2:], motion.angular_velocity("carrier"))]
    )
    assert np.abs(rates[3] - wanted["K"]).max() < 1e-11
    assert np.abs((rates[4] - rates[2]) / (2.0 * aside) - wanted["L"]).max() < 1e-6
    assert np.abs(motion.acceleration("carrier.G")[3, :2] - wanted["L"][:2]).max() < 1e-8


def angle_rates(given: Floats, spin: Floats) -> Floats:
    """φ̇, θ̇, ψ̇ from ω = φ̇ z + θ̇ y′ + ψ̇ x″."""
    found = []
    for (phi, theta, _), omega in zip(given, spin, strict=True):
        y = np.array([-np.sin(phi), np.cos(phi), 0.0])
        x = np.array([np.cos(phi) * np.cos(theta), np.sin(phi) * np.cos(theta), -np.sin(theta)])
        found.append(np.linalg.solve(np.stack([[0.0, 0.0, 1.0], y, x], axis=1), omega))
    return np.array(found)


def leg_lengths(places: Floats, turns: Floats) -> Floats:
    """The inverse problem has an answer in one line: |p + R Pₖ − Bₖ|."""
    data = REFERENCE["gough_stewart"]
    ends = places[:, None] + np.einsum("nij,kj->nki", turns, np.array(data["platform_joints"]))
    return np.asarray(np.linalg.norm(ends - np.array(data["base_joints"]), axis=2))


def test_gough_stewart() -> None:
    """Legs for a winding path of the platform: what they lead to is the path."""
    data = REFERENCE["gough_stewart"]
    home = np.array(data["home"])
    assert np.abs(leg_lengths(home[None], np.eye(3)[None])[0] - data["legs"]).max() < 1e-5
    s = np.linspace(0.0, 1.0, 25)
    places = home + np.stack([0.2 * np.sin(3.0 * s), 0.15 * s * s, 0.3 * s], axis=1)
    turns = np.array([np.array(of_bryant(0.4 * t, -0.3 * np.sin(2.0 * t), 0.5 * t)).T for t in s])
    mechanism = load_mechanism("gough_stewart")
    motion = moved(mechanism, leg_lengths(places, turns))
    assert np.abs(motion.orientation("platform") - turns).max() < 1e-13
    corner = np.array(data["platform_joints"][0])
    assert np.abs(motion.position("platform.P1") - places - turns @ corner).max() < 1e-13


def test_seven_revolutes_along_its_joints() -> None:
    """Seven turns one after the other lead back to ground, wherever the loop is."""
    mechanism = load_mechanism("seven_revolutes")
    start = make_plan(mechanism).initial_inputs[0]
    motion = moved(mechanism, start + np.linspace(0.0, 0.8, 17))
    design = {}
    for joint in mechanism.joints:
        axis = np.array(joint.axis)
        design[joint.name] = axis / np.linalg.norm(axis), np.array(mechanism.link(joint.links[0]).points[joint.at[0]])
    for lane in range(17):
        whole = np.eye(4)
        for joint in mechanism.joints:
            axis, point = design[joint.name]
            whole = whole @ turned_about(
                axis, point, motion.joint(joint.name).value[lane] - motion.joint(joint.name).value[0]
            )
        assert np.abs(whole - np.eye(4)).max() < 1e-13


def turned_about(axis: Floats, point: Floats, angle: float) -> Floats:
    """The turn about a line in ground, as a homogeneous matrix (Rodrigues)."""
    x, y, z = axis
    wedge = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    found = np.eye(4)
    found[:3, :3] += np.sin(angle) * wedge + (1.0 - np.cos(angle)) * wedge @ wedge
    found[:3, 3] = point - found[:3, :3] @ point
    return found
