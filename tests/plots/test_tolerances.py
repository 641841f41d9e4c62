"""Pictures of tolerances: what is drawn is what was found."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from sgkin import InputError, load_mechanism, tolerances
from sgkin.errors import UnknownNameError
from sgkin.plots import plot_contributions, plot_tolerances

JANSEN = load_mechanism("jansen_leg")
TIMES = np.linspace(0.0, 1.0, 31)


def test_bands() -> None:
    found = tolerances(JANSEN, 1e-4, TIMES, outputs=["foot_triangle.foot"], method="monte-carlo", samples=100)
    ax = plot_tolerances(found, "foot", parts=["y"], ax=Figure().subplots())
    mean, low, high = (np.asarray(line.get_ydata()) for line in ax.get_lines())
    off, deviation = (100.0 * (found.mean("foot") - found.nominal("foot"))[:, 1], 100.0 * found.deviation("foot")[:, 1])
    np.testing.assert_allclose(mean, off)
    np.testing.assert_allclose(high - low, 6.0 * deviation)
    np.testing.assert_allclose(np.asarray(ax.get_lines()[0].get_xdata()), np.degrees(found.inputs[:, 0]))
    (band,) = ax.collections
    heights = band.get_paths()[0].vertices[:, 1]
    assert heights.max() == pytest.approx(100.0 * (found.greatest("foot") - found.nominal("foot"))[:, 1].max())
    assert ax.get_ylabel() == "off by [cm]"
    worst = tolerances(JANSEN, 1e-4, TIMES, outputs=["foot_triangle.foot"], method="worst-case")
    assert len(plot_tolerances(worst, against="time", ax=Figure().subplots()).get_lines()) == 2


def test_bars() -> None:
    found = tolerances(JANSEN, 1e-4, TIMES, outputs=["foot_triangle.foot"])
    ax = plot_contributions(found, ax=Figure().subplots())
    names = [text.get_text() for text in ax.get_yticklabels()]
    bars = [patch.get_width() for patch in ax.patches]
    assert len(bars) == 2 * 13
    shares = 100.0 * found.importance("foot")
    for place, name in enumerate(names):
        row = shares[list(found.tolerance).index(name)]
        assert [bars[place], bars[13 + place]] == pytest.approx(row.tolist())
    assert names[0] == list(found.tolerance)[shares.sum(axis=1).argmax()]


def test_refused() -> None:
    found = tolerances(load_mechanism("four_bar_crank_rocker"), 1e-3, TIMES, outputs=["coupler", "crank"])
    with pytest.raises(InputError, match="the curves have the units m, deg"):
        plot_tolerances(found, ax=Figure().subplots())
    with pytest.raises(InputError, match="nothing of crank moves"):
        plot_contributions(found, "crank", ax=Figure().subplots())
    with pytest.raises(UnknownNameError, match="no output 'rocker'"):
        plot_tolerances(found, "rocker", ax=Figure().subplots())
    with pytest.raises(UnknownNameError, match="no part 'z'"):
        plot_tolerances(found, parts=["z"], ax=Figure().subplots())
    with pytest.raises(InputError, match="tolerances are needed"):
        plot_contributions(3)  # type: ignore[arg-type]
