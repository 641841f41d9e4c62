"""Reading frames and points of links from the variables that a march has kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sgkin.arrays import Floats, Integers
from sgkin.coefficients import along_motion
from sgkin.global_solver.expression import Values
from sgkin.global_solver.frame import Frame
from sgkin.global_solver.system import GlobalSystem
from sgkin.global_solver.table import variable_places
from sgkin.kernels.continuation import Results
from sgkin.mathematics import Place
from sgkin.results.stored_frames import StoredFrames, stored_frames
from sgkin.whole_turns import WHOLE_TURN


class Kept:
    """Which variables must be kept for the outputs, and whose whole turns are counted."""

    def __init__(self, whole: GlobalSystem, outputs: Sequence[str]) -> None:
        self.whole, self.outputs = whole, tuple(outputs)
        links = dict.fromkeys(name.partition(".")[0] for name in outputs)
        frames = [whole.frames[link] for link in links]
        wanted = dict.fromkeys(variable for frame in frames for variable in frame.variables)
        self.variables = self._real(list(wanted))
        posed = [name for name in outputs if "." not in name and whole.frames[name].tracked is not None]
        self.tracks = {link: number for number, link in enumerate(posed)}
        self.tracked = np.zeros((len(posed), 4), dtype=np.int64)
        for link, number in self.tracks.items():
            self.tracked[number] = self._real(whole.frames[link].tracked or ())
        self.place = {variable: number for number, variable in enumerate(wanted)}

    def _real(self, variables: Sequence[int]) -> Integers:
        return variable_places(variables, self.whole.size, self.whole.inputs)

    def start_turns(self, angles: dict[str, float]) -> Integers:
        """Whole turns of the tracked links at the start, such that their angles are the given ones."""

        values = self.whole.start[self.variables]

        def start(variable: int) -> Floats:
            return np.asarray(values[self.place[variable]])

        turns = np.zeros(len(self.tracks), dtype=np.int64)
        for link, number in self.tracks.items():
            angle = float(self.whole.frames[link].angle(start, np.zeros(())))
            turns[number] = round((angles[link] - angle) / WHOLE_TURN)
        return turns


class GlobalReader:
    """Frames and points of the first `solved` steps; rates (n, f) and accelerations are those of the inputs, in SI."""

    def __init__(self, kept: Kept, results: Results, solved: int, rates: Floats | None, accelerations: Floats | None):
        self.kept, self.whole, self.results, self.solved = kept, kept.whole, results, solved
        self.rates, self.accelerations = rates, accelerations
        self.links = tuple(name for name in kept.outputs if "." not in name)
        self.points = tuple(name for name in kept.outputs if "." in name)

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels as what can be read, without the system of the whole mechanism."""
        stored = stored_frames(self, 1 if self.rates is None else 3)
        return StoredFrames, (stored.frames_of, stored.points_of, stored.coefficients_of)

    @property
    def has_coefficients(self) -> bool:
        """Whether coefficients were kept."""
        return len(self.results.coefficients) > 0

    @property
    def nbytes(self) -> int:
        """Bytes of the variables that were kept."""
        kept = self.results
        parts = (kept.positions, kept.rates, kept.accelerations, kept.coefficients, kept.gradients, kept.turns)
        return sum(int(values.nbytes) for values in parts)

    def _column(self, values: Floats, *index: int) -> Values:
        def read(variable: int) -> Floats:
            column = values[: self.solved, self.kept.place[variable]]
            for number in index:
                column = column[:, number]
            return column

        return read

    def frames(self, links: Sequence[str], order: int) -> Floats:
        """x, y and θ of links, or their derivatives along the motion (links, 3, n)."""
        frames = [[*self.place(link, (0.0, 0.0), order), self._angle(link, order)] for link in links]
        return np.array(frames).reshape(len(links), 3, self.solved)

    def point(self, name: str, order: int) -> Floats:
        """x and y of a point, or their derivatives along the motion (2, n)."""
        return self.place(*self.whole.mechanism.point(name), order)

    def place(self, link: str, place: Place, order: int) -> Floats:
        """The same of a place of a link."""
        unit, frame = self.whole.unit, self.whole.frames[link]
        if order and len(self.results.coefficients):
            K, L = self._place_coefficients(frame, place)
            return along_motion(K, L, self.rates, self.accelerations, order)
        w = self._column(self.results.positions)
        columns = []
        for part in frame.point((place[0] / unit, place[1] / unit)):
            if order == 0:
                found = part.value(w)
            elif order == 1:
                found = part.rate(w, self._column(self.results.rates))
            else:
                v = self._column(self.results.rates)
                found = part.rate(w, self._column(self.results.accelerations)) + part.bend(w, v, v)
            columns.append(unit * np.broadcast_to(found, self.solved))
        return np.array(columns)

    def _angle(self, link: str, order: int) -> Floats:
        frame, w = self.whole.frames[link], self._column(self.results.positions)
        if order and len(self.results.coefficients):
            K, L = self._angle_coefficients(frame)
            return np.asarray(along_motion(K, L, self.rates, self.accelerations, order)[0])
        if order == 0:
            turns = np.zeros(self.solved)
            if link in self.kept.tracks:
                turns = self.results.turns[: self.solved, self.kept.tracks[link]].astype(np.float64)
            return np.array(np.broadcast_to(frame.angle(w, turns), self.solved))
        values = self.results.rates if order == 1 else self.results.accelerations
        return np.array(np.broadcast_to(frame.angle_rate(w, self._column(values)), self.solved))

    def frame_coefficients(self, links: Sequence[str]) -> tuple[Floats, Floats]:
        """K (n, c, f) and L (n, c, f, f) of links."""
        parts = []
        for link in links:
            frame = self.whole.frames[link]
            parts += [self._place_coefficients(frame, (0.0, 0.0)), self._angle_coefficients(frame)]
        K, L = (np.concatenate(part, axis=1) for part in zip(*parts, strict=True))
        return K, L

    def place_coefficients(self, link: str, place: Place) -> tuple[Floats, Floats]:
        """K (n, 2, f) and L (n, 2, f, f) of a place of a link."""
        return self._place_coefficients(self.whole.frames[link], place)

    def point_coefficients(self, name: str) -> tuple[Floats, Floats]:
        """K (n, 2, f) and L (n, 2, f, f) of a point."""
        return self.place_coefficients(*self.whole.mechanism.point(name))

    def _place_coefficients(self, frame: Frame, place: Place) -> tuple[Floats, Floats]:
        f, unit, scales = self.whole.inputs, self.whole.unit, self.whole.input_scales
        w = self._column(self.results.positions)
        K, L = np.zeros((self.solved, 2, f)), np.zeros((self.solved, 2, f, f))
        for number, part in enumerate(frame.point((place[0] / unit, place[1] / unit))):
            for i in range(f):
                u = self._column(self.results.coefficients, i)
                K[:, number, i] = unit * part.rate(w, u) / scales[i]
                for j in range(f):
                    v = self._column(self.results.coefficients, j)
                    second = part.rate(w, self._column(self.results.gradients, i, j)) + part.bend(w, u, v)
                    L[:, number, i, j] = unit * second / (scales[i] * scales[j])
        return K, L

    def _angle_coefficients(self, frame: Frame) -> tuple[Floats, Floats]:
        f, scales = self.whole.inputs, self.whole.input_scales
        w = self._column(self.results.positions)
        K, L = np.zeros((self.solved, 1, f)), np.zeros((self.solved, 1, f, f))
        for i in range(f):
            K[:, 0, i] = frame.angle_rate(w, self._column(self.results.coefficients, i)) / scales[i]
            for j in range(f):
                second = frame.angle_rate(w, self._column(self.results.gradients, i, j))
                L[:, 0, i, j] = second / (scales[i] * scales[j])
        return K, L
