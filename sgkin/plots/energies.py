"""Energies over time, and the work that changes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgkin.dynamics.energy_balance import EnergyBalance
from sgkin.errors import InputError, brief
from sgkin.plots.curves import draw_series
from sgkin.plots.series import Series, abscissa

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_energies(balance: EnergyBalance, *, ax: Axes | None = None) -> Axes:
    """Draw kinetic, potential and total energy over time, with what `energy_balance` found of work done, and return the
    axes."""
    if not isinstance(balance, EnergyBalance):
        raise InputError(f"energies are needed, found {brief(balance)}; energy_balance(motion) gives them")
    energies = {"kinetic": balance.kinetic, "potential": balance.potential, "total": balance.total}
    works = {f"work of {name}": work for name, work in balance.works.items()}
    usual = max(float(abs(values).max(initial=0.0)) for values in energies.values())
    series = [Series(name, "energy", "J", "energy", each, usual, is_drawn=True) for name, each in energies.items()]
    series += [Series(name, "energy", "J", "energy", each, usual) for name, each in works.items()]
    return draw_series(balance.motion, series, abscissa(balance.motion, "time"), ax)
