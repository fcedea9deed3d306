"""tf.contrib.graph_editor.reroute: tensors, inputs and outputs that take each other's places."""

from graphlab._src.contrib.graph_editor.reroute import (
    add_control_inputs,
    remove_control_inputs,
    reroute_inputs,
    reroute_ios,
    reroute_outputs,
    reroute_ts,
    swap_inputs,
    swap_ios,
    swap_outputs,
    swap_ts,
)

__all__ = [
    "add_control_inputs",
    "remove_control_inputs",
    "reroute_inputs",
    "reroute_ios",
    "reroute_outputs",
    "reroute_ts",
    "swap_inputs",
    "swap_ios",
    "swap_outputs",
    "swap_ts",
]
