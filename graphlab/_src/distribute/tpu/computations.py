"""Computations for a TPU, as parts of the graph: XLA compiles every run, so that there is one replica and no transfer."""

import inspect
from collections.abc import Sequence
from typing import Any

from graphlab._src.base import logging
from graphlab._src.distribute.tpu.shards import tpu_shard_context
from graphlab._src.graph import Operation, constant, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.control_flow.grouping import group, no_op
from graphlab._src.ops.identity import identity
from graphlab._src.proto.topology import TopologyProto
from graphlab._src.state.scope import get_variable_scope

_ONE_DEVICE = TopologyProto(mesh_shape=[1, 1, 1], num_tasks=1, num_tpu_devices_per_task=1, device_coordinates=[0, 0, 0])


def initialize_system(embedding_config: Any = None, job: Any = None) -> Any:
    """A string tensor, the serialized topology of one device. There is nothing to set up.

    Raises ValueError for an embedding_config, which needs a TPU.
    """
    if embedding_config is not None:
        raise ValueError("embedding_config needs a TPU; look embeddings up with tf.nn.embedding_lookup.")
    return constant(_ONE_DEVICE.SerializeToString(), name="ConfigureDistributedTPU")


def shutdown_system(job: Any = None) -> Any:
    """An operation that does nothing: there is nothing to shut down."""
    return no_op(name="ShutdownDistributedTPU")


def core(num: int) -> str:
    """The device of a core, as tf.device accepts it."""
    return f"device:TPU_REPLICATED_CORE:{num}"


def cross_replica_sum(x: Any, group_assignment: Any = None, name: str | None = None) -> Any:
    """The sum over replicas: x itself, as there is one."""
    return identity(x, name=name or "CrossReplicaSum")


def outside_compilation(computation: Any, *args: Any, **kwargs: Any) -> Any:
    """computation(*args, **kwargs): what XLA can't compile runs on the host by itself."""
    return computation(*args, **kwargs)


def rewrite(
    computation: Any, inputs: Any = None, infeed_queue: Any = None, device_assignment: Any = None, name: Any = None
) -> Any:
    """What computation(*inputs) returns, as a list or as it is nested; all that it adds to the graph runs with it.

    computation: a function that returns tensors, then operations; for operations alone, the result is one operation.
    inputs: a list.  Raises TypeError for another number of inputs, ValueError for operations between tensors.
    """
    return replicate(computation, None if inputs is None else [inputs], infeed_queue, device_assignment, name)[0]


def replicate(
    computation: Any,
    inputs: Any = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: Any = None,
    maximum_shapes: Any = None,
) -> Any:
    """[what rewrite returns], of the one replica. inputs: a list of one list; ValueError for more replicas."""
    inputs = [[]] if inputs is None else inputs
    if not isinstance(inputs, list) or any(not isinstance(one, (list, tuple)) for one in inputs):
        raise TypeError("tpu.replicate() inputs must be a list of lists/tuples")
    if not inputs:
        return []
    _one_replica(len(inputs))
    if infeed_queue is not None:
        raise ValueError("infeed_queue needs a TPU; pass tensors of a Dataset's iterator as inputs.")
    return [_computed(computation, list(inputs[0]))]


def shard(
    computation: Any,
    inputs: Any = None,
    num_shards: int = 1,
    input_shard_axes: Any = None,
    outputs_from_all_shards: Any = True,
    output_shard_axes: Any = None,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: Any = None,
) -> Any:
    """What rewrite returns. num_shards: 1; ValueError for more."""
    if num_shards <= 0:
        raise ValueError("num_shards must be a positive integer.")
    inputs = [] if inputs is None else inputs
    if not isinstance(inputs, list):
        raise TypeError("tpu.shard()'s inputs must be a list of Tensors or None.")
    _one_replica(num_shards)
    return rewrite(computation, [convert_to_tensor(one) for one in inputs], infeed_queue, device_assignment, name)


def batch_parallel(
    computation: Any,
    inputs: Any = None,
    num_shards: int = 1,
    infeed_queue: Any = None,
    device_assignment: Any = None,
    name: Any = None,
) -> Any:
    """What rewrite returns. num_shards: 1; ValueError for more."""
    return shard(computation, inputs, num_shards, infeed_queue=infeed_queue, device_assignment=device_assignment)


def argument_error(function: Any, count: int) -> str | None:
    """How many arguments a function needs, in words, where it can't be called with `count`."""
    parameters = inspect.signature(function).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)
    taken = [parameter for parameter in parameters if parameter.kind in kinds]
    needed = sum(parameter.default is parameter.empty for parameter in taken)
    has_more = any(parameter.kind == inspect.Parameter.VAR_POSITIONAL for parameter in parameters)
    if count < needed:
        return _arguments("exactly" if needed == len(taken) and not has_more else "at least", needed)
    if count > len(taken) and not has_more:
        return _arguments("exactly" if needed == len(taken) else "at most", len(taken))
    return None


def _arguments(words: str, count: int) -> str:
    return f"{words} {count} argument{'' if count == 1 else 's'}"


def _one_replica(count: int) -> None:
    if count > 1:
        raise ValueError(
            f"{count} replicas need a TPU. Train them with tf.distribute.MirroredStrategy on the devices that JAX has."
        )


def _computed(computation: Any, inputs: list[Any]) -> Any:
    needed = argument_error(computation, len(inputs))
    tensors = [convert_to_tensor(one) for one in nest.flatten(inputs)]
    if needed:
        raise TypeError(
            "Supplied computation cannot be called with the specified inputs. You specified "
            f"{len(inputs)} inputs: {[one.name for one in tensors]}, but the computation needs {needed}"
        )
    graph, scope = get_default_graph(), get_variable_scope()
    before, block = len(graph.get_operations()), graph.control_dependencies([])
    arguments = [identity(one, name=f"replicated_input_{i}") for i, one in enumerate(tensors)]
    resource, getter = scope.use_resource, scope.custom_getter
    scope.set_use_resource(True)
    scope.set_custom_getter(_whole_variables(getter))
    try:
        with block, tpu_shard_context(1):
            outputs = computation(*nest.pack_sequence_as(inputs, arguments))
    finally:
        scope.set_use_resource(resource)
        scope.set_custom_getter(getter)
    is_flat = outputs is None or not isinstance(outputs, (Sequence, dict)) or _is_flat(outputs)
    values = _flat(outputs) if is_flat else _nested(outputs)
    around = graph.control_flow_context
    # The block has not seen what initializes variables: that leaves all blocks.
    made = [op for op in graph.get_operations()[before:] if op in block.seen and op.control_flow_context is around]
    if not values:
        return group(*made, name="shard_0")
    with control_dependencies(made):
        found = [identity(value, name=f"output_{i}_shard_0") for i, value in enumerate(values)]
    return found if is_flat else nest.pack_sequence_as(outputs, found)


def _whole_variables(outer: Any) -> Any:
    def whole(getter: Any, name: str, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("partitioner") is not None:
            kwargs["partitioner"] = None
            logging.warning("Partitioned variables are not supported on TPU: %s is made whole.", name)
        return getter(name, *args, **kwargs) if outer is None else outer(getter, name, *args, **kwargs)

    return whole


def _is_flat(outputs: Any) -> bool:
    return isinstance(outputs, Sequence) and not any(nest.is_nested(one) for one in outputs)


def _flat(outputs: Any) -> list[Any]:
    """The tensors of outputs, which operations may follow."""
    items = [] if outputs is None else list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    items = [one if isinstance(one, Operation) else _tensor(one) for one in items]
    tensors = [one for one in items if not isinstance(one, Operation)]
    if any(isinstance(one, Operation) for one in items[: len(tensors)]):
        raise ValueError("TPU functions must return zero-or more Tensor values followed by zero or more Operations.")
    return tensors


def _nested(outputs: Any) -> list[Any]:
    items = nest.flatten(outputs)
    for one in items:
        if isinstance(one, Operation):
            raise ValueError(
                "tpu.rewrite does not support Operation as return value in non-flat output structure. You can set "
                "returned Operations as control dependencies of returned Tensors so Operations are triggered when Tensors "
                f'are evaluated. Operation found: "{one.name}"'
            )
    return [_tensor(one) for one in items]


def _tensor(value: Any) -> Any:
    try:
        return convert_to_tensor(value)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"TPU function return values must all either be Operations or convertible to Tensors. Got '{error}'"
        ) from error
