"""gather_tree: the sequences of a beam search, from the choices of its steps."""

import jax
import jax.numpy as jnp

from graphlab._src.base import dtypes
from graphlab._src.ops.define import no_gradient, op
from graphlab._src.ops.rules import merge, with_rank


def _beams_shape(op):
    steps, parents, lengths, end = (tensor.dims for tensor in op.inputs)
    dims = with_rank(merge(steps, parents, "pass step_ids and parent_ids of one shape"), 3)
    with_rank(lengths, 1)
    with_rank(end, 0)
    return dims


@op(
    "GatherTree",
    "step_ids: T, parent_ids: T, max_sequence_lengths: int32, end_token: T -> beams: T",
    types={"T": [dtypes.int32]},
    infer=_beams_shape,
    grad=no_gradient,
)
def gather_tree(step_ids, parent_ids, max_sequence_lengths, end_token):
    """The whole sequences of a beam search: each beam of the last step, back through its parents.

    step_ids: what each step chose, int32[time, batch, beams].  parent_ids: from which beam of the step before.
    max_sequence_lengths: int32[batch]; behind that, and behind the first end_token, everything is end_token.
    """
    times, _, beams = step_ids.shape
    lengths = jnp.minimum(max_sequence_lengths, times)[:, None]

    def back(beam, step):
        time, ids, parents = step
        chosen = jnp.take_along_axis(ids, beam, 1)
        parent = jnp.take_along_axis(parents, beam, 1)
        inside = time < lengths
        return jnp.where(inside, parent, beam), jnp.where(inside, chosen, end_token)

    start = jnp.broadcast_to(jnp.arange(beams, dtype=step_ids.dtype), step_ids.shape[1:])
    order = jnp.arange(times, dtype=jnp.int32)
    _, found = jax.lax.scan(back, start, (order, step_ids, parent_ids), reverse=True)
    ended = jnp.cumsum(found == end_token, 0, jnp.int32) > 0
    return jnp.where(ended, end_token, found)
