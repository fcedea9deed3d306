"""tf.contrib.graph_editor.edit: parts of a graph that are cut off from the rest, connected with another part, or bypassed."""

from graphlab._src.contrib.graph_editor.edit import (
    bypass,
    connect,
    detach,
    detach_control_inputs,
    detach_control_outputs,
    detach_inputs,
    detach_outputs,
)

__all__ = [
    "bypass",
    "connect",
    "detach",
    "detach_control_inputs",
    "detach_control_outputs",
    "detach_inputs",
    "detach_outputs",
]
