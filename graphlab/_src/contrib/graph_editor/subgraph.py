"""SubGraphView: a part of a graph as a function: its operations, input tensors and output tensors."""

import copy
from typing import Any

from graphlab._src.contrib.graph_editor.elements import (
    ListView,
    concatenate_unique,
    get_unique_graph,
    make_list_of_op,
    make_list_of_t,
)
from graphlab._src.contrib.graph_editor.select import compute_boundary_ts, get_name_scope_ops, select_ops_and_ts
from graphlab._src.contrib.graph_editor.traversal import get_walks_union_ops
from graphlab._src.graph import Graph


def _indices(items, tensors, repetition):
    """Numbers of tensors from numbers or tensors; ValueError where one is out of range, or comes twice and may not."""
    found = [item if isinstance(item, int) else tensors.index(item) for item in items]
    for i in found:
        if not 0 <= i < len(tensors):
            raise ValueError(f"Out of [0, {len(tensors)}[ range: {i}")
    if not repetition and len(set(found)) != len(found):
        raise ValueError(f"Found repetition in mapping: {found}")
    return found


class SubGraphView:
    """A part of a graph, seen as a function from its inputs to its outputs; the graph is not changed by a view of it.

    inside_ops: its operations.  passthrough_ts: tensors that are both input and output; those that the operations
    use or compute are left out. A view does not follow a graph that changes; functions that rewire say which views
    they bring up to date.
    """

    def __init__(self, inside_ops=(), passthrough_ts=()):
        self._ops = make_list_of_op(inside_ops)
        passthrough_ts = make_list_of_t(passthrough_ts)
        both = [*self._ops, *passthrough_ts]
        self._graph = get_unique_graph(both) if both else None
        inputs, outputs, insides = compute_boundary_ts(self._ops)
        used = {*inputs, *outputs, *insides}
        self._passthrough_ts = [tensor for tensor in passthrough_ts if tensor not in used]
        self._input_ts = inputs + self._passthrough_ts
        self._output_ts = outputs + self._passthrough_ts

    def __copy__(self):
        result = type(self).__new__(type(self))
        result._assign_from(self)
        return result

    def _assign_from(self, other):
        if not isinstance(other, SubGraphView):
            raise TypeError(f"Expected SubGraphView, got: {type(other)}")
        self._graph = other._graph
        self._ops = list(other._ops)
        self._passthrough_ts = list(other._passthrough_ts)
        self._input_ts = list(other._input_ts)
        self._output_ts = list(other._output_ts)

    def copy(self):
        """A view of the same."""
        return copy.copy(self)

    def remap_default(self, remove_input_map=True, remove_output_map=True):
        """A view with all inputs and outputs that its operations have, in their order."""
        result = self.copy()
        inputs, outputs, _ = compute_boundary_ts(self._ops)
        if remove_input_map:
            result._input_ts = inputs + self._passthrough_ts
        if remove_output_map:
            result._output_ts = outputs + self._passthrough_ts
        return result

    def remap_inputs(self, new_input_indices):
        """A view with some inputs, in another order. new_input_indices: numbers or tensors, none twice."""
        return self.remap(new_input_indices)

    def remap_outputs(self, new_output_indices):
        """A view with some outputs, in another order. new_output_indices: numbers or tensors."""
        return self.remap(None, new_output_indices)

    def remap(self, new_input_indices=None, new_output_indices=None):
        """remap_inputs and remap_outputs; None leaves either as it is."""
        result = self.copy()
        if new_input_indices is not None:
            numbers = _indices(new_input_indices, self._input_ts, repetition=False)
            result._input_ts = [self._input_ts[i] for i in numbers]
        if new_output_indices is not None:
            numbers = _indices(new_output_indices, self._output_ts, repetition=True)
            result._output_ts = [self._output_ts[i] for i in numbers]
        return result

    def remap_outputs_make_unique(self):
        """A view with each output once."""
        result = self.copy()
        result._output_ts = list(dict.fromkeys(self._output_ts))
        return result

    def remap_outputs_to_consumers(self):
        """A view with each output once for each of its consumers."""
        result = self.copy()
        result._output_ts = [t for t in dict.fromkeys(self._output_ts) for _ in t.consumers()]
        return result

    def remove_unused_ops(self, control_inputs=True):
        """A view without the operations that are not connected with its inputs or outputs."""
        result = self.copy()
        ops = get_walks_union_ops(
            self.connected_inputs, self.connected_outputs, within_ops=self._ops, control_inputs=control_inputs
        )
        result._ops = [op for op in self._ops if op in ops]
        return result

    def find_op_by_name(self, op_name):
        """Its operation of that name; ValueError when there is none."""
        for op in self._ops:
            if op.name == op_name:
                return op
        raise ValueError(f"{op_name} not in subgraph.")

    def __str__(self):
        if not self:
            return "SubGraphView: empty"
        lines = [f"SubGraphView (graphid={id(self.graph)}):"]
        for title, items in (("ops", self._ops), ("inputs", self._input_ts), ("outputs", self._output_ts)):
            lines.append(f"** {title}[{len(items)}]:" if items else f"** {title}: empty")
            lines.extend(f"  {item.name}{' *' * (item in self._passthrough_ts)}" for item in items)
        return "\n".join(lines) + "\n"

    @property
    def graph(self) -> Any:
        """The Graph; None of an empty view."""
        return self._graph

    @property
    def ops(self):
        """Its operations."""
        return self._ops

    @property
    def inputs(self):
        """Its input tensors."""
        return ListView(self._input_ts)

    @property
    def connected_inputs(self):
        """The input tensors that its operations use."""
        return [t for t in self._input_ts if t not in self._passthrough_ts]

    @property
    def outputs(self):
        """Its output tensors."""
        return ListView(self._output_ts)

    @property
    def connected_outputs(self):
        """The output tensors that its operations compute."""
        return [t for t in self._output_ts if t not in self._passthrough_ts]

    @property
    def passthroughs(self):
        """The tensors that go from input to output as they are."""
        return ListView(self._passthrough_ts)

    def __bool__(self):
        return self._graph is not None

    def op(self, op_id):
        """Its operation of that number."""
        return self._ops[op_id]

    def is_passthrough(self, t):
        """True for one of its passthroughs."""
        return t in self._passthrough_ts

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        pass

    def input_index(self, t):
        """The number of an input tensor; ValueError for another."""
        if t not in self._input_ts:
            raise ValueError(f"Can't find {t.name} in inputs of subgraph.")
        return self._input_ts.index(t)

    def output_index(self, t):
        """The number of an output tensor; ValueError for another."""
        if t not in self._output_ts:
            raise ValueError(f"Can't find {t.name} in outputs of subgraph.")
        return self._output_ts.index(t)

    def consumers(self):
        """The operations outside that use its outputs, as a list."""
        inside, found = set(self._ops), []
        for tensor in self._output_ts:
            concatenate_unique(found, [op for op in tensor.consumers() if op not in inside])
        return found


def _checked(view, graph):
    if not isinstance(view, SubGraphView):
        raise TypeError(f"Expected a SubGraphView, got: {type(view)}")
    if graph is not None and view.graph:
        if not isinstance(graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
        if view.graph is not graph:
            raise ValueError("Graph mismatch.")
    return view


def make_view(*args, **kwargs):
    """The SubGraphView of operations and tensors, selected as by select_ops_and_ts; a view itself is returned.

    kwargs: graph, which all must be of, and in which expressions are looked for; positive_filter.
    """
    graph = kwargs.get("graph")
    if len(args) == 1 and isinstance(args[0], SubGraphView):
        return _checked(args[0], graph)
    return _checked(SubGraphView(*select_ops_and_ts(*args, **kwargs)), graph)


def make_view_from_scope(scope, graph):
    """The SubGraphView of the operations of a name scope."""
    return SubGraphView(get_name_scope_ops(graph, scope))
