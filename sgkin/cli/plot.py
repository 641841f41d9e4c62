"""`sgkin plot`: pictures of a mechanism, its structure and its motion."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from sgkin.cli.curve_options import (
    add_curve_options,
    asked_centrodes,
    asked_curve,
    given_curve_options,
    straight_parts,
)
from sgkin.cli.mechanism_options import add_mechanism, read_mechanism
from sgkin.cli.motion_options import (
    add_motion_options,
    check_output,
    finish,
    reached,
    solve_motion,
    solve_to_inputs,
)
from sgkin.errors import InputError, MotionError
from sgkin.model.mechanism import Mechanism
from sgkin.progress import waiting
from sgkin.solving import solve

NAME = "plot"
HELP = "Draw a mechanism, the paths of its points, curves of its motion, or its structure."
EXAMPLE = "sgkin plot four_bar_crank_rocker --path P --marks 12 --arrows velocity"
QUANTITIES = ("position", "velocity", "acceleration", "K", "L")
PARTS = ("x", "y", "z", "theta", "alpha", "beta", "gamma", "wx", "wy", "wz")


def add_arguments(parser: ArgumentParser) -> None:
    add_mechanism(parser)
    what = parser.add_argument_group("what is drawn (by default the mechanism at its initial configuration)")
    choice = what.add_mutually_exclusive_group()
    choice.add_argument("--input", metavar="NAME=VALUE", nargs="+", help="the mechanism at these inputs, in its units")
    choice.add_argument("--step", metavar="N", type=int, help="the mechanism at a step of its motion")
    choice.add_argument(
        "--path", metavar="P", nargs="*", help="the paths of points, link.point or point (without: those that matter)"
    )
    choice.add_argument("--curves", metavar="NAME", nargs="+", help="curves of links, points and joints")
    choice.add_argument("--curve", metavar="P", help="a coupler curve with its extremes, cusps and double points")
    choice.add_argument("--speed", metavar="P", help="the path of a point, coloured by its speed")
    choice.add_argument("--centrodes", metavar="LINK", help="the centrodes of a link, with its inflection circle")
    choice.add_argument("--transmission-angle", metavar="JOINT", nargs="+", help="transmission angles of joints")
    choice.add_argument("--quality", action="store_true", help="how far each group is from locking")
    choice.add_argument("--structure", action="store_true", help="the groups and what they depend on")
    choice.add_argument("--matrix", action="store_true", help="the kinematic-structure matrix")
    parser.add_argument("--marks", metavar="N", type=int, default=0, help="with --path: so many marks")
    parser.add_argument("--arrows", nargs="+", choices=("velocity", "acceleration"), default=[], help="at the marks")
    parser.add_argument("--quantity", choices=QUANTITIES, help="with --curves (default position)")
    parser.add_argument(
        "--parts",
        metavar="PART",
        nargs="+",
        choices=PARTS,
        help="with --curves: only x, y, theta; in space x, y, z, alpha, beta, gamma, as rates wx, wy, wz",
    )
    parser.add_argument("--against", metavar="NAME", help="with --curves: time (default) or an input")
    parser.add_argument(
        "--forces",
        metavar="LINK",
        nargs="?",
        const="",
        help="with a step, or inputs at which it rests: forces of joints and drives, or those on one link",
    )
    add_curve_options(parser)
    parser.add_argument(
        "--view", metavar="SIDE", help="in space: corner (default), front, side, top, or AZIMUTH,ELEVATION in degrees"
    )
    parser.add_argument("--no-labels", action="store_true", help="without names and numbers")
    add_motion_options(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="a .png, .svg or .pdf file (default: NAME.png)")


def run(options: Namespace) -> None:
    from sgkin.plots.saving import save_picture

    mechanism = read_mechanism(options)
    path = check_output(options.output or f"{mechanism.name}.png")
    if (options.marks or options.arrows) and options.path is None:
        raise InputError("--marks and --arrows belong to --path; name the points with it")
    if (options.parts or options.against or options.quantity) and not options.curves:
        raise InputError("--quantity, --parts and --against belong to --curves; name links, points or joints with it")
    if given_curve_options(options) and not (options.curve or options.centrodes):
        raise InputError(f"{given_curve_options(options)} belongs to --curve and --centrodes; name a point or a link")
    others = ("path", "curves", "curve", "speed", "centrodes", "transmission_angle", "quality", "structure", "matrix")
    if options.forces is not None and any(getattr(options, other) not in (None, False) for other in others):
        raise InputError("--forces belongs to the mechanism at a step or at inputs; leave the other pictures out")
    options.quantity = options.quantity or "position"
    with waiting("drawing"):
        picture = _Picture(mechanism, options)
        save_picture(picture.draw, path, picture.size)
    print(f"wrote {path}: {picture.description}")
    finish(picture.ended)


class _Picture:
    """What the options ask for, solved but not yet drawn."""

    def __init__(self, mechanism: Mechanism, options: Namespace) -> None:
        from sgkin.plots.saving import SIZE

        self.mechanism, self.options, self.size = mechanism, options, SIZE
        self.ended: MotionError | None = None
        self.description = "the mechanism at its initial configuration"
        if options.structure or options.matrix:
            self._draw_structure()
        elif options.forces is not None:
            self._draw_forces()
        elif options.input:
            self.motion, self.step = solve_to_inputs(mechanism, options.input), -1
            self.description = f"the mechanism at {', '.join(options.input)}"
        elif options.transmission_angle or options.quality:
            self._draw_transmission()
        elif options.curve or options.centrodes:
            self._draw_analysis()
        elif options.step is not None or options.path is not None or options.curves or options.speed:
            self._draw_motion()
        else:
            self.description += _warning(mechanism)

    def _draw_motion(self) -> None:
        options, self.step = self.options, self.options.step
        self.motion, self.ended = solve_motion(self.mechanism, options, coefficients=options.quantity in ("K", "L"))
        if options.step is not None:
            if options.step >= self.motion.steps:
                finish(self.ended)
            self.description, self.ended = f"step {options.step} of {options.steps}", None
            return
        if options.path is not None:
            options.path = options.path or self._paths_of_interest()
            drawn = f"the path of {', '.join(options.path)}"
        elif options.speed:
            drawn = f"the speed of {options.speed} along its path"
        else:
            drawn = f"{options.quantity} of {', '.join(options.curves)}"
        self.description = drawn + reached(self.ended)

    def _draw_forces(self) -> None:
        """Forces at a step of the motion laws; at rest where inputs are given, or have no laws."""
        from sgkin.dynamics.reactions import reactions

        options, mechanism = self.options, self.mechanism
        is_free = any(law.is_free for driver in mechanism.drivers for law in driver.laws)
        if options.input or (is_free and options.step is None):
            inputs = solve_to_inputs(mechanism, options.input or []).inputs[-1:]
            self.motion, self.step = solve(mechanism, inputs=inputs, input_rates=0.0 * inputs), 0
            where = f"at rest at {', '.join(options.input)}" if options.input else "held at rest where it starts"
        else:
            options.step = options.step or 0
            self._draw_motion()
            where = f"at {self.description}"
        self.forces = reactions(self.motion)
        self.description = f"the forces{f' on {options.forces}' if options.forces else ''} {where}"

    def _paths_of_interest(self) -> list[str]:
        from sgkin.drawing.interest import paths_of_interest

        names = list(paths_of_interest(self.motion))
        if not names:
            raise InputError(f"{self.mechanism.name} has no point that moves; name a link or a joint with --curves")
        return names

    def _draw_transmission(self) -> None:
        from sgkin.analysis.group_quality import group_quality
        from sgkin.analysis.transmission import transmission_angle

        self.motion, self.ended = solve_motion(self.mechanism, self.options)
        if self.options.quality:
            self.found, drawn = group_quality(self.motion), "the quality of the groups"
        else:
            joints = self.options.transmission_angle
            self.angles = [transmission_angle(self.motion, joint) for joint in joints]
            drawn = f"the transmission angle at {', '.join(joints)}"
        self.description = drawn + reached(self.ended)

    def _draw_analysis(self) -> None:
        options = self.options
        if options.curve:
            self.curve = asked_curve(self.mechanism, options.curve, options)
            self.straight = straight_parts(self.curve, options)
            self.description = f"the curve of {options.curve}"
        else:
            self.poles = asked_centrodes(self.mechanism, options.centrodes, options)
            self.description = f"the centrodes of {options.centrodes} seen from {self.poles.relative_to}"

    def _draw_structure(self) -> None:
        from sgkin.plots.structure_graph import figure_size
        from sgkin.structure.decomposition import decompose

        self.structure = decompose(self.mechanism)
        if self.options.structure:
            self.size = figure_size(self.structure)
        self.description = "the structure"

    def draw(self, ax: Any) -> Any:
        """Draw it."""
        from sgkin import plots

        options, labels, view = self.options, not self.options.no_labels, asked_view(self.options.view)
        if options.structure:
            return plots.plot_structure(self.structure, ax)
        if options.matrix:
            return plots.plot_structure_matrix(self.structure, ax)
        if options.transmission_angle:
            return plots.plot_transmission_angle(*self.angles, ax=ax)
        if options.quality:
            return plots.plot_group_quality(self.motion, self.found, ax)
        if options.path:
            return plots.plot_coupler_curve(
                self.motion, *options.path, ax=ax, marks=options.marks, arrows=options.arrows, view=view
            )
        if options.curve:
            return plots.plot_curve_features(self.curve, ax=ax, straight=self.straight)
        if options.centrodes:
            return plots.plot_centrodes(self.poles, ax=ax)
        if options.speed:
            return plots.plot_speed(self.motion, options.speed, ax=ax)
        if options.curves:
            how = {"quantity": options.quantity, "parts": options.parts, "against": options.against}
            return plots.plot_curves(self.motion, *options.curves, ax=ax, **how)
        if options.forces is not None:
            return plots.plot_mechanism(self.forces, self.step, ax=ax, labels=labels, link=options.forces or None)
        if options.input or options.step is not None:
            return plots.plot_mechanism(self.motion, self.step, ax=ax, labels=labels, view=view)
        return plots.plot_mechanism(self.mechanism, ax=ax, labels=labels, view=view)


def asked_view(given: str | None) -> object:
    """A side by name, or two angles."""
    return given.split(",") if given and "," in given else given


def _warning(mechanism: Mechanism) -> str:
    """Why the initial configuration shows less than the mechanism, or shows it open; nothing otherwise."""
    from sgkin.structure.decomposition import decompose

    check = decompose(mechanism).geometry
    return f"; {check.reason}" if check is not None and check.reason else ""
