"""The names of eager execution: programs check whether it is enabled, and it never is."""

import contextlib
import enum
import functools

from graphlab._src.base.behavior import executing_eagerly as executing_eagerly
from graphlab._src.base.eager_mode import ASYNC as ASYNC
from graphlab._src.base.eager_mode import DEVICE_PLACEMENT_EXPLICIT as DEVICE_PLACEMENT_EXPLICIT
from graphlab._src.base.eager_mode import DEVICE_PLACEMENT_SILENT as DEVICE_PLACEMENT_SILENT
from graphlab._src.base.eager_mode import DEVICE_PLACEMENT_WARN as DEVICE_PLACEMENT_WARN
from graphlab._src.base.eager_mode import SYNC as SYNC
from graphlab._src.base.eager_mode import EagerVariableStore as EagerVariableStore
from graphlab._src.base.eager_mode import enable_eager_execution as enable_eager_execution
from graphlab._src.base.eager_mode import num_gpus as num_gpus
from graphlab._src.base.eager_mode import why_not
from graphlab._src.graph.scopes import init_scope as init_scope

GRAPH_MODE, EAGER_MODE = 0, 1


class EagerTensor:
    """No tensor is one: nothing runs eagerly."""


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
    raise RuntimeError(why_not("enable_eager_execution"))


def shared_name(name=None):
    """The name under which a resource is shared: in a graph, the one given."""
    return name
