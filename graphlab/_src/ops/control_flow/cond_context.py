"""CondContext: one branch of a cond."""

from graphlab._src.graph import GraphKeys, Operation, control_flow_context, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.control_flow_context import is_merge, is_next_iteration
from graphlab._src.ops.control_flow.contexts import ControlFlowContext
from graphlab._src.ops.control_flow.edges import switch_beside
from graphlab._src.ops.control_flow.grouping import no_op, with_dependencies
from graphlab._src.ops.identity import identity
from graphlab._src.ops.tensor_array import flow_of


class CondContext(ControlFlowContext):
    """The branch of a cond that is taken when `pred` is true (branch 1) or false (branch 0).

    pivot: a tensor that exists only when the branch is taken.
    A tensor from outside passes a Switch, so that nothing in the branch runs when it is not taken.
    """

    is_cond = True

    def __init__(self, pred, pivot, branch, name="cond_text"):
        unique = get_default_graph().unique_name(name)
        super().__init__()
        self._name = unique
        self.pred = pred
        self.pivot = pivot
        self.branch = branch
        self.values.update((pred, pivot))
        self.external_values[pred] = pred
        pivot.op.control_flow_context = self

    @property
    def grad_state(self):
        """That of the loop that it is in."""
        loop = self.get_while_context()
        return None if loop is None else loop.grad_state

    @property
    def back_prop(self):
        """Never by itself: the loop around it decides."""
        return False

    @property
    def control_pivot(self):
        return self.pivot

    def add_value(self, tensor):
        if tensor in self.values:
            return self.external_values.get(tensor, tensor)
        result = self._outer_value(tensor)
        graph = tensor.graph
        with graph.control_dependencies(None):
            result = switch_beside(result, self.pred)[self.branch]
            if self.outer_context is not None:
                self.outer_context.add_inner_op(result.op)
        graph.prevent_fetching(result.op)
        result.op.control_flow_context = self
        self._known_to_all([result])
        self.external_values[tensor] = result
        return result

    def _known_to_all(self, tensors):
        context = self
        while context is not None:
            context.values.update(tensors)
            context = context.outer_context

    def _inside(self, op, tensor):
        # The edge that closes an imported loop: its source has not been added yet, but it will be.
        if is_merge(op) and is_next_iteration(tensor.op):
            return tensor
        return self.add_value(tensor)

    def _add(self, op):
        if op.inputs:
            self._update_inputs(op)
            self._remove_external_control_inputs(op)
            if op.graph.is_function(op.type) or op.type == "SymbolicGradient":
                op.add_control_input(self.pivot.op)
        else:
            self._remove_external_control_inputs(op)
            if not any(control_flow_context.is_in_context(control, self) for control in op.control_inputs):
                op.add_control_input(self.pivot.op)
        self._known_to_all(op.outputs)
        if self.outer_context is not None or not control_flow_context.is_exit(op):
            op.graph.prevent_fetching(op)
        if self.outer_context is not None:
            self.outer_context.add_inner_op(op)

    def build(self, function):
        """Makes the branch by calling `function`: (what it returned, the tensors for it inside)."""
        graph = get_default_graph()
        before = graph.get_collection(GraphKeys._SUMMARY_COLLECTION)
        original = function()
        after = graph.get_collection(GraphKeys._SUMMARY_COLLECTION)
        if len(after) > len(before):
            graph.get_collection_ref(GraphKeys._SUMMARY_COLLECTION)[:] = before
            with graph.control_dependencies(after[len(before) :]):
                if original is None:
                    return no_op(), None
                original = nest.map_structure(identity, original, expand_composites=True)
        if original is None:
            return None, None
        result = nest.map_structure(self._result, original, expand_composites=True)
        return original, result if isinstance(result, (list, tuple)) else [result]

    def _outer_value(self, tensor):
        """The value of a tensor from outside in the context around the branch."""
        self.values.add(tensor)
        if self.outer_context is None:
            return tensor
        result = self.outer_context.add_value(tensor)
        self.values.add(result)
        self.external_values[result] = result
        return result

    def _result(self, value):
        if isinstance(value, Operation):
            return with_dependencies([value], self.pivot)
        return self._output(convert_to_tensor(flow_of(value)))

    def _output(self, tensor):
        """A tensor that the branch returns; one from outside passes a Switch."""
        if tensor in self.values:
            return self.external_values.get(tensor, tensor)
        result = switch_beside(self._outer_value(tensor), self.pred)[self.branch]
        self.external_values[tensor] = result
        return result
