"""Compiling once what has one form: equal segments share code, within a process and, through the disk, beyond it."""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import contextlib
import os
import threading
import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import numpy as np

from graphlab._src.base.libraries import import_dialects
from graphlab._src.compiler.control_flow.regions import Step
from graphlab._src.compiler.executables import (
    behind,
    disk_cache,
    headroom,
    jax_caches,
    precision,
    progress,
    tracing,
    worker,
)
from graphlab._src.compiler.executables.segment_form import Form, FormlessError
from graphlab._src.compiler.executables.xla_options import compile_with
from graphlab._src.compiler.partition import Segment
from graphlab._src.compiler.placement import Device
from graphlab._src.graph.constant import is_constant
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor

# digest -> code that some session still holds
_compiled: weakref.WeakValueDictionary[str, jax.stages.Compiled] = weakref.WeakValueDictionary()
_compiling: dict[str, worker.Task[jax.stages.Compiled]] = {}  # what was begun, until a caller uses it
_lock = threading.Lock()


def executable(
    device: Device,
    make_form: Callable[[], Form],
    lower: Callable[[], jax.stages.Lowered],
    given: object,
    options: dict[str, Any],
    place: tuple[int, int] = (0, 1),
) -> jax.stages.Compiled:
    """The code for a segment: shared with an equal one, from the disk, or compiled now.

    device: a Device.  make_form(): the segment's Form.  lower(): what JAX makes of it, to be compiled.
    given: what else decides the code: sizes of the inputs, values that are known.  options: XLA's.
    place: (position of the segment among those of its plan, their number).
    """
    around = _around(device, options)
    try:
        digest = make_form().digest(given, around)
    except FormlessError:
        digest = None
    if digest is not None:
        found = _find(digest, device)
        if found is not None:
            return found
    headroom.require(headroom.COMPILING + headroom.threads(), "compile")
    # No caller waits for what is compiled behind, so that no status line belongs to it.
    here = behind.is_here()
    with contextlib.nullcontext() if here else progress.compiling(*place):
        import_dialects()
        with behind.tracing() if here else contextlib.nullcontext():
            lowered = tracing.uninterrupted(lower)
        if digest is None:
            digest = disk_cache.digest_of(lowered.as_text(), (around, str(lowered.in_tree), str(lowered.out_tree)))
            found = _find(digest, device)
            if found is not None:
                return found
        jax_caches.note_compiled()
        return _compile(digest, lowered, options)


def _compile(digest: str, lowered: jax.stages.Lowered, options: dict[str, Any]) -> jax.stages.Compiled:
    """The code that XLA makes, in a thread of its own: who is interrupted meanwhile finds it done in the next call."""

    def work() -> jax.stages.Compiled:
        loaded = jax_caches.loaded_here()
        try:
            with jax.enable_x64(True):
                compiled = compile_with(lowered, options)
        except BaseException:
            with _lock:
                _compiling.pop(digest, None)
            raise
        with _lock:
            _compiled[digest] = compiled
        if jax_caches.loaded_here() == loaded:
            disk_cache.save(digest, compiled)
        return compiled

    here = behind.is_here()
    with _lock:
        task = _compiling.get(digest)
        if task is None:
            task = _compiling[digest] = worker.Task(work) if here else worker.start(work, to_its_end=True)
    if here:
        worker.run_here(task)  # unless another thread does it already
    task.wait()
    with _lock:
        _compiling.pop(digest, None)
    return task.outcome()


def _find(digest: str, device: Device) -> jax.stages.Compiled | None:
    with _lock:
        found = _compiled.get(digest)
    if found is None:
        headroom.require(headroom.LOADING, "load compiled code")
        found = disk_cache.load(digest, device.jax)
        if found is not None:
            with _lock:
                _compiled[digest] = found
    return found


def _around(device: Device, options: dict[str, Any]) -> tuple[object, ...]:
    """What decides the code besides the segment."""
    target = device.jax
    return (
        disk_cache.code_version(),
        (target.platform, target.device_kind, target.id, target.client.platform_version),
        sorted(options.items()),
        [str(value) for value in tracing.settings().values()],
        str(precision.of_products()),
        os.environ.get("XLA_FLAGS"),
    )


def constants_apart(segments: Sequence[Segment]) -> list[dict[Tensor, np.ndarray]]:
    """For each segment {tensor: value} of constants that its code should take as inputs.

    They are those that alone may distinguish it from another of the segments, which are compiled ones of one plan.
    """
    found: list[dict[Tensor, np.ndarray]] = [{} for _ in segments]
    groups: dict[tuple[tuple[object, ...], ...], list[tuple[Segment, dict[Tensor, np.ndarray]]]] = {}
    for segment, taken in zip(segments, found, strict=True):
        groups.setdefault(tuple([_kind(op) for op in segment.operations]), []).append((segment, taken))
    for kinds, members in groups.items():
        if len(members) < 2:
            continue
        pinned = [_pinned(segment.operations) for segment, _ in members]
        for i, kind in enumerate(kinds):
            if len(kind) == 1:
                continue
            tensors = [segment.operations[i].outputs[0] for segment, _ in members]
            values = [tensor.op.attrs["value"] for tensor in tensors]
            if any(tensor in fixed for tensor, fixed in zip(tensors, pinned, strict=True)) or not _differ(values):
                continue
            for (_, taken), tensor, value in zip(members, tensors, values, strict=True):
                taken[tensor] = value
    return found


def _kind(op: Step) -> tuple[object, ...]:
    """The type, for constants with what their values are made of."""
    if not isinstance(op, Operation) or not is_constant(op):
        return (op.type,)
    value = op.attrs["value"]
    return op.type, value.dtype.str, value.shape


def _differ(values: Sequence[np.ndarray]) -> bool:
    first = values[0].tobytes()
    return any(value.tobytes() != first for value in values)


def _pinned(operations: Iterable[Step]) -> set[Tensor]:
    """The constants whose values must be known while the code is made."""
    pinned: set[Tensor] = set()
    waiting: list[Tensor] = []
    for op in operations:
        if not isinstance(op, Operation):
            waiting.extend(op.inputs)
        else:
            waiting.extend(op.inputs[i] for i in op.definition.static_positions(op))
    while waiting:
        tensor = waiting.pop()
        if tensor not in pinned:
            pinned.add(tensor)
            waiting.extend(tensor.op.inputs)
    return pinned
