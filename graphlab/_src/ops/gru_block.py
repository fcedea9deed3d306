"""GRUBlockCell: one step of a GRU as a single operation, and its gradient."""

import functools

import jax
import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.compiler.executables import precision
from graphlab._src.graph import Tensor
from graphlab._src.ops.define import contrib_gradient, op, raw_ops, undefined_gradient
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.rules import check_sizes, with_rank

_TYPES = {"T": {dtypes.float32}}
_INPUTS = "x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T"


def _outputs(op):
    batch = with_rank(op.inputs[0].dims, 2)[0]
    units = with_rank(op.inputs[1].dims, 2)[1]
    return [(batch, units)] * 4


@contrib_gradient
def _gru_grad(op, *grads):
    """TensorFlow's, through h alone."""
    x, h_prev, w_ru, w_c, b_ru, b_c = op.inputs
    r, u, c, _ = op.outputs
    d_x, d_h_prev, d_c, d_ru = gru_block_cell_grad(x, h_prev, w_ru, w_c, b_ru, b_c, r, u, c, grads[3])
    both: Tensor = concat([x, h_prev], 1)
    by_w_ru = matmul(both, d_ru, transpose_a=True)
    by_b_ru = raw_ops.BiasAddGrad(d_ru)
    reset: Tensor = concat([x, h_prev * r], 1)
    by_w_c = matmul(reset, d_c, transpose_a=True)
    return [d_x, d_h_prev, by_w_ru, by_w_c, by_b_ru, raw_ops.BiasAddGrad(d_c)]


@op("GRUBlockCell", f"{_INPUTS} -> r: T, u: T, c: T, h: T", types=_TYPES, infer=_outputs, grad=_gru_grad)
def gru_block_cell(x, h_prev, w_ru, w_c, b_ru, b_c):
    """One step of a GRU: its gates r and u, what is new, c, and the output h = u * h_prev + (1 - u) * c.

    x: [batch, size].  h_prev: [batch, units].  w_ru: [size + units, 2 * units], columns r, u.  w_c: [size + units, units].
    b_ru: [2 * units].  b_c: [units].
    """
    (batch, size), units = x.shape, h_prev.shape[-1]
    check_sizes(
        h_prev=(h_prev, (batch, units)),
        w_ru=(w_ru, (size + units, 2 * units)),
        w_c=(w_c, (size + units, units)),
        b_ru=(b_ru, (2 * units,)),
        b_c=(b_c, (units,)),
    )
    times = functools.partial(jnp.matmul, precision=precision.of_products())
    gates = jax.nn.sigmoid(times(jnp.concatenate([x, h_prev], 1), w_ru) + b_ru)
    r, u = jnp.split(gates, 2, axis=1)
    c = jnp.tanh(times(jnp.concatenate([x, h_prev * r], 1), w_c) + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


def _back_shapes(op):
    batch, size = with_rank(op.inputs[0].dims, 2)
    units = with_rank(op.inputs[1].dims, 2)[1]
    return [(batch, size), (batch, units), (batch, units), (batch, None if units is None else 2 * units)]


@op(
    "GRUBlockCellGrad",
    f"{_INPUTS}, r: T, u: T, c: T, d_h: T -> d_x: T, d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T",
    types=_TYPES,
    infer=_back_shapes,
    grad=undefined_gradient,
)
def gru_block_cell_grad(x, h_prev, w_ru, w_c, b_ru, b_c, r, u, c, d_h):
    """The gradients of a GRUBlockCell by x and h_prev, and by what its functions are applied to, from that of h."""
    times = functools.partial(jnp.matmul, precision=precision.of_products())
    size = x.shape[1]
    d_c_bar = d_h * (1 - u) * (1 - c * c)
    d_u_bar = d_h * (h_prev - c) * u * (1 - u)
    by_reset = times(d_c_bar, w_c.T)
    d_hr = by_reset[:, size:]
    d_r_bar = d_hr * h_prev * r * (1 - r)
    d_ru = jnp.concatenate([d_r_bar, d_u_bar], 1)
    by_both = times(d_ru, w_ru.T)
    return by_reset[:, :size] + by_both[:, :size], by_both[:, size:] + d_hr * r + d_h * u, d_c_bar, d_ru
