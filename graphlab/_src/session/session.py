"""The sessions that programs make: Session, which `with` opens and closes, and InteractiveSession for notebooks."""

import threading
import warnings
from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any, Self

from graphlab._src.base import context
from graphlab._src.base.errors import DeadlineExceededError, UnavailableError
from graphlab._src.graph.graph import Graph, default_graphs
from graphlab._src.proto import ConfigProto
from graphlab._src.session.base_session import BaseSession, reset


class Session(BaseSession):
    """A session that `with` makes the default, with its graph, and closes at the end.

    target: "" runs in this process.  graph: the default graph when left out.  config: a ConfigProto.
    """

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._entered: tuple[AbstractContextManager[Any], ...] = ()

    def __enter__(self) -> Self:
        if self._entered:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you want to enter a session "
                "multiple times."
            )
        self._entered = self._graph.as_default(), self.as_default()
        for default in self._entered:
            default.__enter__()
        return self

    def __exit__(self, kind: object, value: object, traceback: object) -> None:
        graph, session = self._entered
        self._entered = ()
        session.__exit__(None, None, None)
        graph.__exit__(None, None, None)
        self.close()

    @staticmethod
    def reset(target: Any, containers: Iterable[str | bytes] | None = None, config: Any = None) -> None:
        """Clears the resource containers of these names, all of them when None, and closes every session of `target`.

        Variables made in `with tf.container(name)` are in the container of that name, others in the one named "".
        config: a ConfigProto; with its operation_timeout_in_ms a target that nothing answers at is a DeadlineExceededError.
        """
        if not isinstance(target, (str, bytes, type(None))):
            raise TypeError(f"Expected binary or unicode string, got {target!r}")
        if containers is not None:
            containers = [name if isinstance(name, str) else name.decode() for name in containers]
        if config is not None and not isinstance(config, ConfigProto):
            raise TypeError(f"config must be a tf.ConfigProto, but got {type(config)}")
        try:
            reset(target.encode() if isinstance(target, str) else target, containers)
        except UnavailableError as error:
            if config is None or not config.operation_timeout_in_ms:
                raise
            raise DeadlineExceededError(None, None, f"Deadline Exceeded: {error.message}") from error


class InteractiveSession(BaseSession):
    """A session that is the default, with its graph, from the moment it is made until close().

    It places only what a run needs, and warns when another InteractiveSession was not closed.
    """

    _count_lock = threading.Lock()
    _active_session_count = 0

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        config = config or ConfigProto()
        if isinstance(config, ConfigProto):
            given, config = config, ConfigProto()
            config.CopyFrom(given)
            config.graph_options.place_pruned_graph = True
        super().__init__(target, graph, config)
        with InteractiveSession._count_lock:
            if InteractiveSession._active_session_count > 0:
                warnings.warn(
                    "An interactive session is already active. This can cause out-of-memory errors in some cases. You must "
                    "explicitly call `InteractiveSession.close()` to release resources held by the other session(s).",
                    stacklevel=2,
                )
            InteractiveSession._active_session_count += 1
        # Cells are run in any order, and so are such sessions closed.
        self._defaults = [context.sessions.get_controller(self, enforce_nesting=False)]
        if graph is not None:
            self._defaults.append(default_graphs.get_controller(graph, enforce_nesting=False))
        for default in self._defaults:
            default.__enter__()

    def close(self) -> None:
        """Ends the session; it is no longer the default."""
        super().close()
        defaults, self._defaults = self._defaults, []
        if defaults:
            with InteractiveSession._count_lock:
                InteractiveSession._active_session_count -= 1
        for default in reversed(defaults):
            default.__exit__(None, None, None)


def get_default_session() -> BaseSession | None:
    """The innermost session that was entered in this thread, or None."""
    return context.sessions.get_default()
