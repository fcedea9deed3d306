"""Copies of a part of a graph, in the same graph or another one, with other inputs."""

from typing import Any

from graphlab._src.contrib.graph_editor.elements import (
    ControlOutputs,
    concatenate_unique,
    flatten_tree,
    get_unique_graph,
    scope_finalize,
    transform_tree,
)
from graphlab._src.contrib.graph_editor.handlers import (
    assign_renamed_collections_handler,
    copy_op_handler,
    keep_t_if_possible_handler,
    replace_t_with_placeholder_handler,
    transform_op_if_inside_handler,
)
from graphlab._src.contrib.graph_editor.placeholders import make_placeholder_from_tensor
from graphlab._src.contrib.graph_editor.reroute import add_control_inputs
from graphlab._src.contrib.graph_editor.subgraph import SubGraphView, make_view
from graphlab._src.contrib.graph_editor.traversal import get_walks_intersection_ops
from graphlab._src.graph import Graph, Operation, Tensor


class TransformerInfo:
    """What a transformation made of each operation and tensor."""

    def __init__(self, info):
        self._graph, self._scope = info.graph, info.scope
        self._graph_, self._scope_ = info.graph_, info.scope_
        self._transformed_ops = info.transformed_ops
        self._transformed_ts = info.transformed_ts

    def _map(self, item):
        if isinstance(item, (Operation, Tensor)):
            return self._transformed_ops if isinstance(item, Operation) else self._transformed_ts
        raise TypeError(f"Expected a tf.Tensor or a tf.Operation, got a {type(item)}")

    def transformed(self, original, missing_fn=None) -> Any:
        """What an operation or tensor, or each of a nested structure, became.

        missing_fn: called with what was not transformed; None without it.
        """

        def find(item):
            new = self._map(item).get(item)
            return new if new is not None or missing_fn is None else missing_fn(item)

        return transform_tree(original, find)

    def original(self, transformed, missing_fn=None) -> Any:
        """What an operation or tensor, or each of a nested structure, was made from; see transformed."""

        def find(item):
            for old, new in self._map(item).items():
                if new is item:
                    return old
            return None if missing_fn is None else missing_fn(item)

        return transform_tree(transformed, find)

    def __str__(self):
        lines = ["Transform result info:"]
        if self._graph is self._graph_:
            lines.append(f"  Within graph[{id(self._graph)}]{'' if self._scope_ else ' IN-PLACE'}")
        else:
            lines.append(f"  graph[{id(self._graph)}] => graph[{id(self._graph_)}]")
        if self._scope:
            lines.append(f"  Relative to source scope: {self._scope}")
        if self._scope_:
            lines.append(f"  Scope destination: {self._scope_}")
        lines.append("Operations mapping:")
        lines.extend(f"  {op.name} => {new.name}" for op, new in self._transformed_ops.items())
        return "\n".join(lines) + "\n"


class _Work:
    """What handlers know of a transformation: names without an underscore at the end are the source's."""

    def __init__(self, sgv, dst_graph, dst_scope, src_scope):
        self.sgv = sgv
        self.sgv_inputs_set = frozenset(sgv.inputs)
        self.ops = frozenset(sgv.ops)
        self.control_outputs = ControlOutputs(sgv.graph)
        self.graph, self.scope = sgv.graph, src_scope
        self.graph_, self.scope_ = dst_graph, dst_scope
        self.transformed_ops = {}
        self.transformed_ts = {}
        keys = sgv.graph.get_all_collection_keys()
        self.collections = {key: sgv.graph.get_collection(key) for key in keys}
        self.unfinished = []  # (tensor of a cycle, what is there in its place, the operation that uses it)

    def new_name(self, name):
        """The name in the destination's scope; ValueError for one that is not in the source's scope."""
        if not name.startswith(self.scope):
            raise ValueError(f"{name} does not belong to source scope: {self.scope}.")
        return self.scope_ + name[len(self.scope) :]


class Transformer:
    """Copies a part of a graph; its inputs become placeholders. The handlers, its attributes, can be replaced.

    transform_op_handler(info, op, new_inputs) -> (operation, its outputs).
    transform_control_input_handler(info, op) -> the control input of the copy, or None.
    assign_collections_handler(info, elem, elem_): puts what was made of elem into collections.
    transform_external_input_handler(info, t) -> the tensor in place of one of the view's inputs.
    transform_external_hidden_input_handler(info, t) -> the same for an input that the view leaves out.
    transform_original_op_handler(info, op) -> the copy's original_op, or None.
    """

    def __init__(self):
        self.transform_op_handler = copy_op_handler
        self.transform_control_input_handler = transform_op_if_inside_handler
        self.assign_collections_handler = assign_renamed_collections_handler
        self.transform_external_input_handler = replace_t_with_placeholder_handler
        self.transform_external_hidden_input_handler = keep_t_if_possible_handler
        self.transform_original_op_handler = transform_op_if_inside_handler

    def __call__(self, sgv, dst_graph, dst_scope, src_scope="", reuse_dst_scope=False):
        """(view of the copy, TransformerInfo).

        The copy of src_scope/NAME is dst_scope/NAME, and dst_scope gets a number unless it is new or reuse_dst_scope.
        """
        sgv = make_view(sgv)
        if not isinstance(dst_graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(dst_graph)}")
        src_scope, dst_scope = scope_finalize(src_scope), scope_finalize(dst_scope)
        if dst_scope and not reuse_dst_scope:
            dst_scope = scope_finalize(dst_graph.unique_name(dst_scope[:-1]))
        info = _Work(sgv, dst_graph, dst_scope, src_scope)
        self._copy_ops(info)
        self._close_cycles(info)
        self._connect_control_inputs(info)
        return self._view(info, sgv), TransformerInfo(info)

    def _copy_ops(self, info):
        for op in sorted(info.sgv.ops, key=lambda op: op.id):
            inputs = [self._transformed_t(info, tensor, op) for tensor in op.inputs]
            new, outputs = self.transform_op_handler(info, op, inputs)
            if new is op:
                raise ValueError("In-place transformation not allowed.")
            info.transformed_ops[op] = new
            self.assign_collections_handler(info, op, new)
            for tensor, new_tensor in zip(op.outputs, outputs, strict=False):
                info.transformed_ts[tensor] = new_tensor
                self.assign_collections_handler(info, tensor, new_tensor)

    def _transformed_t(self, info, tensor, consumer):
        if tensor in info.transformed_ts:
            return info.transformed_ts[tensor]
        if tensor in info.sgv_inputs_set:
            return self.transform_external_input_handler(info, tensor)
        if tensor.op not in info.ops:
            return self.transform_external_hidden_input_handler(info, tensor)
        # The tensor comes later: it closes a loop, or its operation was put before an older one.
        if consumer.type == "Merge":
            temporary = self._transformed_t(info, consumer.inputs[0], consumer)
        else:
            with info.graph_.as_default():
                temporary = make_placeholder_from_tensor(tensor, scope=info.scope_, prefix="geph_tmp")
        info.unfinished.append((tensor, temporary, consumer))
        return temporary

    def _close_cycles(self, info):
        for tensor, temporary, consumer in info.unfinished:
            new = info.transformed_ops[consumer]
            index = consumer.inputs.index(tensor)
            if new.inputs[index] is temporary:
                new.update_input(index, info.transformed_ts[tensor])

    def _connect_control_inputs(self, info):
        for op in info.sgv.ops:
            new = info.transformed_ops[op]
            if op.original_op is not None:
                new.original_op = self.transform_original_op_handler(info, op.original_op)
            controls = [self.transform_control_input_handler(info, other) for other in op.control_inputs]
            add_control_inputs(new, [other for other in controls if other is not None])

    def _view(self, info, sgv):
        view = SubGraphView(list(info.transformed_ops.values()))

        def order(tensors, new_tensors):
            numbers = {tensor: i for i, tensor in enumerate(new_tensors)}
            found = [info.transformed_ts.get(tensor) for tensor in tensors]
            return [numbers[tensor] for tensor in found if tensor in numbers]

        return view.remap(order(sgv.inputs, view.inputs), order(sgv.outputs, view.outputs))


def copy(sgv, dst_graph=None, dst_scope="", src_scope="", reuse_dst_scope=False):
    """(view, TransformerInfo): a copy of a part, in its own graph or in dst_graph, with placeholders for inputs.

    The scopes are those of Transformer.
    """
    sgv = make_view(sgv)
    return Transformer()(sgv, sgv.graph if dst_graph is None else dst_graph, dst_scope, src_scope, reuse_dst_scope)


def copy_with_input_replacements(
    sgv, replacement_ts, dst_graph=None, dst_scope="", src_scope="", reuse_dst_scope=False
):
    """(view, TransformerInfo): a copy of a part with other tensors for some of its inputs.

    replacement_ts: {input of the part: the tensor in its place}; the other inputs are used by the copy, too.
    """
    sgv = make_view(sgv)
    copier = Transformer()

    def replaced(info, t):
        return replacement_ts[t] if t in replacement_ts else keep_t_if_possible_handler(info, t)

    copier.transform_external_input_handler = replaced
    return copier(sgv, sgv.graph if dst_graph is None else dst_graph, dst_scope, src_scope, reuse_dst_scope)


def graph_replace(target_ts, replacement_ts, dst_scope="", src_scope="", reuse_dst_scope=False) -> Any:
    """What computes tensors, copied with other tensors in place of some that they are computed from.

    target_ts: a tensor, or a nested structure of tensors; the result has the same form, with the copies, and with a
    tensor itself where it does not depend on what is replaced.  replacement_ts: {tensor: the tensor in its place}.
    Raises ValueError when nothing of target_ts depends on replacement_ts.
    """
    targets = flatten_tree(target_ts)
    controls = ControlOutputs(get_unique_graph(targets, Tensor))
    ops = get_walks_intersection_ops(list(replacement_ts), targets, control_ios=controls)
    if not ops:
        raise ValueError("Targets and replacements are not connected!")
    contexts = [op.control_flow_context for op in ops]
    for context in dict.fromkeys(context for context in contexts if context is not None and context.is_while):
        enters, exits = ([tensor.op for tensor in some] for some in (context.loop_enters, context.loop_exits))
        concatenate_unique(ops, get_walks_intersection_ops(enters, exits, control_ios=controls))
    _, info = copy_with_input_replacements(ops, replacement_ts, None, dst_scope, src_scope, reuse_dst_scope)
    return info.transformed(target_ts, lambda original: original)
