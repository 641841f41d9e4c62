"""Functions to rounding, their roots and integrals."""

from __future__ import annotations

import numpy as np
import pytest

from sgkin.analysis.interpolant import Interpolant, interpolate


def of(function, begin: float, end: float) -> Interpolant:  # type: ignore[no-untyped-def]
    return interpolate(
        lambda u: function(u)[:, None], begin, end, lambda values: np.abs(values).max(axis=0), np.array([1e-14])
    )


def first(values: np.ndarray) -> np.ndarray:
    return values[:, 0]


def test_values_derivative_and_integral() -> None:
    function = of(lambda u: np.exp(np.sin(3.0 * u)), 0.0, 5.0)
    u = np.linspace(0.0, 5.0, 1001)
    np.testing.assert_allclose(function(u)[:, 0], np.exp(np.sin(3.0 * u)), rtol=1e-13)
    np.testing.assert_allclose(function.derivative(u)[:, 0], 3.0 * np.cos(3.0 * u) * np.exp(np.sin(3.0 * u)), atol=1e-9)
    assert of(np.cos, 0.0, 1.0).integral(first, np.zeros(0)) == pytest.approx(np.sin(1.0), rel=1e-15)
    assert of(np.cos, 0.0, np.pi).integral(lambda v: np.abs(v[:, 0]), np.array([np.pi / 2.0])) == pytest.approx(
        2.0, rel=1e-14
    )


def test_all_roots_are_found() -> None:
    function = of(lambda u: np.sin(u**2), 1.0, 12.0)
    roots = function.roots(first, 1.0, degree=1)
    np.testing.assert_allclose(roots, np.sqrt(np.pi * np.arange(1, 46)), rtol=1e-12)
    crossings, signs = function.crossings(first, 1.0, degree=1)
    np.testing.assert_array_equal(crossings, roots)
    assert signs.tolist() == [1.0 - 2.0 * (k % 2) for k in range(45)]


def test_touching_is_no_crossing_and_nothing_is_no_root() -> None:
    function = of(lambda u: (u - 0.3) ** 2, 0.0, 1.0)
    assert len(function.crossings(first, 1.0)[0]) == 0
    np.testing.assert_allclose(function.roots(first, 1.0), 0.3, atol=1e-6)
    assert len(function.roots(lambda v: 0.0 * v[:, 0], 1.0)) == 0


def test_roots_of_a_closed_function_at_its_ends_are_one() -> None:
    roots, signs = of(np.sin, 0.0, 2.0 * np.pi).crossings(first, 1.0, closed=True)
    np.testing.assert_allclose(roots, [0.0, np.pi], atol=1e-12)
    assert signs.tolist() == [-1.0, 1.0]


def test_a_near_singularity_is_resolved() -> None:
    function = of(lambda u: 1.0 / (1.0 + 1e6 * (u - 0.123) ** 2), -1.0, 1.0)
    u = np.linspace(-1.0, 1.0, 5001)
    np.testing.assert_allclose(function(u)[:, 0], 1.0 / (1.0 + 1e6 * (u - 0.123) ** 2), atol=1e-12)


def test_noise_does_not_divide_for_ever() -> None:
    noise = np.random.default_rng(1)
    function = of(lambda u: np.cos(u) + 1e-9 * noise.standard_normal(len(u)), 0.0, 6.0)
    assert len(function.terms) < 64
    assert 1e-11 < function.accuracy[0] < 1e-7
