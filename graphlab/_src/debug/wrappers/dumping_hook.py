"""DumpingDebugHook: a hook that writes the tensors of a monitored session's or an Estimator's runs to files."""

from collections.abc import Callable
from typing import Any

from graphlab._src.debug import watch_options
from graphlab._src.debug.wrappers.dumping import DumpingDebugWrapperSession
from graphlab._src.proto import RunOptions
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class DumpingDebugHook(SessionRunHook):
    """A hook that watches runs as DumpingDebugWrapperSession does, whose arguments it has."""

    def __init__(
        self,
        session_root: str,
        watch_fn: Callable[..., Any] | None = None,
        thread_name_filter: str | None = None,
        log_usage: bool = True,
    ) -> None:
        self._session_root = session_root
        self._watch_fn = watch_fn
        self._thread_name_filter = thread_name_filter
        self._log_usage = log_usage
        self._session_wrapper: DumpingDebugWrapperSession | None = None

    def before_run(self, run_context: Any) -> SessionRunArgs | None:
        """Requests the watches of a run."""
        wrapper, is_first = self._session_wrapper, False
        if wrapper is None:
            is_first = True
            wrapper = self._session_wrapper = DumpingDebugWrapperSession(
                run_context.session,
                self._session_root,
                watch_fn=self._watch_fn,
                thread_name_filter=self._thread_name_filter,
                log_usage=self._log_usage,
            )
        wrapper.increment_run_call_count()
        if wrapper._is_disabled_thread():
            return None
        arguments = run_context.original_args
        urls, watch = wrapper._prepare_run_watch_config(arguments.fetches, arguments.feed_dict)
        options = RunOptions()
        watch_options.watch_graph(
            options, run_context.session.graph, debug_urls=urls, reset_disk_byte_usage=is_first, **vars(watch)
        )
        return SessionRunArgs(None, feed_dict=None, options=options)
