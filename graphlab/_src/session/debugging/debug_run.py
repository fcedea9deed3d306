"""Runs with watched tensors: what RunOptions.debug_options requests is computed and written while the run goes on."""

import functools
import itertools
import threading
import weakref
from typing import Any

from graphlab._src.base.dtypes import DType, as_dtype
from graphlab._src.base.errors import UnimplementedError, explain
from graphlab._src.compiler.plan import Plan
from graphlab._src.graph.operation import Operation, input_name
from graphlab._src.graph.tensor import Tensor
from graphlab._src.proto import RunOptions
from graphlab._src.session.annotations import Array, Run
from graphlab._src.session.debugging import dump_files
from graphlab._src.session.debugging.debug_ops import is_handle
from graphlab._src.session.debugging.decorated_graph import Watched, decorate
from graphlab._src.session.debugging.stepper import WatchingStepper
from graphlab._src.session.debugging.watches import Watches
from graphlab._src.session.execution.runner import Runner
from graphlab._src.session.tracing import run_metadata as metadata

_numbers = itertools.count(1)  # of the watched runs of this process


class DebugRuns:
    """The watched runs of a session: how often each was made."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: weakref.WeakKeyDictionary[Runner, dict[str, int]] = weakref.WeakKeyDictionary()

    def prepare(self, runner: Any, options: Any, run_metadata: Any, deadline: float | None) -> Run | None:
        """Returns the function of the fed values that runs a plan and writes what is watched; None where nothing is.

        Raises FailedPreconditionError for a watch that can't be made, before anything runs.
        """
        if options is None or runner is None or not options.debug_options.debug_tensor_watch_opts:
            return None
        if not isinstance(runner, Runner):
            message = "A run with tensors that tfdbg watches needs tasks of other processes"
            raise UnimplementedError(None, None, explain(message, fix="watch runs that one task can do alone"))
        watches = Watches(options.debug_options)
        if options.debug_options.reset_disk_byte_usage:
            dump_files.disk_usage.reset()
        with self._lock:
            counts = self._counts.setdefault(runner, {})
            step = counts[watches.key] = counts.get(watches.key, -1) + 1
        run = _DebugRun(runner, watches, options, run_metadata)
        return functools.partial(run, deadline, {"number": next(_numbers), "step": step})


class _DebugRun:
    """One form of a run with its watches."""

    def __init__(self, runner: Runner, watches: Watches, options: Any, run_metadata: Any) -> None:
        self._runner = runner
        self._options, self._metadata = options, run_metadata
        self._folders = watches.folders
        plan = self._plan = runner.plan
        self._fed = {tensor: f"_arg_{tensor.op.name}_{tensor.value_index}_{i}" for i, tensor in enumerate(plan.feeds)}
        self._watched: dict[str, Watched] = {}
        for tensor in plan.feeds:
            self._watch(watches, self._fed[tensor], 0, tensor.dtype)
        for op in plan.operations:
            for slot, tensor in enumerate(op.outputs):
                if tensor not in self._fed:
                    self._watch(watches, op.name, slot, tensor.dtype)

    def _watch(self, watches: Watches, node: str, slot: int, dtype: DType) -> None:
        watch = watches.of(f"{node}:{slot}", dtype)
        if watch is not None:
            self._watched[f"{node}:{slot}"] = Watched(node, slot, dtype, watch)

    def __call__(self, deadline: float | None, count: dict[str, int], fed: list[Array]) -> list[Any]:
        plan = self._plan
        graphs = metadata.partition_graphs(plan)
        for graph in graphs:
            device = next(node.device for node in graph.node)
            _add_results(graph, plan, device)
            decorate(graph, self._watched, device)
            for folder in self._folders:
                dump_files.write_graph(folder, device, graph)
        about = _about(plan, self._options.debug_options.global_step, count)
        for folder in self._folders:
            dump_files.write_core_metadata(folder, count["number"], about)
        for tensor, value in zip(plan.feeds, fed, strict=True):
            place = _device_of_feed(plan, tensor)
            if place is not None:
                self._write(self._fed[tensor], 0, tensor, value, place)
        steppers: list[WatchingStepper] = []
        records: list[metadata.Record] = []
        traces = self._metadata is not None and self._options.trace_level != RunOptions.NO_TRACE

        def make_stepper(*arguments: Any) -> WatchingStepper:
            steppers.append(WatchingStepper(*arguments, see=self._see, note=records.append if traces else None))
            return steppers[0]

        results = self._runner.run_within(fed, deadline, make_stepper)
        steppers[0].see_rest()
        if self._metadata is not None:
            self._metadata.Clear()
            if self._options.output_partition_graphs:
                self._metadata.partition_graphs.extend(graphs)
            if traces:
                self._metadata.step_stats.CopyFrom(metadata.step_stats(records))
        return results

    def _see(self, tensor: Tensor, value: Any) -> None:
        self._write(tensor.op.name, tensor.value_index, tensor, value, self._plan.places[tensor.op].name)

    def _write(self, node: str, slot: int, tensor: Tensor, value: Any, device: str) -> None:
        watched = self._watched.get(f"{node}:{slot}")
        if watched is None:
            return
        dtype = tensor.dtype.base_dtype
        array = None if value is None or is_handle(dtype) else dump_files.as_array(value)
        if is_handle(dtype):
            shape: tuple[int, ...] = ()
        elif array is not None:
            shape = array.shape
        else:
            shape = tuple(size or 0 for size in tensor.shape.as_list()) if tensor.shape.is_fully_defined() else ()
        for op in watched.watch.ops:
            if op.type == "DebugIdentity":
                message = dump_files.tensor_message(array, dtype, shape, node, device)
            else:
                result = op.compute(array, dtype, shape)
                if result is None:
                    continue
                message = dump_files.tensor_message(result, as_dtype(result.dtype), result.shape)
            for folder in watched.watch.folders:
                dump_files.write_value(folder, device, node, slot, op.type, message)


def _add_results(graph: Any, plan: Plan, device: str) -> None:
    """Adds the nodes that hand on what is fetched."""
    for i, item in enumerate(dict.fromkeys(item for item in plan.fetches if isinstance(item, Tensor))):
        place = plan.places.get(item.op)
        if place is not None and place.name == device and item not in plan.feed_set:
            node = graph.node.add(name=f"_retval_{item.op.name}_{item.value_index}_{i}", op="_Retval", device=device)
            node.input.append(input_name(item))


def _device_of_feed(plan: Plan, tensor: Tensor) -> str | None:
    """The device whose graph has the feed: that of the first operation that it goes to; None where none reads it."""
    user = next((op for op in plan.operations if tensor in op.inputs), None)
    return None if user is None else plan.places[user].name


def _about(plan: Plan, global_step: int, count: dict[str, int]) -> dict[str, Any]:
    """What the file of a run says of it."""
    fetched = list(dict.fromkeys(plan.fetches))
    return {
        "global_step": global_step,
        "session_run_index": count["number"],
        "executor_step_index": count["step"],
        "input_names": [tensor.name for tensor in plan.feeds],
        "output_names": [item.name for item in fetched if isinstance(item, Tensor)],
        "target_nodes": [item.name for item in fetched if isinstance(item, Operation)],
    }
