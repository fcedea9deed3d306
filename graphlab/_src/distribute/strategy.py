"""Strategy and StrategyExtended: what all strategies have; and the default strategy, of one replica."""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import explain
from graphlab._src.distribute import context, tasks
from graphlab._src.distribute.inputs import (
    CallableIterator,
    DistributedDataset,
    InputContext,
    InputReplicationMode,
    numpy_dataset,
)
from graphlab._src.distribute.reduce_op import ReduceOp, reduce_op_of
from graphlab._src.distribute.steps import MultiStepContext, run_steps
from graphlab._src.distribute.values import DistributedValues, Mirrored, first_of, regroup
from graphlab._src.graph import Operation, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.ops.cast import cast
from graphlab._src.ops.control_flow import group as group_
from graphlab._src.ops.identity import identity
from graphlab._src.ops.joining import concat
from graphlab._src.ops.reduction import reduce_sum
from graphlab._src.ops.shape import shape, size
from graphlab._src.proto import ConfigProto
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable_creators import variable_creator_scope
from graphlab._src.state.variable_scope import get_variable_scope


class Strategy:
    """How training is spread over devices: which replicas there are, and which device holds what.

    extended: the StrategyExtended that does the work.
    """

    scales_loss = False  # whether optimizers divide the loss by the number of replicas, as an Estimator wants

    def __init__(self, extended: Any = None):
        self._extended = extended or StrategyExtended(self)

    extended = attribute("_extended", "The StrategyExtended: what library code needs of the strategy.")

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas train together."""
        return self._extended._num_replicas_in_sync

    # Scopes and replicas

    def scope(self) -> Any:
        """A block in which variables are the strategy's."""
        return self._extended._scope(self)

    def experimental_run_v2(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Builds fn(*args, **kwargs) in each replica; the results as PerReplica values.

        args, kwargs: each replica gets its own of what is PerReplica.
        """
        return self._extended.call_for_each_replica(fn, args=args, kwargs=kwargs)

    run = experimental_run_v2

    def experimental_run(self, fn: Callable[..., Any], input_iterator: Any = None) -> Any:
        """Builds fn in each replica, with the next element of the iterator where there is one."""
        with self.scope():
            args = () if input_iterator is None else (input_iterator.get_next(),)
        return self.experimental_run_v2(fn, args=args)

    def reduce(self, reduce_op: Any, value: Any, axis: int | None = None) -> Any:
        """One tensor from a PerReplica value.

        axis: that of the examples, along which each replica's value is reduced too; in a mean over it all examples have
        the same weight, however many a replica has.
        """
        context.require_across(self._extended)
        reduce_op = reduce_op_of(reduce_op)
        with self.scope():
            if axis is None:
                return nest.map_structure(lambda item: self._extended._reduce(reduce_op, item), value)
            return nest.map_structure(lambda item: self._reduce_axis(reduce_op, item, axis), value)

    def _reduce_axis(self, reduce_op: ReduceOp, value: Any, axis: int) -> Any:
        def parts(item: Any) -> Any:
            item = convert_to_tensor(item)
            return reduce_sum(item, axis=axis), shape(item)[axis] if item.shape.ndims else size(item)

        sums, counts = self._extended.call_for_each_replica(parts, args=(value,))
        total = self._extended._reduce(ReduceOp.SUM, sums)
        if reduce_op is ReduceOp.SUM:
            return total
        return total / cast(self._extended._reduce(ReduceOp.SUM, counts), total.dtype)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """A tuple with the value of each replica of this process."""
        return self._extended._local_results(value)

    def unwrap(self, value: Any) -> tuple[Any, ...]:
        """The old name of experimental_local_results."""
        return self._extended._local_results(value)

    def group(self, value: Any, name: str | None = None) -> Any:
        """One operation for those of all replicas."""
        found = self._extended._local_results(value)
        if len(found) != 1 or name is not None:
            return group_(*found, name=name)
        return found[0].op if hasattr(found[0], "op") and not isinstance(found[0], Operation) else found[0]

    def broadcast(self, tensor: Any, destinations: Any = None) -> Any:
        """A copy of the tensor on each device."""
        return self._extended.broadcast_to(tensor, destinations)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """A block in which variables are on the devices of another."""
        return self._extended.colocate_vars_with(colocate_with_variable)

    # Input

    def make_dataset_iterator(self, dataset: Any) -> Any:
        """An iterator of the dataset's batches, each of which is divided among the replicas."""
        return self._extended._make_dataset_iterator(dataset)

    def make_input_fn_iterator(
        self, input_fn: Any, replication_mode: InputReplicationMode = InputReplicationMode.PER_WORKER
    ) -> Any:
        """An iterator of what input_fn(InputContext) returns: a dataset of batches for one replica each, or a function.

        The function is called for each replica, and returns its batch.
        """
        if replication_mode is not InputReplicationMode.PER_WORKER:
            raise ValueError(
                "Input replication mode not supported: %r" % replication_mode  # noqa: UP031  (TensorFlow's words)
            )
        with self.scope():
            return self._extended._make_input_fn_iterator(input_fn)

    def experimental_distribute_dataset(self, dataset: Any) -> Any:
        """The dataset, each batch of which is divided among the replicas."""
        return self._extended._experimental_distribute_dataset(dataset)

    def experimental_distribute_datasets_from_function(self, dataset_fn: Any) -> Any:
        """The dataset that dataset_fn(InputContext) returns: of batches for one replica each."""
        return self._extended._distribute_datasets_from_function(dataset_fn)

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """The dataset of the rows of arrays: a structure of arrays of equal length."""
        return self._extended.experimental_make_numpy_dataset(numpy_input, session)

    # Sessions and clusters

    def configure(
        self, session_config: Any = None, cluster_spec: Any = None, task_type: Any = None, task_id: Any = None
    ) -> None:
        """Sets the strategy's place in a cluster, and changes the ConfigProto of sessions accordingly."""
        self._extended._configure(session_config, cluster_spec, task_type, task_id)

    def update_config_proto(self, config_proto: Any) -> Any:
        """A copy of a ConfigProto, changed for the strategy."""
        changed = ConfigProto()
        changed.CopyFrom(config_proto)
        self._extended._update_config(changed)
        return changed

    def __deepcopy__(self, memo: Any) -> "Strategy":
        return self

    def __copy__(self) -> "Strategy":
        return self


class StrategyExtended:
    """What library code needs of a strategy; as it is here, that of one replica on the devices that the graph names.

    strategy: the Strategy.
    """

    experimental_require_static_shapes = False
    should_checkpoint = True  # whether this process saves
    should_save_summary = True  # whether this process writes summaries
    keeps_workers_equal = False  # whether each worker has all variables, which steps that they make together keep equal
    experimental_between_graph = False  # whether each worker builds a graph of its own
    experimental_should_init = True  # whether this process initializes the variables
    _allows_partitions = False  # whether variables may be partitioned
    _global_batch_size = True  # whether make_dataset_iterator divides batches

    def __init__(self, container_strategy: Any = None):
        self._container = container_strategy

    def _strategy(self) -> Any:
        return self._container or context.get_strategy()

    # Devices

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices of the replicas."""
        return ("",)

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The devices of variables."""
        return self.worker_devices

    @property
    def _num_replicas_in_sync(self) -> int:
        return len(self.worker_devices)

    def non_slot_devices(self, var_list: Any) -> Any:
        """Where an optimizer keeps what belongs to no single variable."""
        return self.parameter_devices

    def replica_id(self, number: int) -> int:
        """The number among all replicas of one of this process."""
        return number

    def gathered(self, value: Any) -> Any:
        """The rows of all replicas, in their order: one tensor."""
        parts = self._local_results(value)
        return concat(parts, 0) if len(parts) > 1 else parts[0]

    def parts_of_batch(self) -> tuple[int, int]:
        """(the number of this process's first replica, how many there are in total)."""
        return self.replica_id(0), self._num_replicas_in_sync

    def _device_of(self, replica: int) -> Any:
        return device(self.worker_devices[replica]) if self.worker_devices[replica] else contextlib.nullcontext()

    # Variables

    @contextlib.contextmanager
    def _scope(self, strategy: Any) -> Iterator[Any]:
        """A block across replicas in which the strategy makes the variables."""
        here = context.place()
        if here.strategy is strategy:
            if here.replica is None:
                yield strategy
                return
            raise RuntimeError(
                "scope() was entered in a replica of the strategy: call it outside of experimental_run_v2"
            )
        if context.has_strategy():
            raise RuntimeError(f"Mixing different tf.distribute.Strategy objects: {here.strategy} is not {strategy}")

        def create(next_creator: Any, **arguments: Any) -> Any:
            return self._create_variable(next_creator, {**arguments, "use_resource": True})

        def get(getter: Any, *args: Any, **kwargs: Any) -> Any:
            if kwargs.get("partitioner") is not None and not self._allows_partitions:
                del kwargs["partitioner"]
                logging.log_first_n(
                    logging.WARN,
                    "Partitioned variables are disabled when using current tf.distribute.Strategy.",
                    1,
                )
            return getter(*args, **kwargs)

        with (
            context.entered(context.Place(strategy)),
            variable_scope(get_variable_scope(), custom_getter=get, auxiliary_name_scope=False),
            variable_creator_scope(create),
            self._scope_device(),
        ):
            yield strategy

    def _scope_device(self) -> Any:
        return contextlib.nullcontext()

    def _create_variable(self, next_creator: Any, arguments: Any) -> Any:
        return next_creator(**arguments)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable is the strategy's."""
        return getattr(v, "distribute_strategy", context.default_strategy()) is self._strategy()

    @contextlib.contextmanager
    def colocate_vars_with(self, colocate_with_variable: Any) -> Iterator[None]:
        """A block in which variables are on the devices of another."""
        self._check_mine(colocate_with_variable)
        yield

    def _check_mine(self, variable: Any) -> None:
        if not self.variable_created_in_scope(variable):
            raise ValueError(
                "`colocate_vars_with` must only be passed a variable created in this tf.distribute.Strategy.scope(), not: "
                f"{variable}"
            )

    def read_var(self, v: Any) -> Any:
        """A tensor with the value of a variable, combined where its copies differ."""
        combined = getattr(v, "combined", None)
        return combined() if combined else identity(v)

    # Replicas

    def call_for_each_replica(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """Builds fn(*args, **kwargs) in each replica."""
        context.require_across(self)
        with self._strategy().scope():
            return self._call_for_each_replica(fn, tuple(args), kwargs or {})

    def _call_for_each_replica(self, fn: Any, args: Any, kwargs: Any) -> Any:
        """In a single replica."""
        with context.ReplicaContext(self._strategy(), self.replica_id(0)), self._device_of(0):
            return fn(*first_of(args), **first_of(kwargs))

    def experimental_run_steps_on_iterator(
        self, fn: Callable[..., Any], iterator: Any, iterations: Any = 1, initial_loop_values: Any = None
    ) -> MultiStepContext:
        """The MultiStepContext of fn(context, inputs), run for `iterations` batches of an iterator in one run.

        fn: runs across replicas, and returns an operation, or several.
        initial_loop_values: what the outputs that fn sets are before the first step, in their structure.
        """
        with self._strategy().scope():
            return run_steps(self, fn, iterator, iterations, initial_loop_values or {})

    def reduce_to(self, reduce_op: Any, value: Any, destinations: Any) -> Any:
        """The sum or mean of a PerReplica value, on the devices of the destinations."""
        context.require_across(self)
        return self._reduce_to(reduce_op_of(reduce_op), value, destinations)

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        return value.values[0] if isinstance(value, DistributedValues) else value

    def batch_reduce_to(self, reduce_op: Any, value_destination_pairs: Iterable[Any]) -> list[Any]:
        """reduce_to for each (value, destinations)."""
        return [self.reduce_to(reduce_op, value, where) for value, where in value_destination_pairs]

    def _reduce(self, reduce_op: ReduceOp, value: Any) -> Any:
        found = self.reduce_to(reduce_op, value, self._current_device())
        return self._local_results(found)[0]

    def _current_device(self) -> str:
        return self.worker_devices[0]

    def broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        """A copy of a tensor on each device of the destinations, or on each worker device."""
        context.require_across(self)
        return self._broadcast_to(tensor, destinations)

    def _broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        return tensor

    def update(self, var: Any, fn: Any, args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """fn(copy, *args, **kwargs) for each copy of a variable, with each copy of what is mirrored in the arguments.

        group: whether the results become one operation, or one mirrored value; a list of them else.
        """
        context.require_across(self)
        return self._update(var, fn, tuple(args), kwargs or {}, group)

    def _update(self, var: Any, fn: Any, args: Any, kwargs: Any, group: bool) -> Any:
        where = context.Place(self._strategy(), None, 0)
        with get_default_graph().colocate_with(var.op), context.entered(where):
            found = fn(var, *first_of(args), **first_of(kwargs))
        return found if group else nest.map_structure(self._local_results, found)

    def update_non_slot(
        self, colocate_with: Any, fn: Any, args: Any = (), kwargs: Any = None, group: bool = True
    ) -> Any:
        """fn(*args, **kwargs) on each of the devices colocate_with, which non_slot_devices returned."""
        context.require_across(self)
        return self._update_non_slot(colocate_with, fn, tuple(args), kwargs or {}, group)

    def _update_non_slot(self, colocate_with: Any, fn: Any, args: Any, kwargs: Any, group: bool) -> Any:
        with context.entered(context.Place(self._strategy(), None, 0)):
            found = fn(*first_of(args), **first_of(kwargs))
        return found if group else nest.map_structure(self._local_results, found)

    def value_container(self, value: Any) -> Any:
        """The variable or value that a copy belongs to."""
        container = getattr(value, "_distributed_container", None)
        return container() if container else value

    def _local_results(self, value: Any) -> Any:
        if isinstance(value, DistributedValues):
            return value.values
        copies = getattr(value, "copies", None)
        return copies if copies is not None else (value,)

    # Input

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """The dataset of the rows of arrays: a structure of arrays of equal length."""
        context.require_across(self)
        return numpy_dataset(numpy_input)

    def _make_dataset_iterator(self, dataset: Any) -> Any:
        return self._experimental_distribute_dataset(dataset).make_initializable_iterator()

    def _make_input_fn_iterator(self, input_fn: Any) -> Any:
        found = input_fn(self._input_context())
        if callable(found):
            return CallableIterator(found, self.worker_devices)
        return self._dataset_for_each(found).make_initializable_iterator()

    def _experimental_distribute_dataset(self, dataset: Any) -> Any:
        return DistributedDataset(self._strategy(), dataset, self.worker_devices, divides=True)

    def _distribute_datasets_from_function(self, dataset_fn: Any) -> Any:
        return self._dataset_for_each(dataset_fn(self._input_context()))

    def _dataset_for_each(self, dataset: Any) -> Any:
        return DistributedDataset(self._strategy(), dataset, self.worker_devices, divides=False)

    def _input_context(self) -> InputContext:
        return InputContext(num_replicas_in_sync=self._num_replicas_in_sync)

    # Sessions and clusters

    def _configure(self, session_config: Any, cluster_spec: Any, task_type: Any, task_id: Any) -> None:
        if cluster_spec and len(tasks.trainers(tasks.cluster_of(cluster_spec))) > 1:
            raise ValueError(
                explain(
                    f"{type(self._container).__name__} trains on the devices of one process, and {cluster_spec} has several "
                    "tasks that train",
                    fix="tf.distribute.experimental.MultiWorkerMirroredStrategy() or ParameterServerStrategy()",
                )
            )

    def _update_config(self, config_proto: Any) -> None:
        config_proto.isolate_session_state = True


def regrouped(updates: Any, group: bool, results: Any) -> Any:
    """What `update` returns for what it did on each device."""
    found = regroup(updates, Mirrored)
    if not group:
        return nest.map_structure(results, found)
    return nest.map_structure(_grouped, found)


def _grouped(found: Any) -> Any:
    """One operation for those of all devices, or mirrored tensors each of which waits for all devices."""
    if not isinstance(found, DistributedValues):
        return found
    values = found.values
    done = group_(*values)
    if all(isinstance(value, Operation) for value in values):
        return done
    copies: list[Any] = []
    for value in values:
        with device(value.device), control_dependencies([done]):
            copies.append(identity(value))
    return Mirrored(copies)


class _DefaultExtended(StrategyExtended):
    """The StrategyExtended where no strategy is entered."""

    def _create_variable(self, next_creator: Any, arguments: Any) -> Any:
        return next_creator(**arguments)

    @contextlib.contextmanager
    def _scope(self, strategy: Any) -> Iterator[Any]:
        """A block in which variables are made as always."""
        if context.has_strategy():
            raise RuntimeError(
                "Mixing different tf.distribute.Strategy objects: the default strategy is not the one here"
            )
        yield strategy

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """A block in which variables are on the device of another."""
        self._check_mine(colocate_with_variable)
        return get_default_graph().colocate_with(colocate_with_variable.op)

    def _experimental_distribute_dataset(self, dataset: Any) -> Any:
        return dataset

    def _make_dataset_iterator(self, dataset: Any) -> Any:
        return DistributedDataset(self._strategy(), dataset, self.worker_devices, False).make_initializable_iterator()

    def _update_config(self, config_proto: Any) -> None:
        pass


default = Strategy()
default._extended = _DefaultExtended(default)
context.set_default(default)
