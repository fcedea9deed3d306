"""MirroredStrategy: a replica on each local device, each with a copy of all variables."""

import contextlib
import functools
from collections.abc import Iterator, Sequence
from typing import Any

from graphlab._src.distribute import context
from graphlab._src.distribute.cross_device_ops import CrossDeviceOps, ReductionToOneDevice
from graphlab._src.distribute.reduce_op import ReduceOp
from graphlab._src.distribute.replica_threads import call_in_threads
from graphlab._src.distribute.strategy import Strategy, StrategyExtended, regrouped
from graphlab._src.distribute.values import DistributedValues, Mirrored, canonical, select_mirrored
from graphlab._src.distribute.variables import DistributedVariable, MirroredVariable, SyncOnReadVariable
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.scopes import colocate_with, device, name_scope
from graphlab._src.ops.identity import identity
from graphlab._src.session.tf_config.devices import local_devices
from graphlab._src.state.variable import VariableAggregation, VariableSynchronization


class MirroredStrategy(Strategy):
    """A replica on each device of this process, each with a copy of all variables; gradients are added up in each step.

    devices: their names; all GPUs when left out, or all CPUs where there is no GPU.
    cross_device_ops: how values are added up, a CrossDeviceOps.
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None):
        super().__init__(MirroredExtended(self, devices, cross_device_ops))


class MirroredExtended(StrategyExtended):
    """The StrategyExtended of a MirroredStrategy."""

    def __init__(self, container_strategy: Any, devices: Sequence[str] | None = None, cross_device_ops: Any = None):
        super().__init__(container_strategy)
        if cross_device_ops is not None and not isinstance(cross_device_ops, CrossDeviceOps):
            raise ValueError(f"cross_device_ops must be a tf.distribute.CrossDeviceOps, got {cross_device_ops!r}")
        self._cross_device_ops = cross_device_ops or ReductionToOneDevice()
        self._set_devices(local_devices() if devices is None else devices)

    def _set_devices(self, devices: Sequence[str], job: str | None = None, task: int = 0) -> None:
        names = [canonical(name, job, task) for name in devices]
        if not names:
            raise ValueError("Got an empty `devices` list. You should provide at least one device")
        if len(set(names)) < len(names):
            raise ValueError(f"Duplicates in `devices` argument: {list(devices)}")
        self._devices = tuple(names)

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices of the replicas."""
        return self._devices

    # Variables

    def _create_variable(self, next_creator: Any, arguments: Any) -> Any:
        arguments = dict(arguments)
        synchronization = VariableSynchronization(arguments.get("synchronization") or VariableSynchronization.AUTO)
        aggregation = VariableAggregation(arguments.get("aggregation") or VariableAggregation.NONE)
        if synchronization is VariableSynchronization.NONE:
            raise ValueError(
                "`NONE` variable synchronization mode is not supported with `Mirrored` distribution strategy. Please change "
                f"the `synchronization` for variable: {arguments.get('name')}"
            )
        on_read = synchronization is VariableSynchronization.ON_READ
        if arguments.get("variable_def") is not None:
            return next_creator(**arguments)
        trainable = arguments.get("trainable")
        arguments["trainable"] = (not on_read) if trainable is None else trainable
        arguments["aggregation"] = aggregation
        collections = arguments.pop("collections", None)
        collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
        copies = self._copies(next_creator, {**arguments, "collections": []})
        variable = self._container_class(on_read)(self._strategy(), copies)
        graph = get_default_graph()
        if arguments["trainable"]:
            trained = graph.get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)
            trained[:] = [one for one in trained if not any(one is copy for copy in copies)]
            if GraphKeys.TRAINABLE_VARIABLES not in collections:
                collections.append(GraphKeys.TRAINABLE_VARIABLES)
        graph.add_to_collections(collections, variable)
        return variable

    def _container_class(self, on_read: bool) -> type[DistributedVariable]:
        return SyncOnReadVariable if on_read else MirroredVariable

    def _copies(self, next_creator: Any, arguments: dict[str, Any]) -> list[Any]:
        copies: list[Any] = []
        for i, name in enumerate(self._variable_devices()):
            if i:
                first = copies[0]
                arguments["name"] = f"{first.op.name}/replica_{i}/"
                arguments["initial_value"] = functools.partial(_first_value, first, name)
            with colocate_with(None, ignore_existing=True), device(name):
                copies.append(next_creator(**arguments))
        return copies

    def _variable_devices(self) -> tuple[str, ...]:
        return self.parameter_devices

    # Replicas

    def _call_for_each_replica(self, fn: Any, args: Any, kwargs: Any) -> Any:
        if len(self.worker_devices) == 1:
            return super()._call_for_each_replica(fn, args, kwargs)
        return call_in_threads(self._strategy(), fn, args, kwargs)

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        if isinstance(value, Mirrored) and reduce_op is ReduceOp.MEAN:
            return value
        if not isinstance(value, DistributedValues):
            value = self._of_each(value) or value
        if not isinstance(value, DistributedValues):
            return self._same_everywhere(reduce_op, value, destinations)
        return self._cross_device_ops.reduce(reduce_op, value, destinations)

    def _of_each(self, value: Any) -> Any:
        copies = getattr(value, "copies", None)
        return None if copies is None else DistributedValues(copies)

    def _same_everywhere(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        """The sum or mean of what is one value in all replicas."""
        if self._num_replicas_in_sync > 1 and reduce_op is ReduceOp.SUM and not _is_zero(value):
            raise ValueError(
                f"A non-DistributedValues value {value} cannot be reduced with the given reduce op {reduce_op}."
            )
        return value if _is_zero(value) else self._cross_device_ops.broadcast(value, destinations)

    def _broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        if isinstance(tensor, (float, int)):
            return tensor
        return self._cross_device_ops.broadcast(
            tensor, list(self.worker_devices) if destinations is None else destinations
        )

    def _current_device(self) -> str:
        """The device that is open around this, or the first."""
        scopes = get_default_graph().stacks.devices
        spec = scopes[-1].spec if scopes else None
        if spec is None or spec.device_type is None:
            return self._devices[0]
        return canonical(DeviceSpec.from_string(self._devices[0]).make_merged_spec(spec).to_string())

    def _update(self, var: Any, fn: Any, args: Any, kwargs: Any, group: bool) -> Any:
        copies = getattr(var, "copies", (var,))
        found: list[Any] = []
        for i, copy in enumerate(copies):
            with self._updating(i, copy.device, name_scope(f"update_{i}")):
                found.append(fn(copy, *select_mirrored(i, args), **select_mirrored(i, kwargs)))
        return regrouped(found, group, self._local_results)

    def _update_non_slot(self, colocate_with: Any, fn: Any, args: Any, kwargs: Any, group: bool) -> Any:
        found: list[Any] = []
        for i, name in enumerate(colocate_with):
            with self._updating(i, name, name_scope(f"update_{i}")):
                found.append(fn(*select_mirrored(i, args), **select_mirrored(i, kwargs)))
        return regrouped(found, group, self._local_results)

    @contextlib.contextmanager
    def _updating(self, number: int, name: str, scope: Any) -> Iterator[None]:
        where = context.Place(self._strategy(), None, number)
        with colocate_with(None, ignore_existing=True), device(name), context.entered(where), scope:
            yield


def _first_value(first: Any, name: str) -> Any:
    """The initial value of the first copy, on the device of another."""
    with device(name):
        return identity(first.initial_value)


def _is_zero(value: Any) -> bool:
    return isinstance(value, (int, float)) and value == 0
