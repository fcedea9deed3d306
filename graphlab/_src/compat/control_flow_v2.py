"""tensorflow.python.ops.cond_v2 and while_v2: the same branches and loops, by the names of TensorFlow's second version."""

from graphlab._src.graph import Tensor, nest
from graphlab._src.ops.control_flow.case import switch_case
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.while_loop import while_loop as _while_loop
from graphlab._src.ops.shape import squeeze


def _single(pred):
    """The bool of a condition that may have axes of size 1."""
    return squeeze(pred) if isinstance(pred, Tensor) and pred.dims != () else pred


def cond_v2(pred, true_fn, false_fn, name="cond"):
    """As tf.cond with strict=True; the condition may have axes of size 1."""
    return cond(_single(pred), true_fn, false_fn, strict=True, name=name or "cond")


def indexed_case(branch_index, branch_fns, name="indexed_case"):
    """As tf.switch_case."""
    return switch_case(branch_index, branch_fns, name=name)


def while_loop(
    cond,
    body,
    loop_vars,
    shape_invariants=None,
    parallel_iterations=10,
    maximum_iterations=None,
    name=None,
    return_same_structure=True,
    back_prop=True,
):
    """As tf.while_loop, with its arguments in another order; the result is in the structure of loop_vars.

    The condition may have axes of size 1.
    """

    def body_of_sequence(*values):
        after = body(*values)
        after = [after] if not nest.is_nested(after) or nest.is_composite(after) else list(after)
        return after if isinstance(loop_vars, list) else tuple(after)

    return _while_loop(
        lambda *values: _single(cond(*values)),
        body_of_sequence,
        loop_vars,
        shape_invariants,
        parallel_iterations,
        back_prop,
        name=name,
        maximum_iterations=maximum_iterations,
        return_same_structure=return_same_structure,
    )
