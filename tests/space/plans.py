"""Running the plan of a mechanism in space, and a Newton iteration on the equations of its joints."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from sgkin.groups.element import Feature
from sgkin.kernels.executor import run_tape
from sgkin.plan.plan import lay_out_memory
from sgkin.plan.tape import Layout, Seeds, Tape, TapeWriter
from tests.space.jets import Array, matrix, rotation
from tests.space.mechanisms import Model, Pose


class State(NamedTuple):
    """Of one link: origins (lanes, 3) and rotation matrices, with v and ω by each tangent, and second derivatives."""

    origin: Array
    turn: Array
    first: dict[int, tuple[Array, Array]]
    second: dict[tuple[int, int], tuple[Array, Array]]


class Plan:
    """The elements of a model, and its tapes."""

    def __init__(self, model: Model) -> None:
        self.model = model
        builder = model.builder
        self.origins: dict[str, Feature] = {
            link: builder.point(link, (0.0, 0.0, 0.0)) for link in model.poses if link != "ground"
        }
        self.memory = lay_out_memory(builder.elements)
        model.choose_branches(self.memory)

    @cached_property
    def wanted(self) -> list[Feature]:
        frames = [self.model.builder.frame(link) for link in self.origins]
        return list(dict.fromkeys([*self.origins.values(), *frames]))

    def tape(self, seeds: Seeds | None) -> Tape:
        builder = self.model.builder
        writer = TapeWriter(builder.elements, seeds, builder.inputs, len(self.memory))
        writer.write(self.wanted, range(len(self.model.groups)), False)
        return writer.finish(self.wanted, keep_margins=True)

    def run(self, inputs: Array, seeds: Seeds | None = None, rates: Array | None = None) -> dict[str, State]:
        """All links at inputs (lanes, f); rates: of a motion, rates and accelerations (2, lanes, f) of the inputs."""
        tape = self.tape(seeds)
        layout = Layout(tape, len(inputs), len(inputs))
        layout.set_inputs(inputs)
        if rates is not None:
            for rows, numbers in zip((tape.rate_rows, tape.acceleration_rows), rates, strict=True):
                for row, column in zip(rows, numbers.T, strict=True):
                    layout.row(row)[:] = column
        tables = (layout.here, tape.row_start, tape.geometry, tape.geometry_start, self.memory, tape.memory_start)
        run_tape(tape.addresses, *tables, layout.state, len(inputs))
        self.margins = np.array([layout.row(row) for row in tape.margins.values()])

        def read(feature: Feature, rows: tuple[int, ...] | None, count: int) -> Array:
            return (
                np.zeros((len(inputs), count)) if rows is None else np.stack([layout.row(row) for row in rows], axis=1)
            )

        found = {}
        for link, origin in self.origins.items():
            frame = self.model.builder.frame(link)
            at, turn = tape.features[origin], tape.features[frame]
            pairs = [(i, j) for i in range(tape.tangents) for j in range(i, tape.tangents)]
            found[link] = State(
                read(origin, at.position, 3),
                np.array([matrix(columns) for columns in read(frame, turn.position, 9)]),
                {i: (read(origin, at.by(i), 3), read(frame, turn.by(i), 3)) for i in range(tape.tangents)},
                {pair: (read(origin, at.by(*pair), 3), read(frame, turn.by(*pair), 3)) for pair in pairs},
            )
        return found


def solved(model: Model, inputs: Array) -> dict[str, Pose]:
    """The poses that satisfy the equations of all joints, by least squares from where they stand, in small steps."""
    poses = dict(model.poses)
    moving = [link for link in poses if link != "ground"]

    def residuals(poses: dict[str, Pose], z: Array) -> Array:
        return np.concatenate([np.ravel(np.asarray(equation(poses, z))) for equation in model.equations])

    def moved(poses: dict[str, Pose], step: Array) -> dict[str, Pose]:
        there = dict(poses)
        for number, link in enumerate(moving):
            shift, spin = step[6 * number : 6 * number + 3], step[6 * number + 3 : 6 * number + 6]
            angle = float(np.linalg.norm(spin))
            turn = rotation(spin / angle, angle) if angle > 0.0 else np.eye(3)
            there[link] = poses[link][0] + shift, turn @ poses[link][1]
        return there

    for share in np.linspace(0.0, 1.0, 5):
        z = model.start + share * (inputs - model.start)
        for _ in range(20):
            left = residuals(poses, z)
            columns = []
            for place in range(6 * len(moving)):
                step = np.zeros(6 * len(moving))
                step[place] = 1e-6
                columns.append((residuals(moved(poses, step), z) - residuals(moved(poses, -step), z)) / 2e-6)
            change = np.linalg.lstsq(np.array(columns).T, -left, rcond=1e-9)[0]
            poses = moved(poses, change)
            if np.abs(change).max() < 1e-13:
                break
        assert np.abs(residuals(poses, z)).max() < 1e-11
    return poses
