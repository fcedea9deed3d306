"""MultiWorkerMirroredStrategy: replicas on the devices of several workers, which add up their gradients in each step.

Each worker builds the graph for its own replicas and runs it in its own session. Where their values have to become one,
the first worker gathers those of the others by queues, adds them in the order of the workers, and sends each the result: so
the sums are the same in every run of a program, and the same on every worker. A queue is on the task that enqueues to it:
who waits for a value waits for a call of that task, which fails when the task is lost.
"""

import collections
import enum
import functools
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec, addresses_in
from graphlab._src.cluster.membership import membership
from graphlab._src.cluster.server import Server
from graphlab._src.distribute import tasks
from graphlab._src.distribute.cluster_resolver import ClusterResolver, TFConfigClusterResolver
from graphlab._src.distribute.cross_device_ops import ReductionToOneDevice, devices_of, reduced, sent
from graphlab._src.distribute.inputs import DistributedDataset, InputContext
from graphlab._src.distribute.mirrored import MirroredExtended
from graphlab._src.distribute.reduce_op import ReduceOp, reduce_op_of
from graphlab._src.distribute.strategy import Strategy
from graphlab._src.distribute.task_extended import TaskExtended
from graphlab._src.distribute.values import DistributedValues, Mirrored, canonical
from graphlab._src.graph import IndexedSlices, Tensor, get_default_graph
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.scopes import colocate_with, control_dependencies, device, name_scope
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.session.tasks.memory import memory_at
from graphlab._src.session.tf_config.devices import list_logical_devices
from graphlab._src.state.queue import FIFOQueue


class CollectiveCommunication(enum.Enum):
    """How workers exchange values; they do it in one way, whichever is requested."""

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


class MultiWorkerMirroredStrategy(Strategy):
    """Replicas on the devices of several workers, each with a copy of all variables; gradients are added up in each step.

    communication: without effect.
    cluster_resolver: says which tasks there are and which of them this is; TF_CONFIG does when left out. Without a cluster
    it is a MirroredStrategy.
    """

    def __init__(
        self,
        communication: CollectiveCommunication = CollectiveCommunication.AUTO,
        cluster_resolver: ClusterResolver | None = None,
    ):
        CollectiveCommunication(communication)
        super().__init__(MultiWorkerExtended(self, cluster_resolver or TFConfigClusterResolver()))


_PREFIX = "workers_"  # of the names of the queues

# The numbers of the exchanges of each task, by (cluster, task): all tasks make the same ones in the same order.
_numbers: collections.defaultdict[Any, Iterator[int]] = collections.defaultdict(itertools.count)


class _Exchange:
    """The queues by which all workers make one of their values.

    worker: which of the workers this is.  hosts: the CPU of each.  numbers: of this worker's exchanges.
    """

    def __init__(self, worker: int, hosts: Sequence[str], numbers: Iterator[int]):
        self._worker, self._hosts, self._numbers = worker, hosts, numbers

    def combined(self, values: Sequence[Any], combine: Any) -> list[Any]:
        """What combine([a worker's values, …]) returns for the values of all workers, on each of them."""
        values = list(values)
        types, number = [value.dtype for value in values], next(self._numbers)
        shapes = None
        with name_scope("workers"), colocate_with(None, ignore_existing=True), device(self._hosts[0]):
            if self._worker:
                with control_dependencies([self._up(number, self._worker, types, shapes).enqueue(values)]):
                    found = self._queue(number, "down", self._worker, types, shapes).dequeue()
                found = _as_list(found)
            else:
                others = range(1, len(self._hosts))
                parts = [values, *(_as_list(self._up(number, i, types, shapes).dequeue()) for i in others)]
                for part in parts[1:]:
                    for mine, theirs in zip(values, part, strict=True):
                        theirs.set_shape([None, *mine.shape.as_list()[1:]] if combine is joined else mine.shape)
                total = list(combine(parts))
                done = [self._queue(number, "down", i, types, shapes).enqueue(total) for i in others]
                with control_dependencies(done):
                    found = [identity(value) for value in total]
            for mine, value in zip(values, found, strict=True):
                if combine is not joined:
                    value.set_shape(mine.shape)
            return found

    def broadcast(self, read: Any, dtype: Any, shape: Any) -> Any:
        """On the first worker an operation that sends a value to the others; on the others a tensor with it."""
        number = next(self._numbers)
        with name_scope("workers"), colocate_with(None, ignore_existing=True), device(self._hosts[0]):
            if self._worker:
                found = self._queue(number, "first", self._worker, [dtype], None).dequeue()
                found.set_shape(shape)
                return found
            value = read()
            queues = [self._queue(number, "first", i, [dtype], None) for i in range(1, len(self._hosts))]
            return group(*[queue.enqueue([value]) for queue in queues])

    def _up(self, number: int, worker: int, types: Any, shapes: Any) -> Any:
        """The queue from a worker to the first one."""
        with device(self._hosts[worker]):
            return self._queue(number, "up", worker, types, shapes)

    def _queue(self, number: int, way: str, worker: int, types: Any, shapes: Any) -> Any:
        name = f"{_PREFIX}{number}_{way}_{worker}"
        return FIFOQueue(1, types, shapes, shared_name=name, name=name)


def _has_values_for_others(address: str) -> bool:
    """Whether the task with this address of this process has values of an exchange that another worker has not received yet."""
    queues = memory_at(address).resources.all("queue")
    return any(queue.size() for queue in queues if queue.name.startswith(_PREFIX))


def _as_list(found: Any) -> list[Any]:
    return list(found) if isinstance(found, (list, tuple)) else [found]


def summed(parts: Sequence[Sequence[Any]]) -> list[Any]:
    """The sums of the workers' values, in their order."""
    return [add_n(list(values)) for values in zip(*parts, strict=True)]


def joined(parts: Sequence[Sequence[Any]]) -> list[Any]:
    """The rows of the workers' values, in their order."""
    return [concat(list(values), 0) for values in zip(*parts, strict=True)]


class MultiWorkerExtended(TaskExtended):
    """The StrategyExtended of a MultiWorkerMirroredStrategy."""

    def __init__(self, container_strategy: Any, resolver: ClusterResolver):
        gpus = [one.name for one in list_logical_devices("GPU")]
        self._local: Sequence[str] | None = gpus or None
        cluster = resolver.cluster_spec()
        super().__init__(container_strategy, gpus or (["/device:CPU:0"] if cluster else None))
        self._worker, self._workers = 0, 1
        self._exchange: Any = None
        self.server: Any = None
        if cluster:
            self._join(cluster, resolver.task_type, resolver.task_id)

    def _enter(self, cluster: ClusterSpec, job: str, number: int) -> None:
        self._worker, self._workers = tasks.place_among_trainers(cluster, job, number)
        chief = tasks.is_chief(cluster, job, number)
        self.should_checkpoint = self.should_save_summary = chief
        if self._workers == 1:
            return
        self._set_devices(self._local or ["/device:CPU:0"], job, number)
        self._cross_device_ops = ReductionToOneDevice()
        hosts = [canonical(f"/job:{job}/task:{number}/device:CPU:0") for job, number in tasks.trainers(cluster)]
        self._exchange = _Exchange(self._worker, hosts, _numbers[str(cluster), job, number])
        if self._worker == 0:
            membership().delay_end(functools.partial(_has_values_for_others, addresses_in(cluster)[job, number]))
        self.keeps_workers_equal = True

    def start_server(self) -> Any:
        """The Server of this task, started where there is none; None without a cluster."""
        if self.server is None and self._exchange is not None and self._task is not None:
            self.server = Server(self._cluster, *self._task)
        return self.server

    @property
    def _num_replicas_in_sync(self) -> int:
        return len(self.worker_devices) * self._workers

    def replica_id(self, number: int) -> int:
        """The number among all replicas of one of this process."""
        return self._worker * len(self.worker_devices) + number

    def _scope_device(self) -> Any:
        return device(self._devices[0].partition("/device:")[0] if self._exchange else None)

    # Variables

    def _create_variable(self, next_creator: Any, arguments: Any) -> Any:
        variable = super()._create_variable(next_creator, arguments)
        if self._exchange is not None and hasattr(variable, "copies"):
            variable._initializer_op = self._initializer(variable)
        return variable

    def _initializer(self, variable: Any) -> Any:
        """Initializes a variable on all workers with the first one's initial value."""
        graph, first = get_default_graph(), variable.copies[0]
        with graph.name_scope(f"{first.op.name}/Assign/"), graph.control_dependencies(None):
            if self._worker == 0:
                own = group(*[copy.initializer for copy in variable.copies])
                with control_dependencies([own]):
                    return self._exchange.broadcast(first.read_value, first.dtype, first.shape)
            value = self._exchange.broadcast(None, first.dtype, first.shape)
            changes: list[Any] = []
            for copy in variable.copies:
                with device(copy.device):
                    changes.append(copy.assign(value, read_value=False))
            return group(*changes)

    # Replicas

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        return self._reduced([(value, destinations)], reduce_op)[0]

    def batch_reduce_to(self, reduce_op: Any, value_destination_pairs: Any) -> list[Any]:
        """reduce_to for each (value, destinations), in one exchange between the workers."""
        return self._reduced(list(value_destination_pairs), reduce_op_of(reduce_op))

    def gathered(self, value: Any) -> Any:
        """The rows of all replicas of all workers, in their order: one tensor."""
        own = super().gathered(value)
        return own if self._exchange is None else self._exchange.combined([own], joined)[0]

    def _reduced(self, pairs: list[Any], reduce_op: ReduceOp) -> list[Any]:
        if self._exchange is None:
            return [MirroredExtended._reduce_to(self, reduce_op, value, where) for value, where in pairs]
        found: dict[int, Any] = {}
        dense, rows = [], []
        for i, (value, where) in enumerate(pairs):
            item = self._prepared(reduce_op, value)
            if item is None:
                found[i] = MirroredExtended._reduce_to(self, reduce_op, value, where)
            else:
                values = reduced(item, self._devices[0], add_n, ReduceOp.SUM)
                (rows if isinstance(values, IndexedSlices) else dense).append((i, values))
        if dense:
            totals = self._exchange.combined([values for _, values in dense], summed)
            found |= {i: total for (i, _), total in zip(dense, totals, strict=True)}
        if rows:
            flat = [part for _, values in rows for part in (values.values, values.indices)]
            totals = iter(self._exchange.combined(flat, joined))
            for i, values in rows:
                found[i] = IndexedSlices(next(totals), next(totals), values.dense_shape)
        results: list[Any] = []
        for i, (_, where) in enumerate(pairs):
            total = found[i]
            if any(i == number for number, _ in [*dense, *rows]):
                if reduce_op is ReduceOp.MEAN:
                    count = self._num_replicas_in_sync
                    total = (
                        IndexedSlices(total.values / count, total.indices, total.dense_shape)
                        if isinstance(total, IndexedSlices)
                        else total / count
                    )
                total = sent(total, self._places(where))
            results.append(total)
        return results

    def _prepared(self, reduce_op: ReduceOp, value: Any) -> Any:
        """The values of this worker's replicas; None for what is equal in all replicas."""
        if isinstance(value, Mirrored) and reduce_op is ReduceOp.MEAN:
            return None
        if isinstance(value, DistributedValues):
            return value.values
        copies = getattr(value, "copies", None)
        if copies is not None:
            return copies
        return [value] if isinstance(value, (Tensor, IndexedSlices)) else None

    def _places(self, destinations: Any) -> list[str]:
        """The devices of destinations; those that name no task are of this one."""
        own = DeviceSpec.from_string(self._devices[0])
        found: list[str] = []
        for name in devices_of(destinations):
            spec = DeviceSpec.from_string(name)
            if spec.job is None:
                spec = own.replace(device_type=spec.device_type, device_index=spec.device_index)
            found.append(spec.to_string())
        return found

    # Input, sessions and clusters

    def _experimental_distribute_dataset(self, dataset: Any) -> Any:
        return DistributedDataset(self._strategy(), dataset, self.worker_devices, True, self._worker, self._workers)

    def _input_context(self) -> InputContext:
        return InputContext(self._workers, self._worker, self._num_replicas_in_sync)

    def _update_config(self, config_proto: Any) -> None:
        config_proto.isolate_session_state = self._exchange is None
        del config_proto.device_filters[:]
