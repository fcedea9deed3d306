"""The names of eager execution: programs check whether it is enabled, and it never is."""

import contextlib
import enum
import functools
import threading

from graphlab._src.base.behavior import executing_eagerly as executing_eagerly
from graphlab._src.base.eager_mode import ASYNC as ASYNC
from graphlab._src.base.eager_mode import DEVICE_PLACEMENT_EXPLICIT as DEVICE_PLACEMENT_EXPLICIT
from graphlab._src.base.eager_mode import DEVICE_PLACEMENT_SILENT as DEVICE_PLACEMENT_SILENT
from graphlab._src.base.eager_mode import DEVICE_PLACEMENT_SILENT_FOR_INT32 as DEVICE_PLACEMENT_SILENT_FOR_INT32
from graphlab._src.base.eager_mode import DEVICE_PLACEMENT_WARN as DEVICE_PLACEMENT_WARN
from graphlab._src.base.eager_mode import SYNC as SYNC
from graphlab._src.base.eager_mode import EagerVariableStore as EagerVariableStore
from graphlab._src.base.eager_mode import enable_eager_execution as enable_eager_execution
from graphlab._src.base.eager_mode import num_gpus as num_gpus
from graphlab._src.base.eager_mode import why_not
from graphlab._src.graph.scopes import init_scope as init_scope
from graphlab._src.session import config_defaults
from graphlab._src.session.tf_config import devices as device_config
from graphlab._src.session.tf_config import optimizer, threads

GRAPH_MODE, EAGER_MODE = 0, 1


class EagerTensor:
    """No tensor is one: nothing runs eagerly."""


class _Mode(enum.Enum):
    GRAPH = GRAPH_MODE


class FunctionCallOptions:
    """How calls of functions are to be executed.

    executor_type: a name of TensorFlow's, None or "" for its own choice.  config_proto: a ConfigProto, or its bytes.
    Neither changes what is computed: a function is part of the run that calls it.
    """

    def __init__(self, executor_type=None, config_proto=None):
        self.executor_type = executor_type
        self.config_proto_serialized = config_proto

    @property
    def config_proto_serialized(self):
        """The ConfigProto as bytes; that of new sessions where none was said."""
        said = config_defaults.config if self._config is None else self._config
        return said if isinstance(said, bytes) else said.SerializeToString()

    @config_proto_serialized.setter
    def config_proto_serialized(self, config):
        self._config = config


class _OfThread(threading.local):
    def __init__(self):
        self.options = FunctionCallOptions()


_of_thread = _OfThread()
_POLICIES = {"explicit": DEVICE_PLACEMENT_EXPLICIT, "warn": DEVICE_PLACEMENT_WARN, "silent": DEVICE_PLACEMENT_SILENT}


class _Context:
    """TensorFlow's eager context, as programs read it: what `tf.config` has for new sessions."""

    executing_eagerly = staticmethod(executing_eagerly)
    get_optimizer_experimental_options = staticmethod(optimizer.get_experimental_options)
    set_optimizer_experimental_options = staticmethod(optimizer.set_experimental_options)
    list_physical_devices = staticmethod(device_config.list_physical_devices)
    list_logical_devices = staticmethod(device_config.list_logical_devices)
    get_visible_devices = staticmethod(device_config.get_visible_devices)
    set_visible_devices = staticmethod(device_config.set_visible_devices)
    get_memory_growth = staticmethod(device_config.get_memory_growth)
    set_memory_growth = staticmethod(device_config.set_memory_growth)
    get_virtual_device_configuration = staticmethod(device_config.get_virtual_device_configuration)
    set_virtual_device_configuration = staticmethod(device_config.set_virtual_device_configuration)
    devices = staticmethod(device_config.local_devices)
    device_name = ""
    scope_name = ""
    mode = _Mode.GRAPH
    intra_op_parallelism_threads = property(
        lambda self: threads.get_intra_op_parallelism_threads(),
        lambda self, count: threads.set_intra_op_parallelism_threads(count),
    )
    inter_op_parallelism_threads = property(
        lambda self: threads.get_inter_op_parallelism_threads(),
        lambda self, count: threads.set_inter_op_parallelism_threads(count),
    )
    soft_device_placement = property(
        lambda self: config_defaults.get_soft_device_placement(),
        lambda self, enabled: config_defaults.set_soft_device_placement(enabled),
    )
    log_device_placement = property(
        lambda self: config_defaults.get_log_device_placement(),
        lambda self, enabled: config_defaults.set_log_device_placement(enabled),
    )
    optimizer_jit = property(lambda self: optimizer.get_jit(), lambda self, enabled: optimizer.set_jit(enabled))
    execution_mode = property(lambda self: SYNC if device_config.get_synchronous_execution() else ASYNC)
    device_policy = property(
        lambda self: _POLICIES.get(device_config.get_device_policy(), DEVICE_PLACEMENT_SILENT_FOR_INT32)
    )
    config = property(lambda self: config_defaults.copy())

    @property
    def function_call_options(self):
        """The FunctionCallOptions of this thread."""
        return _of_thread.options

    @function_call_options.setter
    def function_call_options(self, options):
        _of_thread.options = options

    def ensure_initialized(self):
        """Does nothing: a session finds its devices when it is made."""

    def num_gpus(self):
        """0: devices are part of a session."""
        return 0


def context():
    """The context of this thread."""
    return _Context()


def ensure_initialized():
    """Does nothing: a session finds its devices when it is made."""


@contextlib.contextmanager
def function_executor_type(executor_type):
    """A block whose function_call_options have this executor type. The results of functions are those of any executor."""
    before = _of_thread.options
    try:
        _of_thread.options = FunctionCallOptions(executor_type, before.config_proto_serialized)
        yield
    finally:
        _of_thread.options = before


in_graph_mode = functools.partial(bool, True)
in_eager_mode = tf2_enabled = executing_eagerly


def graph_mode():
    """A block in graph mode, which is the only one."""
    return contextlib.nullcontext()


def eager_mode():
    """RuntimeError: nothing runs eagerly."""
    raise RuntimeError(why_not("enable_eager_execution"))


def shared_name(name=None):
    """The name under which a resource is shared: in a graph, the one given."""
    return name
