"""Variables as tf.contrib makes them: with arg_scope, in MODEL_VARIABLES, on a device that is chosen for each."""

import functools

from graphlab._src.base import dtypes
from graphlab._src.base.arguments import forwarded
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.graph import DeviceSpec, GraphKeys, get_default_graph
from graphlab._src.state.scope import get_variable
from graphlab._src.state.variable import Variable, VariableAggregation, VariableSynchronization
from graphlab._src.state.variable_scope import get_variable_scope


def local_variable(initial_value, validate_shape=True, name=None, use_resource=None):
    """A variable in LOCAL_VARIABLES, which is not trained."""
    return _of_collection(GraphKeys.LOCAL_VARIABLES, initial_value, validate_shape, name, use_resource)


def global_variable(initial_value, validate_shape=True, name=None, use_resource=None):
    """A variable in GLOBAL_VARIABLES, which is not trained."""
    return _of_collection(GraphKeys.GLOBAL_VARIABLES, initial_value, validate_shape, name, use_resource)


def _of_collection(collection, initial_value, validate_shape, name, use_resource):
    return Variable(
        initial_value,
        trainable=False,
        collections=[collection],
        validate_shape=validate_shape,
        name=name,
        use_resource=use_resource,
    )


@add_arg_scope
def variable(
    name,
    shape=None,
    dtype=None,
    initializer=None,
    regularizer=None,
    trainable=True,
    collections=None,
    caching_device=None,
    device=None,
    partitioner=None,
    custom_getter=None,
    use_resource=None,
    synchronization=VariableSynchronization.AUTO,
    aggregation=VariableAggregation.NONE,
):
    """get_variable on a device. custom_getter: is called in place of get_variable, with the scope's `reuse`."""
    arguments = forwarded(locals(), "name", "collections", "device", "custom_getter")
    collections = list(dict.fromkeys([GraphKeys.GLOBAL_VARIABLES] if collections is None else collections))
    getter = get_variable
    if custom_getter is not None:
        getter = functools.partial(custom_getter, reuse=get_variable_scope().reuse)
    with get_default_graph().device(device or ""):
        return getter(name, collections=collections, **arguments)


@add_arg_scope
def model_variable(
    name,
    shape=None,
    dtype=dtypes.float32,
    initializer=None,
    regularizer=None,
    trainable=True,
    collections=None,
    caching_device=None,
    device=None,
    partitioner=None,
    custom_getter=None,
    use_resource=None,
    synchronization=VariableSynchronization.AUTO,
    aggregation=VariableAggregation.NONE,
):
    """The same, in MODEL_VARIABLES too."""
    collections = [*(collections or []), GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES]
    return variable(**forwarded(locals()))


def add_model_variable(var):
    """Adds a variable to MODEL_VARIABLES, unless it is there."""
    collection = get_default_graph().get_collection_ref(GraphKeys.MODEL_VARIABLES)
    if not any(item is var for item in collection):
        collection.append(var)


class VariableDeviceChooser:
    """A device function that puts variables on the tasks of a job, one after the other.

    num_tasks: 0 leaves job and task out.
    """

    def __init__(self, num_tasks=0, job_name="ps", device_type="CPU", device_index=0, replica=None):
        self._job_name = job_name
        self._device_type = device_type
        self._device_index = device_index
        self._replica = replica
        self._num_tasks = num_tasks
        self._next_task_id = 0

    def __call__(self, op):
        where = {"replica": self._replica, "device_type": self._device_type, "device_index": self._device_index}
        if self._num_tasks > 0:
            where |= {"job": self._job_name, "task": self._next_task_id}
            self._next_task_id = (self._next_task_id + 1) % self._num_tasks
        return DeviceSpec(**where).to_string()
