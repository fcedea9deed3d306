"""tensorflow.python.ops.control_flow_util_v2: what builds branches and loops as functions."""

import contextlib
from collections.abc import Iterator

from graphlab._src.compat.ops_helpers import uid
from graphlab._src.graph import Operation, get_default_graph
from graphlab._src.graph.func_graph import FuncGraph
from graphlab._src.ops.control_flow import body_graph

CondBranchFuncGraph = body_graph.CondBranchFuncGraph
WhileCondFuncGraph = body_graph.WhileCondFuncGraph
WhileBodyFuncGraph = body_graph.WhileBodyFuncGraph


def in_defun() -> bool:
    """True when the default graph is the body of a function, which branches and loops are not."""
    return body_graph.in_function()


def unique_fn_name(scope: str, name: str) -> str:
    """A new name for the function of a part of what is built under a name scope: "cond_true_12"."""
    return body_graph.function_name(scope, name)


def unique_grad_fn_name(forward_name: str) -> str:
    """A new name for the gradient of a function."""
    return f"{forward_name}_grad_{uid()}"


def create_new_tf_function(func_graph: FuncGraph) -> str:
    """Adds a function to the library of the graph around it, and returns its name: its body is complete."""
    func_graph.define(func_graph.outputs)
    return func_graph.name


def maybe_set_lowering_attr(op: Operation) -> None:
    """Marks an If or While as one that TensorFlow replaces by Switch and Merge before it runs."""
    body_graph.mark_lowered(op)


@contextlib.contextmanager
def clear_control_inputs() -> Iterator[None]:
    """A block whose operations wait for none, and are in the branch or loop that is open."""
    graph = get_default_graph()
    context = graph._get_control_flow_context()
    with graph.control_dependencies(None):
        graph._set_control_flow_context(context)
        yield
