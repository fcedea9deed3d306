"""LSTMBlockCell: one step of an LSTM as a single operation."""

import jax
import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.compiler.executables import precision
from graphlab._src.ops.define import op
from graphlab._src.ops.rules import with_rank


def _block_shape(op):
    batch = with_rank(op.inputs[0].dims, 2)[0]
    units = with_rank(op.inputs[1].dims, 2)[1]
    return [(batch, units)] * 7


@op(
    "LSTMBlockCell",
    "x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T -> i: T, cs: T, f: T, o: T, ci: T, co: T, h: T",
    types={"T": {dtypes.float16, dtypes.float32}},
    infer=_block_shape,
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
