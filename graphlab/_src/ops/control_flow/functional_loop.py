"""Loops with control flow v2: one While operation, whose condition and body are functions."""

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.graph import constant, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.attrs import to_proto
from graphlab._src.ops.control_flow.body_graph import (
    WhileBodyFuncGraph,
    WhileCondFuncGraph,
    function_name,
    mark_lowered,
    single,
)
from graphlab._src.ops.control_flow.calls import stateless_while, while_
from graphlab._src.ops.control_flow.invariants import default_invariants, fits, invariants_of
from graphlab._src.ops.identity import identity
from graphlab._src.ops.logical import logical_and
from graphlab._src.ops.tensor_array import TensorArray, flow_of, with_flows

_COUNTERS = 2  # in front of the loop variables: the number of iterations so far, and the maximum


def functional_while(
    cond,
    body,
    loop_vars,
    shape_invariants=None,
    parallel_iterations=10,
    maximum_iterations=None,
    name=None,
    return_same_structure=True,
):
    """As tf.while_loop, built as one While; the condition may have axes of size 1."""
    original = loop_vars
    if shape_invariants is not None:
        nest.assert_same_structure(list(original), list(shape_invariants), expand_composites=False)
    first = nest.map_structure(_as_tensor, list(original))
    invariants = _invariants(first, None if shape_invariants is None else list(shape_invariants))
    graph = get_default_graph()
    with graph.name_scope(name or "while") as scope:
        names = [function_name(scope, part) for part in ("cond", "body")]
        maximum = -1 if maximum_iterations is None else maximum_iterations
        maximum = convert_to_tensor(maximum, dtypes.int32, name="maximum_iterations")
        counter = constant(0, maximum.dtype, name="loop_counter")
        values = [counter, maximum, *nest.flatten(first, expand_composites=True)]
        leaves = nest.flatten(list(original), expand_composites=True)

        def structured(arguments):
            return nest.pack_sequence_as(original, with_flows(leaves, arguments[_COUNTERS:]), expand_composites=True)

        def goes_on():
            arguments = list(condition_graph.inputs)
            pred = cond(*structured(arguments))
            pred = single(convert_to_tensor(pred))
            return pred if maximum_iterations is None else logical_and(arguments[0] < arguments[1], pred)

        def iterate():
            arguments = list(body_graph.inputs)
            for tensor in condition_graph.captures:
                body_graph.capture(tensor, "")
            after = body(*structured(arguments))
            after = list(after) if nest.is_nested(after) and not nest.is_composite(after) else [after]
            nest.assert_same_structure(after, list(original), expand_composites=True)
            after = [flow_of(leaf) for leaf in nest.flatten(after, expand_composites=True)]
            return [arguments[0] + 1, arguments[1], *after]

        kinds = WhileCondFuncGraph, WhileBodyFuncGraph
        condition_graph, body_graph = (kind(one, graph) for kind, one in zip(kinds, names, strict=True))
        for one in (condition_graph, body_graph):
            for i, tensor in enumerate(values):
                label = tensor.op.name if i < _COUNTERS else "Placeholder"
                dims = tensor.dims if i < _COUNTERS else shapes.of(invariants[i - _COUNTERS])
                _add_argument(one, tensor.dtype.base_dtype, dims, label)
        condition_graph.build(goes_on)
        body_graph.build(iterate)
        for tensor in body_graph.captures:
            condition_graph.capture(tensor, "")
        _check(body_graph, values, invariants)
        body_graph.outputs += body_graph.captures.values()
        dims = [tensor.dims for tensor in body_graph.outputs]
        dims[_COUNTERS : len(values)] = [shapes.of(shape) for shape in invariants]
        outputs = build_while(
            [*values, *body_graph.captures], condition_graph, body_graph, dims, parallel_iterations, name=scope
        )
        outputs[0].op.attrs["_num_original_outputs"] = to_proto("int", len(outputs))
        copies = [identity(one) for one in outputs]
    results = structured(copies[: len(values)])
    flat = nest.flatten(results)
    return flat[0] if len(flat) == 1 and not return_same_structure else results


def build_while(inputs, condition, body, dims, parallel_iterations, name, stateless=True):
    """Adds a While of two functions and returns its outputs. stateless: it may be a StatelessWhile."""
    waits_for = dict.fromkeys([*condition.control_captures, *body.control_captures])
    with get_default_graph().control_dependencies(list(waits_for)):
        stateless = stateless and not (condition.is_stateful or body.is_stateful)
        operation = stateless_while if stateless else while_
        outputs = operation(
            inputs,
            cond=condition.register(),
            body=body.register(),
            output_shapes=dims,
            parallel_iterations=parallel_iterations,
            name=name,
        )
    mark_lowered(outputs[0].op)
    return list(outputs)


def _as_tensor(value):
    if isinstance(value, TensorArray):
        return value._flow
    return value if nest.is_composite(value) else convert_to_tensor(value)


def _invariants(first, given):
    """The shape invariant of each tensor of the loop variables."""
    if given is None:
        return [shape for value in nest.flatten(first) for shape in default_invariants(value)]
    found = nest.map_structure(invariants_of, first, given)
    return [shapes.as_shape(one) for one in nest.flatten(found)]


def _add_argument(body, dtype, dims, label):
    with body.as_default():
        return body.add_argument(dtype, dims, label)


def _check(body, values, invariants):
    """The body must return tensors of the types and shapes that the loop variables have."""
    results = body.outputs[_COUNTERS:]
    for tensor, after, shape in zip(values[_COUNTERS:], results, invariants, strict=True):
        if not fits(after.dims, shapes.of(shape)):
            raise ValueError(
                explain(
                    f"Input tensor '{tensor.name}' enters the loop with shape {shape}, but has shape {after.shape} "
                    "after one iteration. To allow the shape to vary across iterations, use the `shape_invariants` argument "
                    "of tf.while_loop to specify a less-specific shape.",
                    at=tensor,
                )
            )
        if tensor.dtype.base_dtype is not after.dtype.base_dtype:
            raise TypeError(
                explain(
                    f"Loop var {tensor.name} enters the loop with type {tensor.dtype.base_dtype} but has type "
                    f"{after.dtype.base_dtype} after 1 iteration.",
                    at=tensor,
                    fix=f"return tf.cast(value, tf.{tensor.dtype.base_dtype.name}) from the body",
                )
            )
