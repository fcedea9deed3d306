"""Einsum: sums of products of tensors, one operation for an equation, as graphs of TensorFlow 2 have them."""

import jax.numpy as jnp

from graphlab._src.base import shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.compiler.executables import precision
from graphlab._src.ops.define import op


def _parsed(equation):
    """([the letters of each input], those of the result), with "." for the axes of "..."."""
    inputs, arrow, output = equation.decode().replace(" ", "").replace("...", ".").partition("->")
    if not arrow:
        raise ShapeError(f"Expecting exactly one '->' in einsum equation: {equation.decode()}")
    return inputs.split(","), output


def _axes(labels, rank):
    """[(label, the axis that it names)] of an input of that rank."""
    before, _, after = labels.partition(".")
    return list(zip(before + after, [*range(len(before)), *range(rank - len(after), rank)], strict=True))


def _result(op):
    labels, wanted = _parsed(op.attrs["equation"])
    if len(labels) != len(op.inputs):
        raise ShapeError(
            f"Expected {len(labels)} inputs for equation {op.attrs['equation'].decode()}, got {len(op.inputs)}"
        )
    sizes, shared = {}, ()
    for own, tensor in zip(labels, op.inputs, strict=True):
        dims = tensor.dims
        if dims is None:
            if "." in own:
                shared = None
            continue
        count = len(dims) - len(own.replace(".", ""))
        if count < 0 or count and "." not in own:
            raise ShapeError(f"Expected input of rank {len(own)} for subscripts {own}, but it has rank {len(dims)}")
        before, dot, _ = own.partition(".")
        for label, axis in _axes(own, len(dims)):
            known, size = sizes.get(label), dims[axis]
            if None not in (known, size) and known != size:
                raise ShapeError(f"Expected dimension {known} for label {label} but it is {size}")
            sizes[label] = size if known is None else known
        if dot and shared is not None:
            shared = _broadcast(shared, dims[len(before) : len(before) + count])
    if "." not in wanted:
        return tuple(sizes.get(label) for label in wanted)
    if shared is None:
        return None
    before, _, after = wanted.partition(".")
    return (*[sizes.get(label) for label in before], *shared, *[sizes.get(label) for label in after])


def _broadcast(a, b):
    count = max(len(a), len(b))
    pairs = zip((1,) * (count - len(a)) + tuple(a), (1,) * (count - len(b)) + tuple(b), strict=True)
    return tuple(
        y if x == 1 else x if y == 1 or x == y else x if y is None else y if x is None else _differ(x, y)
        for x, y in pairs
    )


def _differ(x, y):
    raise ShapeError(f"Dimensions of '...' must be equal, but are {x} and {y}")


@op("Einsum", "inputs: N*T -> output: T", infer=_result, minimums={"N": 1})
def einsum_op(inputs, *, equation: bytes):
    """The sum over products of the inputs' elements that an equation describes: "ij,jk->ik" is a matrix product."""
    sizes = {}
    for own, value in zip(_parsed(equation)[0], inputs, strict=True):
        for label, axis in _axes(own, value.ndim):
            size = sizes.setdefault(label, value.shape[axis])
            if shapes.differ((size,), (value.shape[axis],)):  # JAX repeats what has size 1
                raise ValueError(
                    f"Expected dimension {size} at axis {axis} of the input shaped {shapes.text(value.shape)} "
                    f"but got dimension {value.shape[axis]}"
                )
    return jnp.einsum(equation.decode(), *inputs, precision=precision.of_products())
