"""The time, as an operation."""

import time

import numpy as np

from graphlab._src.ops.define import no_gradient, op, scalar


@op("Timestamp", "-> ts: double", infer=scalar, host=True, stateful=True, grad=no_gradient)
def timestamp():
    """The time when a run comes to the operation, in seconds since the beginning of 1970."""
    return np.asarray(time.time(), np.float64)
