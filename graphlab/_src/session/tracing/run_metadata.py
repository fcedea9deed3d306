"""A traced run as TensorFlow's messages: step_stats, cost_graph, partition_graphs."""

import dataclasses
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Any

import jax
import numpy as np

from graphlab._src.compiler.control_flow.regions import Step
from graphlab._src.compiler.placement import Device
from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.operation import Operation, input_name
from graphlab._src.graph.tensor import Tensor
from graphlab._src.proto import CostGraphDef, GraphDef, NodeDef, StepStats
from graphlab._src.session.tasks.transport import TraceEntry


@dataclasses.dataclass
class Record:
    """One operation, branch or loop that ran.

    device: the Device.  scheduled, start, end: nanoseconds of time.perf_counter_ns(): when it was scheduled, when its
    kernel began, when its results were there.  outputs: {output index: value}.
    state: bytes of a variable's value, which stay after the run.
    """

    op: Step
    device: Device
    scheduled: int
    start: int
    end: int
    outputs: dict[int, Any]
    state: int = 0


def record_of(entry: TraceEntry, plan: Plan) -> Record:
    """The Record of an operation that another task ran; of outputs that were not sent an array of zeros that has no memory."""
    op = plan.graph.get_operation_by_name(entry.name)
    wall = time.time_ns() - time.perf_counter_ns()
    scheduled, start, end = (moment - wall for moment in (entry.scheduled, entry.start, entry.end))
    outputs = {slot: _array_of(value) for slot, value in entry.outputs.items()}
    return Record(op, plan.places[op], scheduled, start, end, outputs, entry.state)


def _array_of(value: Any) -> Any:
    return np.broadcast_to(np.zeros((), np.dtype(value[0])), value[1]) if isinstance(value, tuple) else value


def bytes_of(value: Any) -> int:
    """The bytes of a value; of a Python object what NumPy reports."""
    return sum(getattr(leaf, "nbytes", 0) for leaf in jax.tree.leaves(value))


def step_stats(records: Sequence[Record]) -> Any:
    """StepStats: what ran where and when, devices in order of name, operations in the order in which they ran."""
    message = StepStats()
    wall = time.time_ns() - time.perf_counter_ns()
    by_device: dict[str, list[Record]] = {}
    for record in records:
        by_device.setdefault(record.device.name, []).append(record)
    for name, members in sorted(by_device.items()):
        device = message.dev_stats.add(device=name)
        for record in members:
            _node_stats(device.node_stats.add(), record, wall)
        device.thread_names[threading.get_ident() & 0x7FFFFFFF] = threading.current_thread().name
    return message


def _node_stats(stats: Any, record: Record, wall: int) -> None:
    begun = record.scheduled + wall
    stats.node_name = record.op.name
    stats.timeline_label = label(record.op)
    stats.thread_id = threading.get_ident() & 0x7FFFFFFF
    stats.scheduled_micros, stats.scheduled_nanos = begun // 1000, begun
    stats.all_start_micros, stats.all_start_nanos = begun // 1000, begun
    started, ended = record.start - record.scheduled, record.end - record.scheduled
    stats.op_start_rel_micros, stats.op_start_rel_nanos = started // 1000, started
    # TensorBoard leaves out durations of 0.
    stats.op_end_rel_micros, stats.op_end_rel_nanos = max(1, -(-ended // 1000)), ended
    stats.all_end_rel_micros, stats.all_end_rel_nanos = max(1, -(-ended // 1000)), ended
    allocator = allocator_name(record.device)
    total = 0
    for slot, value in record.outputs.items():
        output = stats.output.add(slot=slot)
        size = bytes_of(value)
        _describe(output.tensor_description, record.op.outputs[slot], value)
        memory = output.tensor_description.allocation_description
        memory.requested_bytes = memory.allocated_bytes = size
        memory.allocator_name = allocator
        total += size
    if record.state:
        stats.memory_stats.persistent_memory_size = record.state
    elif total:
        used = stats.memory.add(allocator_name=allocator, total_bytes=total, peak_bytes=total, live_bytes=total)
        used.allocation_records.add(alloc_micros=stats.all_start_micros, alloc_bytes=total)


def _describe(description: Any, tensor: Tensor, value: Any) -> None:
    description.dtype = tensor.dtype.base_dtype.as_datatype_enum
    for size in np.shape(value) if hasattr(value, "shape") else ():
        description.shape.dim.add(size=size)


def allocator_name(device: Device) -> str:
    """TensorFlow's name of the allocator of a device's memory."""
    return "cpu" if device.device_type == "CPU" else f"{device.device_type}_{device.index}_bfc"


def label(op: Step) -> str:
    """An operation's label in a timeline: "dense/MatMul = MatMul(x, w)"."""
    names = [input_name(tensor) for tensor in op.inputs] + [f"^{control.name}" for control in op.control_inputs]
    return f"{op.name} = {op.type}({', '.join(names)})"


def cost_graph(records: Sequence[Record], fetches: Iterable[Any]) -> Any:
    """CostGraphDef: the inputs of each operation, its microseconds and its bytes."""
    message = CostGraphDef()
    number: dict[Operation, int] = {}
    for i, record in enumerate(records):
        members = [record.op] if isinstance(record.op, Operation) else record.op.members
        number.update(dict.fromkeys(members, i))
    for i, record in enumerate(records):
        node = message.node.add(name=record.op.name, device=record.device.name, id=i)
        node.compute_cost = max(1, (record.end - record.start) // 1000)
        node.compute_time = node.compute_cost
        node.is_final = any(getattr(item, "op", item) is record.op for item in fetches)
        for tensor in record.op.inputs:
            if tensor.op in number:
                node.input_info.add(preceding_node=number[tensor.op], preceding_port=tensor.value_index)
        node.control_input.extend(number[op] for op in record.op.control_inputs if op in number)
        node.persistent_memory_size = record.state
        for slot, value in record.outputs.items():
            output = node.output_info.add(size=bytes_of(value), alias_input_port=-1)
            output.dtype = record.op.outputs[slot].dtype.as_datatype_enum
            for size in np.shape(value) if hasattr(value, "shape") else ():
                output.shape.dim.add(size=size)
    return message


def partition_graphs(plan: Plan) -> list[Any]:
    """Returns a GraphDef for each device with the operations that run there, inputs from other devices as _Recv, feeds as _Arg."""
    graphs: dict[Device, list[Operation]] = {}
    for op in plan.operations:
        graphs.setdefault(plan.places[op], []).append(op)
    if not graphs:
        return []
    fed = {tensor: i for i, tensor in enumerate(plan.feeds)}
    found: list[Any] = []
    for device, members in sorted(graphs.items(), key=lambda item: item[0].name):
        graph = GraphDef()
        graph.versions.producer = 134
        inside = set(members)
        outside: dict[Tensor, tuple[str, str]] = {}
        for op in members:
            node = op.node_def
            node.device = device.name
            names = [_local_name(tensor, inside, fed, outside) for tensor in op.inputs]
            names += [f"^{control.name}" for control in op.control_inputs if control in inside]
            del node.input[:]
            node.input.extend(names)
            graph.node.append(node)
        graph.node.extend(NodeDef(name=name, op=kind, device=device.name) for name, kind in outside.values())
        found.append(graph)
    return found


def _local_name(
    tensor: Tensor, inside: set[Operation], fed: dict[Tensor, int], outside: dict[Tensor, tuple[str, str]]
) -> str:
    if tensor not in fed and tensor.op in inside:
        return input_name(tensor)
    if tensor not in outside:
        place = fed.get(tensor)
        start = f"_arg_{tensor.op.name}" if place is not None else f"{tensor.op.name}/_recv"
        name = f"{start}_{tensor.value_index}" + ("" if place is None else f"_{place}")
        outside[tensor] = name, "_Recv" if place is None else "_Arg"
    return outside[tensor][0]
