"""A plan for other people's codes: blocks of numbers that compiled Python and C can use without Python in the loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sgkin.arrays import Floats
from sgkin.errors import UnsolvableError
from sgkin.kernels import interface
from sgkin.kernels.compiled import JIT
from sgkin.plan.tape import Seeds
from sgkin.sweep.one_configuration import SingleRunner
from sgkin.sweep.spatial_configuration import SpatialRunner

if TYPE_CHECKING:
    from sgkin.plan.plan import Plan


HEADER = """\
/* Velocity coefficients of a mechanism, by sgkin. q (c), K = dq/dz (c x f) and L = dK/dz (c x f x f) are written row by
   row: x, y and theta of the moving links, x and y of the points, and last the inputs themselves. SI units and radians.
   In space x, y, z, wx, wy, wz of the links and x, y, z of the points: of wx, wy, wz q has axis times angle of the
   turn, K the turning w_i of the link by input i in ground axes, L the symmetric (dw_i/dz_j + dw_j/dz_i) / 2.

   plan       the integers of CompiledPlan.block; shared by all threads
   workspace  the numbers of CompiledPlan.workspace(); one for each thread. It carries branches and starting values from
              call to call, so that a motion is followed in small steps from the initial configuration.
   returns    -1: solved; -2: an input is not finite, or larger than 1e50; otherwise the number of the group that is
              singular or cannot be assembled, as it stands in CompiledPlan.groups: then q, K and L are not written. */
#include <stdint.h>
typedef int64_t (*sgkin_coefficients)(const int64_t *plan, double *workspace, const double *z,
                                      double *q, double *K, double *L);
"""


@dataclass(frozen=True, slots=True)
class CompiledPlan:
    """A plan as plain arrays.

    `block`: integers that describe it, shared by all threads; `workspace()`: numbers for one thread; `address`: the C
    function, see `header`; `names`: the c coordinates; `inputs`: how many there are; `groups`: those a call may
    name by their numbers.
    """

    block: NDArray[np.int64]
    start: Floats
    address: int
    names: tuple[str, ...]
    inputs: int
    groups: tuple[str, ...]
    header: str = HEADER

    def workspace(self) -> Floats:
        """A new workspace, which starts from the initial configuration."""
        return self.start.copy()


def compile_plan(plan: Plan, points: tuple[str, ...]) -> CompiledPlan:
    """Lay a plan out in blocks of numbers."""
    if not JIT:
        raise UnsolvableError("a plan can be called from compiled code only with the JIT; unset NUMBA_DISABLE_JIT")
    runner = SpatialRunner if plan.mechanism.is_spatial else SingleRunner
    single = runner(plan, Seeds(len(plan.input_names), False), points)
    tape, layout = single.tape, single.layout
    sizes = np.zeros(interface.SIZES, dtype=np.int64)
    sizes[interface.OPERATIONS], sizes[interface.ROWS] = len(tape.operations), len(tape.rows)
    sizes[interface.INPUTS], sizes[interface.LINKS] = single.count, single.gathered.shape[1]
    sizes[interface.PLACES], sizes[interface.MARGINS] = len(single.point_rows), len(single.margin_rows)
    sizes[interface.MEMORY], sizes[interface.STATE] = len(plan.start), len(layout.state)
    parts = [
        sizes,
        single.addresses,
        tape.row_start[:-1],
        tape.geometry_start,
        tape.memory_start,
        layout.rows,
        single.seeds[:1].ravel(),
        single.gathered[0, :, :2].ravel(),
        single.angle_rows.ravel(),
        single.point_rows,
        single.K_rows.ravel(),
        single.L_rows.ravel(),
        single.margin_rows,
    ]
    return CompiledPlan(
        block=np.concatenate(parts).astype(np.int64),
        start=np.concatenate(
            [plan.start, layout.state, single.angles, single.shifts.ravel(), plan.start, tape.geometry]
        ),
        address=interface.coefficients_for_c.address,
        names=single.names,
        inputs=single.count,
        groups=tuple(plan.structure.groups[group].label for group in tape.margins),
    )
