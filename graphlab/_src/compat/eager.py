"""The names of eager execution: programs check whether it is enabled, and it never is."""

import contextlib
import enum
import functools

from graphlab._src.base import omissions
from graphlab._src.base.behavior import executing_eagerly as executing_eagerly
from graphlab._src.graph.scopes import init_scope as init_scope

GRAPH_MODE, EAGER_MODE = 0, 1
SYNC, ASYNC = 0, 1
DEVICE_PLACEMENT_SILENT = 2


class EagerTensor:
    """No tensor is one: nothing runs eagerly."""


class EagerVariableStore:
    """A store of variables for eager execution; here it leaves variables to their graph."""

    def as_default(self):
        """A block in which nothing changes."""
        return contextlib.nullcontext(self)


class _Mode(enum.Enum):
    GRAPH = GRAPH_MODE


class _Context:
    """TensorFlow's eager context, as programs read it."""

    executing_eagerly = staticmethod(executing_eagerly)
    device_name = None
    scope_name = ""
    mode = _Mode.GRAPH

    def num_gpus(self):
        """0: devices are part of a session."""
        return 0


def context():
    """The context of this thread."""
    return _Context()


in_graph_mode = functools.partial(bool, True)
in_eager_mode = tf2_enabled = executing_eagerly


def graph_mode():
    """A block in graph mode, which is the only one."""
    return contextlib.nullcontext()


def eager_mode():
    """RuntimeError: nothing runs eagerly."""
    raise RuntimeError(_why("enable_eager_execution"))


def enable_eager_execution(config=None, device_policy=None, execution_mode=None):
    """RuntimeError: nothing runs eagerly."""
    raise RuntimeError(_why("enable_eager_execution"))


def num_gpus():
    """0: devices are part of a session."""
    return 0


def shared_name(name=None):
    """The name under which a resource is shared: in a graph, the one given."""
    return name


def _why(symbol):
    why, nearest = omissions.LEFT_OUT[symbol]
    return f"graphlab has no tf.{symbol}: {why}. Nearest: {nearest}."
