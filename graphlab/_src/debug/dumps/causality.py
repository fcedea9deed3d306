"""The check that a dump is of one run: no tensor was dumped before what it was computed from."""

from collections.abc import Sequence
from typing import Any

from graphlab._src.debug.dumps.debug_graph import DebugGraph, get_node_name, get_output_slot, merges


def check(data: Sequence[Any], graph: DebugGraph) -> None:
    """Raises ValueError where a dumped node is not in the graph of its device, or was dumped before an input of it.

    data: the DebugTensorDatum objects of a device.  graph: its DebugGraph.
    """
    first: dict[tuple[str, int], Any] = {}
    for datum in data:
        if datum.node_name not in graph.node_inputs:
            message = f"Node name '{datum.node_name}' is not found in partition graphs of device {datum.device_name}."
            raise ValueError(message)
        tensor = datum.node_name, datum.output_slot
        if tensor not in first or datum.timestamp < first[tensor].timestamp:
            first[tensor] = datum
    for (node, _), datum in first.items():
        inputs = [(get_node_name(name), get_output_slot(name)) for name in graph.node_inputs[node]]
        later = [one for one in inputs if one in first and first[one].timestamp > datum.timestamp]
        if merges(graph.node_op_types[node]) and len(later) < len(inputs):
            continue  # one of its inputs is enough
        if later:
            missing = [f"{name}:{slot}" for name, slot in later]
            raise ValueError(
                f"Causality violated in timing relations of debug dumps: {node} ({datum.timestamp}): these input(s) are not "
                f"satisfied: {missing}"
            )
