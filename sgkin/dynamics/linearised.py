"""Small vibrations about a position of rest: natural frequencies, modes and damping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sgkin.arrays import Floats
from sgkin.dynamics.equilibrium import Equilibrium, chosen_inputs, given_inputs
from sgkin.dynamics.small_motions import AtRest, RestingMechanism
from sgkin.errors import InputError, MassError, listing
from sgkin.kinematic_plan import KinematicPlan
from sgkin.model.form import finite
from sgkin.model.mechanism import Mechanism, at_inputs
from sgkin.model.planar_only import planar_only
from sgkin.solving import make_plan

AT_REST = 1e-6
"""What may be left of the force in a position of rest, see `AtRest.is_balanced`."""
NO_INERTIA = 1e-13
"""Inertia of an input, in parts of the largest, that counts as none."""


@dataclass(frozen=True)
class Linearised:
    """H δz̈ + C δż + S δz = 0 about a position of rest, along the free inputs.

    `inertia` H, `damping_matrix` C and `stiffness` S (f, f); `inputs`: where it is, all of them by name; `free`: those
    that move.
    """

    mechanism: Mechanism
    inputs: dict[str, float]
    free: tuple[str, ...]
    inertia: Floats
    damping_matrix: Floats
    stiffness: Floats

    def __repr__(self) -> str:
        told = ", ".join(f"{each:.6g} Hz" for each in self.frequencies.tolist())
        return f"Linearised {self.mechanism.name}{at_inputs(self.mechanism, self.inputs.values())}: {told}"

    @cached_property
    def squares(self) -> Floats:
        """ω² (f,) of the undamped modes, in 1/s², rising; below zero where a mode does not swing but departs."""
        return self._solved[0]

    @property
    def frequencies(self) -> Floats:
        """The natural frequencies (f,) without damping, in Hz, rising; 0 where a mode does not swing."""
        return np.asarray(np.sqrt(np.maximum(self.squares, 0.0)) / (2.0 * np.pi))

    @property
    def modes(self) -> Floats:
        """The modes (f, f), a column for each frequency: how far the free inputs move, the largest by 1."""
        return self._solved[1]

    @property
    def damping(self) -> Floats:
        """The damping ratio (f,) of each mode, φᵀ C φ / (2 ω φᵀ H φ): 1 where it just does not swing any more.

        Exact with one free input, and where damping does not couple the modes; see `eigenvalues` for the rest. 0 where
        a mode does not swing.
        """
        modes, omega = self.modes, np.sqrt(np.maximum(self.squares, 0.0))
        damped, moving = (np.einsum("im,ij,jm->m", modes, part, modes) for part in (self.damping_matrix, self.inertia))
        swings = omega > 0.0
        return np.asarray(np.where(swings, damped / np.where(swings, 2.0 * omega * moving, 1.0), 0.0))

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """All 2f exponents λ of motions exp(λ t), in 1/s, damping included; by their real and imaginary parts."""
        f = len(self.free)
        inverse = np.linalg.inv(self.inertia)
        lower = np.concatenate([-inverse @ self.stiffness, -inverse @ self.damping_matrix], axis=1)
        upper = np.concatenate([np.zeros((f, f)), np.eye(f)], axis=1)
        return np.sort_complex(np.linalg.eigvals(np.concatenate([upper, lower])))

    @property
    def is_stable(self) -> bool:
        """Whether no small motion grows."""
        largest = float(np.abs(self.eigenvalues).max(initial=0.0))
        return bool((self.eigenvalues.real <= 1e-9 * largest).all() and (self.squares > 0.0).all())

    @cached_property
    def _solved(self) -> tuple[Floats, Floats]:
        from scipy.linalg import eig, eigh

        symmetric = np.allclose(self.stiffness, self.stiffness.T, rtol=0.0, atol=1e-10 * np.abs(self.stiffness).max())
        if symmetric:
            squares, modes = eigh(0.5 * (self.stiffness + self.stiffness.T), self.inertia)
        else:  # forces that turn with a link
            squares, modes = eig(self.stiffness, self.inertia)
            if np.abs(squares.imag).max() > 1e-9 * np.abs(squares).max():
                raise InputError(
                    f"{self.mechanism.name} has no modes that swing by themselves: forces that turn with links couple "
                    "them; read `eigenvalues`"
                )
            order = np.argsort(squares.real)
            squares, modes = squares.real[order], modes.real[:, order]
        largest = np.take_along_axis(modes, np.abs(modes).argmax(axis=0)[None], axis=0)
        return np.asarray(squares), np.asarray(modes / largest)


@planar_only("small motions are found")
def linearise(
    mechanism: Mechanism | KinematicPlan,
    at: ArrayLike | Mapping[str, float] | Equilibrium | None = None,
    *,
    free: Sequence[str] | None = None,
    time: float = 0.0,
) -> Linearised:
    """Small motions of a mechanism about a position of rest: an equilibrium, or inputs, by default the initial ones.

    free: the inputs that move, by default all, or those of the equilibrium; the others are held. Raises `InputError`
    where it would not stay at rest; `equilibrium` finds where it does.

    >>> from sgkin import Mass, RotationalSpring, linearise, load_mechanism
    >>> from dataclasses import replace
    >>> masses = {"crank": Mass(1.0, centre="A", inertia=2.0)}
    >>> masses |= {link: Mass(0.0, centre=(0, 0), inertia=0.0) for link in ("rod", "piston")}
    >>> spring = RotationalSpring("spring", "A", stiffness=8.0, free_angle=0.5, damping=0.8)
    >>> found = linearise(replace(load_mechanism("slider_crank"), masses=masses, forces=[spring]), at=[0.5])
    >>> (2 * 3.141592653589793 * found.frequencies).round(9).tolist(), found.damping.round(9).tolist()
    ([2.0], [0.1])
    """
    plan = mechanism if isinstance(mechanism, KinematicPlan) else make_plan(mechanism)
    if isinstance(at, Equilibrium):
        free, at = at.free if free is None else free, at.inputs
    resting, chosen = RestingMechanism(plan, finite(time, "time")), chosen_inputs(plan, free)
    here = resting.reached(given_inputs(plan, at, "at"))
    _refuse_moving(plan, here, chosen)
    inertia, square = resting.inertia(here), np.ix_(chosen, chosen)
    _refuse_massless(plan, inertia[square], chosen)
    return Linearised(
        plan.mechanism,
        dict(zip(plan.input_names, here.configuration.inputs.tolist(), strict=True)),
        tuple(plan.input_names[number] for number in chosen),
        inertia[square],
        here.damping[square],
        here.stiffness[square],
    )


def _refuse_moving(plan: KinematicPlan, here: AtRest, chosen: list[int]) -> None:
    balanced = here.is_balanced(chosen, plan.input_scales, AT_REST).tolist()
    moving = [number for number, is_still in zip(chosen, balanced, strict=True) if not is_still]
    if moving:
        told = ", ".join(f"{plan.input_names[number]} ({here.force[number]:.3g})" for number in moving)
        raise InputError(
            f"{plan.mechanism.name} does not stay at rest there: forces act along {told}; give an equilibrium, such as "
            "equilibrium(mechanism, near=…)"
        )


def _refuse_massless(plan: KinematicPlan, inertia: Floats, chosen: list[int]) -> None:
    scales = plan.input_scales[chosen]
    scaled: Any = inertia * scales * scales[:, None]
    values, vectors = np.linalg.eigh(scaled)
    if values[0] <= NO_INERTIA * max(float(values[-1]), 0.0):
        moved = np.flatnonzero(np.abs(vectors[:, 0]) > 1e-6).tolist()
        names = [plan.input_names[chosen[number]] for number in moved]
        raise MassError(
            f"{plan.mechanism.name}: nothing with a mass moves with {listing(names, verb=False)}, so that forces would "
            "move it without limit; give a link that it moves a mass or an inertia, or leave it out of `free`",
            names,
        )
