"""The benchmark of derivatives runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import numpy as np

from benchmarks.derivatives_speed import cases
from benchmarks.report import Figure


def test_every_figure_at_a_tiny_size() -> None:
    figures = [finding for case in cases(smoke=True) for finding in case.run() if isinstance(finding, Figure)]
    assert len(figures) == 12
    assert all(np.isfinite(figure.value) for figure in figures)
    assert [figure.bar for figure in figures if figure.bar is not None] == [0.8, 0.8, 3.0]
