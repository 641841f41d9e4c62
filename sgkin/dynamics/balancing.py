"""Uneven running: the inertia reduced to the inputs, and the flywheel that keeps a speed within limits.

A machine with one input z that shall turn at the speed ω needs the driving torque T(z) at each position; the motor
gives its mean T̄. The rest is stored in the flywheel: with

    E(z) = ∫ (T̄ − T) dz,    ΔE = max E − min E,    δ = (ω_max − ω_min) / ω

ΔE = ½ I (ω_max² − ω_min²) = I ω² δ, where ω is half the sum of the two: so I = ΔE / (δ ω²). T is that at constant
speed, with the inertia of all links in it. (R. L. Norton: Design of machinery, McGraw-Hill, on flywheels.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sgkin.arrays import Floats
from sgkin.dynamics.driving_forces import driving_forces
from sgkin.dynamics.link_masses import link_masses
from sgkin.dynamics.link_motion import LinkMotion
from sgkin.dynamics.small_motions import reduced_masses
from sgkin.errors import InputError, UnknownNameError
from sgkin.model.form import positive
from sgkin.motion import Motion

STEADY = 1e-9
"""By how much, in parts of it, a speed may change that is constant."""
PERIODIC = 1e-6
"""By how much, in parts of its range, a torque may differ between the ends of a cycle."""


@dataclass(frozen=True, slots=True)
class Flywheel:
    """What a machine needs to run evenly, over one cycle at the mean speed `speed`, in rad/s or m/s.

    `inertia`: of the flywheel on the input, in kg·m², or kg on a stroke; `fluctuation`: δ, as it was asked for;
    `energy`: ΔE in J; `torque`: the mean one, which the motor gives; `slowest` and `fastest`: inputs at which it runs
    so.
    """

    inertia: float
    fluctuation: float
    energy: float
    torque: float
    speed: float
    slowest: float
    fastest: float

    @property
    def power(self) -> float:
        """The mean power of the motor, in W."""
        return self.torque * self.speed


def reduced_inertia(motion: Motion) -> Floats:
    """Kᵀ M K (n, f, f) along a motion solved with `coefficients=True`: the inertia that each input feels.

    ½ żᵀ (Kᵀ M K) ż is the kinetic energy; with one input, the equation of motion is J z̈ + ½ J′ ż² = τ + Q.

    >>> from sgkin import Mass, UniformBar, load_mechanism, reduced_inertia, solve
    >>> from dataclasses import replace
    >>> masses = {"crank": UniformBar(("A", "B"), mass=3.0), "rod": UniformBar(("B", "C"), mass=0.0)}
    >>> masses["piston"] = Mass(2.0, centre="C", inertia=0.0)
    >>> engine = replace(load_mechanism("slider_crank"), masses=masses)
    >>> motion = solve(engine, inputs=[0.0, 1.0], coefficients=True)
    >>> reduced_inertia(motion)[:, 0, 0].round(6).tolist()
    [1.0, 2.997435]
    """
    links = LinkMotion(motion)
    masses = link_masses(links.mechanism)
    names = [link.name for link in links.mechanism.links]
    by_inputs = [np.moveaxis(motion.velocity_coefficients(name), -1, 1) for name in names]
    return reduced_masses(masses, links.poses, np.stack(by_inputs, axis=2))


def flywheel(motion: Motion, fluctuation: float, input: str | None = None) -> Flywheel:
    """The flywheel on an input that keeps its speed within a fluctuation δ = (ω_max − ω_min) / ω.

    The motion is one whole cycle at constant speed, with as many steps as show its torque well; the torque between them
    is a cubic spline. With several inputs, say on which the flywheel is.

    >>> import numpy as np
    >>> from sgkin import Harmonic, Mass, Torque, flywheel, load_mechanism, solve
    >>> from dataclasses import replace
    >>> masses = dict.fromkeys(("crank", "rod", "piston"), Mass(0.0, centre=(0, 0), inertia=0.0))
    >>> load = Torque("load", Harmonic(amplitude=30.0, frequency=2.0, mean=-50.0), link="crank")
    >>> press = replace(load_mechanism("slider_crank"), masses=masses, forces=[load])
    >>> times = np.linspace(0.0, 1.0, 361)  # one turn; the load changes twice
    >>> found = flywheel(solve(press, times=times), fluctuation=0.02)
    >>> round(found.torque, 6), round(found.energy, 4), round(found.inertia, 4)
    (50.0, 30.0, 37.9954)
    """
    from scipy.interpolate import CubicSpline

    allowed, names = positive(fluctuation, "fluctuation"), motion.mechanism.input_names
    if input is None and len(names) != 1:
        raise InputError(f"there are several inputs; say on which the flywheel is: {', '.join(names)}")
    if input is not None and input not in names:
        raise UnknownNameError("flywheel", "input", input, names)
    number = 0 if input is None else names.index(input)
    z, torque = motion.inputs[:, number], driving_forces(motion)[:, number]
    speed = _steady_speed(motion, number)
    _refuse_open_cycle(torque, names[number])
    rising = np.sign(speed)
    course = CubicSpline(rising * z, np.append(torque[:-1], torque[0]), bc_type="periodic")
    begin, end = rising * z[0], rising * z[-1]
    mean = float(course.integrate(begin, end) / (end - begin))
    stored = CubicSpline(course.x, mean - course(course.x), bc_type="periodic").antiderivative()
    places = np.array([begin, end, *course.solve(mean, extrapolate=False)])
    places = places[np.isfinite(places)]  # a torque that never changes has its mean everywhere
    energies = stored(places)
    energy = float(energies.max() - energies.min())
    return Flywheel(
        inertia=energy / (allowed * speed**2),
        fluctuation=allowed,
        energy=energy,
        torque=mean,
        speed=speed,
        slowest=float(rising * places[energies.argmin()]),
        fastest=float(rising * places[energies.argmax()]),
    )


def _steady_speed(motion: Motion, number: int) -> float:
    """The constant rate of an input; raises where it is none."""
    if motion.input_rates is None or motion.steps < 5:
        raise InputError("a flywheel needs a motion with velocities over one whole cycle, in 5 steps or more")
    rates = motion.input_rates[:, number]
    speed = float(rates.mean())
    way = np.diff(motion.inputs[:, number]) * np.sign(speed)
    if np.abs(rates - speed).max() > STEADY * abs(speed) or speed == 0.0 or (way <= 0.0).any():
        raise InputError(
            f"input {motion.mechanism.input_names[number]!r} does not run at a constant speed; solve one cycle at the "
            "mean speed, such as with ConstantSpeed"
        )
    return speed


def _refuse_open_cycle(torque: Floats, name: str) -> None:
    extent = float(torque.max() - torque.min())
    if abs(float(torque[-1] - torque[0])) > PERIODIC * extent + 1e-12 * float(np.abs(torque).max()):
        raise InputError(
            f"the driving force of {name!r} is {torque[0]:.6g} at the first step and {torque[-1]:.6g} at the last; a "
            "flywheel needs one whole cycle, at whose end everything is as it was at its beginning"
        )
