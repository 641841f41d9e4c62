"""Falling four-bars in exudyn, as its documentation says that they are solved fastest.

Rigid bodies and revolute joints of the plane, no Python in the loop, the module without range checks, one thread, a
constant mass matrix, nothing written; dense or sparse matrices and Newton's method with all or with few Jacobians,
whichever takes the least time on the mechanism. Generalised-α with its own settings and steps of a fixed size.
"""

from __future__ import annotations

import importlib.util
import io
import sys
import time
from contextlib import redirect_stdout
from functools import cache
from math import pi
from types import ModuleType
from typing import Any

import numpy as np

from sgkin.arrays import Floats

STEP = 1e-3
MISSING = "exudyn is not installed and was left out; pip install 'sgkin[bench-peers]' brings it"


def is_there() -> bool:
    """Whether exudyn is installed."""
    return importlib.util.find_spec("exudyn") is not None


@cache
def _exudyn() -> tuple[ModuleType, ModuleType]:
    """The package, without range checks, and its items."""
    sys.exudynFast = True  # type: ignore[attr-defined]  # this is how it is asked for
    with redirect_stdout(io.StringIO()):  # it tells that it is fast
        import exudyn
        from exudyn import itemInterface
    return exudyn, itemInterface


class ExudynRods:
    """2N + 1 rods of 1 m and 1 kg, upright, the tip of the first moving with 1 m/s, made ready to fall."""

    def __init__(self, loops: int, gravity: float, until: float, trial: float = 1.0) -> None:
        self.exudyn, self.items = _exudyn()
        self.until, self._container = until, self.exudyn.SystemContainer()
        self.system = self._container.AddSystem()
        self._build(loops, gravity)
        self.settings, self.way = self._quickest(min(trial, until))
        self._last(self.settings, until)

    def run(self) -> None:
        """From the start to the end."""
        self._solve(self.settings)

    def pin(self, every: float) -> Floats:
        """x and y of the first pin that moves (n, 2), from the start to the end, in a run of its own."""
        self.settings.solution.sensors.active = True
        self.settings.solution.sensors.writePeriod = every
        self.run()
        self.settings.solution.sensors.active = False
        kept: Floats = np.asarray(self.system.GetSensorStoredData(self._sensor))
        return kept[:, 1:3]

    def _build(self, loops: int, gravity: float) -> None:
        system, items = self.system, self.items
        ground = system.AddObject(items.ObjectGround())

        def rod(x: float, y: float, angle: float, velocity: float, turning: float) -> Any:
            start = {"referenceCoordinates": [x, y, angle], "initialVelocities": [velocity, 0.0, turning]}
            node = system.AddNode(items.NodeRigidBody2D(**start))
            body = system.AddObject(items.ObjectRigidBody2D(mass=1.0, inertia=1.0 / 12.0, nodeNumber=node))
            centre = system.AddMarker(items.MarkerBodyMass(bodyNumber=body))
            system.AddLoad(items.LoadMassProportional(markerNumber=centre, loadVector=[0.0, gravity, 0.0]))
            return body

        def joint(first: Any, at: float, second: Any, there: float) -> None:
            places = ((first, at), (second, there))
            pins = [
                system.AddMarker(items.MarkerBodyPosition(bodyNumber=body, localPosition=[place, 0.0, 0.0]))
                for body, place in places
            ]
            system.AddObject(items.RevoluteJoint2D(markerNumbers=pins))

        upright = [rod(float(i), 0.5, pi / 2.0, 0.5, -1.0) for i in range(loops + 1)]
        level = [rod(i + 0.5, 1.0, 0.0, 1.0, 0.0) for i in range(loops)]
        for i, body in enumerate(upright):
            joint(ground, float(i), body, -0.5)
            if i < loops:
                joint(body, 0.5, level[i], -0.5)
            if i > 0:
                joint(body, 0.5, level[i - 1], 0.5)
        tip = {"bodyNumber": upright[0], "localPosition": [0.5, 0.0, 0.0], "storeInternal": True}
        place = self.exudyn.OutputVariableType.Position
        self._sensor = system.AddSensor(items.SensorBody(**tip, outputVariableType=place))
        system.Assemble()

    def _quickest(self, trial: float) -> tuple[Any, str]:
        """The settings with which the first seconds take the least time, and what they are."""
        kinds = self.exudyn.LinearSolverType
        tried = []
        for matrices, kind in (("dense", kinds.EXUdense), ("sparse", kinds.EigenSparse)):
            for jacobians, modified in (("few Jacobians", True), ("all Jacobians", False)):
                settings = self._settings(kind, modified)
                self._last(settings, trial)
                start = time.thread_time()
                self._solve(settings)
                tried.append((time.thread_time() - start, f"{matrices}, {jacobians}", settings))
        _, way, settings = min(tried, key=lambda each: each[0])
        return settings, way

    def _settings(self, kind: Any, modified: bool) -> Any:
        settings = self.exudyn.SimulationSettings()
        settings.timeIntegration.newton.useModifiedNewton = modified
        settings.timeIntegration.reuseConstantMassMatrix = True
        settings.timeIntegration.verboseMode = 0
        settings.solution.file.write = False
        settings.solution.sensors.active = False
        settings.linearSolver.solverType = kind
        settings.linearSolver.reuseAnalyzedPattern = True
        settings.parallel.numberOfThreads = 1
        return settings

    def _last(self, settings: Any, until: float) -> None:
        settings.timeIntegration.endTime = until
        settings.timeIntegration.numberOfSteps = round(until / STEP)

    def _solve(self, settings: Any) -> None:
        solver = self.exudyn.DynamicSolverType.GeneralizedAlpha
        if not self.system.SolveDynamic(settings, solverType=solver):
            raise AssertionError("exudyn did not come to the end")
