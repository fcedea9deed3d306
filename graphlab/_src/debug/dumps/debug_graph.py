"""tensorflow.python.debug.lib.debug_graphs: names of nodes, and the GraphDefs of runs that TensorFlow's debugger watched.

Beside the nodes of the program these have a copy of each watched tensor, and the operations on the copy.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from graphlab._src.base import logging
from graphlab._src.graph.debug_names import COPY, DEBUG
from graphlab._src.graph.op_types import CAPABILITIES, OP_MODULES
from graphlab._src.graph.operation import op_def_proto
from graphlab._src.proto import GraphDef


def parse_node_or_tensor_name(name: str) -> tuple[str, int | None]:
    """(the node, the number of its output or None) of the name of a node or tensor."""
    node, colon, slot = name.rpartition(":")
    return (node, int(slot)) if colon and slot else (name, None)


def get_node_name(element_name: str) -> str:
    """The node of the name of a node or tensor."""
    return parse_node_or_tensor_name(element_name)[0]


def get_output_slot(element_name: str) -> int:
    """The number of the output of the name of a tensor; 0 of a node's."""
    return parse_node_or_tensor_name(element_name)[1] or 0


def is_copy_node(node_name: str) -> bool:
    """True for the name of a copy that the debugger has added."""
    return node_name.startswith(COPY)


def is_debug_node(node_name: str) -> bool:
    """True for the name of an operation on a copy."""
    return node_name.startswith(DEBUG)


def parse_debug_node_name(node_name: str) -> tuple[str, int, int, str]:
    """(node, output, number of the operation, its type) of "__dbg_node:0_0_DebugIdentity"."""
    if not is_debug_node(node_name):
        raise ValueError(f"Invalid prefix in debug node name: '{node_name}'")
    parts = node_name.removeprefix(DEBUG).rsplit("_", 2)
    if len(parts) < 3:
        raise ValueError(f"Invalid debug node name: '{node_name}'")
    watched, number, debug_op = parts
    if watched.count(":") != 1:
        raise ValueError(f"Invalid tensor name in debug node name: '{node_name}'")
    node, slot = watched.split(":")
    return node, int(slot), int(number), debug_op


class GraphTracingReachedDestination(Exception):  # noqa: N818
    """DFSGraphTracer has come to the node that it looks for."""


class DFSGraphTracer:
    """The inputs of a node, theirs, and so on, depth first.

    input_lists: {node: its inputs}, more than one.  destination_node_name: where trace() raises.
    """

    def __init__(
        self,
        input_lists: Sequence[Mapping[str, Sequence[str]]],
        skip_node_names: Sequence[str] | None = None,
        destination_node_name: str | None = None,
    ) -> None:
        self._input_lists = input_lists
        self._skipped = set(skip_node_names or ())
        self._destination = destination_node_name
        self._visited: set[str] = set()
        self._found: list[tuple[str, int]] = []  # with the depth

    def trace(self, graph_element_name: str) -> None:
        """Follows the inputs of a node or tensor."""
        self._visit(graph_element_name, 1)

    def _visit(self, element: str, depth: int) -> None:
        node = get_node_name(element)
        if node == self._destination:
            raise GraphTracingReachedDestination
        if node in self._skipped or node in self._visited:
            return
        self._visited.add(node)
        for inputs in self._input_lists:
            for one in inputs.get(node, ()):
                if get_node_name(one) not in self._visited:
                    self._found.append((one, depth))
                    self._visit(one, depth + 1)

    def inputs(self) -> list[str]:
        """The inputs in the order in which they were found."""
        return [one for one, _ in self._found]

    def depth_list(self) -> list[int]:
        """How far from where it began each of them is."""
        return [depth for _, depth in self._found]


def _infer_device_name(graph_def: Any) -> str | None:
    """The device of the first node that has one."""
    device = next((node.device for node in graph_def.node if node.device), None)
    if device is None:
        logging.warning(
            "Failed to infer device name from partition GraphDef: none of the nodes of the GraphDef has a non-empty device "
            "name."
        )
    return device


class DebugGraph:
    """What a GraphDef with the debugger's nodes says of the program's nodes; each attribute is a dict by their names."""

    def __init__(self, debug_graph_def: Any, device_name: str | None = None) -> None:
        self.debug_graph_def = debug_graph_def
        self.device_name = device_name or _infer_device_name(debug_graph_def)
        self.node_attributes: dict[str, Any] = {}
        self.node_inputs: dict[str, list[str]] = {}
        self.node_ctrl_inputs: dict[str, list[str]] = {}
        self.node_devices: dict[str, set[str | None]] = {}
        self.node_op_types: dict[str, str] = {}
        self.node_recipients: dict[str, list[str]] = {}
        self.node_ctrl_recipients: dict[str, list[str]] = {}
        self.node_reversed_ref_inputs: dict[str, list[str]] = {}  # who may change what a node refers to
        copied = {node.name: node.input[0] for node in debug_graph_def.node if is_copy_node(node.name)}
        sending: set[str] = set()  # what only sends a copy
        for node in debug_graph_def.node:
            if not is_copy_node(node.name) and not is_debug_node(node.name):
                self._add(node, copied)
                if node.op in ("_Send", "_Retval") and any(map(is_copy_node, node.input)):
                    sending.add(node.name)
        self._find_recipients(sending)

    def _add(self, node: Any, copied: Mapping[str, str]) -> None:
        if node.name in self.node_inputs:
            raise ValueError(f"Duplicate node name on device {self.device_name}: '{node.name}'")
        self.node_attributes[node.name] = node.attr
        self.node_devices[node.name] = {node.device or self.device_name}
        self.node_op_types[node.name] = node.op
        self.node_recipients[node.name] = []
        self.node_ctrl_recipients[node.name] = []
        self.node_inputs[node.name] = [copied.get(one, one) for one in node.input if not one.startswith("^")]
        control = (one.removeprefix("^") for one in node.input if one.startswith("^"))
        self.node_ctrl_inputs[node.name] = [one for one in control if not is_debug_node(one)]

    def _find_recipients(self, sending: set[str]) -> None:
        for name, inputs in self.node_inputs.items():
            for one in map(get_node_name, inputs):
                self.node_recipients.setdefault(one, []).append(name)
                if _refers(self.node_op_types.get(one, "")):
                    self.node_reversed_ref_inputs.setdefault(one, []).append(name)
        for name, inputs in self.node_ctrl_inputs.items():
            for one in inputs:
                if one not in sending:
                    self.node_ctrl_recipients.setdefault(one, []).append(name)

    @property
    def non_debug_graph_def(self) -> Any:
        """The GraphDef without what the debugger has added."""
        plain = GraphDef()
        for node in self.debug_graph_def.node:
            if node.name in self.node_inputs:
                new = plain.node.add()
                new.CopyFrom(node)
                del new.input[:]
                new.input.extend(self.node_inputs[node.name])
                new.input.extend(f"^{one}" for one in self.node_ctrl_inputs[node.name])
        return plain


def merges(op_type: str) -> bool:
    """Whether an operation of a type hands on the input that has come, of several."""
    return CAPABILITIES.get(op_type, {}).get("control_flow") == "merge"


def _refers(op_type: str) -> bool:
    """Whether the first output of an operation type is a reference, as a Variable's is."""
    if op_type not in OP_MODULES:
        return False
    outputs = op_def_proto(op_type).output_arg
    return bool(outputs) and outputs[0].is_ref


def reconstruct_non_debug_graph_def(debug_graph_def: Any) -> Any:
    """A GraphDef without what the debugger has added."""
    return DebugGraph(debug_graph_def).non_debug_graph_def
