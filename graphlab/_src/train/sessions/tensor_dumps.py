"""tfdbg's dumps: a session and a hook that write the tensors of each run to files; DebugDumpDir reads these.

The files are TensorFlow's: session_root/run_TIME_NUMBER/_tfdbg_device_…/NODE_SLOT_DebugIdentity_TIME, one Event each.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.graph.tensor_proto import make_tensor_proto
from graphlab._src.proto import Event
from graphlab._src.train.sessions.dump_reader import DEVICE, PREFIX
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook
from graphlab._src.train.sessions.tensor_filters import computed

_IDENTITY = "DebugIdentity"


class WatchOptions:
    """Which tensors a run dumps: those that match all of the regular expressions, None for any.

    Expressions match from the beginning of a node's name, an operation's type and a dtype's name.
    tolerate_debug_op_creation_failures: has no effect.
    """

    def __init__(
        self,
        debug_ops: Any = None,
        node_name_regex_whitelist: str | None = None,
        op_type_regex_whitelist: str | None = None,
        tensor_dtype_regex_whitelist: str | None = None,
        tolerate_debug_op_creation_failures: bool = False,
    ) -> None:
        self.debug_ops = debug_ops or [_IDENTITY]
        self.node_name_regex_whitelist = node_name_regex_whitelist
        self.op_type_regex_whitelist = op_type_regex_whitelist
        self.tensor_dtype_regex_whitelist = tensor_dtype_regex_whitelist
        self.tolerate_debug_op_creation_failures = tolerate_debug_op_creation_failures
        names = [self.debug_ops] if isinstance(self.debug_ops, str) else self.debug_ops
        if list(names) != [_IDENTITY]:
            raise ValueError(explain(f"Values are dumped as they are; debug_ops is {self.debug_ops}", fix=_IDENTITY))

    def select(self, tensors: list[Any]) -> list[Any]:
        """Those of the tensors that match."""
        node, kind, dtype = (
            re.compile(pattern or "")
            for pattern in (
                self.node_name_regex_whitelist,
                self.op_type_regex_whitelist,
                self.tensor_dtype_regex_whitelist,
            )
        )
        return [
            tensor
            for tensor in tensors
            if node.match(tensor.op.name) and kind.match(tensor.op.type) and dtype.match(tensor.dtype.name)
        ]


class _Dumps:
    """Writes what is computed on the way into a new folder for each run."""

    def __init__(self, session_root: str, watch_fn: Callable[..., Any] | None) -> None:
        if watch_fn is not None and not callable(watch_fn):
            raise TypeError("watch_fn is not callable")
        self._root = Path(session_root).expanduser()
        self._watch_fn = watch_fn
        self._runs = 0
        if self._root.is_file():
            raise ValueError(f"session_root path points to a file: {session_root}")
        if self._root.is_dir() and any(self._root.iterdir()):
            raise ValueError(f"session_root path points to a non-empty directory: {session_root}")
        self._root.mkdir(parents=True, exist_ok=True)

    def _watched(self, graph: Any, fetches: Any, feeds: Any) -> list[Any]:
        options = WatchOptions() if self._watch_fn is None else self._watch_fn(fetches, feeds)
        if isinstance(options, tuple):
            options = WatchOptions(*options)
        return options.select(computed(graph, fetches, feeds))

    def _write(self, tensors: list[Any], values: Any, fetches: Any, feeds: Any) -> None:
        run = self._root / f"run_{_now()}_{self._runs}"
        self._runs += 1
        run.mkdir()
        for name, text in (
            ("fetches_info_", repr(fetches)),
            ("feed_keys_info_", repr(list(feeds) if feeds else feeds)),
        ):
            message = Event()
            message.log_message.message = text
            (run / f"{PREFIX}{name}").write_bytes(message.SerializeToString())
        start = _now()
        for place, (tensor, value) in enumerate(zip(tensors, values, strict=True)):
            _write_tensor(run, tensor, value, start + place)  # times are in the order of computation


def _now() -> int:
    return int(time.time() * 1e6)


def _write_tensor(run: Path, tensor: Any, value: Any, microseconds: int) -> None:
    event = Event(wall_time=microseconds / 1e6)
    item = event.summary.value.add()
    item.tag = item.node_name = f"{tensor.name}:{_IDENTITY}"
    content = make_tensor_proto(np.asarray(value))
    item.tensor.CopyFrom(content)
    device = tensor.op.device or "/job:localhost/replica:0/task:0/device:CPU:0"
    folder = run / (DEVICE + ",".join(part.replace(":", "_") for part in device.split("/")))
    path = folder / f"{tensor.op.name}_{tensor.value_index}_{_IDENTITY}_{microseconds}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(event.SerializeToString())


class DumpingDebugWrapperSession(_Dumps):
    """A session whose runs write the numeric tensors that they compute to files; DebugDumpDir reads them.

    sess: the Session.  session_root: a folder that is empty or new.  watch_fn: (fetches, feed_dict) -> WatchOptions.
    Tensors inside branches and loops are not seen. thread_name_filter, pass_through_operrors, log_usage: have no effect.
    """

    def __init__(
        self,
        sess: Any,
        session_root: str,
        watch_fn: Callable[..., Any] | None = None,
        thread_name_filter: str | None = None,
        pass_through_operrors: bool | None = None,
        log_usage: bool = True,
    ) -> None:
        super().__init__(session_root, watch_fn)
        self._sess = sess

    @property
    def session(self) -> Any:
        """The session inside."""
        return self._sess

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None, **kwargs: Any
    ) -> Any:
        """As Session.run."""
        tensors = self._watched(self._sess.graph, fetches, feed_dict)
        result, values = self._sess.run([fetches, tensors], feed_dict, options, run_metadata)
        self._write(tensors, values, fetches, feed_dict)
        return result

    def __getattr__(self, name: str) -> Any:
        return getattr(self._sess, name)

    def __enter__(self) -> "DumpingDebugWrapperSession":
        self._sess.__enter__()
        return self

    def __exit__(self, exception_type: Any, exception_value: Any, traceback: Any) -> Any:
        return self._sess.__exit__(exception_type, exception_value, traceback)


class DumpingDebugHook(_Dumps, SessionRunHook):
    """A hook that does the same in the runs of a MonitoredSession or an Estimator."""

    def __init__(
        self,
        session_root: str,
        watch_fn: Callable[..., Any] | None = None,
        thread_name_filter: str | None = None,
        log_usage: bool = True,
    ) -> None:
        super().__init__(session_root, watch_fn)
        self._tensors: list[Any] = []

    def before_run(self, run_context: Any) -> SessionRunArgs:
        args = run_context.original_args
        self._tensors = self._watched(run_context.session.graph, args.fetches, args.feed_dict)
        return SessionRunArgs(self._tensors)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        args = run_context.original_args
        self._write(self._tensors, run_values.results, args.fetches, args.feed_dict)
