"""Matrix products."""

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.base.overrides import overridable
from graphlab._src.compiler.executables import precision
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.ops.arithmetic import COMPLEX, SIGNED
from graphlab._src.ops.broadcasting import broadcast_gradient_args
from graphlab._src.ops.complex import conj
from graphlab._src.ops.define import op, raw_ops
from graphlab._src.ops.numpy_forms import check_size
from graphlab._src.ops.rules import broadcast_dims, last_two, merge, merge_size, with_rank, with_rank_at_least
from graphlab._src.ops.shape import expand_dims, shape, squeeze

_TYPES = SIGNED | COMPLEX


def _product(a, b):
    # Accumulates in the type of the operands, as the graph says, and not in a wider or a narrower one.
    return jnp.matmul(a, b, precision=precision.of_products(), preferred_element_type=a.dtype)


def _turned(a):
    """The first operand of a product, transposed.

    XLA's CPU kernels want its inner axis last, and inside a loop take two or three times as long where it is not.
    Without the barrier XLA puts the transposition back into the product, which is what a GPU likes best.
    """
    return jax.lax.platform_dependent(a, cpu=lambda a: jax.lax.optimization_barrier(a.T), default=lambda a: a.T)


def _matrix(op, index):
    said = "tf.expand_dims makes a vector a matrix"
    tensor = op.inputs[index]
    is_vector = tensor.dims is not None and len(tensor.dims) == 1
    wrap = Edit("wrap", "ab"[index], f"tf.expand_dims({{}}, {-index})", tensor)
    return Fix(said, wrap) if is_vector else said


def _inner_sizes(op, a, b):
    """What to do about inner sizes that differ: the transposition, or the order, with which they are equal."""
    said = "the inner sizes must be equal: a is [n, k], b is [k, m]"
    for name, inner in (("transpose_b", (a[1], b[1])), ("transpose_a", (a[0], b[0]))):
        value = not op.attrs[name]
        if inner[0] == inner[1] is not None:
            text = f"{said}; pass {name}={value}" if value else f"{said}; leave {name} out"
            return Fix(text, Edit("set", name, "True") if value else Edit("remove", name))
    if a[0] == b[1] is not None:
        return Fix(f"{said}; they are if the two change places", Edit("swap"))
    return f"{said}; transpose_a, transpose_b transpose them"


def _matmul_shape(op):
    a = with_rank(op.inputs[0].dims, 2, lambda: _matrix(op, 0))
    b = with_rank(op.inputs[1].dims, 2, lambda: _matrix(op, 1))
    if op.attrs["transpose_a"]:
        a = a[::-1]
    if op.attrs["transpose_b"]:
        b = b[::-1]
    merge_size(a[1], b[0], lambda: _inner_sizes(op, a, b))
    return (a[0], b[1])


def _matmul_grad(op, dy):
    """The four ways in which the operands may have been transposed."""
    turned_a, turned_b = op.get_attr("transpose_a"), op.get_attr("transpose_b")
    a, b = conj(op.inputs[0]), conj(op.inputs[1])
    if not turned_a and not turned_b:
        return [_matmul(dy, b, transpose_b=True), _matmul(a, dy, transpose_a=True)]
    if not turned_a:
        return [_matmul(dy, b), _matmul(dy, a, transpose_a=True)]
    if not turned_b:
        return [_matmul(b, dy, transpose_b=True), _matmul(a, dy)]
    return [
        _matmul(b, dy, transpose_a=True, transpose_b=True),
        _matmul(dy, a, transpose_a=True, transpose_b=True),
    ]


def _product_in_numpy(a, b, *, transpose_a, transpose_b):
    a, b = a.T if transpose_a else a, b.T if transpose_b else b
    if a.dtype.char not in "fd" or a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
        return None
    check_size((a.shape[0], b.shape[1]), a.itemsize)
    return np.matmul(a, b)


@op(
    "MatMul",
    "a: T, b: T -> product: T",
    types={"T": _TYPES},
    infer=_matmul_shape,
    grad=_matmul_grad,
    barrier=False,
    interpret=_product_in_numpy,
)
def _matmul(a, b, *, transpose_a: bool = False, transpose_b: bool = False):
    """The product of two matrices, either of which may be transposed first."""
    a, b = _turned(a) if transpose_a else a, b.T if transpose_b else b
    for i, operand in enumerate((a, b)):
        if operand.ndim != 2:
            raise ValueError(f"In[{i}] is not a matrix. Instead it has shape {shapes.text(operand.shape)}")
    if a.shape[1] != b.shape[0]:
        raise ValueError(f"Matrix size-incompatible: In[0]: {shapes.text(a.shape)}, In[1]: {shapes.text(b.shape)}")
    return _product(a, b)


def _batch_matmul_shape(op):
    a, b = (with_rank_at_least(tensor.dims, 2) for tensor in op.inputs)
    rows, inner_a = last_two(a)[:: -1 if op.attrs["adj_x"] else 1]
    inner_b, columns = last_two(b)[:: -1 if op.attrs["adj_y"] else 1]
    merge_size(inner_a, inner_b, "the inner sizes must be equal: x is […, n, k], y is […, k, m]")
    # The first version repeats nothing, so that what one operand says of the batch is true of the other.
    together = merge if op.type == "BatchMatMul" else broadcast_dims
    batch = together(a and a[:-2], b and b[:-2])
    return None if batch is None else (*batch, rows, columns)


def _batch_matmul_grad(op, dz):
    x, y = op.inputs
    turned_x, turned_y = op.get_attr("adj_x"), op.get_attr("adj_y")
    if not turned_x and not turned_y:
        dx, dy = matmul(dz, y, adjoint_b=True), matmul(x, dz, adjoint_a=True)
    elif not turned_x:
        dx, dy = matmul(dz, y), matmul(dz, x, adjoint_a=True)
    elif not turned_y:
        dx, dy = matmul(y, dz, adjoint_b=True), matmul(x, dz)
    else:
        dx, dy = matmul(y, dz, adjoint_a=True, adjoint_b=True), matmul(dz, x, adjoint_a=True, adjoint_b=True)
    if op.type == "BatchMatMul" or (shapes.fully_defined(x.dims) and x.dims == y.dims):
        return [dx, dy]
    sx, sy = shape(x), shape(y)
    rx, ry = broadcast_gradient_args(sx[:-2], sy[:-2])
    dx = raw_ops.Reshape(raw_ops.Sum(dx, rx), sx)
    return [dx, raw_ops.Reshape(raw_ops.Sum(dy, ry), sy)]


def _products_in_numpy(x, y, *, adj_x, adj_y):
    if x.dtype.char not in "fd" or x.ndim < 2 or y.ndim < 2 or shapes.broadcast(x.shape[:-2], y.shape[:-2]) is False:
        return None
    x, y = np.swapaxes(x, -1, -2) if adj_x else x, np.swapaxes(y, -1, -2) if adj_y else y
    if x.shape[-1] != y.shape[-2]:
        return None
    batch = x.shape[:-2] if x.shape[:-2] == y.shape[:-2] else np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    check_size((*batch, x.shape[-2], y.shape[-1]), x.itemsize)
    return np.matmul(x, y)


def _check_inner(x, y, adj_x, adj_y):
    inner_x, inner_y = x.shape[-2 if adj_x else -1], y.shape[-1 if adj_y else -2]
    if shapes.differ((inner_x,), (inner_y,)):
        raise ValueError(
            f"In[0] mismatch In[1] shape: {inner_x} vs. {inner_y}: {shapes.text(x.shape)} {shapes.text(y.shape)} "
            f"{int(adj_x)} {int(adj_y)}"
        )


@op(
    "BatchMatMulV2",
    "x: T, y: T -> output: T",
    types={"T": _TYPES},
    infer=_batch_matmul_shape,
    grad=_batch_matmul_grad,
    barrier=False,
    interpret=_products_in_numpy,
)
def batch_matmul(x, y, *, adj_x: bool = False, adj_y: bool = False):
    """The products of matrices in the last two axes; the axes before them broadcast."""
    for i, operand in enumerate((x, y)):
        if operand.ndim < 2:
            raise ValueError(f"In[{i}] ndims must be >= 2: {operand.ndim}")
    if shapes.broadcast(x.shape[:-2], y.shape[:-2]) is False:
        sizes = f"{shapes.text(x.shape)} vs. {shapes.text(y.shape)}"
        raise ValueError(f"In[0] and In[1] must have compatible batch dimensions: {sizes}")
    return _products(x, y, adj_x, adj_y)


def _products(x, y, adj_x, adj_y):
    _check_inner(x, y, adj_x, adj_y)
    if adj_x:
        x = jnp.conj(jnp.swapaxes(x, -1, -2))
    if adj_y:
        y = jnp.conj(jnp.swapaxes(y, -1, -2))
    return _product(x, y)


@op(
    "BatchMatMul",
    "x: T, y: T -> output: T",
    types={"T": _TYPES},
    infer=_batch_matmul_shape,
    grad=_batch_matmul_grad,
    barrier=False,
)
def _batch_matmul_v1(x, y, *, adj_x: bool = False, adj_y: bool = False):
    """The products of matrices in the last two axes, as old graphs have it: the axes before them are equal."""
    sizes = shapes.text(x.shape), shapes.text(y.shape)
    if x.ndim != y.ndim:
        raise ValueError(f"In[0] and In[1] has different ndims: {sizes[0]} vs. {sizes[1]}")
    if x.ndim < 2:
        raise ValueError(f"In[0] and In[1] ndims must be >= 2: {x.ndim}")
    for i, (a, b) in enumerate(zip(x.shape[:-2], y.shape[:-2], strict=True)):
        if shapes.differ((a,), (b,)):
            raise ValueError(f"In[0].dim({i}) and In[1].dim({i}) must be the same: {sizes[0]} vs {sizes[1]}")
    return _products(x, y, adj_x, adj_y)


@overridable
def matmul(
    a,
    b,
    transpose_a=False,
    transpose_b=False,
    adjoint_a=False,
    adjoint_b=False,
    a_is_sparse=False,
    b_is_sparse=False,
    name=None,
):
    """The matrix product of a and b: […, n, m] for a […, n, k] and b […, k, m], whose leading axes broadcast.

    a, b: floating point, complex, int32 or int64, of one dtype and at least rank 2.
    transpose_a, transpose_b: swap the last two axes of that input first.
    adjoint_a, adjoint_b: swap them and conjugate; only one of transpose and adjoint for each input, else ValueError.
    a_is_sparse, b_is_sparse: hints that there are many zeros, which let bfloat16 and float32 be multiplied.
    """
    with name_scope(name, "MatMul", [a, b]) as scope:
        if transpose_a and adjoint_a:
            raise ValueError("Only one of transpose_a and adjoint_a can be True.")
        if transpose_b and adjoint_b:
            raise ValueError("Only one of transpose_b and adjoint_b can be True.")
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, name="b")
        if any(x.dims is None or len(x.dims) > 2 for x in (a, b)):
            if transpose_a:
                a = conj(a)
            if transpose_b:
                b = conj(b)
            return batch_matmul(a, b, adj_x=transpose_a or adjoint_a, adj_y=transpose_b or adjoint_b, name=scope)
        if adjoint_a:
            a = conj(a)
        if adjoint_b:
            b = conj(b)
        turned = {"transpose_a": transpose_a or adjoint_a, "transpose_b": transpose_b or adjoint_b}
        types = {x.dtype.base_dtype for x in (a, b)}
        mixed = len(types) == 2 and dtypes.bfloat16 in types
        if mixed or ((a_is_sparse or b_is_sparse) and types <= {dtypes.bfloat16, dtypes.float32}):
            hints = {"a_is_sparse": a_is_sparse, "b_is_sparse": b_is_sparse}
            product = raw_ops.SparseMatMul(a, b, **turned, **hints, name=scope)
            return raw_ops.Cast(product, DstT=dtypes.bfloat16) if types == {dtypes.bfloat16} else product
        return _matmul(a, b, **turned, name=scope)


def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
    """The product of a matrix a, […, n, k], and a vector b, […, k].

    transpose_a, adjoint_a, a_is_sparse, b_is_sparse: as in matmul.
    """
    with name_scope(name, "MatVec", [a, b]):
        product = matmul(a, expand_dims(b, axis=-1), transpose_a, adjoint_a=adjoint_a)
        return squeeze(product, axis=-1)
