"""WhileContext: a loop, while it is being built and when a gradient goes back through it."""

from typing import Any

from graphlab._src.graph import GraphKeys, control_flow_context, convert_to_tensor, get_default_graph, nest
from graphlab._src.ops.control_flow.contexts import ControlFlowContext
from graphlab._src.ops.control_flow.edges import enter, exit_, identity_of, merge, switch_beside
from graphlab._src.ops.control_flow.invariants import add_back_edge, default_invariants, set_shape_invariants
from graphlab._src.ops.control_flow.primitives import loop_cond
from graphlab._src.ops.identity import identity
from graphlab._src.ops.tensor_array import TensorArray, flow_of, with_flows


class WhileContext(ControlFlowContext):
    """A loop: one frame, which all its Enter operations name.

    A tensor from outside passes an Enter that is the same in every iteration.
    grad_state: of the loop that a gradient is: what it knows of the loop that it goes back through.
    pivot: the LoopCond's output.  loop_enters, loop_exits: of the loop variables, in order.
    """

    is_while = True

    def __init__(
        self,
        maximum_iterations=None,
        parallel_iterations=10,
        back_prop=True,
        swap_memory=False,
        name="while_context",
        grad_state=None,
    ):
        super().__init__()
        if not isinstance(parallel_iterations, int) or parallel_iterations <= 0:
            raise ValueError(f"`parallel_iterations` must be a positive integer: {parallel_iterations}")
        self._name = get_default_graph().unique_name(name)
        self.maximum_iterations = maximum_iterations
        self.parallel_iterations = parallel_iterations
        self.back_prop = back_prop
        self.swap_memory = swap_memory
        self.grad_state = grad_state
        self.pivot_for_pred: Any = (
            None  # exists in every iteration, also in the last, which only looks at the condition
        )
        self.pivot_for_body: Any = None  # exists where the body runs
        self.pivot: Any = None
        self.loop_enters = []
        self.loop_exits = []

    def get_while_context(self):
        return self

    @property
    def control_pivot(self):
        return self.pivot_for_pred if self.pivot_for_body is None else self.pivot_for_body

    # Bringing in what is made

    def add_value(self, tensor):
        # The context of an imported loop's tensors is set before they are handed to it one by one.
        if tensor in self.values or tensor.op.control_flow_context is self:
            return self.external_values.get(tensor, tensor)
        self.values.add(tensor)
        state = _gradient_state(tensor.graph)
        if state is not None and _value_context(tensor.op) is state.forward_context:
            result = state.real_value(tensor)
            self.external_values[tensor] = result
            return result
        outside = tensor
        if self.outer_context is not None:
            outside = self.outer_context.add_value(tensor)
        graph = tensor.graph
        with graph.control_dependencies(None):
            result = enter(outside, self._name, True, self.parallel_iterations)
            graph.prevent_feeding(result)
            if self.outer_context is not None:
                self.outer_context.add_inner_op(result.op)
        self._adopt_enters([result])
        self.values.add(result)
        self.external_values[tensor] = result
        return result

    def add_op(self, op):
        # The size of a tensor of the loop that a gradient goes back through is taken there, so that it is the size
        # that is saved for the backward loop, and not the tensor.
        if op.definition.of_shape in ("shape", "size", "rank"):
            state = _gradient_state(op.graph)
            if state is not None and control_flow_context.while_context_of(op.inputs[0].op) is state.forward_context:
                context = op.inputs[0].op.control_flow_context
                op.control_flow_context = context
                context._add(op)
                return
        self._add(op)

    def _add(self, op):
        if op.inputs:
            self._update_inputs(op)
            _, external = self._remove_external_control_inputs(op)
            self._tie_to_iteration(op)
        else:
            internal, external = self._remove_external_control_inputs(op)
            if not internal:
                op.add_control_input(self.control_pivot.op)
        self.values.update(op.outputs)
        graph = op.graph
        if external:
            # What must run before the loop does is waited for in each iteration, as a value that comes in.
            with graph.control_dependencies(None), self.entered():
                waited = [identity(control.outputs[0]).op for control in external if control.outputs]
            op.add_control_inputs(waited)
        if self.outer_context is not None or not control_flow_context.is_exit(op):
            graph.prevent_fetching(op)
            for tensor in op.outputs:
                graph.prevent_feeding(tensor)
        if self.outer_context is not None:
            self.outer_context.add_inner_op(op)

    def _tie_to_iteration(self, op):
        """An operation that consumes only loop invariants would run in the last iteration too, where only the condition runs."""
        if op.control_inputs:
            return
        is_call = op.graph.is_function(op.type) or op.type == "SymbolicGradient"
        if is_call or all(control_flow_context.is_constant_enter(tensor.op) for tensor in op.inputs):
            op.add_control_input(self.control_pivot.op)

    def _adopt_enters(self, enters):
        """Makes Enter operations part of it, which were made outside; they wait for what the loop is to wait for."""
        graph = get_default_graph()
        for tensor in enters:
            controls = graph.controls_for([tensor.op.inputs[0].op])
            tensor.op.control_flow_context = self
            tensor.op.add_control_inputs(
                [op for op in controls if self._is_around(control_flow_context.output_context(op))]
            )
            graph.note_in_control_groups(tensor.op)

    def _is_around(self, context):
        """True for a context around it, up to the next loop."""
        outer = self.outer_context
        outer_loop = None if outer is None else outer.get_while_context()
        while outer is not context:
            if outer is None or outer is outer_loop:
                return False
            outer = outer.outer_context
        return True

    # Building

    def build(self, pred, body, loop_vars, shape_invariants, return_same_structure):
        """Makes the loop: condition, body, the edges around it. Returns the results, in the structure of the body's.

        loop_vars: first values, nested.  shape_invariants: TensorShapes, in the same structure, or None.
        """
        values = [flow_of(value) for value in nest.flatten(loop_vars)]
        values = [value if nest.is_composite(value) else convert_to_tensor(value) for value in values]
        if shape_invariants is None:
            shape_invariants = [default_invariants(value) for value in values]
        values = nest.flatten(values, expand_composites=True)
        with self.entered():
            result, exits = self._build(pred, body, loop_vars, values, nest.flatten(shape_invariants))
        exits = with_flows(nest.flatten(result, expand_composites=True), exits)
        packed = nest.pack_sequence_as(result, exits, expand_composites=True)
        return packed if return_same_structure or len(exits) != 1 else packed[0]

    def _build(self, pred, body, original, values, shape_invariants):
        flat = nest.flatten(original, expand_composites=True)
        self._enter_variables(values, shape_invariants)
        merges = [merge([tensor, tensor])[0] for tensor in self.loop_enters]
        self.pivot_for_pred = merges[0]
        packed = nest.pack_sequence_as(original, with_flows(flat, merges), expand_composites=True)
        self.pivot = loop_cond(convert_to_tensor(pred(*packed)), name="LoopCond")
        switches = [switch_beside(tensor, self.pivot) for tensor in merges]
        inside = [identity_of(switch[1]) for switch in switches]
        self.pivot_for_body = inside[0]
        packed = nest.pack_sequence_as(original, with_flows(flat, inside), expand_composites=True)
        result = self._run_body(body, packed)
        nest.assert_same_structure(list(packed), list(result), expand_composites=True)
        after = [convert_to_tensor(flow_of(value)) for value in nest.flatten(result, expand_composites=True)]
        if len(merges) != len(after):
            raise ValueError(f"Number of inputs and outputs of body must match loop_vars: {len(merges)}, {len(after)}")
        for start, value in zip(merges, after, strict=True):
            add_back_edge(start, value)
        self.loop_exits = [exit_(switch[0]) for switch in switches]
        self.exit_result(self.loop_exits)
        return result, self.loop_exits

    def _enter_variables(self, values, shape_invariants):
        self.values = set(values)
        if self.outer_context is not None:
            values = [self.outer_context.add_value(tensor) for tensor in values]
        graph = get_default_graph()
        with graph.control_dependencies(None):
            enters = [enter(tensor, self._name, False, self.parallel_iterations, False) for tensor in values]
            for tensor in enters:
                graph.prevent_feeding(tensor)
                if self.outer_context is not None:
                    self.outer_context.add_inner_op(tensor.op)
        pivot = self._outer_pivot()
        if pivot is not None:
            for tensor in enters:
                if control_flow_context.is_constant_enter(tensor.op.inputs[0].op):
                    tensor.op.add_control_input(pivot.op)
        set_shape_invariants(values, enters, shape_invariants)
        self._adopt_enters(enters)
        self.values = set(enters)
        self.loop_enters = enters

    def _outer_pivot(self):
        context = self.outer_context
        while context is not None:
            if context.control_pivot is not None:
                return context.control_pivot
            context = context.outer_context
        return None

    def _run_body(self, body, arguments):
        """What the body returns, as a sequence; the summaries made in it run in each iteration."""
        graph = get_default_graph()
        before = graph.get_collection(GraphKeys._SUMMARY_COLLECTION)
        result = body(*arguments)
        after = graph.get_collection(GraphKeys._SUMMARY_COLLECTION)
        if not nest.is_nested(result) and not nest.is_composite(result):
            result = [result]
        if len(after) > len(before):
            graph.get_collection_ref(GraphKeys._SUMMARY_COLLECTION)[:] = before
            with graph.control_dependencies(after[len(before) :]):
                result = nest.map_structure(
                    lambda value: value if isinstance(value, TensorArray) else identity(value),
                    result,
                    expand_composites=True,
                )
        return result


def _gradient_state(graph):
    """Of the loop of a gradient that is being built: what it knows of the forward loop."""
    context = graph.control_flow_context
    loop = None if context is None else context.get_while_context()
    return None if loop is None else loop.grad_state


def _value_context(op):
    """The loop that the outputs of `op` are in."""
    loop = control_flow_context.while_context_of(op)
    if loop is not None and control_flow_context.is_exit(op):
        loop = loop.outer_context
        loop = None if loop is None else loop.get_while_context()
    return loop
