"""Value health: where a run produced NaN, infinities or nothing but zeros."""

import numpy as np

from graphlab._src.viz.overlays.registry import overlay

NAN, INFINITE, ZERO, FINE = "NaN", "infinite", "all zero", "fine"


@overlay(
    "health",
    title="Value health",
    about="Where the values of a run are NaN, infinite or all zero; a scope shows the worst in it.",
    kind="categories",
    sums="first",
    categories=(NAN, INFINITE, ZERO, FINE),
    tones={NAN: "bad", INFINITE: "bad", ZERO: "warn", FINE: "good"},
)
def health(context):
    """{operation: how its values are}, for operations with floating or complex outputs."""
    found = {}

    def see(record):
        states = [state for value in record.outputs.values() if (state := health_of(value)) is not None]
        for op in getattr(record.op, "members", (record.op,)):
            if states and (op is record.op or any(tensor in record.op.outputs for tensor in op.outputs)):
                found[op] = min(states, key=(NAN, INFINITE, ZERO, FINE).index)

    context.observe(see)
    return found


def health_of(value):
    """Classifies the numbers of an array; None for values without floating or complex numbers."""
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        return None
    array = np.asarray(value)
    if not array.size or not _can_go_wrong(array.dtype):
        return None
    if not np.isfinite(array).all():
        return NAN if np.isnan(array).any() else INFINITE
    return FINE if array.any() else ZERO


def _can_go_wrong(dtype):
    # NumPy counts bfloat16 and the 8-bit floats among what it knows nothing of.
    return dtype.kind in "fc" or "float" in dtype.name
