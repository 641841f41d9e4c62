"""Designs in a folder, in Zarr's format and uncompressed: solved in stretches, of which those that are done stay done.

    parameters, status, ended_at, ended_by, scores      a row for each design
    found, angles                                       kept rows of outputs, and angles of headings, if outputs are
    times, inputs, rates, accelerations                 the steps
    attributes                                          the mechanism's file, and all else that makes the study

A stretch is done if its status is written, which is what is written last. Whoever solves writes the outputs of a
stretch; whoever asked for it writes the tables. A store goes on only with the same work on the same designs.
"""

from __future__ import annotations

import pickle
import shutil
from dataclasses import replace
from hashlib import sha256
from inspect import isfunction
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from sgkin import __version__
from sgkin.arrays import Floats
from sgkin.designs.block import Block, Fates
from sgkin.designs.design_motions import DesignMotions
from sgkin.designs.reducing import Reducer
from sgkin.designs.running import Runner
from sgkin.designs.stretches import Stretch, stretches
from sgkin.designs.study import Kept, make_study
from sgkin.designs.work import Found, Work
from sgkin.errors import InputError, MissingToolError, StoreError, brief
from sgkin.kernels.design_runs import UNDECIDED
from sgkin.kernels.fingerprint import fingerprint, plain
from sgkin.model.mechanism_file import parse_mechanism
from sgkin.model.mechanism_writer import format_mechanism
from sgkin.motion import Driven
from sgkin.plan.tape import Seeds

OTHERS = {
    "version": "another version of sgkin",
    "mechanism": "another mechanism, or other numbers in it",
    "name": "another mechanism",
    "vary": "other dimensions that vary",
    "outputs": "other outputs",
    "kept": "other quantities",
    "branches": "other branches",
    "keep": "something else to keep",
    "steps": "other steps of the inputs",
    "parameters": "other parameters of the designs",
}
"""What a store says of itself, and what is told where it differs from what is asked for."""


class DesignStore:
    """A store that is there; `path`: its folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._group: Any = _zarr().open_group(path, mode="r+")
        self.says: dict[str, Any] = dict(self._group.attrs)

    @property
    def designs(self) -> int:
        """How many there are."""
        return int(self._group["status"].shape[0])

    def open_stretches(self) -> list[Stretch]:
        """Those that are not done."""
        known = self._group["status"][:: self.says["stretch"]] != UNDECIDED
        every = stretches(self.designs, self.says["stretch"])
        return [each for each, done in zip(every, known.tolist(), strict=True) if not done]

    def put_outputs(self, stretch: Stretch, found: Found) -> Found:
        """Write outputs of a stretch, if there are any; the rest of what came of it."""
        begin, end = stretch
        for name, values in {} if found.block is None else found.block._asdict().items():
            self._group[name][begin:end] = values
        return found._replace(block=None)

    def put_tables(self, stretch: Stretch, found: Found) -> None:
        """Write all else that came of a stretch; it is done then."""
        begin, end = stretch
        if found.scores is not None:
            self._scores(found.scores)[begin:end] = found.scores
        for name in ("ended_by", "ended_at", "status"):
            self._group[name][begin:end] = getattr(found.fates, name)

    def _scores(self, like: Floats) -> Any:
        """The table of scores; only they themselves say how many numbers make one."""
        if "scores" not in self._group:
            _add(self._group, "scores", (self.designs, *like.shape[1:]), self.says["stretch"])
        return self._group["scores"]

    def motions(self, runner: Runner) -> DesignMotions:
        """All designs; tables are read, outputs are not before they are asked for."""
        group = self._group
        scores = group["scores"][:] if "scores" in group else None
        block = Block(*(group[name] for name in Block._fields)) if "found" in group else None
        fates = Fates._make(group[name][:] for name in Fates._fields)
        outputs = None if block is None else runner.outputs
        return DesignMotions(runner.study, group["parameters"][:], runner.drive, *fates, scores, outputs, block)

    def runner(self) -> Runner:
        """The study and the steps, made anew from what is stored."""
        says = self.says
        mechanism = parse_mechanism(says["mechanism"], Path("mechanism.toml"))
        study = make_study(replace(mechanism, name=says["name"]), says["vary"], says["outputs"])
        seeds, *others = says["kept"]
        drive = Driven._make(self._group[name][:] if name in self._group else None for name in Driven._fields)
        return Runner(study, Kept(seeds and Seeds(*seeds), *others), drive, says["branches"] == "nearest")


def open_designs(path: str | PathLike[str]) -> DesignMotions:
    """Open designs that `solve_designs(…, store=path)` has stored. Needs the extra `cluster`.

    Outputs are read from the store when they are asked for: `position("coupler.P")` reads those of all designs,
    `part(begin, end).position("coupler.P")` only some.
    """
    store = _existing(Path(path))
    waiting = len(store.open_stretches())
    if waiting:
        every = len(stretches(store.designs, store.says["stretch"]))
        remedy = "solve_designs with the same store goes on"
        raise StoreError(store.path, f"{waiting} of {every} stretches are not solved yet; {remedy}")
    return store.motions(store.runner())


def store_for(path: str | PathLike[str], work: Work, parameters: Floats, size: int) -> DesignStore:
    """The store at a path for some work on designs (n, p): a new one, with stretches of a size, or the one that was
    begun with the same."""
    if not isinstance(path, str | PathLike):
        raise InputError(f"store is {brief(path)}; give the path of a folder")
    folder, says = Path(path), identity(work, parameters)
    if folder.exists():
        found = _existing(folder)
        for name, words in OTHERS.items():
            if found.says.get(name) != says[name]:
                remedy = "name another store, or remove it to begin anew"
                raise StoreError(folder, f"this store was begun with {words}; {remedy}", name)
        return found
    if not folder.absolute().parent.is_dir():
        raise StoreError(folder, f"there is no folder {folder.parent}; make it first")
    _create(folder, work, parameters, says | {"stretch": size})
    return DesignStore(folder)


def _existing(folder: Path) -> DesignStore:
    """The store at a path, if it is one."""
    zarr = _zarr()
    try:
        group = zarr.open_group(folder, mode="r")
    except (FileNotFoundError, NotADirectoryError, zarr.errors.GroupNotFoundError, zarr.errors.ContainsArrayError):
        group = None
    if group is None or "stretch" not in group.attrs:
        told = "this is no store of designs" if folder.exists() else "there is no such store"
        raise StoreError(folder, f"{told}; solve_designs(…, store=path) makes one")
    return DesignStore(folder)


def _create(folder: Path, work: Work, parameters: Floats, says: dict[str, Any]) -> None:
    """Lay out a store; it has its name only when it is whole."""
    begun = folder.with_name(f"{folder.name}.begun")
    shutil.rmtree(begun, ignore_errors=True)
    group, designs, size = _zarr().create_group(begun), len(parameters), says["stretch"]
    _add(group, "parameters", parameters.shape, size)[:] = parameters
    for name, kind, unknown in (("status", "int8", UNDECIDED), ("ended_at", "int64", 0), ("ended_by", "int64", -1)):
        _add(group, name, (designs,), size, kind, unknown)
    for name, values in work.runner.drive._asdict().items():
        if values is not None:
            group.create_array(name, data=values, compressors=None)
    if work.keeps_outputs:
        room = work.runner.room(0)._asdict()
        for name, values in room.items():
            _add(group, name, (designs, *values.shape[1:]), size, apart=True)
    group.attrs.update(says)
    begun.rename(folder)


def _add(
    group: Any,
    name: str,
    shape: tuple[int, ...],
    size: int,
    kind: str = "float64",
    unknown: float = np.nan,
    apart: bool = False,
) -> Any:
    """A table with a row for each design, in one file for each stretch; `apart`: and for each row of outputs."""
    first, *others = (max(length, 1) for length in shape)
    chunks = (min(size, first), *([1, *others[1:]] if apart else others))
    options = {"compressors": None, "fill_value": unknown, "config": {"write_empty_chunks": True}}
    return group.create_array(name, shape=shape, chunks=chunks, dtype=kind, **options)


def identity(work: Work, parameters: Floats) -> dict[str, Any]:
    """What some work on designs is known by."""
    runner = work.runner
    study, (seeds, *others) = runner.study, runner.kept
    return {
        "version": __version__,
        "name": study.mechanism.name,
        "mechanism": format_mechanism(study.mechanism),
        "vary": list(study.vary),
        "outputs": list(study.outputs),
        "kept": [None if seeds is None else list(seeds), *others],
        "branches": "nearest" if runner.nearest else "continued",
        "keep": work.keep if isinstance(work.keep, str) else function_identity(work.keep),
        "steps": digest(*runner.drive),
        "parameters": digest(parameters),
    }


def digest(*arrays: Floats | None) -> str:
    """The same for the same arrays."""
    found = sha256()
    for array in arrays:
        found.update(repr(None if array is None else array.shape).encode())
        found.update(b"" if array is None else np.ascontiguousarray(array).tobytes())
    return found.hexdigest()


def function_identity(function: Reducer) -> str:
    """The same for the same function; what is called like one is known by what it holds."""
    inner = plain(function)
    if isfunction(inner):
        return fingerprint(inner)
    try:
        return sha256(pickle.dumps(inner)).hexdigest()
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"keep is {brief(function)}, which a store could not tell from others; give a function"
        ) from error


def _zarr() -> Any:
    try:
        import zarr
    except ImportError as error:
        raise MissingToolError("zarr", "a store of designs", "cluster") from error
    return zarr
