"""The switch between versions of control flow: branches and loops of Switch, Merge and frames, or of functions."""

import os

from graphlab._src.graph import get_default_graph

_VARIABLES = (
    "TF_ENABLE_CONTROL_FLOW_V2",
    "TF_ENABLE_COND_V2",
    "TF_ENABLE_WHILE_V2",
    "TF_ENABLE_TENSOR_ARRAY_V2",
)
_enabled = any(os.environ.get(name, "0") != "0" for name in _VARIABLES)


def enable_control_flow_v2():
    """Builds branches and loops as TensorFlow 2 does from now on: as If and While operations, which call functions."""
    global _enabled
    _enabled = True


def disable_control_flow_v2():
    """Builds branches and loops of Switch, Merge and frames from now on, but for those in functions."""
    global _enabled
    _enabled = False


def control_flow_v2_enabled():
    """Whether branches and loops of the default graph are built as If and While operations."""
    return is_functional(get_default_graph())


def is_enabled():
    """Whether it was enabled, for all graphs."""
    return _enabled


def is_functional(graph):
    """Whether branches and loops of a graph are built as If and While operations."""
    return _enabled or graph.functional_control_flow
