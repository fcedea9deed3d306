"""tensorflow.python.ops.cond_v2 and while_v2: branches and loops as functions, whatever is enabled."""

from collections.abc import Sequence
from typing import Any

from graphlab._src.compat.function_graphs import function_def_to_graph
from graphlab._src.function.body import FunctionBody
from graphlab._src.graph import Operation
from graphlab._src.ops.control_flow.functional_branches import functional_cond as cond_v2
from graphlab._src.ops.control_flow.functional_branches import indexed_case as indexed_case
from graphlab._src.ops.control_flow.functional_loop import functional_while

__all__ = ["cond_v2", "get_func_graphs", "graph_of", "indexed_case", "while_loop"]


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


def graph_of(while_op: Operation, func_attr_name: str) -> FunctionBody:
    """The body or the condition of a While as a FuncGraph, made anew of its FunctionDef. func_attr_name: "body" or "cond"."""
    return _made_anew(while_op, while_op.get_attr(func_attr_name), while_op.get_attr("output_shapes"))


def get_func_graphs(op: Operation) -> Sequence[FunctionBody]:
    """The branches of an If, a tuple, or Case, a list, as FuncGraphs, made anew of their FunctionDefs."""
    shapes = [tensor.shape for tensor in op.inputs[1:]]
    if "then_branch" in op.attrs:
        return tuple(_made_anew(op, op.get_attr(name), shapes) for name in ("then_branch", "else_branch"))
    if "branches" in op.attrs:
        return [_made_anew(op, branch, shapes) for branch in op.get_attr("branches")]
    raise ValueError(f"Unsupported op type: {op.type}")


def _made_anew(op: Operation, function: Any, input_shapes: Any) -> FunctionBody:
    definition: Any = op.graph.functions[function.name].definition
    with op.graph.as_default():
        return function_def_to_graph(definition, input_shapes)
