"""tensorflow.python.ops.cond_v2 and while_v2: branches and loops as functions, whatever is enabled."""

from typing import Any

from graphlab._src.compat.function_graphs import function_def_to_graph
from graphlab._src.function.body import FunctionBody
from graphlab._src.graph import Operation
from graphlab._src.ops.control_flow.functional_branches import functional_cond as cond_v2
from graphlab._src.ops.control_flow.functional_branches import indexed_case as indexed_case
from graphlab._src.ops.control_flow.functional_loop import functional_while

__all__ = ["cond_v2", "graph_of", "indexed_case", "while_loop"]


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

    back_prop: has no effect: gradients are built when they are taken.
    """
    how = parallel_iterations, maximum_iterations, name, return_same_structure
    return functional_while(cond, body, loop_vars, shape_invariants, *how)


def graph_of(while_op: Operation, attr: str) -> FunctionBody:
    """The body or the condition of a While as a FuncGraph, made anew of its FunctionDef. attr: "body" or "cond"."""
    definition: Any = while_op.graph.functions[while_op.get_attr(attr).name].definition
    with while_op.graph.as_default():
        return function_def_to_graph(definition, while_op.get_attr("output_shapes"))
