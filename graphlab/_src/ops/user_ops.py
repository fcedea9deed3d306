"""The example of an operation of one's own that TensorFlow is built with."""

import numpy as np

from graphlab._src.ops.define import no_gradient, op, unknown


@op("Fact", "-> fact: string", infer=unknown, host=True, grad=no_gradient)
def fact():
    """A fact about factorials."""
    return np.asarray(b"0! == 1", object)


def my_fact():
    """A fact about factorials, as a string."""
    return fact()
