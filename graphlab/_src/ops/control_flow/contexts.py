"""ControlFlowContext: the base class of the contexts of a branch and a loop.

Operations made meanwhile are handed to `add_op`, which brings in the tensors that they take from outside.
"""

import contextlib
from typing import Any

from graphlab._src.graph import control_flow_context, get_default_graph, nest


class ControlFlowContext:
    """A branch or a loop. It is entered while its operations are made, once or again.

    values: the tensors that may be used inside as they are.
    external_values: {tensor from outside: the tensor for it inside}.
    """

    is_while = False
    is_cond = False
    grad_state: Any = None  # of the loop that a gradient is: what it knows of the forward loop

    def __init__(self):
        self.outer_context = get_default_graph().control_flow_context
        self.nested_contexts = []
        if self.outer_context is not None:
            self.outer_context.nested_contexts.append(self)
        self.values: set[Any] = set()
        self.external_values: dict[Any, Any] = {}
        self._before = []
        self._name = ""

    @property
    def name(self):
        """Its name, unique in the graph."""
        return self._name

    @property
    def control_pivot(self):
        """The tensor that exists only when the inside runs, or None."""
        return None

    def enter(self):
        """Makes it the context that operations are made in."""
        graph = get_default_graph()
        self._before.append(graph.control_flow_context)
        graph.control_flow_context = self

    def exit(self):
        """Goes back to the context that was current before."""
        get_default_graph().control_flow_context = self._before.pop()

    # The names by which programs for TensorFlow know these.

    def Enter(self):  # noqa: N802
        """Makes it the context that operations are made in."""
        self.enter()

    def Exit(self):  # noqa: N802
        """Goes back to the context that was current before."""
        self.exit()

    def AddOp(self, op):  # noqa: N802
        """Makes a new operation part of it."""
        self.add_op(op)

    def AddValue(self, val):  # noqa: N802
        """The tensor inside for the value of a tensor."""
        return self.add_value(val)

    def ExitResult(self, result):  # noqa: N802
        """Makes tensors that come out of it known outside."""
        self.exit_result(result)

    def GetWhileContext(self):  # noqa: N802
        """The innermost loop that it is or is in; None outside of loops."""
        return self.get_while_context()

    def IsWhileContext(self):  # noqa: N802
        """True for a loop."""
        return self.is_while

    def IsCondContext(self):  # noqa: N802
        """True for a branch."""
        return self.is_cond

    def IsXLAContext(self):  # noqa: N802
        """True for a part of the graph that a program marks for XLA."""
        return False

    @contextlib.contextmanager
    def entered(self):
        """A block inside it."""
        self.enter()
        try:
            yield self
        finally:
            self.exit()

    @contextlib.contextmanager
    def left(self):
        """A block outside it, in the context that was current before it was entered."""
        self.exit()
        try:
            yield
        finally:
            self.enter()

    def exit_result(self, result):
        """Makes tensors that come out of it known outside."""
        if self.outer_context is not None:
            self.outer_context.values.update(nest.flatten(result, expand_composites=True))

    def get_while_context(self):
        """The innermost loop that it is or is in; None outside of loops."""
        return None if self.outer_context is None else self.outer_context.get_while_context()

    def add_op(self, op):
        """Makes a new operation part of it."""
        self._add(op)

    def _add(self, op):
        raise NotImplementedError

    def add_value(self, tensor):
        """The tensor inside for the value of `tensor`."""
        raise NotImplementedError

    def add_inner_op(self, op):
        """Hears of an operation that was made in a context inside it."""
        if self.outer_context is not None:
            self.outer_context.add_inner_op(op)

    def _update_inputs(self, op):
        """Replaces each input from outside by the tensor for it inside."""
        for index in range(len(op.inputs)):
            tensor = op.inputs[index]
            inside = self._inside(op, tensor)
            if inside is not tensor:
                op.update_input(index, inside)

    def _inside(self, op, tensor):
        return self.add_value(tensor)

    def _remove_external_control_inputs(self, op):
        """Removes the control inputs from outside the loop that it is in; returns (those that stay, those removed)."""
        loop = self.get_while_context()
        if loop is None:
            return list(op.control_inputs), []
        internal, external = [], []
        for control in op.control_inputs:
            context = control_flow_context.output_context(control)
            inside = context is not None and context.get_while_context() is loop
            (internal if inside else external).append(control)
        if external:
            op.clear_control_inputs()
            op.add_control_inputs(internal)
        return internal, external

    def __str__(self):
        return self.name


def entered(context):
    """A block inside a context, or the block as it is when there is none."""
    return contextlib.nullcontext() if context is None else context.entered()
