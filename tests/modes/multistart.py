"""A second answer: Newton's method on the whole mechanism from many random starts.

It shares nothing with the package but the model. What it finds are modes; what it does not find may exist all the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sgkin import AssemblyMode, JointDriver, LinkAngleDriver, Mechanism, PoseDriver, Prismatic, Weld
from tests.motion.dense_newton import DenseMechanism

Array = NDArray[np.float64]

TINY = 1e-30


def random_modes(mechanism: Mechanism, inputs: Array, starts: int, seed: int = 0, steps: int = 40) -> Array:
    """Closed configurations (found, 3n) at the inputs (f,), from random poses within some sizes of the mechanism."""
    dense = DenseMechanism(mechanism)
    random = np.random.default_rng(seed)
    n = 3 * len(dense.links)
    spread = np.tile([2.0 * dense.size, 2.0 * dense.size, np.pi], n // 3)
    q = random.uniform(-1.0, 1.0, (starts, n)) * spread
    _align(dense, q, inputs)
    z = np.broadcast_to(inputs[:, None], (len(inputs), starts))
    bumps = 1j * TINY * np.eye(n)
    for _ in range(steps):
        with np.errstate(all="ignore"):
            bumped = dense.conditions((q[:, None, :] + bumps).T, z[:, None, :])  # (m, n, starts)
            jacobian, residual = bumped.imag.transpose(2, 0, 1) / TINY, dense.conditions(q.T, z).T
            usable = np.isfinite(jacobian).all(axis=(1, 2)) & np.isfinite(residual).all(axis=1)
            q, z, jacobian, residual = q[usable], z[:, usable], jacobian[usable], residual[usable]
            step = np.einsum("sij,sj->si", np.linalg.pinv(jacobian), residual)
        q = q - step * np.minimum(1.0, 1.0 / np.maximum(np.abs(step / dense.scales).max(axis=1), 1e-300))[:, None]
    closed = np.abs(dense.conditions(q.T, z)).max(axis=0) < 1e-11 * np.maximum(
        1.0, np.abs(q / dense.scales).max(axis=1)
    )
    return q[closed & (_turned_right(dense, q, inputs))]


def _turns(mechanism: Mechanism, inputs: Array) -> list[tuple[str, str, float]]:
    """First link, second link and the angle between them, where a guide or a driver fixes it."""
    turns = []
    values = dict(zip(mechanism.input_names, inputs.tolist(), strict=True))
    for driver in mechanism.drivers:
        turning = isinstance(driver, LinkAngleDriver | PoseDriver) or (
            isinstance(driver, JointDriver) and not isinstance(mechanism.joint(driver.joint), Prismatic)
        )
        if turning:
            turns.append((*mechanism.driven_links(driver), values[driver.inputs[-1]]))
    for joint in mechanism.joints:
        if isinstance(joint, Prismatic):
            turns.append((*joint.links, joint.angle[0] - joint.angle[1]))
        elif isinstance(joint, Weld):
            turns.append((*joint.links, joint.angle))
    return turns


def _align(dense: DenseMechanism, q: Array, inputs: Array) -> None:
    """Turn the links of starts (starts, 3n) as guides and drivers say."""
    turns = _turns(dense.mechanism, inputs)
    turns += [(second, first, -angle) for first, second, angle in turns]
    place = {link: 3 * number + 2 for number, link in enumerate(dense.links)}
    known, waiting = {dense.mechanism.ground}, list(dense.links)
    while waiting:
        found = next((turn for turn in turns if turn[0] in known and turn[1] not in known), None)
        if found is None:
            known.add(waiting.pop(0))
            continue
        first, second, angle = found
        q[:, place[second]] = angle + (q[:, place[first]] if first in place else 0.0)
        known.add(second)


def _turned_right(dense: DenseMechanism, q: Array, inputs: Array) -> NDArray[np.bool_]:
    """Guides and driven angles that are not turned by half a turn: sines, which the conditions state, allow both."""
    angle = {link: q[:, 3 * number + 2] for number, link in enumerate(dense.links)}
    angle[dense.mechanism.ground] = np.zeros(len(q))
    right = [
        np.cos(angle[second] - angle[first] - turn) > 0.0 for first, second, turn in _turns(dense.mechanism, inputs)
    ]
    return np.asarray(np.all(right, axis=0)) if right else np.ones(len(q), dtype=bool)


def apart(mechanism: Mechanism, q: Array, mode: AssemblyMode) -> Array:
    """How far configurations (…, 3n) are from a mode, in parts of the mechanism's reach there."""
    poses = mode.poses.ravel()
    difference = q - poses
    difference[..., 2::3] = np.remainder(difference[..., 2::3] + np.pi, 2.0 * np.pi) - np.pi
    scales = DenseMechanism(mechanism).scales
    return np.asarray(np.abs(difference / scales).max(axis=-1) / max(1.0, np.abs(poses / scales).max()))
