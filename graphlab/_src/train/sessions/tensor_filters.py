"""tfdbg's sessions and hooks, without its screen: after each run, tensors that a filter finds are reported in the log."""

from typing import Any, NamedTuple

import numpy as np

from graphlab._src.base import logging
from graphlab._src.graph.traversal import executed_by, topological
from graphlab._src.session.calls.feeds import expand_keys
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook

_SHOWN = 10


class DebugTensorDatum(NamedTuple):
    """Which tensor a value is of, for filters."""

    node_name: str
    output_slot: int
    op_type: str

    @property
    def tensor_name(self):
        """The tensor's name: "hidden/MatMul:0"."""
        return f"{self.node_name}:{self.output_slot}"


def has_inf_or_nan(datum, tensor):
    """The filter that finds values with an infinity or NaN. datum: a DebugTensorDatum.  tensor: a NumPy array."""
    kind = np.asarray(tensor).dtype
    return bool(np.issubdtype(kind, np.inexact) and not np.all(np.isfinite(tensor)))


def computed(graph, fetches, feeds):
    """The tensors of numbers that a run computes and that can be fetched, in an order in which inputs come first."""
    elements = FetchStructure(graph, fetches).elements
    fed = frozenset(expand_keys(graph, feeds or ()))
    found = []
    for op in topological(executed_by(elements, fed)):
        if op.control_flow_context is None:
            for tensor in op.outputs:
                number = tensor.dtype.is_floating or tensor.dtype.is_complex or tensor.dtype.is_integer
                if number and not tensor.dtype.is_ref_dtype and tensor not in fed and graph.is_fetchable(tensor):
                    found.append(tensor)
    return found


class _Filters:
    """Named filters, and what they found."""

    def __init__(self):
        self._filters: dict[str, Any] = {}
        self.found: dict[str, list[str]] = {}  # by each filter, in the last run

    def add_tensor_filter(self, filter_name, tensor_filter):
        """Adds tensor_filter(datum, value) -> whether to report the value. has_inf_or_nan is one."""
        self._filters[filter_name] = tensor_filter

    def _apply(self, tensors, values):
        self.found = {}
        for name, function in self._filters.items():
            hits = [
                tensor
                for tensor, value in zip(tensors, values, strict=True)
                if function(DebugTensorDatum(tensor.op.name, tensor.value_index, tensor.op.type), value)
            ]
            self.found[name] = [tensor.name for tensor in hits]
            if hits:
                lines = [f"  {tensor.describe()}, created {tensor.source}" for tensor in hits[:_SHOWN]]
                more = [f"  … {len(hits) - _SHOWN} more"] if len(hits) > _SHOWN else []
                head = f"The tensor filter {name} found {len(hits)} tensors in a run, the first of which is where it begins:"
                logging.warning("\n".join([head, *lines, *more]))


class LocalCLIDebugWrapperSession(_Filters):
    """A session whose runs also compute every tensor on the way, and report those that a filter finds.

    sess: the Session.  Tensors inside branches and loops are not seen. There is no screen and no question: the run
    returns as ever. dump_root, log_usage, ui_type, thread_name_filter, config_file_path: have no effect.
    """

    def __init__(
        self, sess, dump_root=None, log_usage=True, ui_type="curses", thread_name_filter=None, config_file_path=None
    ):
        super().__init__()
        self._sess = sess

    @property
    def session(self):
        """The session inside."""
        return self._sess

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None, **kwargs):
        """As Session.run; what filters find is reported, and is `found` afterwards."""
        if not self._filters:
            return self._sess.run(fetches, feed_dict, options, run_metadata)
        tensors = computed(self._sess.graph, fetches, feed_dict)
        result, values = self._sess.run([fetches, tensors], feed_dict, options, run_metadata)
        self._apply(tensors, values)
        return result

    def __getattr__(self, name):
        return getattr(self._sess, name)

    def __enter__(self):
        self._sess.__enter__()
        return self

    def __exit__(self, exception_type, exception_value, traceback):
        return self._sess.__exit__(exception_type, exception_value, traceback)


class LocalCLIDebugHook(_Filters, SessionRunHook):
    """A hook that does the same in the runs of a MonitoredSession or an Estimator. The arguments have no effect."""

    def __init__(self, ui_type="curses", dump_root=None, thread_name_filter=None, config_file_path=None):
        super().__init__()
        self._tensors: list[Any] = []

    def before_run(self, run_context):
        args = run_context.original_args
        self._tensors = computed(run_context.session.graph, args.fetches, args.feed_dict) if self._filters else []
        return SessionRunArgs(self._tensors)

    def after_run(self, run_context, run_values):
        self._apply(self._tensors, run_values.results)
