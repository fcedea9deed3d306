"""What a dump says of the graphs that its run executed: nodes, their inputs and consumers, ways between them."""

from collections.abc import Mapping
from typing import Any

from graphlab._src.debug.dumps.debug_graph import DebugGraph, DFSGraphTracer, get_node_name, merges


class GraphQueries:
    """The graphs of a dump by their devices."""

    def __init__(self) -> None:
        self._debug_graphs: dict[str, DebugGraph] = {}
        self._devices: list[str] = []
        self._python_graph: Any = None
        self._tracebacks: dict[str, Any] | None = None

    def loaded_partition_graphs(self) -> bool:
        """Whether the graphs of the run are known."""
        return bool(self._debug_graphs)

    def _graphs(self, what: str) -> dict[str, DebugGraph]:
        if not self._debug_graphs:
            raise LookupError(f"{what} are not loaded from partition graphs yet.")
        return self._debug_graphs

    def partition_graphs(self) -> list[Any]:
        """The GraphDefs of the run, one for each device, with the debugger's nodes. Raises LookupError without."""
        if not self._debug_graphs:
            raise LookupError("No partition graphs have been loaded.")
        return [graph.debug_graph_def for graph in self._debug_graphs.values()]

    def reconstructed_non_debug_partition_graphs(self) -> dict[str, Any]:
        """{device: the GraphDef without the debugger's nodes}. Raises LookupError without graphs."""
        if not self._debug_graphs:
            raise LookupError("No partition graphs have been loaded.")
        return {device: graph.non_debug_graph_def for device, graph in self._debug_graphs.items()}

    def devices(self) -> list[str]:
        """The names of the devices that have dumped something."""
        return list(self._devices)

    def nodes(self, device_name: str | None = None) -> list[str]:
        """The names of the nodes of a device, or of all. Raises ValueError for a device that is not there."""
        graphs = self._graphs("Nodes")
        if device_name is None:
            return [node for graph in graphs.values() for node in graph.node_inputs]
        if device_name not in graphs:
            raise ValueError(f"Invalid device name: {device_name}")
        return list(graphs[device_name].node_inputs)

    def node_exists(self, node_name: str, device_name: str | None = None) -> bool:
        """Whether a node is in the graph of a device, or in any."""
        graphs = self._graphs("Nodes")
        if device_name is not None and device_name not in graphs:
            raise ValueError(f"The specified device_name '{device_name}' cannot be found.")
        chosen = graphs.values() if device_name is None else [graphs[device_name]]
        return any(node_name in graph.node_inputs for graph in chosen)

    def node_device(self, node_name: str) -> str | list[str]:
        """The device of a node, or the devices of all nodes of that name. Raises ValueError where there is none."""
        found = {
            str(device)
            for graph in self._graphs("Node devices").values()
            for device in graph.node_devices.get(node_name, ())
        }
        if not found:
            raise ValueError(f"Node '{node_name}' does not exist in partition graphs.")
        return found.pop() if len(found) == 1 else sorted(found)

    def _infer_device_name(self, device_name: str | None, node_name: str) -> str:
        """The device that is meant. Raises ValueError where it has no such node, or several have one."""
        graphs = self._debug_graphs
        if device_name is not None:
            if device_name not in graphs:
                raise ValueError(f"There are no debug dumps from device '{device_name}'")
            if node_name not in graphs[device_name].node_inputs:
                raise ValueError(f"The node named '{node_name}' is not found on the device '{device_name}'.")
            return device_name
        found = [device for device, graph in graphs.items() if node_name in graph.node_inputs]
        if not found:
            raise ValueError(f"None of the {len(graphs)} device(s) has a node named '{node_name}'.")
        if len(found) > 1:
            message = f"There are multiple ({len(found)}) devices with nodes named '{node_name}' but device_name is not"
            raise ValueError(f"{message} specified.")
        return found[0]

    def _of(self, what: str, node_name: str, device_name: str | None) -> DebugGraph:
        graphs = self._graphs(what)
        return graphs[self._infer_device_name(device_name, node_name)]

    def node_attributes(self, node_name: str, device_name: str | None = None) -> Any:
        """The attributes of a node: {name: AttrValue}."""
        return self._of("Node attributes", node_name, device_name).node_attributes[node_name]

    def node_op_type(self, node_name: str, device_name: str | None = None) -> str:
        """The operation type of a node."""
        return self._of("Node op types", node_name, device_name).node_op_types[node_name]

    def node_inputs(self, node_name: str, is_control: bool = False, device_name: str | None = None) -> list[str]:
        """The inputs of a node, or its control inputs."""
        graph = self._of("Node inputs", node_name, device_name)
        return (graph.node_ctrl_inputs if is_control else graph.node_inputs)[node_name]

    def node_recipients(self, node_name: str, is_control: bool = False, device_name: str | None = None) -> list[str]:
        """The consumers of a node's outputs, or the nodes that wait for it."""
        graph = self._of("Node recipients", node_name, device_name)
        return (graph.node_ctrl_recipients if is_control else graph.node_recipients)[node_name]

    def transitive_inputs(
        self,
        node_name: str,
        include_control: bool = True,
        include_reversed_ref: bool = False,
        device_name: str | None = None,
    ) -> list[str]:
        """The inputs of a node, theirs, and so on, each once. What comes into a Merge from behind is left out."""
        graph = self._of("Node inputs", node_name, device_name)
        skipped = [name for name, kind in graph.node_op_types.items() if merges(kind)]
        tracer = DFSGraphTracer(_input_lists(graph, include_control, include_reversed_ref), skip_node_names=skipped)
        tracer.trace(node_name)
        return tracer.inputs()

    def find_some_path(
        self,
        src_node_name: str,
        dst_node_name: str,
        include_control: bool = True,
        include_reversed_ref: bool = False,
        device_name: str | None = None,
    ) -> list[str] | None:
        """The nodes of a way along inputs from one node to another, both included; None where there is none.

        Raises ValueError for nodes of different devices.
        """
        device = self._infer_device_name(device_name, src_node_name)
        if self._infer_device_name(device_name, dst_node_name) != device:
            raise ValueError(f"'{src_node_name}' and '{dst_node_name}' are on different devices")
        lists = _input_lists(self._debug_graphs[device], include_control, include_reversed_ref)
        came_from: dict[str, str | None] = {dst_node_name: None}
        waiting = [dst_node_name]
        while waiting:
            node = waiting.pop()
            if node == src_node_name:
                return _way(came_from, node)
            before = [get_node_name(one) for inputs in lists for one in inputs.get(node, ())]
            for one in reversed(before):
                if one not in came_from:
                    came_from[one] = node
                    waiting.append(one)
        return None

    def set_python_graph(self, python_graph: Any) -> None:
        """Sets the Graph of the program, for node_traceback."""
        self._python_graph = python_graph
        self._tracebacks = {}
        if python_graph is not None:
            self._tracebacks = {op.name: op for op in python_graph.get_operations()}

    @property
    def python_graph(self) -> Any:
        """The Graph of the program, or None."""
        return self._python_graph

    def node_traceback(self, element_name: str) -> tuple[Any, ...]:
        """(file, line, function, text) of the frames that created a node or tensor, outermost first.

        Raises LookupError without the Graph of the program, KeyError for a node that is not in it.
        """
        if self._python_graph is None or self._tracebacks is None:
            raise LookupError("Python graph is not available for traceback lookup")
        node = get_node_name(element_name)
        if node not in self._tracebacks:
            raise KeyError(f'Cannot find node "{node}" in Python graph')
        return tuple(tuple(frame) for frame in self._tracebacks[node].traceback)


def _input_lists(graph: DebugGraph, control: bool, reversed_ref: bool) -> list[Mapping[str, list[str]]]:
    lists: list[Mapping[str, list[str]]] = [graph.node_inputs]
    if control:
        lists.append(graph.node_ctrl_inputs)
    if reversed_ref:
        lists.append(graph.node_reversed_ref_inputs)
    return lists


def _way(came_from: Mapping[str, str | None], node: str | None) -> list[str]:
    found: list[str] = []
    while node is not None:
        found.append(node)
        node = came_from[node]
    return found
