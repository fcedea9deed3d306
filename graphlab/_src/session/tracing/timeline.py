"""Timeline: a traced run as a Chrome trace, for Perfetto and chrome://tracing."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

_LABEL = re.compile(r"^\S+ = (\w+)\((.*)\)", re.DOTALL)
_ALLOCATORS = 0  # the process under which memory is counted


class AllocationMaximum(NamedTuple):
    """When an allocator held most (in µs), how many bytes that was, and of which tensors."""

    timestamp: int
    num_bytes: int
    tensors: set[str]


class StepStatsAnalysis(NamedTuple):
    """What Timeline.analyze_step_stats returns: the trace, and an AllocationMaximum for each allocator."""

    chrome_trace: "ChromeTrace"
    allocator_maximums: dict[str, AllocationMaximum]


class ChromeTrace:
    """Events in Chrome's trace format: timestamps and durations in microseconds."""

    def __init__(self) -> None:
        self.metadata: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []

    def name_process(self, pid: int, name: str) -> None:
        """Names a row of the trace."""
        self.metadata.append({"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}})

    def add(self, phase: str, category: str, name: str, pid: int, tid: int, timestamp: int, **more: Any) -> None:
        """Adds an event; Chrome's documentation lists the phases."""
        event = {"ph": phase, "cat": category, "name": name, "pid": pid, "tid": tid, "ts": timestamp, **more}
        self.events.append(event)

    def format_to_string(self, pretty: bool = False) -> str:
        """The trace as JSON. pretty: in lines."""
        trace = {"traceEvents": self.metadata + self.events}
        return (
            json.dumps(trace, indent=4, separators=(",", ": ")) if pretty else json.dumps(trace, separators=(",", ":"))
        )


class _Node(NamedTuple):
    stats: Any
    op: str
    inputs: list[str]
    pid: int
    tid: int

    @property
    def start(self) -> int:
        return self.stats.all_start_micros

    @property
    def duration(self) -> int:
        return max(1, self.stats.all_end_rel_micros)


class _Tensor(NamedTuple):
    name: str
    made: int
    released: int
    allocator: str
    size: int


class Timeline:
    """Converts the StepStats of a run to a Chrome trace.

    step_stats: RunMetadata.step_stats of a run with trace_level=FULL_TRACE.  graph: not used; TensorFlow has it.
    """

    def __init__(self, step_stats: Any, graph: object = None) -> None:
        self._devices = list(step_stats.dev_stats)
        self._nodes: list[_Node] = []
        for i, device in enumerate(self._devices):
            self._place(device, 1 + 2 * i)
        self._nodes.sort(key=lambda node: node.start)
        self._made_by: dict[str, _Node] = {}
        for node in self._nodes:
            self._made_by.setdefault(node.stats.node_name, node)

    def _place(self, device: Any, pid: int) -> None:
        """Puts the nodes of a device into lanes, so that none overlaps another."""
        free: list[int] = []
        for stats in sorted(device.node_stats, key=lambda stats: stats.all_start_micros):
            label = _LABEL.match(stats.timeline_label)
            op, inputs = (label[1], [part for part in label[2].split(", ") if part]) if label else ("unknown", [])
            tid = next((i for i, until in enumerate(free) if until <= stats.all_start_micros), len(free))
            node = _Node(stats, op, inputs, pid, tid)
            free[tid : tid + 1] = [node.start + node.duration]
            self._nodes.append(node)

    def generate_chrome_trace_format(self, show_dataflow: bool = True, show_memory: bool = False) -> str:
        """The trace as a text that chrome://tracing and ui.perfetto.dev open.

        show_dataflow: arrows from a tensor's producer to its consumers.  show_memory: which tensors live, and how much
        memory they take.
        """
        return self.analyze_step_stats(show_dataflow, show_memory).chrome_trace.format_to_string(pretty=True)

    def analyze_step_stats(self, show_dataflow: bool = True, show_memory: bool = True) -> StepStatsAnalysis:
        """StepStatsAnalysis: chrome_trace, and allocator_maximums by allocator: when most memory was taken, by what."""
        trace = ChromeTrace()
        trace.name_process(_ALLOCATORS, "Allocators")
        for i, device in enumerate(self._devices):
            trace.name_process(1 + 2 * i, f"{device.device} Compute")
            trace.name_process(2 + 2 * i, f"{device.device} Tensors")
        for node in self._nodes:
            arguments = {"name": node.stats.node_name, "op": node.op}
            arguments.update((f"input{i}", name) for i, name in enumerate(node.inputs))
            trace.add("X", "Op", node.op, node.pid, node.tid, node.start, dur=node.duration, args=arguments)
        if show_dataflow:
            self._show_dataflow(trace)
        tensors = self._tensors()
        if show_memory:
            self._show_tensors(trace, tensors)
        return StepStatsAnalysis(trace, self._count_memory(trace if show_memory else None, tensors))

    def _inputs(self, node: _Node) -> Iterator[tuple[str, _Node]]:
        """(the name in the label, the node that made the tensor) for each input of a node."""
        for name in node.inputs:
            producer = self._made_by.get(name.removeprefix("^").partition(":")[0])
            if producer is not None and producer is not node:
                yield name, producer

    def _show_dataflow(self, trace: ChromeTrace) -> None:
        flow = 0
        for node in self._nodes:
            for name, producer in self._inputs(node):
                begins = producer.start + producer.duration - 1
                trace.add("s", "DataFlow", name, producer.pid, producer.tid, begins, id=flow)
                trace.add("t", "DataFlow", name, node.pid, node.tid, max(begins, node.start), id=flow)
                flow += 1

    def _tensors(self) -> list[_Tensor]:
        """The first output of each node, from when it is made until its last consumer is through."""
        until: dict[str, int] = {}
        for node in self._nodes:
            for _, producer in self._inputs(node):
                name = producer.stats.node_name
                until[name] = max(until.get(name, 0), node.start + node.duration)
        tensors: list[_Tensor] = []
        for node in self._made_by.values():
            name, made = node.stats.node_name, node.start + node.duration
            for output in list(node.stats.output)[:1]:
                memory = output.tensor_description.allocation_description
                size = sum(used.total_bytes for used in node.stats.memory) or memory.requested_bytes
                tensors.append(_Tensor(name, made, until.get(name, made), memory.allocator_name or "unknown", size))
        return tensors

    def _show_tensors(self, trace: ChromeTrace, tensors: list[_Tensor]) -> None:
        for i, tensor in enumerate(tensors):
            node = self._made_by[tensor.name]
            where = "Tensor", tensor.name, node.pid + 1, node.tid
            trace.add("N", *where, node.start, id=i)
            description = str(node.stats.output[0].tensor_description).rstrip()
            snapshot = {"snapshot": {"tensor_description": description}}
            trace.add("O", *where, tensor.made, id=i, args=snapshot)
            trace.add("D", *where, tensor.released, id=i)

    def _count_memory(self, trace: ChromeTrace | None, tensors: list[_Tensor]) -> dict[str, AllocationMaximum]:
        """{allocator: AllocationMaximum}; draws how much memory is taken unless trace is None."""
        maximums: dict[str, AllocationMaximum] = {}
        for allocator in dict.fromkeys(tensor.allocator for tensor in tensors):
            changes: list[tuple[int, int, _Tensor]] = []
            for tensor in tensors:
                if tensor.allocator == allocator:
                    changes += [(tensor.made, 1, tensor), (tensor.released, -1, tensor)]
            changes.sort(key=lambda change: (change[0], -change[1]))
            total = 0
            living: dict[str, None] = {}
            maximum = AllocationMaximum(0, 0, set())
            for timestamp, sign, tensor in changes:
                total += sign * tensor.size
                if sign > 0:
                    living[tensor.name] = None
                else:
                    living.pop(tensor.name, None)
                if total > maximum.num_bytes:
                    maximum = AllocationMaximum(timestamp, total, set(living))
                if trace is not None:
                    trace.add("C", "Memory", allocator, _ALLOCATORS, 0, timestamp, args={allocator: total})
            maximums[allocator] = maximum
        return maximums
