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

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.control_flow.regions import Region
from graphlab._src.compiler.effects import Version
from graphlab._src.graph.references import lives_in_run, owner_of, state_dims, state_dtype

SMALL = 1 << 17  # bytes; malloc maps what is larger anew each time
TABLE = 1 << 19  # bytes; copying less costs less than a call in a thread that is not interrupted
SHARE = 8  # one part in so many of a device's memory may be spare

# Operations that change some rows or elements of what they are given, and leave the others as they are.
_ROWS = ("Scatter", "ResourceScatter", "SparseApply", "ResourceSparseApply")


def choose(segment, effects, retained):
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
    in_place, renewed, left = set(), set(), _memory(segment.device.jax) // SHARE
    loops = any(isinstance(op, Region) and op.has_loop for op in segment.operations)
    for value in replaced:
        size = _bytes(value.owner)
        free = value not in retained and not loops
        if free and (size > left or size >= TABLE and _changes_rows(value.owner, segment, effects)):
            in_place.add(value)
        elif size <= left:
            renewed.add(final[value.owner])
            left -= size
    return in_place, renewed


def _bytes(owner):
    """The size of a variable's value, 0 where its shape is not known or may change."""
    dims = None if owner.definition.random else state_dims(owner)
    if not shapes.fully_defined(dims):
        return 0
    return math.prod(dims) * np.dtype(dtypes.storage(state_dtype(owner))).itemsize


def _changes_rows(owner, segment, effects):
    """True when all that writes a variable writes some of its rows."""
    writers = [op for op in segment.operations for _, after in effects.writes.get(op, ()) if after.owner is owner]
    return all(not isinstance(op, Region) and op.type.startswith(_ROWS) for op in writers)


@functools.cache
def _memory(device):
    """Bytes of memory that a JAX device has."""
    found = (device.memory_stats() or {}).get("bytes_limit") if device.platform != "cpu" else None
    if found is None:
        try:
            found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        except (AttributeError, OSError, ValueError):
            found = 8 << 30
    return found
