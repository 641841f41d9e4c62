"""Mechanism files to start from: complete, commented, and to be changed."""

from __future__ import annotations

from collections.abc import Mapping

FOUR_BAR = """\
# A mechanism file. Change the numbers and names, then:
#   sgkin structure FILE        how it comes apart into groups
#   sgkin plot FILE             a picture
#   sgkin animate FILE -o a.gif a film
title  = "My four-bar linkage"
units  = { length = "mm", angle = "deg" }     # of every number in this file
# gravity = "down"

# Every link is a rigid body with named points, in its own frame: by custom the first pin is the
# origin and the x axis points to the second. The ground is a link too; its frame is that of the picture.
[links]
ground  = { O = [0, 0], C = [100, 0] }
crank   = { O = [0, 0], A = [40, 0] }
coupler = { A = [0, 0], B = [120, 0], P = [60, 40] }   # P is no joint: a point whose path is wanted
rocker  = { C = [0, 0], B = [80, 0] }

# A joint has the name of its point in each of its links.
[joints]
O = { kind = "revolute", links = ["ground", "crank"] }
A = { kind = "revolute", links = ["crank", "coupler"] }
B = { kind = "revolute", links = ["coupler", "rocker"] }
C = { kind = "revolute", links = ["ground", "rocker"] }

# What is driven, and how: here the angle of the crank, one turn a second from 30 degrees on.
[drivers]
motor = { joint = "O", law = "constant-speed", speed = 360, start = 30 }

# Where B is roughly at the start: the linkage can be assembled with B above or below.
[initial]
B = [145, 65]

# For `sgkin forces FILE` and `sgkin simulate FILE --until 2 --free motor`: take the # away here, and before gravity.
# [masses]                                      # in kg, bars uniform from pin to pin
# crank   = { mass = 0.2, bar = ["O", "A"] }
# coupler = { mass = 0.6, bar = ["A", "B"] }
# rocker  = { mass = 0.4, bar = ["C", "B"] }
"""

SLIDER_CRANK = """\
# A mechanism file. Change the numbers and names, then:
#   sgkin structure FILE        how it comes apart into groups
#   sgkin plot FILE             a picture
#   sgkin animate FILE -o a.gif a film
title  = "My slider-crank"
units  = { length = "mm", angle = "deg" }     # of every number in this file
# gravity = "down"

# Every link is a rigid body with named points, in its own frame: by custom the first pin is the
# origin and the x axis points to the second. The ground is a link too; its frame is that of the picture.
[links]
ground = { O = [0, 0], G = [0, 0] }           # G: a point of the line on which the piston slides
crank  = { O = [0, 0], A = [40, 0] }
rod    = { A = [0, 0], B = [120, 0], M = [60, 0] }     # M is no joint: a point whose path is wanted
piston = { B = [0, 0], G = [0, 0] }

# A joint has the name of its point in each of its links. The guide of the ground can be inclined
# (angle = { ground = 10 }) and lie beside its point (offset = { ground = 15 }).
[joints]
O = { kind = "revolute",  links = ["ground", "crank"] }
A = { kind = "revolute",  links = ["crank", "rod"] }
B = { kind = "revolute",  links = ["rod", "piston"] }
G = { kind = "prismatic", links = ["ground", "piston"] }

# What is driven, and how: here the angle of the crank, one turn a second from 30 degrees on.
[drivers]
motor = { joint = "O", law = "constant-speed", speed = 360, start = 30 }

# Where B is roughly at the start, and the direction of the piston, which has one pin only.
[initial]
B      = [150, 0]
piston = 0

# For `sgkin forces FILE` and `sgkin simulate FILE --until 2 --free motor`: take the # away here, and before gravity.
# [masses]                                      # in kg, bars uniform from pin to pin
# crank  = { mass = 0.2, bar = ["O", "A"] }
# rod    = { mass = 0.6, bar = ["A", "B"] }
# piston = { mass = 0.5, centre = "B", inertia = 0 }
"""

SIX_BAR = """\
# A mechanism file. Change the numbers and names, then:
#   sgkin structure FILE        how it comes apart into groups
#   sgkin plot FILE             a picture
#   sgkin animate FILE -o a.gif a film
title  = "My six-bar linkage (Stephenson III)"
units  = { length = "mm", angle = "deg" }     # of every number in this file

# Every link is a rigid body with named points, in its own frame: by custom the first pin is the
# origin and the x axis points to the second. The ground is a link too; its frame is that of the picture.
[links]
ground  = { O = [0, 0], C = [100, 0], F = [180, 40] }
crank   = { O = [0, 0], A = [40, 0] }
coupler = { A = [0, 0], B = [120, 0], D = [80, 50] }   # a ternary link: three pins
rocker  = { C = [0, 0], B = [80, 0] }
strut   = { D = [0, 0], E = [110, 0] }
lever   = { F = [0, 0], E = [90, 0], T = [150, 0] }    # T is no joint: a point whose path is wanted

# A joint has the name of its point in each of its links.
[joints]
O = { kind = "revolute", links = ["ground", "crank"] }
A = { kind = "revolute", links = ["crank", "coupler"] }
B = { kind = "revolute", links = ["coupler", "rocker"] }
C = { kind = "revolute", links = ["ground", "rocker"] }
D = { kind = "revolute", links = ["coupler", "strut"] }
E = { kind = "revolute", links = ["strut", "lever"] }
F = { kind = "revolute", links = ["ground", "lever"] }

# What is driven, and how: here the angle of the crank, one turn a second from 30 degrees on.
[drivers]
motor = { joint = "O", law = "constant-speed", speed = 360, start = 30 }

# Where the pins are roughly at the start: which of the possible assemblies is meant.
[initial]
B = [145, 65]
E = [195, 130]
"""

STARTERS: Mapping[str, str] = {"four-bar": FOUR_BAR, "slider-crank": SLIDER_CRANK, "six-bar": SIX_BAR}
"""Text by kind; each loads, closes and turns fully as it stands."""
