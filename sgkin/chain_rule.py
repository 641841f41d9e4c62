"""The matrices of a structural group as Saura et al. (2013) name them, and the chain rule from groups to the mechanism.

A group determines φ, the poses (x, y, θ) of its links, from h: its own inputs and the poses of the earlier links it
hangs on. Its conditions Φ(φ, h) = 0 give

    S = [Φ_φ⁻¹; 0],   R = [−Φ_φ⁻¹ Φ_h; I]                                  eq. (6)
    φ̇ = K_φh ḣ,   K_φh = −Φ_φ⁻¹ Φ_h                                        eq. (7)
    (L_φh)_j = dK_φh/dh_j = −Φ_φ⁻¹ (dΦ_h/dh_j + (dΦ_φ/dh_j) K_φh)          eq. (15)

with total derivatives, in which φ moves with h; the printed eq. (15) has other signs. From h to the inputs z of the
mechanism lead

    K_φz = K_φh K_hz                                                        eq. (8)
    (L_φz)_i = K_φh (L_hz)_i + Σ_j (K_hz)_ji (L_φh)_j K_hz                  eq. (14)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.errors import InputError, UnknownNameError, brief
from sgkin.model.form import names
from sgkin.structure.structure import Group


@dataclass(frozen=True, slots=True)
class GroupMatrices:
    """Derivatives of a group at a configuration, with a coordinates φ, b coordinates h and as many conditions as φ.

    `group`: with the names of φ (`group.dependent`) and of h (`group.independent`: its inputs come first);
    `conditions`: the names of the conditions, redundant ones left out; `Phi_phi` (a, a) and `Phi_h` (a, b): their
    derivatives; `S` (a + b, a) and `R` (a + b, b); `K` = ∂φ/∂h (a, b); `L` = ∂K/∂h (a, b, b), symmetric in the last
    two.
    """

    group: Group
    conditions: tuple[str, ...]
    Phi_phi: Floats
    Phi_h: Floats
    S: Floats
    R: Floats
    K: Floats
    L: Floats


def compose_coefficients(
    matrices: Iterable[GroupMatrices], links: Sequence[str], inputs: Sequence[str]
) -> tuple[Floats, Floats]:
    """K (c, f) and L (c, f, f) of a mechanism from the matrices of all its groups, in solving order.

    The c coordinates are x, y and θ of the links and last the inputs, as in `KinematicPlan.coefficients`. What no
    group determines does not move.
    """
    links, inputs = names(links, "links"), names(inputs, "inputs")
    f = len(inputs)
    c = 3 * len(links) + f
    K, L = np.zeros((c, f)), np.zeros((c, f, f))
    K[c - f :] = np.eye(f)
    place = {link: 3 * number for number, link in enumerate(links)}
    for each in matrices:
        if not isinstance(each, GroupMatrices):
            raise InputError(f"matrices must be those that plan.group_matrices gives; found {brief(each)}")
        group = each.group
        earlier = [str(link) for link in group.hangs_on if link != group.ground]
        _refuse_unknown("link", (*earlier, *map(str, group.links)), place)
        _refuse_unknown("input", group.inputs, inputs)
        h = [c - f + inputs.index(name) for name in group.inputs]
        h += [place[link] + part for link in earlier for part in range(3)]
        phi = [place[str(link)] + part for link in group.links for part in range(3)]
        K[phi] = each.K @ K[h]  # eq. (8)
        bent = np.einsum("ajk,ji,kl->ail", each.L, K[h], K[h], optimize=True)
        L[phi] = np.tensordot(each.K, L[h], 1) + bent  # eq. (14)
    return K, L


def _refuse_unknown(thing: str, named: Iterable[str], given: Collection[str]) -> None:
    for name in named:
        if name not in given:
            raise UnknownNameError("compose_coefficients", thing, name, given, "give all that the groups name")
