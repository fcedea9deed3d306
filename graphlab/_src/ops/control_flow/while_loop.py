"""while_loop: calls of a function as long as a condition holds when the graph runs."""

from graphlab._src.base import shapes
from graphlab._src.graph import GraphKeys, constant, convert_to_tensor, get_default_graph, name_scope, nest
from graphlab._src.ops.control_flow.functional_loop import functional_while
from graphlab._src.ops.control_flow.invariants import invariants_of
from graphlab._src.ops.control_flow.versions import is_functional
from graphlab._src.ops.control_flow.while_context import WhileContext
from graphlab._src.ops.logical import logical_and


def while_loop(
    cond,
    body,
    loop_vars,
    shape_invariants=None,
    parallel_iterations=10,
    back_prop=True,
    swap_memory=False,
    name=None,
    maximum_iterations=None,
    return_same_structure=False,
):
    """The loop variables as they are when cond(*loop_vars) is False for the first time, in the structure of loop_vars.

    cond: returns a bool tensor.  body: returns the next values of loop_vars, of the same structure, types and shapes.
    Both are called once, now; the operations that they make run in every iteration.
    loop_vars: first values: a list or tuple of tensors, TensorArrays, IndexedSlices, nested or not.
    shape_invariants: TensorShapes, nested as loop_vars, for variables whose shape changes: None where a size does.
    parallel_iterations: saved in the graph; iterations run one after the other.
    back_prop: False: no gradient goes back through the loop.  swap_memory: saved in the graph.
    maximum_iterations: the loop ends after so many, whatever cond returns.
    return_same_structure: a single loop variable is returned as a list of one, not by itself.
    Raises TypeError and ValueError for a body whose result is not like loop_vars.

        i, total = tf.while_loop(lambda i, total: i < 10, lambda i, total: (i + 1, total + i), (0, 0))  # 10, 45
    """
    if not callable(cond):
        raise TypeError("cond must be callable.")
    if not callable(body):
        raise TypeError("body must be callable.")
    if parallel_iterations < 1:
        raise TypeError("parallel_iterations must be a positive integer.")
    if not loop_vars:
        raise ValueError("No loop variables provided")
    if is_functional(get_default_graph()):
        how = parallel_iterations, maximum_iterations, name, return_same_structure
        return functional_while(cond, body, loop_vars, shape_invariants, *how)
    with name_scope(name, "while", loop_vars):
        limited = maximum_iterations is not None
        if limited:
            maximum_iterations = _scalar(maximum_iterations)
            alone = len(loop_vars) == 1 and not return_same_structure
            cond, body, loop_vars = _counted(cond, body, loop_vars, maximum_iterations, alone)
            if shape_invariants is not None:
                shape_invariants = (shapes.TensorShape([]), shape_invariants)
        if shape_invariants is not None:
            nest.assert_same_structure(loop_vars, shape_invariants)
            shape_invariants = nest.map_structure(invariants_of, loop_vars, shape_invariants)
        context = WhileContext(maximum_iterations, parallel_iterations, back_prop, swap_memory)
        if context.outer_context is None:
            get_default_graph().add_to_collection(GraphKeys.WHILE_CONTEXT, context)
        result = context.build(cond, body, loop_vars, shape_invariants, return_same_structure)
        return result[1] if limited else result


def _scalar(maximum_iterations):
    maximum = convert_to_tensor(maximum_iterations, name="maximum_iterations")
    if maximum.shape.ndims != 0:
        raise ValueError(f"maximum_iterations must be a scalar, saw shape: {maximum.shape}")
    return maximum


def _counted(cond, body, loop_vars, maximum, alone):
    """The same loop with a counter beside its variables; alone: they are a single one, which goes in as it is."""
    counter = constant(0, maximum.dtype, name="iteration_counter")
    if alone:
        return (
            lambda i, value: logical_and(i < maximum, cond(value)),
            lambda i, value: (i + 1, body(value)),
            (counter, loop_vars[0]),
        )
    return (
        lambda i, values: logical_and(i < maximum, cond(*values)),
        lambda i, values: (i + 1, body(*values)),
        (counter, loop_vars),
    )
