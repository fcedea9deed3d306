"""tensorflow.python.ops.control_flow_util: in which branch or loop an operation is."""

import sys
import types

from graphlab._src.graph import control_flow_context
from graphlab._src.ops.control_flow import versions
from graphlab._src.ops.control_flow.contexts import ControlFlowContext
from graphlab._src.ops.control_flow.smart_cond import smart_constant_value
from graphlab._src.state.variable import Variable

_V2 = "ENABLE_CONTROL_FLOW_V2"


class _ControlFlowUtil(types.ModuleType):
    """This module, whose ENABLE_CONTROL_FLOW_V2 programs read and set, as tf.enable_control_flow_v2 does."""

    def __getattr__(self, name):
        if name != _V2:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return versions.is_enabled()

    def __setattr__(self, name, value):
        if name != _V2:
            super().__setattr__(name, value)
        elif value:
            versions.enable_control_flow_v2()
        else:
            versions.disable_control_flow_v2()


sys.modules[__name__].__class__ = _ControlFlowUtil


def IsSwitch(op):  # noqa: N802
    """True for a Switch."""
    return control_flow_context.is_switch(op)


def IsMerge(op):  # noqa: N802
    """True for a Merge."""
    return control_flow_context.is_merge(op)


def IsCondSwitch(op):  # noqa: N802
    """True for a Switch of a branch: all that its outputs go to is in branches."""
    return bool(op.outputs) and control_flow_context.is_conditional_switch(op)


def IsCondMerge(op):  # noqa: N802
    """True for a Merge of branches: all that it merges comes from branches."""
    if not IsMerge(op) or not op.inputs:
        return False
    contexts = [control_flow_context.output_context(tensor.op) for tensor in op.inputs]
    return all(context is not None and context.is_cond for context in contexts)


def IsLoopSwitch(op):  # noqa: N802
    """True for the Switch that ends a loop."""
    return control_flow_context.is_loop_switch(op)


def IsLoopMerge(op):  # noqa: N802
    """True for the Merge that a loop begins with."""
    return IsMerge(op) and IsInWhileLoop(op) and not IsCondMerge(op)


def IsLoopEnter(op):  # noqa: N802
    """True for an Enter."""
    return control_flow_context.is_enter(op)


def IsLoopExit(op):  # noqa: N802
    """True for an Exit."""
    return control_flow_context.is_exit(op)


def IsLoopConstantEnter(op):  # noqa: N802
    """True for the Enter of what a loop does not change."""
    return IsLoopEnter(op) and op.get_attr("is_constant")


def GetContainingWhileContext(ctxt, stop_ctxt=None):  # noqa: N802
    """The loop that a context is in, itself included, or None; stop_ctxt: none beyond this one."""
    while ctxt is not None:
        if ctxt.is_while or ctxt is stop_ctxt:
            return ctxt
        ctxt = ctxt.outer_context
    return None


def GetContainingCondContext(ctxt):  # noqa: N802
    """The branch that a context is in, itself included, or None."""
    while ctxt is not None:
        if ctxt.is_cond:
            return ctxt
        ctxt = ctxt.outer_context
    return None


def GetContainingXLAContext(ctxt):  # noqa: N802
    """The XLAControlFlowContext that a context is in, itself included, or None. XLA compiles all of a run, marked or not."""
    while ctxt is not None:
        if ctxt.IsXLAContext():
            return ctxt
        ctxt = ctxt.outer_context
    return None


def InXlaContext(graph):  # noqa: N802
    """True while an XLAControlFlowContext is entered."""
    return GetContainingXLAContext(graph._get_control_flow_context()) is not None


def IsInWhileLoop(op):  # noqa: N802
    """True in a loop."""
    return GetContainingWhileContext(_context(op)) is not None


def IsInCond(op):  # noqa: N802
    """True in a branch."""
    return GetContainingCondContext(_context(op)) is not None


def GetWhileContext(op):  # noqa: N802
    """The loop that an operation is in, or None."""
    return GetContainingWhileContext(_context(op))


def EnableControlFlowV2(graph):  # noqa: N802
    """True where branches and loops are functions: after tf.enable_control_flow_v2(), and in such a function."""
    return versions.is_functional(graph)


def GraphOrParentsInXlaContext(graph):  # noqa: N802
    """True while an XLAControlFlowContext is entered in this graph, or in one around it."""
    while graph is not None:
        if InXlaContext(graph):
            return True
        graph = getattr(graph, "outer_graph", None)
    return False


def IsInXLAContext(op):  # noqa: N802
    """True for an operation in an XLAControlFlowContext, or whose attribute _XlaCompile is true. All are compiled."""
    marked = op.attrs.get("_XlaCompile")
    if marked is not None and bool(getattr(marked, "b", marked)):
        return True
    return GetContainingXLAContext(_context(op)) is not None


def GetOutputContext(op):  # noqa: N802
    """The branch or loop that an operation's outputs are in: outside of the loop for an Exit."""
    return control_flow_context.output_context(op)


def GetLoopConstantEnter(value):  # noqa: N802
    """The Enter that a tensor comes from unchanged, if it is that of what a loop does not change; else None."""
    return control_flow_context.constant_enter(value)


def IsContainingContext(ctxt, maybe_containing_ctxt):  # noqa: N802
    """True when a branch or loop is the other one, or inside of it; None is outside of all."""
    return control_flow_context.is_containing(ctxt, maybe_containing_ctxt)


def OpInContext(op, ctxt):  # noqa: N802
    """True when an operation is in that branch or loop, or in one inside of it."""
    return control_flow_context.is_in_context(op, ctxt)


def TensorInContext(tensor, ctxt):  # noqa: N802
    """The same for a tensor."""
    return OpInContext(tensor.op, ctxt)


def CheckInputFromValidContext(op, input_op):  # noqa: N802
    """Raises ValueError when an operation has an input from a loop that it is not in."""
    control_flow_context.check_input(op, input_op)


enable_control_flow_v2 = versions.enable_control_flow_v2


def _context(op) -> ControlFlowContext | None:
    return op.control_flow_context


def constant_bool(pred):
    """The bool that a Python bool, 0, 1 or a tensor is known to be; None for a variable, and where only a run knows."""
    return None if isinstance(pred, Variable) else smart_constant_value(pred)
