"""A mechanism made ready to be solved many times, and what it can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from sgkin.chain_rule import GroupMatrices
from sgkin.coefficients import Coefficients, Configuration
from sgkin.display import as_html
from sgkin.errors import InputError
from sgkin.model.form import names
from sgkin.model.mechanism import Mechanism
from sgkin.plan.plan import Plan
from sgkin.plan.plan import make_plan as make_any_plan
from sgkin.plan.tape import Seeds
from sgkin.space import AT_REST, SpacePose
from sgkin.structure.structure import Group, group_number
from sgkin.sweep.one_configuration import SingleRunner
from sgkin.sweep.spatial_configuration import SpatialRunner

if TYPE_CHECKING:
    from sgkin.assembly import AssemblyMode, GroupModes
    from sgkin.sweep.compiled_plan import CompiledPlan

ALONG = Seeds(1, True)
"""Derivatives along a motion."""


class KinematicPlan(Plan):
    """A mechanism taken apart, with an element for every group; made by `make_plan`.

    It never changes, and can be used by many threads at once: what changes while it is run belongs to each call, or to
    each thread. It can be copied, pickled and sent to other processes.
    """

    def _repr_html_(self) -> str:
        return as_html(self)

    def evaluate(
        self,
        z: ArrayLike,
        zd: ArrayLike | None = None,
        zdd: ArrayLike | None = None,
        near: Configuration | None = None,
    ) -> Configuration:
        """One configuration at the inputs z (f,), with rates zd and accelerations zdd of the inputs if given.

        `near` is an earlier configuration, by default the initial one, that fixes branches and starts iterations.
        """
        if zd is None and zdd is not None:
            raise InputError("zdd needs zd; give both")
        return self._single(None if zd is None else ALONG).evaluate(z, zd, zdd, near)

    def coefficients(self, z: ArrayLike, near: Configuration | None = None, points: Sequence[str] = ()) -> Coefficients:
        """q (c,), K = ∂q/∂z (c, f) and L = ∂K/∂z (c, f, f) at the inputs z (f,): q̇ = K ż, q̈ = K z̈ + żᵀ L ż.

        The coordinates are those of `coordinate_names`: x, y and θ of the moving links in file order, and last the
        inputs themselves (K = I, L = 0); x and y of the given points, written `link.point`, stand before the inputs.
        In space they are x, y, z, wx, wy, wz of links and x, y, z of points. Of wx, wy, wz q has axis times angle of
        the link's turn, K has ωᵢ with ω = Σ ωᵢ żᵢ, and L the symmetric ωᵢⱼ = ½ (∂ⱼωᵢ + ∂ᵢωⱼ); ∂ⱼωᵢ is ωᵢⱼ + ½ ωⱼ × ωᵢ.
        Raises `MotionError` at change points and singular positions, where coefficients do not exist.
        """
        return self._single(self._by_inputs, self._points(points) if points else ()).coefficients(z, near)

    def group_matrices(self, group: int | Group, z: ArrayLike, near: Configuration | None = None) -> GroupMatrices:
        """Φ_φ, Φ_h, S, R, K_φh and L_φh of a group at the inputs z (f,), as `sgkin.chain_rule` defines them.

        `group` is one of `structure.groups` or its number there. Raises `MotionError` where `coefficients` does.
        """
        from sgkin.sweep.group_matrices import group_matrices

        here = self.coefficients(z, near).configuration
        assert here is not None
        return group_matrices(self, group, here)

    def begun_at(self, configuration: Configuration) -> KinematicPlan:
        """The same plan, but that it begins in a configuration that it has found, such as that of a mode.

        Configurations of one are known to the other.
        """
        memory = self.memory(configuration)
        memory.flags.writeable = False
        inputs = dict(zip(self.input_names, configuration.inputs.tolist(), strict=True))
        mechanism = replace(self.mechanism, initial=replace(self.mechanism.initial, inputs=inputs))
        return replace(self, mechanism=mechanism, start=memory, initial=poses_of(configuration, mechanism))

    def modes(self, group: int | Group, z: ArrayLike, near: Configuration | None = None) -> GroupModes:
        """Every way to assemble a group at the inputs z (f,), with the groups before it as they are near `near`.

        `group` is one of `structure.groups` or its number there.
        """
        from sgkin.modes.modes import group_modes

        return group_modes(self, group_number(self.structure, group), self.taken_inputs(z), near)

    def assembly_modes(self, z: ArrayLike, near: Configuration | None = None) -> Iterator[AssemblyMode]:
        """Every way to assemble the mechanism at the inputs z (f,), one after the other, as they are found.

        Their number can grow with a power of the number of groups: take as many as you need.
        """
        from sgkin.modes.modes import assemblies
        from sgkin.modes.spatial_assembler import assembler_of

        return assemblies(assembler_of(self, self.taken_inputs(z), near=near))

    def compiled(self, points: Sequence[str] = ()) -> CompiledPlan:
        """The plan for use inside compiled Python and from C: `coefficients` with no Python in the loop."""
        from sgkin.sweep.compiled_plan import compile_plan

        return compile_plan(self, self._points(points) if points else ())

    def _single(self, seeds: Seeds | None, points: tuple[str, ...] = ()) -> SingleRunner:
        found = self._made.get((seeds, points))
        return found if found is not None else self.made((seeds, points), lambda: self._runner(seeds, points))

    def _runner(self, seeds: Seeds | None, points: tuple[str, ...]) -> SingleRunner:
        return (SpatialRunner if self.mechanism.is_spatial else SingleRunner)(self, seeds, points)

    def _points(self, given: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.mechanism.full_name(name, "points") for name in names(given, "points"))

    @cached_property
    def _by_inputs(self) -> Seeds:
        """Derivatives by each input."""
        return Seeds(len(self.input_names), False)


def poses_of(configuration: Configuration, mechanism: Mechanism) -> dict[str, Any]:
    """The poses of all links, with ground."""
    if not mechanism.is_spatial:
        poses = dict(zip(configuration.links, map(tuple, configuration.poses.tolist()), strict=True))
        return {mechanism.ground: (0.0, 0.0, 0.0), **poses}
    found: dict[str, Any] = {mechanism.ground: AT_REST}
    for link, (x, y, z, *_) in zip(configuration.links, configuration.poses.tolist(), strict=True):
        one, other, third = map(tuple, configuration.orientation(link).T.tolist())
        found[link] = SpacePose((x, y, z), (one, other, third))
    return found


def make_plan(mechanism: Mechanism) -> KinematicPlan:
    """Take a mechanism apart and make it ready to be solved; see `sgkin.solving.make_plan`."""
    return make_any_plan(mechanism, KinematicPlan)
