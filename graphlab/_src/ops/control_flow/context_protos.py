"""Branches and loops from the messages of a saved graph, so that gradients can be added to it."""

from typing import Any

from graphlab._src.graph import control_flow_context, get_default_graph
from graphlab._src.graph.scope_names import prepend_name_scope, strip_name_scope
from graphlab._src.ops.control_flow.cond_context import CondContext
from graphlab._src.ops.control_flow.while_context import WhileContext
from graphlab._src.proto import AttrValue
from graphlab._src.proto.control_flow import CondContextDef, WhileContextDef


def to_proto(context, export_scope=None):
    """The CondContextDef or WhileContextDef of a context; None when it is outside of export_scope."""
    if export_scope and not context.name.startswith(export_scope):
        return None
    message = WhileContextDef() if context.is_while else CondContextDef()
    message.context_name = strip_name_scope(context.name, export_scope)
    (_fill_while if context.is_while else _fill_cond)(message, context, export_scope)
    message.values_def.values.extend(sorted(strip_name_scope(tensor.name, export_scope) for tensor in context.values))
    for outside, inside in context.external_values.items():
        key = strip_name_scope(outside.name, export_scope)
        message.values_def.external_values[key] = strip_name_scope(inside.name, export_scope)
    for nested in context.nested_contexts:
        nested_message = to_proto(nested, export_scope)
        if nested_message is not None:
            field = message.nested_contexts.add()
            (field.while_ctxt if nested.is_while else field.cond_ctxt).CopyFrom(nested_message)
    return message


def _fill_cond(message, context, scope):
    message.pred_name = strip_name_scope(context.pred.name, scope)
    message.pivot_name = strip_name_scope(context.pivot.name, scope)
    message.branch = context.branch


def _fill_while(message, context, scope):
    message.parallel_iterations = context.parallel_iterations
    message.back_prop = context.back_prop
    message.swap_memory = context.swap_memory
    if context.maximum_iterations is not None:
        message.maximum_iterations_name = strip_name_scope(context.maximum_iterations.name, scope)
    message.pivot_name = strip_name_scope(context.pivot.name, scope)
    message.pivot_for_pred_name = strip_name_scope(context.pivot_for_pred.name, scope)
    message.pivot_for_body_name = strip_name_scope(context.pivot_for_body.name, scope)
    message.loop_exit_names.extend(strip_name_scope(tensor.name, scope) for tensor in context.loop_exits)
    message.loop_enter_names.extend(strip_name_scope(tensor.name, scope) for tensor in context.loop_enters)


def from_proto(message, import_scope=None):
    """The context that a CondContextDef or WhileContextDef describes."""
    make = while_from_proto if isinstance(message, WhileContextDef) else cond_from_proto
    return make(message, import_scope)


def cond_from_proto(message, import_scope=None):
    """The CondContext that a message describes, with its operations in the default graph made part of it."""
    tensor = _lookup(import_scope)
    context = CondContext(tensor(message.pred_name), tensor(message.pivot_name), message.branch)
    return _complete(context, message, import_scope)


def while_from_proto(message, import_scope=None):
    """The WhileContext that a message describes, with its operations in the default graph made part of it."""
    tensor = _lookup(import_scope)
    context = WhileContext(
        maximum_iterations=tensor(message.maximum_iterations_name) if message.maximum_iterations_name else None,
        parallel_iterations=message.parallel_iterations,
        back_prop=message.back_prop,
        swap_memory=message.swap_memory,
    )
    context.pivot = tensor(message.pivot_name)
    context.pivot_for_pred = tensor(message.pivot_for_pred_name)
    context.pivot_for_body = tensor(message.pivot_for_body_name)
    context.loop_exits = [tensor(name) for name in message.loop_exit_names]
    context.loop_enters = [tensor(name) for name in message.loop_enter_names]
    _complete(context, message, import_scope)
    # All Enter operations of a loop name its frame, which has the name of the context.
    for value in context.values:
        if control_flow_context.is_enter(value.op) and value.op.control_flow_context is context:
            value.op.set_attr("frame_name", AttrValue(s=context.name.encode()))
    return context


def _lookup(scope):
    graph = get_default_graph()

    def tensor(name):
        return graph.get_tensor_by_name(prepend_name_scope(name, scope))

    return tensor


def _complete(context, message, scope):
    context._name = prepend_name_scope(message.context_name, scope)
    values, external = message.values_def.values, message.values_def.external_values
    # What was outside of the part of a graph that was saved is not there.
    context.values = set(_there(values, scope).values())
    outside = _there(external, scope)
    context.external_values = {
        outside[name]: _lookup(scope)(inside) for name, inside in external.items() if name in outside
    }
    for value in context.values - set(context.external_values):
        value.op.control_flow_context = context
    with context.entered():  # those inside it are made later, and take their operations from it
        for nested in message.nested_contexts:
            if nested.HasField("while_ctxt"):
                while_from_proto(nested.while_ctxt, scope)
            elif nested.HasField("cond_ctxt"):
                cond_from_proto(nested.cond_ctxt, scope)
    return context


def _there(names, scope):
    """{name: tensor} of those that the graph has."""
    graph, found = get_default_graph(), {}
    for name in names:
        owner, _, index = prepend_name_scope(name, scope).rpartition(":")
        op = graph.operations_by_name.get(owner)
        if op is not None and index.isdigit() and int(index) < len(op.outputs):
            found[name] = op.outputs[int(index)]
    return found


def _as_methods(*kinds: Any) -> None:
    """Makes them methods of the contexts, by which programs know them."""
    for kind in kinds:
        kind.to_proto = to_proto
        kind.from_proto = staticmethod(_from_context_def)


def _from_context_def(context_def, import_scope=None):
    return from_proto(context_def, import_scope)


_as_methods(CondContext, WhileContext)
