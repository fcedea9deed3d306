"""XLAControlFlowContext: the operations that a program marks for XLA, which compiles those around them too."""

from graphlab._src.ops.control_flow.contexts import ControlFlowContext


class XLAControlFlowContext(ControlFlowContext):
    """A part of the graph that is to be compiled. What is made in it is as it would be outside; loops and branches may be."""

    def __init__(self):
        super().__init__()
        self._name = "XLAControlFlowContext"

    def IsXLAContext(self):  # noqa: N802
        """True."""
        return True

    def add_op(self, op):
        """Leaves the operation as it is."""

    def add_value(self, tensor):
        """The tensor itself, or what it is in the contexts around."""
        return tensor if self.outer_context is None else self.outer_context.add_value(tensor)
