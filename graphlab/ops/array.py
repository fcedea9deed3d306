"""Operations that make, name and reshape arrays."""

import jax.numpy as jnp
import numpy as np

from graphlab import dtypes, shapes
from graphlab.ops.define import SHAPE, TENSOR, op, same_as_input


def _const_shape(op):
    return op._attrs["value"].shape


@op("Const", "-> output: dtype", infer=_const_shape, fold=lambda *, value: value)
def const(*, value: TENSOR):  # pyright: ignore[reportInvalidTypeForm]
    """A value that is part of the graph."""
    return value


@op("Placeholder", "-> output: dtype", infer=lambda op: op._attrs["shape"], attrs={"shape": (SHAPE, None)}, grad=None)
def _placeholder():
    """A value that each run is fed; running it unfed is an error, which the session raises."""
    raise AssertionError("the session refuses to run a placeholder that is not fed")


def placeholder(dtype, shape=None, name=None):
    """A tensor whose value each run gives: sess.run(y, feed_dict={x: value}).

    dtype: of the elements.  shape: what fed values must match, None where any size will do.
    """
    return _placeholder(dtype=dtypes.as_dtype(dtype).base_dtype, shape=shapes.of(shape), name=name)


@op("Identity", "input: T -> output: T", infer=same_as_input(0), fold=True, grad=lambda op, dy: [dy])
def identity(input):  # noqa: A002
    """The same value, under a name of its own."""
    return input


@op(
    "Shape",
    "input: T -> output: out_type",
    types={"out_type": dtypes.INDEX},
    grad=lambda op, dy: [None],
    infer=lambda op: (None if op._inputs[0]._dims is None else len(op._inputs[0]._dims),),
)
def _shape(input, *, out_type: dtypes.DType = dtypes.int32):  # noqa: A002
    """The sizes of a tensor, as a vector."""
    return np.asarray(jnp.shape(input), out_type.as_numpy_dtype)
