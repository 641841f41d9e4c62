"""The checker of derivatives finds every term that is off, and none that is right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sgkin.errors import DerivativeError, RegistryError
from sgkin.groups.derivative_check import check_derivatives
from sgkin.groups.registry import REGISTRY
from sgkin.kernels import frames, rrp
from sgkin.kernels.class_iii import platform_kernel
from sgkin.kernels.kernel import Kernel
from sgkin.kernels.lanes import formula, lane
from sgkin.kernels.pin_conditions import circle_first, circle_second, line_first, line_second, solve2
from sgkin.kernels.space.leg import LEG
from sgkin.kernels.space.three_spheres import THREE_SPHERES
from sgkin.kernels.space.turned_frame import TURNED_FRAME
from sgkin.kernels.space.two_cones import TWO_CONES
from sgkin.kernels.vectors import minus, normal
from sgkin.kinematic_plan import make_plan
from sgkin.plan.derivative_check import check_group

INPUTS = {"p": (0.1, 0.2), "q": (0.3, -0.4), "v": (0.8, 0.6)}
GEOMETRY = [4.0, 0.3, 0.28, 0.96]
CLOSED = [
    signature
    for signature in REGISTRY
    if any(
        element.kernel.motion is not None
        for element in make_plan(REGISTRY[signature].example(np.random.default_rng(0))).solvers
        if element is not None
    )
]


def rrp_with(**functions: Any) -> Kernel:
    assert rrp.RRP.form is not None
    facts = {"place": rrp.place, "first": rrp.first, "second": rrp.second} | functions
    return formula(
        "altered",
        inputs="p q v:direction",
        outputs="c",
        scratch="e:vector u:vector inverse tau",
        geometry="s h incline:vector",
        margin=True,
        **facts,
    )


@lane
def wrong_turn(e, u, inverse, tau, pi, qi, vi):  # type: ignore[no-untyped-def]
    return solve2(e, normal(u), inverse, circle_first(e, pi), line_first(u, qi, -vi, tau))


@lane
def wrong_h(e, u, inverse, tau, h, pi, qi, vi, ci, pj, qj, vj, cj, pij, qij, vij):  # type: ignore[no-untyped-def]
    b1 = circle_second(e, pij, minus(ci, pi), minus(cj, pj))
    b2 = line_second(u, qij, vij, tau, -h, vi, vj, minus(ci, qi), minus(cj, qj))
    return solve2(e, normal(u), inverse, b1, b2)


@lane
def forgotten(e, u, inverse, tau, h, pi, qi, vi, ci, pj, qj, vj, cj, pij, vij):  # type: ignore[no-untyped-def]
    b1 = circle_second(e, pij, minus(ci, pi), minus(cj, pj))
    b2 = line_second(u, (0.0, 0.0), vij, tau, h, vi, vj, minus(ci, qi), minus(cj, qj))
    return solve2(e, normal(u), inverse, b1, b2)


def test_right_derivatives() -> None:
    assert check_derivatives(rrp.RRP, INPUTS, GEOMETRY) < 1e-8
    assert check_derivatives(rrp.RRP, INPUTS, GEOMETRY, branch=-1) < 1e-8
    assert check_derivatives(frames.CARRY, {"o": (0.1, 0.2), "u": (0.6, 0.8)}, [0.7, -0.4]) < 1e-8
    assert check_derivatives(frames.ROTATE, {"u": (0.6, 0.8), "z": (0.4,)}, [-1.0, 0.3]) < 1e-8
    slide = {"q": (0.1, 0.2), "v": (0.6, 0.8), "z": (0.4,)}
    assert check_derivatives(frames.SLIDE, slide, [0.28, 0.96, 0.1]) < 1e-8


@pytest.mark.parametrize("signature", CLOSED)
def test_every_registered_closed_form(signature: str) -> None:
    assert check_group(signature, range(3)) < 1e-6


def test_points_of_space() -> None:
    points = {"a": (0.0, 0.1, 0.0), "b": (1.0, 0.2, 0.3), "d": (0.1, 1.1, -0.2)}
    assert check_derivatives(THREE_SPHERES, points, [1.0, 1.2, 1.1, 1.0]) < 1e-7
    assert check_derivatives(LEG, {"p": points["a"], "q": points["b"]}, []) < 1e-7


def test_what_turns_in_space_is_refused() -> None:
    for kernel, kinds in ((TURNED_FRAME, "frames"), (TWO_CONES, "directions in space")):
        with pytest.raises(TypeError, match=f"{kernel.name} has {kinds}, whose coordinates cannot be moved one by one"):
            check_derivatives(kernel, {}, [])


def test_a_wrong_first_derivative_is_named() -> None:
    with pytest.raises(DerivativeError, match=r"altered: 'first' gives \S+ for c\.x by v instead of") as caught:
        check_derivatives(rrp_with(first=wrong_turn), INPUTS, GEOMETRY)
    assert caught.value.kernel == "altered"
    assert caught.value.function == "first"


def test_a_wrong_second_derivative_is_named_and_no_other() -> None:
    with pytest.raises(DerivativeError, match=r"'second' gives \S+ for c\.x by v and v instead of") as caught:
        check_derivatives(rrp_with(second=wrong_h), INPUTS, GEOMETRY)
    assert len(caught.value.terms) == 2
    assert all("by v and v instead" in term for term in caught.value.terms)


def test_a_forgotten_second_derivative_of_an_input_is_named() -> None:
    with pytest.raises(DerivativeError, match=r"by the second derivative of q\.x") as caught:
        check_derivatives(rrp_with(second=forgotten), INPUTS, GEOMETRY)
    assert all("the second derivative of q." in term for term in caught.value.terms)


def test_what_cannot_be_compared() -> None:
    with pytest.raises(TypeError, match="altered: there is no value for q, v"):
        check_derivatives(rrp_with(), {"p": (0.0, 0.0)}, GEOMETRY)
    for kernel in (frames.TURN, platform_kernel((0, 0, 0)), replace(rrp.RRP, form=None)):
        with pytest.raises(TypeError, match="is no closed form with derivatives"):
            check_derivatives(kernel, INPUTS, GEOMETRY)
    with pytest.raises(RegistryError, match="'RR-RR-RR' has no closed form whose derivatives could be compared"):
        check_group("RR-RR-RR", range(1))
