"""CrossDeviceOps: how the replicas' values are added up and sent to the devices of a variable.

All of them add in the order of the replicas, so that every run of a program has equal sums: on one device, from which the
others get the result. XLA's runtime moves the arrays, directly from device to device where the hardware does that.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from graphlab._src.distribute.reduce_op import ReduceOp, reduce_op_of
from graphlab._src.distribute.values import DistributedValues, Mirrored, PerReplica, canonical
from graphlab._src.graph import IndexedSlices, Tensor, convert_to_tensor, get_default_graph
from graphlab._src.graph.scopes import device
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat


def devices_of(destinations: Any) -> tuple[str, ...]:
    """The devices that a value is reduced to: those of a variable or of mirrored values, or what is named."""
    if isinstance(destinations, str):
        return (canonical(destinations),)
    if isinstance(destinations, (list, tuple)):
        return tuple(canonical(one) for one in destinations)
    copies = getattr(destinations, "copies", None)
    if isinstance(destinations, DistributedValues):
        copies = destinations.values
    elif copies is None:
        return (canonical(destinations.device),)
    return tuple(canonical(copy.device) for copy in copies)


class CrossDeviceOps:
    """The base of what reduces values over devices and sends them there.

    A subclass defines reduce_implementation, broadcast_implementation and batch_reduce_implementation.
    """

    def reduce(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """A Mirrored with the sum or mean on each device of the destinations."""
        if not isinstance(per_replica_value, DistributedValues):
            per_replica_value = PerReplica([per_replica_value])
        return self.reduce_implementation(reduce_op_of(reduce_op), per_replica_value, destinations)

    def batch_reduce(self, reduce_op: Any, value_destination_pairs: Iterable[Any]) -> list[Any]:
        """A Mirrored for each (value, destinations)."""
        pairs = [
            (value if isinstance(value, DistributedValues) else PerReplica([value]), where)
            for value, where in value_destination_pairs
        ]
        return self.batch_reduce_implementation(reduce_op_of(reduce_op), pairs)

    def broadcast(self, tensor: Any, destinations: Any) -> Any:
        """A Mirrored with a copy of the tensor on each device of the destinations."""
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """What `reduce` returns for a PerReplica."""
        raise NotImplementedError("_reduce method must be implemented in descendants.")

    def batch_reduce_implementation(self, reduce_op: Any, value_destination_pairs: Sequence[Any]) -> list[Any]:
        """What `batch_reduce` returns for PerReplicas."""
        return [self.reduce_implementation(reduce_op, value, where) for value, where in value_destination_pairs]

    def broadcast_implementation(self, tensor: Any, destinations: Any) -> Any:
        """What `broadcast` returns."""
        return sent(tensor, devices_of(destinations))


class ReductionToOneDevice(CrossDeviceOps):
    """Adds on one device and sends the sum to the others.

    reduce_to_device: where; the first device of the destinations when left out.  accumulation_fn: what adds a list, add_n
    when left out.
    """

    def __init__(self, reduce_to_device: str | None = None, accumulation_fn: Any = None):
        self.reduce_to_device = reduce_to_device
        self.accumulation_fn = accumulation_fn or add_n

    def reduce_implementation(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """A Mirrored with the sum or mean on each device."""
        devices = devices_of(destinations)
        where = canonical(self.reduce_to_device) if self.reduce_to_device else devices[0]
        return sent(reduced(per_replica_value.values, where, self.accumulation_fn, reduce_op), devices)


class AllReduceCrossDeviceOps(ReductionToOneDevice):
    """The base of NcclAllReduce and HierarchicalCopyAllReduce, which add up as ReductionToOneDevice does."""

    def __init__(
        self,
        all_reduce_alg: str = "nccl",
        num_packs: int = 1,
        agg_small_grads_max_bytes: int = 0,
        agg_small_grads_max_group: int = 10,
    ):
        super().__init__()
        self._all_reduce_alg, self._num_packs = all_reduce_alg, num_packs
        if num_packs < 0:
            raise ValueError(f"NCCL all-reduce requires num_packs >= 0, but {num_packs} is specified")


class NcclAllReduce(AllReduceCrossDeviceOps):
    """Adds up over GPUs. num_packs: how TensorFlow packs gradients for NCCL; XLA's runtime needs none."""

    def __init__(self, num_packs: int = 1):
        super().__init__("nccl", num_packs)


class HierarchicalCopyAllReduce(AllReduceCrossDeviceOps):
    """Adds up over GPUs. num_packs: how TensorFlow packs gradients; XLA's runtime needs none."""

    def __init__(self, num_packs: int = 1):
        super().__init__("hierarchical_copy", num_packs)


def reduced(values: Sequence[Any], where: str, add: Any, reduce_op: ReduceOp) -> Any:
    """The sum or mean of tensors, or of IndexedSlices, on a device."""
    with device(where):
        if any(isinstance(value, IndexedSlices) for value in values):
            total = _joined(values)
            if reduce_op is ReduceOp.MEAN:
                return IndexedSlices(total.values / len(values), total.indices, total.dense_shape)
            return total
        tensors = [value if isinstance(value, Tensor) else convert_to_tensor(value) for value in values]
        total = add(tensors) if len(tensors) > 1 else tensors[0]
        return total / len(values) if reduce_op is ReduceOp.MEAN else total


def _joined(values: Sequence[Any]) -> IndexedSlices:
    """The rows of all; what is dense is refused."""
    if not all(isinstance(value, IndexedSlices) for value in values):
        raise ValueError(f"Some replicas have IndexedSlices and others a Tensor: {list(values)}")
    if len(values) == 1:
        return values[0]
    return IndexedSlices(
        concat([value.values for value in values], 0),
        concat([value.indices for value in values], 0),
        values[0].dense_shape,
    )


def sent(value: Any, devices: Sequence[str]) -> Mirrored:
    """A Mirrored with a copy of a tensor, or of IndexedSlices, on each device."""
    copies: list[Any] = []
    for name in devices:
        with get_default_graph().colocate_with(None, ignore_existing=True), device(name):
            if isinstance(value, IndexedSlices):
                shape = None if value.dense_shape is None else identity(value.dense_shape)
                copies.append(IndexedSlices(identity(value.values), identity(value.indices), shape))
            else:
                copies.append(identity(value))
    return Mirrored(copies)
