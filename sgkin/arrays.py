"""Arrays of numbers, as type checkers know them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Booleans = NDArray[np.bool_]
Complexes = NDArray[np.complex128]
Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
