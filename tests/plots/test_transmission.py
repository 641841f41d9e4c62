"""Curves of transmission angles and qualities: what is drawn is what was found."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from sgkin import InputError, group_quality, load_mechanism, solve, transmission_angle
from sgkin.plots import plot_group_quality, plot_transmission_angle


def test_transmission_angle() -> None:
    motion = solve(load_mechanism("jansen_leg"), np.linspace(0.0, 1.0, 31))
    found = transmission_angle(motion, "T")
    ax = plot_transmission_angle(found, ax=Figure().subplots())
    curve = ax.get_lines()[0].get_xydata()
    assert found.between is not None
    np.testing.assert_allclose(curve[:, 1], np.degrees(found.between))
    np.testing.assert_allclose(curve[:, 0], np.degrees(motion.inputs[:, 0]))
    assert {text.get_text() for text in ax.texts} == {
        f"{np.degrees(each.value):.2f}°" for each in found.between_extremes
    }
    slider = transmission_angle(solve(load_mechanism("slider_crank")), "C")
    assert plot_transmission_angle(slider, ax=Figure().subplots()).get_ylim()[1] < 100.0


def test_quality() -> None:
    motion = solve(load_mechanism("five_bar_2dof"))
    ax = plot_group_quality(motion, group_quality(motion), ax=Figure().subplots())
    assert ax.get_xlabel() == "t [s]"
    np.testing.assert_allclose(ax.get_lines()[0].get_ydata(), group_quality(motion, 2).values)


def test_nothing_to_draw() -> None:
    with pytest.raises(InputError, match="at least one transmission angle"):
        plot_transmission_angle()
    motion = solve(load_mechanism("four_bar_crank_rocker"))
    with pytest.raises(InputError, match="all groups are driven links"):
        plot_group_quality(motion, group_quality(motion)[:1])
