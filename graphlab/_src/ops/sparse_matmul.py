"""sparse_matmul: the product of two dense matrices with hints that they hold many zeros."""

import jax.numpy as jnp

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.executables import precision
from graphlab._src.ops.cast import cast
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.rules import merge_size, with_rank
from graphlab._src.ops.transpose import transpose


def _shape(op):
    a, b = with_rank(op.inputs[0].dims, 2), with_rank(op.inputs[1].dims, 2)
    a = a[::-1] if op.attrs["transpose_a"] else a
    b = b[::-1] if op.attrs["transpose_b"] else b
    merge_size(a[1], b[0])
    return a[0], b[1]


def _grad(op, dy):
    a, b = op.inputs
    turned_a, turned_b = op.get_attr("transpose_a"), op.get_attr("transpose_b")
    many_zeros = {a: op.get_attr("a_is_sparse"), b: op.get_attr("b_is_sparse"), dy: dy.op.type == "ReluGrad"}

    def product(x, y, of, transpose_a=False, transpose_b=False):
        x_zeros, y_zeros = many_zeros[x], many_zeros[y]
        if transpose_b:
            y, transpose_b = transpose(y), False
        result = raw_ops.SparseMatMul(
            x, y, transpose_a=transpose_a, transpose_b=transpose_b, a_is_sparse=x_zeros, b_is_sparse=y_zeros
        )
        return result if of.dtype.base_dtype is dtypes.float32 else cast(result, of.dtype.base_dtype)

    if not turned_a and not turned_b:
        return [product(dy, b, a, transpose_b=True), product(a, dy, b, transpose_a=True)]
    if not turned_a:
        return [product(dy, b, a), product(dy, a, b, transpose_a=True)]
    if not turned_b:
        return [product(b, dy, a, transpose_b=True), product(a, dy, b)]
    return [
        product(b, dy, a, transpose_a=True, transpose_b=True),
        product(dy, a, b, transpose_a=True, transpose_b=True),
    ]


_KINDS = (dtypes.float32, dtypes.bfloat16)


@op(
    "SparseMatMul",
    "a: Ta=float32, b: Tb=float32 -> product: float32",
    types={"Ta": _KINDS, "Tb": _KINDS},
    infer=_shape,
    attrs={"a_is_sparse": (bool, False), "b_is_sparse": (bool, False)},
    grad=_grad,
)
def _sparse_matmul(a, b, *, transpose_a: bool = False, transpose_b: bool = False):
    """The matrix product of a and b, of float32 or bfloat16, as float32."""
    for name, operand in (("a", a), ("b", b)):
        if operand.ndim != 2:
            raise ValueError(f"{name} is not a matrix")
    sizes = f"a: {shapes.text(a.shape)}, b: {shapes.text(b.shape)}"
    a, b = a.astype(jnp.float32), b.astype(jnp.float32)
    a, b = a.T if transpose_a else a, b.T if transpose_b else b
    if shapes.differ(a.shape[1:], b.shape[:1]):
        raise ValueError(f"Matrix size incompatible: {sizes}")
    return jnp.matmul(a, b, precision=precision.of_products())


def sparse_matmul(a, b, transpose_a=False, transpose_b=False, a_is_sparse=False, b_is_sparse=False, name=None):
    """The matrix product of a and b, of float32 or bfloat16, as float32.

    transpose_a, transpose_b: whether that matrix is transposed first.
    a_is_sparse, b_is_sparse: say that it holds many zeros; the product is computed as any other.
    """
    return _sparse_matmul(
        a,
        b,
        transpose_a=transpose_a,
        transpose_b=transpose_b,
        a_is_sparse=a_is_sparse,
        b_is_sparse=b_is_sparse,
        name=name,
    )
