"""BlockLSTM: an LSTM over a sequence as a single operation, and its gradient; each step is an LSTMBlockCell."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.compiler.executables import precision
from graphlab._src.ops.define import op, undefined_gradient
from graphlab._src.ops.lstm_block import lstm_step, lstm_step_back
from graphlab._src.ops.rules import with_rank

_TYPES = {"T": {dtypes.float16, dtypes.float32}}
_INPUTS = "seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T"
_OUTPUTS = "i: T, cs: T, f: T, o: T, ci: T, co: T, h: T"
_SIGNATURE = f"{_INPUTS} -> {_OUTPUTS}"
_BACK = (
    f"{_INPUTS}, {_OUTPUTS}, cs_grad: T, h_grad: T -> x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, "
    "wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T"
)


def _outputs(op):
    steps, batch, _ = with_rank(op.inputs[1].dims, 3)
    columns = with_rank(op.inputs[8].dims, 1)[0]
    return [(steps, batch, None if columns is None else columns // 4)] * 7


def _like_inputs(op):
    return [tensor.dims for tensor in op.inputs[1:9]]


def _run(seq_len_max, x, cs_prev, h_prev, step):
    """The outputs of each step; zeros from seq_len_max on, where x has more steps."""

    def advance(state, item):
        number, here = item
        outputs = step(here, *state)
        outputs = tuple(jnp.where(number < seq_len_max, each, jnp.zeros_like(each)) for each in outputs)
        return (outputs[1], outputs[6]), outputs

    numbers = jnp.arange(x.shape[0], dtype=np.int64)
    return jax.lax.scan(advance, (cs_prev, h_prev), (numbers, x))[1]


def _block_grad(op, *grads):
    back = block_lstm_grad if op.type == "BlockLSTM" else block_lstm_grad_v2
    given = [*op.inputs, *op.outputs, grads[1], grads[6]]
    return [None, *back(*given, use_peephole=op.get_attr("use_peephole"))]


@op("BlockLSTM", _SIGNATURE, types=_TYPES, infer=_outputs, grad=_block_grad)
def block_lstm(
    seq_len_max,
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
    """What LSTMBlockCell returns for each step of a sequence: 7 tensors [steps, batch, units].

    x: [steps, batch, size].  seq_len_max: of the steps only so many count.  The others as in LSTMBlockCell.
    """
    weights = w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole
    return _run(seq_len_max, x, cs_prev, h_prev, lambda here, cs, h: lstm_step(here, cs, h, *weights))


@op("BlockLSTMV2", _SIGNATURE, types=_TYPES, infer=_outputs, grad=_block_grad)
def block_lstm_v2(
    seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, *, cell_clip: float = 0.0, use_peephole: bool = False
):
    """The same with the columns of w and b in the order i, f, ci, o, and nothing added to f."""
    weights = _swapped(w), wci, wcf, wco, _swapped(b), 0.0, cell_clip, use_peephole
    return _run(seq_len_max, x, cs_prev, h_prev, lambda here, cs, h: lstm_step(here, cs, h, *weights))


def _swapped(columns):
    """With the second and the third quarter of the columns exchanged."""
    first, second, third, fourth = jnp.split(columns, 4, axis=-1)
    return jnp.concatenate([first, third, second, fourth], axis=-1)


@op("BlockLSTMGrad", _BACK, types=_TYPES, infer=_like_inputs, grad=undefined_gradient)
def block_lstm_grad(
    seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad, *, use_peephole: bool
):
    """The gradients of BlockLSTM by its tensors, from those of cs and h."""
    return _back(
        seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, (i, cs, f, o, ci, co, h), cs_grad, h_grad, use_peephole
    )


@op("BlockLSTMGradV2", _BACK, types=_TYPES, infer=_like_inputs, grad=undefined_gradient)
def block_lstm_grad_v2(
    seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, i, cs, f, o, ci, co, h, cs_grad, h_grad, *, use_peephole: bool
):
    """The gradients of BlockLSTMV2 by its tensors, from those of cs and h."""
    outputs = i, cs, f, o, ci, co, h
    found = list(
        _back(seq_len_max, x, cs_prev, h_prev, _swapped(w), wci, wcf, wco, outputs, cs_grad, h_grad, use_peephole)
    )
    found[3], found[7] = _swapped(found[3]), _swapped(found[7])
    return tuple(found)


def _back(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, outputs, cs_grad, h_grad, use_peephole):
    cs_before = jnp.concatenate([cs_prev[None], outputs[1][:-1]])
    h_before = jnp.concatenate([h_prev[None], outputs[6][:-1]])
    times: Any = lambda a, b: jnp.matmul(a, b, precision=precision.of_products())  # noqa: E731
    size = x.shape[2]

    def retreat(state, item):
        dcs_after, dh_after, sums = state
        number, here, before, h_here, (i, cs, f, o, ci, co, _), dcs, dh = item
        used = number < seq_len_max
        dcs_prev, dgates, by_peepholes = lstm_step_back(
            before, wci, wcf, wco, i, cs, f, o, ci, co, dcs + dcs_after, dh + dh_after, use_peephole
        )
        dxh = times(dgates, w.T)
        dw = times(jnp.concatenate([here, h_here], 1).T, dgates)
        found = (dw, *by_peepholes, jnp.sum(dgates, axis=0))
        keep: Any = lambda new, old: jnp.where(used, new, old)  # noqa: E731
        sums = tuple(keep(total + part, total) for total, part in zip(sums, found, strict=True))
        dx = keep(dxh[:, :size], jnp.zeros_like(here))
        return (keep(dcs_prev, dcs_after), keep(dxh[:, size:], dh_after), sums), dx

    zeros = tuple(jnp.zeros_like(each) for each in (w, wci, wcf, wco, w[0]))
    start = (jnp.zeros_like(cs_prev), jnp.zeros_like(h_prev), zeros)
    numbers = jnp.arange(x.shape[0], dtype=np.int64)
    items = (numbers, x, cs_before, h_before, outputs, cs_grad, h_grad)
    (dcs_prev, dh_prev, (dw, dwci, dwcf, dwco, db)), dx = jax.lax.scan(retreat, start, items, reverse=True)
    return dx, dcs_prev, dh_prev, dw, dwci, dwcf, dwco, db
