"""bucketize by tf.contrib.layers' names of arguments."""

from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops import bucketize as operations


def bucketize(input_tensor, boundaries, name=None):
    """For each number how many of the boundaries, sorted floats, are at most it: int32."""
    if not isinstance(boundaries, list | tuple):
        raise TypeError(f"Expected list for 'boundaries' argument to 'bucketize' Op, not {boundaries!r}.")
    return operations.bucketize(convert_to_tensor(input_tensor), boundaries=list(boundaries), name=name)
