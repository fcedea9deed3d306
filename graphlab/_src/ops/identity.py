"""Operations that return their input: identity, stop_gradient and relatives; placeholder."""

import jax.numpy as jnp

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import text_of
from graphlab._src.base.overrides import override
from graphlab._src.graph import nest
from graphlab._src.graph.tensor import CompositeTensor
from graphlab._src.ops.define import REQUIRED, SHAPE, no_gradient, op, same_as_input
from graphlab._src.ops.rules import dims_of_input, merge


@op(
    "Placeholder",
    "-> output: dtype",
    infer=lambda op: op.attrs["shape"],
    attrs={"shape": (SHAPE, None)},
    grad=no_gradient,
    feed="required",
)
def _placeholder():
    """A value that each run is fed; running it unfed is an error, which the session raises."""
    raise AssertionError("the session refuses to run a placeholder that is not fed")


@op(
    "PlaceholderV2",
    "-> output: dtype",
    infer=lambda op: op.attrs["shape"],
    attrs={"shape": (SHAPE, REQUIRED)},
    grad=no_gradient,
    feed="required",
)
def _placeholder_v2():
    """The same with a shape that has to be stated: so graphs of TensorFlow 1.0 have it."""
    raise AssertionError("the session refuses to run a placeholder that is not fed")


def placeholder(dtype, shape=None, name=None):
    """A tensor whose value is fed to each run: sess.run(y, feed_dict={x: value}).

    dtype: of the elements.  shape: what fed values must match, None where any size will do.
    """
    return _placeholder(dtype=dtypes.as_dtype(dtype).base_dtype, shape=shapes.of(shape), name=name)


def _default_fits(op):
    dims = op.attrs["shape"]
    if shapes.merge(op.inputs[0].dims, dims) is False:
        merge(op.inputs[0].dims, dims, "pass a default of a shape that the placeholder allows")
    return dims


@op(
    "PlaceholderWithDefault",
    "input: dtype -> output: dtype",
    infer=_default_fits,
    attrs={"shape": (SHAPE, REQUIRED)},
    grad=lambda op, dy: [dy],
    feed="default",
)
def placeholder_with_default(input):
    """The value that a run feeds, or `input` when it feeds none.

    shape: what fed values must match; `input` must match it too.
    """
    return input


@op(
    "Snapshot",
    "input: T -> output: T",
    infer=same_as_input(0),
    fold=lambda x: x,
    interpret="fold",
    barrier=False,
)
def snapshot(input):
    """A copy of the input."""
    return input


@op(
    "Identity",
    "input: T -> output: T",
    infer=same_as_input(0),
    fold=True,
    grad=lambda op, dy: [dy],
    forwards="first",
    interpret="fold",
    vectorize="elementwise",
    padding="elementwise",
    barrier=False,
    partial_value=dims_of_input,
    identity="value",
    lists=True,
)
def identity(input):
    """A new tensor with the value of `input`, under a name of its own."""
    return input


@override(identity, CompositeTensor)
def _identity_of_parts(input, name=None):
    return nest.map_structure(identity, input, expand_composites=True)


@op(
    "IdentityN",
    "input: *T -> output: *T",
    infer=lambda op: [tensor.dims for tensor in op.inputs],
    grad=lambda op, *dys: list(dys),
    forwards="each",
    barrier=False,
    minimums={"T": 1},
)
def identity_n(input):
    """New tensors with the values of those in the list `input`."""
    return list(input)


@op(
    "StopGradient",
    "input: T -> output: T",
    infer=same_as_input(0),
    fold=True,
    grad=no_gradient,
    forwards="first",
    interpret="fold",
    vectorize="elementwise",
    barrier=False,
)
def stop_gradient(input):
    """The value of `input`, which gradients treat as a constant."""
    return input


@op("GuaranteeConst", "input: T -> output: T", infer=same_as_input(0), stateful=True, grad=lambda op, dy: [dy])
def guarantee_const(input):
    """The value of `input`, which the caller promises is a constant."""
    return input


def _refuse(op, dy):
    raise LookupError(f"Gradient explicitly disabled. Reason: {text_of(op.get_attr('message'))}")


@op("PreventGradient", "input: T -> output: T", infer=same_as_input(0), grad=_refuse, barrier=False)
def prevent_gradient(input, *, message: str = ""):
    """The same value; a gradient through it raises LookupError with `message`."""
    return input


def _checked_shape(op):
    wanted = op.attrs["shape"]
    return merge(op.inputs[0].dims, wanted, "feed a value of that shape")


@op("EnsureShape", "input: T -> output: T", infer=_checked_shape, grad=lambda op, dy: [dy])
def _ensure_shape(input, *, shape: SHAPE):
    """The same value, once its shape is known to be right; a run fails when it is not."""
    if not shapes.compatible(jnp.shape(input), shape):
        raise ValueError(
            f"Shape of tensor {shapes.text(jnp.shape(input))} is not compatible with expected shape {shapes.text(shape)}."
        )
    return input


def ensure_shape(x, shape, name=None):
    """x, with a check in every run that it has that shape.

    shape: TensorShape or sequence, None where any size will do.
    """
    return _ensure_shape(x, shape=shapes.of(shape), name=name)
