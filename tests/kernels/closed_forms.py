"""Every closed form of the package, of the plane and of space."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import sgkin.kernels
from sgkin.kernels.kernel import Kernel

MODULES: tuple[ModuleType, ...] = tuple(
    import_module(module.name) for module in walk_packages(sgkin.kernels.__path__, "sgkin.kernels.")
)
"""All files of kernels."""
KERNELS = {
    kernel.name: kernel
    for module in MODULES
    for kernel in vars(module).values()
    if isinstance(kernel, Kernel) and kernel.form is not None
}
IN_SPACE = {
    name: kernel
    for name, kernel in KERNELS.items()
    if kernel.form is not None
    and any(value.kind in ("point3", "direction3", "frame") for value in kernel.form.features)
}
"""Those that find or read anything in space."""
