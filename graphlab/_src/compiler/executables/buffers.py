"""Where a compiled segment writes the new values of the variables that it replaces.

A step must leave every variable whole, whatever ends it: an interrupt, an error, memory that runs out while it computes.
So the new value of a large variable goes into a spare buffer, that of the value before the last, and the old value stays
until the new one is there. That costs no time, since nothing is copied, and the memory of a second value. Small variables
need no spare: memory for them is found at once.

Two kinds are overwritten in place, since they would be copied or not fit otherwise: large tables of which a segment changes
some rows only, and what goes beyond a share of the memory.
"""

import functools
import math
import os
from collections.abc import Container

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.control_flow.regions import Region, Step
from graphlab._src.compiler.effects import Effects, Owner, Value, Version
from graphlab._src.compiler.partition import Segment
from graphlab._src.compiler.placement import JaxDevice
from graphlab._src.graph.references import lives_in_run, owner_of, state_dims, state_dtype

SMALL = 1 << 17  # bytes; malloc maps what is larger anew each time
TABLE = 1 << 19  # bytes; copying less costs less than a call in a thread that is not interrupted
FAR_TABLE = 1 << 28  # bytes; the same on an accelerator, which copies them in a fifth of a millisecond
SHARE = 8  # one part in so many of a device's memory may be spare

# Operations that change some rows or elements of what they are given, and leave the others as they are.
_ROWS = ("Scatter", "ResourceScatter", "SparseApply", "ResourceSparseApply")


def choose(segment: Segment, effects: Effects, retained: Container[Value]) -> tuple[set[Version], set[Version]]:
    """(the inputs to overwrite in place, the outputs to write into spare buffers) of a compiled segment.

    retained: the values that are needed afterwards.
    """
    final = effects.final
    members = [op for step in segment.operations for op in (step.members if isinstance(step, Region) else [step])]
    reshaped = {owner_of(op.inputs[0]) for op in members if op.attrs.get("validate_shape") is False}
    replaced = [
        value
        for value in segment.inputs
        if isinstance(value, Version)
        and not value.number
        and not lives_in_run(value.owner)
        and final.get(value.owner) in segment.outputs
        and _bytes(value.owner) >= SMALL
        and value.owner not in reshaped
    ]
    assert segment.device is not None
    in_place: set[Version] = set()
    renewed: set[Version] = set()
    left = _memory(segment.device.jax) // SHARE
    table = TABLE if segment.device.jax.platform == "cpu" else FAR_TABLE
    writers: dict[Owner, list[Step]] = {}
    for op in segment.operations if replaced else ():
        for _, after in effects.writes.get(op, ()):
            writers.setdefault(after.owner, []).append(op)
    loops = any(isinstance(op, Region) and op.has_loop for op in segment.operations)
    for value in replaced:
        size = _bytes(value.owner)
        # What a branch writes can't be left as it is when a check fails.
        free = value not in retained and not loops and not any(isinstance(op, Region) for op in writers[value.owner])
        if free and (size > left or size >= table and all(op.type.startswith(_ROWS) for op in writers[value.owner])):
            in_place.add(value)
        elif size <= left:
            renewed.add(final[value.owner])
            left -= size
    return in_place, renewed


def _bytes(owner: Owner) -> int:
    """The size of a variable's value, 0 where its shape is not known or may change."""
    dims = None if owner.definition.random else state_dims(owner)
    if not shapes.fully_defined(dims):
        return 0
    return math.prod(dims) * np.dtype(dtypes.storage(state_dtype(owner))).itemsize


@functools.cache
def _memory(device: JaxDevice) -> int:
    """Bytes of memory that a JAX device has."""
    stats: dict[str, int] = (device.memory_stats() or {}) if device.platform != "cpu" else {}
    found = stats.get("bytes_limit")
    if found is None:
        try:
            found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, OSError, ValueError):
            found = 8 << 30
    return found
