"""The gradient of calls of imported functions, and of If, Case and While that have none of their own: of what is in their place.

Before gradients flow through such an operation, its functions' bodies are built beside it, as branches and loops of
TensorFlow 1, and the operation passes on what these compute: so everything runs once, and the gradient has what it needs.
"""

# The operation library and the contexts of control flow state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import functools
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.autodiff.functional_bodies import can_copy, function_names
from graphlab._src.autodiff.functional_loops import counts_iterations
from graphlab._src.autodiff.library_gradients import library_gradient
from graphlab._src.autodiff.registry import prepares_calls, rule_of_type
from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import text_of
from graphlab._src.graph import Graph, Operation, Tensor, get_default_graph
from graphlab._src.graph.func_graph import built_in_place
from graphlab._src.graph.references import is_identity
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater, not_equal
from graphlab._src.ops.control_flow.case import switch_case
from graphlab._src.ops.control_flow.cond import cond
from graphlab._src.ops.control_flow.contexts import entered
from graphlab._src.ops.control_flow.invariants import fits
from graphlab._src.ops.control_flow.while_loop import while_loop
from graphlab._src.ops.identity import identity, identity_n, placeholder
from graphlab._src.ops.logical import logical_or
from graphlab._src.ops.reduction import reduce_any
from graphlab._src.ops.shape import rank


@prepares_calls
def inline(op: Operation) -> bool:
    """Builds the branches, the loop or the operations of a function beside what calls them; returns whether it did."""
    graph: Any = op.graph
    calls = "type" if op.definition is None else op.definition.calls
    if calls not in _BUILDERS:
        return False
    functions = [graph.functions.get(name) for name in _names(op)]
    if not all(hasattr(function, "build") for function in functions) or _has_rule(op):
        return False
    if calls in ("if", "case", "while") and all(map(can_copy, functions)):
        if calls != "while" or counts_iterations(op):
            return False
    if calls in ("type", "function") and not functions[0].gradient_inlines:
        return False
    start = len(graph.operations)
    with graph.control_dependencies(None), entered(op.control_flow_context), graph.name_scope(f"{op.name}/"):
        with graph.control_dependencies(op.control_inputs), graph.device(op.device or None):
            outputs = _BUILDERS[calls](op, functions)
    for made in graph.operations[start:]:
        graph.inlined_from[made] = op
    builder: Any = identity_n
    op.become(builder.op_type, outputs, {"T": [tensor.dtype.base_dtype for tensor in outputs]})
    for key in [key for key in graph.operation_copies if key[0] is op]:
        del graph.operation_copies[key]
    graph.note_change(op, f"the functions of '{op.name}' were put beside it for a gradient")
    return True


def _names(op: Operation) -> list[str]:
    """The names of the functions that an operation calls; of the one for true first."""
    return [op.type] if op.definition is None else function_names(op)


def _has_rule(op: Operation) -> bool:
    """True when a program registered a gradient for the operation, or its graph's library has one for what it calls."""
    name = text_of(op.get_attr("_gradient_op_type")) if "_gradient_op_type" in op.attrs else op.type
    return library_gradient(op) is not None or rule_of_type(name, derived=False) is not None and name != op.type


def _call(op: Operation, function: Any, inputs: Sequence[Tensor]) -> list[Tensor]:
    """What a function returns, once all that it has of effects has happened."""
    outputs, effects = function.build(list(inputs), built_in_place(op))
    with get_default_graph().control_dependencies(effects):
        return [identity(tensor) for tensor in outputs] if effects else outputs


def _function(op: Operation, functions: list[Any]) -> list[Tensor]:
    return _call(op, functions[0], op.inputs)


def _branches(op: Operation, functions: list[Any]) -> list[Tensor]:
    makers = [functools.partial(_call, op, function, op.inputs[1:]) for function in functions]
    if op.definition.calls == "case":
        chosen: Any = switch_case(op.inputs[0], makers, name="case") if len(makers) > 1 else makers[0]()
        return list(chosen)
    return list(cond(_truth(op.inputs[0]), *makers, strict=True, name="cond"))


def _truth(value: Tensor) -> Tensor:
    """Whether a condition holds: a scalar that is not 0, or a tensor of other rank that is not empty."""
    if value.dtype.base_dtype is not dtypes.bool:
        value = not_equal(value, b"") if value.dtype.base_dtype is dtypes.string else cast(value, dtypes.bool)
    if value.dims == ():
        return value
    return reduce_any(logical_or(value, greater(rank(value), 0)))


def _loop(op: Operation, functions: list[Any]) -> list[Tensor]:
    condition, body = functions
    # What the body returns as it received it is no loop variable, but the same in each iteration.
    carried = [
        i for i, (given, value) in enumerate(zip(body.inputs, body.outputs, strict=True)) if _source(value) is not given
    ]
    carried = carried or [0]

    def every(values: Sequence[Tensor]) -> list[Tensor]:
        found = list(op.inputs)
        for i, value in zip(carried, values, strict=True):
            found[i] = value
        return found

    invariants, stated = _invariants(op, body)

    def step(*values: Tensor) -> list[Tensor]:
        after = _call(op, body, every(values))
        return [_of_shape(after[i], invariants[i]) if stated else after[i] for i in carried]

    def goes_on(*values: Tensor) -> Tensor:
        return _truth(_call(op, condition, every(values))[0])

    results = while_loop(
        goes_on,
        step,
        [op.inputs[i] for i in carried],
        shape_invariants=[shapes.TensorShape(invariants[i]) for i in carried],
        parallel_iterations=op.attrs["parallel_iterations"],
        return_same_structure=True,
        name="while",
    )
    return every(results)


def _source(tensor: Tensor) -> Tensor:
    while is_identity(tensor.op) and not tensor.op.controls:
        tensor = tensor.op.inputs[0]
    return tensor


def _of_shape(tensor: Tensor, dims: Any) -> Tensor:
    if shapes.compatible(tensor.dims, dims):
        tensor = identity(tensor)
        tensor.set_shape(dims)
    return tensor


def _invariants(op: Operation, body: Any) -> tuple[list[Any], bool]:
    """(the dims of each argument in every iteration, whether the operation states them)."""
    if op.attrs["output_shapes"]:
        return [tensor.dims for tensor in op.outputs], True
    dims = [tensor.dims for tensor in op.inputs]
    with Graph().as_default() as scratch:
        scratch.functions = op.graph.functions
        after, _ = body.build([placeholder(tensor.dtype.base_dtype, tensor.dims) for tensor in op.inputs])
    fit = all(fits(value.dims, size) for value, size in zip(after, dims, strict=True))
    return dims if fit else [None] * len(dims), False


_BUILDERS: dict[str, Callable[[Operation, list[Any]], list[Tensor]]] = {
    "type": _function,
    "function": _function,
    "if": _branches,
    "case": _branches,
    "while": _loop,
}
