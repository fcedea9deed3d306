"""ParameterServerStrategy and CentralStorageStrategy: one copy of each variable, which all replicas read and change."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.cluster.device_setter import replica_device_setter
from graphlab._src.distribute import context, tasks
from graphlab._src.distribute.cluster_resolver import ClusterResolver, TFConfigClusterResolver
from graphlab._src.distribute.cross_device_ops import ReductionToOneDevice
from graphlab._src.distribute.inputs import InputContext
from graphlab._src.distribute.strategy import Strategy
from graphlab._src.distribute.task_extended import TaskExtended
from graphlab._src.distribute.values import canonical, first_of
from graphlab._src.distribute.variables import AggregatingVariable, DistributedVariable
from graphlab._src.graph import get_default_graph, nest
from graphlab._src.graph.scopes import colocate_with, device
from graphlab._src.ops.identity import identity
from graphlab._src.session.tf_config.devices import list_logical_devices


class ParameterServerStrategy(Strategy):
    """Each worker trains replicas on its own devices; variables are on the parameter servers, one after the other.

    Workers do not wait for each other.
    cluster_resolver: says which tasks there are and which of them this is; TF_CONFIG does when left out. Without a cluster
    it is a CentralStorageStrategy.
    """

    def __init__(self, cluster_resolver: ClusterResolver | None = None):
        super().__init__(ParameterServerExtended(self, cluster_resolver or TFConfigClusterResolver()))


class CentralStorageStrategy(Strategy):
    """Replicas on several devices of this machine, with one copy of each variable.

    compute_devices: those of the replicas, all GPUs when left out.  parameter_device: that of the variables; the CPU when
    left out, or the only compute device.
    """

    def __init__(self, compute_devices: Sequence[str] | None = None, parameter_device: str | None = None):
        extended = ParameterServerExtended(self, None, compute_devices, parameter_device)
        super().__init__(extended)


class ParameterServerExtended(TaskExtended):
    """The StrategyExtended of both."""

    _allows_partitions = True

    def __init__(
        self,
        container_strategy: Any,
        resolver: ClusterResolver | None,
        compute_devices: Sequence[str] | None = None,
        parameter_device: str | None = None,
    ):
        gpus = [one.name for one in list_logical_devices("GPU")]
        self._own_devices = list(compute_devices or gpus or ["/device:CPU:0"])
        super().__init__(container_strategy, self._own_devices)
        self._worker_device = ""
        alone = self._devices[0] if len(self._devices) == 1 else "/replica:0/task:0/device:CPU:0"
        self._variable_device: Any = canonical(parameter_device) if parameter_device else alone
        self._parameter_devices: tuple[str, ...] = (self._variable_device,)
        self._cross_device_ops = ReductionToOneDevice("/device:CPU:0")
        if resolver is not None and resolver.cluster_spec():
            self._join(resolver.cluster_spec(), resolver.task_type, resolver.task_id)

    def _enter(self, cluster: ClusterSpec, job: str, number: int) -> None:
        count = cluster.num_tasks("ps") if "ps" in cluster.jobs else 0
        if not count:
            raise ValueError("The cluster spec needs to have `ps` jobs.")
        worker = f"/job:{job}/task:{number}"
        self._worker_device = worker
        self._set_devices(self._own_devices, job, number)
        self._variable_device = replica_device_setter(ps_tasks=count, worker_device=worker, cluster=cluster)
        self._parameter_devices = tuple(f"/job:ps/task:{i}" for i in range(count))
        self._cross_device_ops = ReductionToOneDevice(canonical(f"{worker}/device:CPU:0"))
        chief = tasks.is_chief(cluster, job, number)
        self.should_checkpoint = self.should_save_summary = self.experimental_should_init = chief

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The devices of the variables."""
        return self._parameter_devices

    def non_slot_devices(self, var_list: Any) -> Any:
        """The variable beside which an optimizer keeps what belongs to no single variable."""
        return min(var_list, key=lambda variable: variable.name)

    def _scope_device(self) -> Any:
        return device(self._worker_device) if self._worker_device else contextlib.nullcontext()

    # Variables

    def _create_variable(self, next_creator: Any, arguments: Any) -> Any:
        if len(self.worker_devices) > 1:
            return super()._create_variable(next_creator, arguments)
        with self._placed():
            variable = next_creator(**arguments)
        variable.distribute_strategy = self._strategy()
        return variable

    def _container_class(self, on_read: bool) -> type[DistributedVariable]:
        return AggregatingVariable

    def _copies(self, next_creator: Any, arguments: dict[str, Any]) -> list[Any]:
        with self._placed():
            return [next_creator(**arguments)]

    @contextlib.contextmanager
    def _placed(self) -> Iterator[None]:
        """A block in which a variable is on the next parameter server, or beside the variable whose slot it is."""
        if get_default_graph().stacks.colocations:
            yield
            return
        with colocate_with(None, ignore_existing=True), device(self._variable_device):
            yield

    @contextlib.contextmanager
    def colocate_vars_with(self, colocate_with_variable: Any) -> Iterator[None]:
        """A block in which variables are beside another."""
        self._check_mine(colocate_with_variable)
        with get_default_graph().colocate_with(colocate_with_variable.op):
            yield

    def read_var(self, v: Any) -> Any:
        """A tensor with the value of a variable."""
        return identity(v)

    # Replicas

    def _update(self, var: Any, fn: Any, args: Any, kwargs: Any, group: bool) -> Any:
        copy = getattr(var, "copies", (var,))[0]
        where = context.Place(self._strategy(), None, 0)
        with get_default_graph().colocate_with(copy.op), context.entered(where):
            found = fn(copy, *first_of(args), **first_of(kwargs))
        return found if group else nest.map_structure(self._local_results, found)

    def _update_non_slot(self, colocate_with: Any, fn: Any, args: Any, kwargs: Any, group: bool) -> Any:
        where = context.Place(self._strategy(), None, 0)
        with device(colocate_with.device), context.entered(where):
            found = fn(*args, **kwargs)
        return found if group else nest.map_structure(self._local_results, found)

    # Input, sessions and clusters

    def _input_context(self) -> InputContext:
        number, count = 0, 1
        if self._cluster is not None and self._task is not None:
            number, count = tasks.place_among_trainers(self._cluster, *self._task)
        return InputContext(count, number, self._num_replicas_in_sync)

    def _update_config(self, config_proto: Any) -> None:
        config_proto.isolate_session_state = self._task is None
        if self._task is None:
            return
        job, number = self._task
        del config_proto.device_filters[:]
        if job in ("chief", "worker"):
            config_proto.device_filters.extend([f"/job:{job}/task:{number}", "/job:ps"])
        elif job == "evaluator":
            config_proto.device_filters.append(f"/job:{job}/task:{number}")
