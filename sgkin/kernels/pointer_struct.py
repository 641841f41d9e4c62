"""Arrays under names that compiled code takes by one pointer.

A tuple of arrays is handed from function to function number by number, data, sizes and strides of every array, and all
of that is compiled wherever it passes: with the tables of a whole mechanism it takes most of the time. `Tables` are
handed on by their address, and an array is looked up where it is used.

A kind of tables may also say which compiled functions go with it: static methods, which are called as `S.name(…)` and
are known when that is compiled, so that one algorithm serves several kinds at no cost.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import (
    NativeValue,
    infer_getattr,
    lower_getattr_generic,
    models,
    register_model,
    unbox,
)

from sgkin.kernels.numba_hooks import AttributeTemplate, array_at

WORD = ir.IntType(64)
FUNCTIONS: dict[str, dict[str, Callable[..., Any]]] = {}
"""The functions that go with every kind of tables, by its name."""


class TablesType(types.Type):
    """The kind of tables, for numba; members: name and type of each, in their order."""

    def __init__(self, kind: str, members: tuple[tuple[str, types.Type], ...]) -> None:
        self.members, self.kinds, self.places = members, dict(members), {}
        place = 0
        for name, member in members:
            self.places[name] = place
            place += 1 + (member.ndim if isinstance(member, types.Array) else 0)
        super().__init__(kind)

    @property
    def key(self) -> Any:
        """What makes two of them the same."""
        return self.name, self.members


@dataclass(eq=False)
class Tables:
    """Base of such tables: contiguous arrays and other tables, which stay what they are.

    words: address and shape of every array, address of other tables; address: of the words.
    """

    def __init_subclass__(cls) -> None:
        inherited = {name: each for base in cls.__bases__ for name, each in FUNCTIONS.get(base.__name__, {}).items()}
        own = {name: each.__func__ for name, each in vars(cls).items() if isinstance(each, staticmethod)}
        if inherited or own:
            FUNCTIONS[cls.__name__] = inherited | own

    def __post_init__(self) -> None:
        words: list[int] = []
        members: list[tuple[str, types.Type]] = []
        for name, value in ((field.name, getattr(self, field.name)) for field in fields(self)):
            if isinstance(value, Tables):
                words.append(value.address)
                members.append((name, value._numba_type_))
            else:
                if not value.flags.c_contiguous:
                    raise TypeError(f"{type(self).__name__}.{name} is not contiguous")
                words += [value.ctypes.data, *value.shape]
                members.append((name, types.Array(from_dtype(value.dtype), value.ndim, "C")))
        self.words = np.array(words, dtype=np.int64)
        self.address: int = self.words.ctypes.data
        self._numba_type_: TablesType = TablesType(type(self).__name__, tuple(members))


@register_model(TablesType)
class TablesModel(models.PrimitiveModel):
    """A pointer to the words."""

    def __init__(self, manager, kind):
        super().__init__(manager, kind, WORD.as_pointer())


@unbox(TablesType)
def unbox_tables(kind, tables, c):
    """From Python."""
    address = c.pyapi.object_getattr_string(tables, "address")
    number = c.pyapi.long_as_longlong(address)
    c.pyapi.decref(address)
    return NativeValue(c.builder.inttoptr(number, WORD.as_pointer()), is_error=c.pyapi.c_api_error())


@infer_getattr
class TablesAttribute(AttributeTemplate):
    """The type of a member."""

    key = TablesType

    def generic_resolve(self, tables, name):  # type: ignore[override]
        found = FUNCTIONS.get(tables.name, {}).get(name)
        return tables.kinds.get(name) if found is None else types.Dispatcher(found)


@lower_getattr_generic(TablesType)
def look_up(context, builder, kind, tables, name):
    """A member; functions need no look. The words never change, which the compiler is told, so that it looks outside
    of loops."""

    def word(number):
        loaded = builder.load(builder.gep(tables, [WORD(number)]))
        loaded.set_metadata("invariant.load", builder.module.add_metadata([]))
        return loaded

    if name not in kind.kinds:
        return context.get_dummy_value()
    member, place = kind.kinds[name], kind.places[name]
    if isinstance(member, TablesType):
        return builder.inttoptr(word(place), WORD.as_pointer())
    shape = [word(place + 1 + axis) for axis in range(member.ndim)]
    size = WORD(context.get_abi_sizeof(context.get_data_type(member.dtype)))
    strides = [size]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    data = builder.inttoptr(word(place), context.get_data_type(member.dtype).as_pointer())
    parts = {"data": data, "shape": shape, "strides": strides, "itemsize": size, "meminfo": None}
    return array_at(context, builder, member, **parts)
