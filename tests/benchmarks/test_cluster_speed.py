"""The benchmark of the cluster runs at a tiny size; what it measures is not judged here."""

from __future__ import annotations

import numpy as np

from benchmarks.cluster_speed import cases
from benchmarks.report import Figure


def test_every_figure_at_a_tiny_size() -> None:
    (case,) = cases(smoke=True)
    figures = [finding for finding in case.run() if isinstance(finding, Figure)]
    assert len(figures) == 3
    assert all(np.isfinite(figure.value) for figure in figures)
    assert figures[-1].bar == 1.4
