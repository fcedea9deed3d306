"""LSTMBlockCell: one step of an LSTM as a single operation, and its gradient."""

import jax
import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.compiler.executables import precision
from graphlab._src.ops.bias import bias_add_grad
from graphlab._src.ops.define import contrib_gradient, op, undefined_gradient
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.rules import check_sizes, with_rank
from graphlab._src.ops.slicing import slice_

_TYPES = {"T": {dtypes.float16, dtypes.float32}}


def _block_shape(op):
    batch = with_rank(op.inputs[0].dims, 2)[0]
    units = with_rank(op.inputs[1].dims, 2)[1]
    return [(batch, units)] * 7


@contrib_gradient
def _cell_grad(op, *grads):
    """The gradients by the inputs. Those of cs and h count, as in TensorFlow, not those of the gates."""
    x, cs_prev, h_prev, w = op.inputs[:4]
    back = lstm_block_cell_grad(
        *op.inputs, *op.outputs[:6], grads[1], grads[6], use_peephole=op.get_attr("use_peephole")
    )
    dcs_prev, dgates, *by_peepholes = back
    dxh = matmul(dgates, w, transpose_b=True)
    batch, size = [-1 if one is None else one for one in with_rank(x.dims, 2)]
    dx = slice_(dxh, [0, 0], [batch, size])
    dh_prev = slice_(dxh, [0, size], [batch, cs_prev.dims[1]])
    dw = matmul(concat([x, h_prev], 1), dgates, transpose_a=True)
    return [dx, dcs_prev, dh_prev, dw, *by_peepholes, bias_add_grad(dgates)]


@op(
    "LSTMBlockCell",
    "x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T -> i: T, cs: T, f: T, o: T, ci: T, co: T, h: T",
    types=_TYPES,
    infer=_block_shape,
    grad=_cell_grad,
)
def lstm_block_cell(
    x,
    cs_prev,
    h_prev,
    w,
    wci,
    wcf,
    wco,
    b,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
):
    """One step of an LSTM: its gates i, f and o, what is new, ci, the next cs, its tanh, co, and the output h.

    x: [batch, size].  cs_prev, h_prev: [batch, units].  w: [size + units, 4 · units], columns i, ci, f, o.  b: [4 · units].
    wci, wcf, wco: [units], how much each gate looks at cs, with use_peephole.  cell_clip: above 0: cs stays within it.
    """
    return lstm_step(x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole)


def lstm_step(x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole):
    """What an LSTMBlockCell returns."""
    (batch, size), units = x.shape, cs_prev.shape[-1]
    check_sizes(
        cs_prev=(cs_prev, (batch, units)),
        h_prev=(h_prev, (batch, units)),
        w=(w, (size + units, 4 * units)),
        b=(b, (4 * units,)),
    )
    if use_peephole:
        check_sizes(wci=(wci, (units,)), wcf=(wcf, (units,)), wco=(wco, (units,)))
    gates = jnp.matmul(jnp.concatenate([x, h_prev], 1), w, precision=precision.of_products()) + b
    i, ci, f, o = jnp.split(gates, 4, axis=1)
    if use_peephole:
        i, f = i + cs_prev * wci, f + cs_prev * wcf
    i, f, ci = jax.nn.sigmoid(i), jax.nn.sigmoid(f + jnp.asarray(forget_bias, x.dtype)), jnp.tanh(ci)
    cs = ci * i + cs_prev * f
    if cell_clip > 0:
        # TensorFlow's gradient passes the clipping as if it were not there.
        cs = cs - jax.lax.stop_gradient(cs - jnp.clip(cs, -cell_clip, cell_clip))
    o = jax.nn.sigmoid(o + cs * wco if use_peephole else o)
    co = jnp.tanh(cs)
    return i, cs, f, o, ci, co, co * o


def lstm_step_back(cs_prev, wci, wcf, wco, i, cs, f, o, ci, co, cs_grad, h_grad, use_peephole):
    """(the gradient by cs_prev, by the gates before their functions [batch, 4 * units], by the three peepholes)."""
    do = o * (1 - o) * co * h_grad
    dcs = (1 - co * co) * h_grad * o + cs_grad
    if use_peephole:
        dcs = dcs + do * wco
    dci = (1 - ci * ci) * dcs * i
    df = f * (1 - f) * dcs * cs_prev
    di = i * (1 - i) * dcs * ci
    dcs_prev = dcs * f
    if use_peephole:
        dcs_prev = dcs_prev + di * wci + df * wcf
        by_peepholes = tuple(jnp.sum(part, axis=0) for part in (di * cs_prev, df * cs_prev, do * cs))
    else:
        by_peepholes = tuple(jnp.zeros_like(each) for each in (wci, wcf, wco))
    return dcs_prev, jnp.concatenate([di, dci, df, do], 1), by_peepholes


def _cell_back_shapes(op):
    batch, units = with_rank(op.inputs[1].dims, 2)
    return [(batch, units), (batch, None if units is None else 4 * units), *[tensor.dims for tensor in op.inputs[4:7]]]


@op(
    "LSTMBlockCellGrad",
    "x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci: T, co: T, cs_grad: T, "
    "h_grad: T -> cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, wco_grad: T",
    types=_TYPES,
    infer=_cell_back_shapes,
    grad=undefined_gradient,
)
def lstm_block_cell_grad(
    x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, cs_grad, h_grad, *, use_peephole: bool
):
    """The gradients of an LSTMBlockCell by cs_prev, by its gates, which those by x, h_prev, w and b follow from, and by its peepholes."""
    back = lstm_step_back(cs_prev, wci, wcf, wco, i, cs, f, o, ci, co, cs_grad, h_grad, use_peephole)
    return back[0], back[1], *back[2]
