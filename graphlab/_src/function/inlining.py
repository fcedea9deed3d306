"""Inlining: a call of a function whose gradient needs what happens inside of its branches and loops.

Random numbers and values of variables there can't be returned by the call, nor computed once more. So before gradients
flow through such a call its operations are built beside it, and it passes on what they compute.
"""

from collections.abc import Callable
from typing import Any

from graphlab._src.autodiff.registry import prepares_calls
from graphlab._src.autograph.conversion import call_as_enabled, conversion
from graphlab._src.function.body import FunctionBody, GraphFunction, argument, function_name
from graphlab._src.function.calls import changed_where_read, is_of_run
from graphlab._src.function.signature import flatten, pack
from graphlab._src.function.tracing import resources
from graphlab._src.graph import Operation, Tensor, control_flow_context, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.attrs import normalize
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.ops.control_flow.automatic_dependencies import AutomaticControlDependencies
from graphlab._src.ops.control_flow.contexts import entered
from graphlab._src.ops.identity import identity
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.variable_creators import variable_creator_scope


def needs_inlining(function: GraphFunction) -> bool:
    """True for a function with random numbers, changed variables or the like in a branch or loop, of which it depends."""
    if function.inlined is None:
        return False
    if function.differs_again is None:
        function.differs_again = any(map(_differs_again, function.graph.operations))
    return function.differs_again


def _differs_again(op: Operation) -> bool:
    definition = op.definition
    calls = None if definition is None else definition.calls
    if calls is not None and calls != "function":
        return True  # its gradient is that of the branch or loop that comes in its place
    inner = None if calls is None else op.graph.functions.get(op.attrs["f"].name)
    if isinstance(inner, GraphFunction) and needs_inlining(inner) or getattr(inner, "gradient_inlines", False):
        return True
    if op.control_flow_context is None or definition is not None and not definition.stateful or is_of_run(op):
        return False
    if not any(output.consumers() for output in op.outputs):
        return False
    return definition is None or definition.access != "read" or changed_where_read(op) is not None


@prepares_calls
def inline(op: Operation) -> bool:
    """Builds the operations of a called function beside the call where its gradient needs that; returns whether it did."""
    graph: Any = op.graph
    function = graph.functions.get(op.attrs["f"].name) if op.definition and op.definition.calls == "function" else None
    if not isinstance(function, GraphFunction) or function.inlined is None or not needs_inlining(function):
        return False
    start = len(graph.operations)
    before = [*op.control_inputs, *(tensor.op for tensor in op.inputs)]
    with graph.control_dependencies(None), entered(op.control_flow_context), graph.name_scope(f"{op.name}/"):
        with graph.control_dependencies(list(dict.fromkeys(before))):
            outputs, effects = function.inlined(list(op.inputs))
    for made in graph.operations[start:]:
        graph.inlined_from[made] = op
    op.replace_inputs(outputs)
    passed = _passed_on(function.outputs)
    passed.add_to(graph)
    op.attrs["f"] = normalize("func", passed.name)
    op.attrs["Tin"] = op.attrs["Tout"]
    op.add_control_inputs(one for one in effects if control_flow_context.output_context(one) is op.control_flow_context)
    for key in [key for key in graph.operation_copies if key[0] is op]:
        del graph.operation_copies[key]
    graph.note_change(op, f"the function of '{op.name}' was put beside it for a gradient")
    return True


def _passed_on(outputs: list[Tensor]) -> GraphFunction:
    """A function that returns its arguments, of the types of these tensors."""
    body = FunctionBody("passed_on", get_default_graph(), "forward")
    with body.as_default():
        inputs = [argument(body, one.dtype.base_dtype, one.dims, f"value_{i}") for i, one in enumerate(outputs)]
        body.inputs = inputs
        body.outputs = [identity(one) for one in inputs]
    body.finalize()
    return GraphFunction(function_name("forward", "passed_on"), body, body.inputs, body.outputs)


def trace_inline(
    python_function: Callable[..., Any],
    args: Any,
    kwargs: dict[str, Any],
    autograph: bool,
    creator: Any,
    inputs: list[Tensor],
) -> tuple[list[Tensor], list[Operation]]:
    """(what a function returns, its operations with effects), built in the default graph.

    args, kwargs: with a TensorSpec for each tensor.  creator: of variables.
    inputs: of a call, for the tensors and variables among the arguments.
    """
    remaining = iter(inputs)
    seen: set[Any] = set()

    def given(leaf: Any) -> Any:
        if isinstance(leaf, HandledVariable):
            if leaf not in seen:
                seen.add(leaf)
                next(remaining)
            return leaf
        return next(remaining) if isinstance(leaf, (Tensor, TensorSpec)) else leaf

    with AutomaticControlDependencies() as control, resources(), variable_creator_scope(creator):
        func_args = [pack(value, [given(leaf) for leaf in flatten(value)]) for value in args]
        func_kwargs = {key: pack(kwargs[key], [given(leaf) for leaf in flatten(kwargs[key])]) for key in sorted(kwargs)}
        with conversion(autograph):
            result = call_as_enabled(python_function, *func_args, **func_kwargs)
        leaves = [convert_to_tensor(one) for one in nest.flatten(result, True) if one is not None]
        outputs = [control.mark_as_return(one) for one in leaves]
    return outputs, [op for op in control.ops_which_must_run if op not in {one.op for one in outputs}]
