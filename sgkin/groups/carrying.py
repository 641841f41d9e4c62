"""Elements for points and directions carried by links, and for driven links."""

from sgkin.groups.element import Kernel
from sgkin.kernels import frames

CARRY = Kernel("carry", frames.carry_position, frames.carry_tangent, frames.carry_pair, motion=frames.carry_motion)
SPAN = Kernel("span", frames.span_position, frames.span_tangent, frames.span_pair)
TURN = Kernel("turn", frames.turn_position, linear=True)
ROTATE = Kernel(
    "rotate", frames.rotate_position, frames.rotate_tangent, frames.rotate_pair, motion=frames.rotate_motion
)
SLIDE = Kernel("slide", frames.slide_position, frames.slide_tangent, frames.slide_pair, scratch=2)
ANGLE = Kernel("angle", frames.angle_position, linear=True)
SUM = Kernel("sum", frames.sum_position)
LATER = Kernel("later", frames.later_position, linear=True)
