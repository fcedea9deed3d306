"""LocalCLIDebugHook: a hook that reads commands before and after the runs of a monitored session or an Estimator."""

from collections.abc import Callable
from typing import Any

from graphlab._src.debug.wrappers.local_cli import LocalCLIDebugWrapperSession
from graphlab._src.debug.wrappers.requests import OnRunEndRequest, OnRunStartAction, OnRunStartRequest
from graphlab._src.proto import RunOptions
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class LocalCLIDebugHook(SessionRunHook):
    """A hook that does in runs what LocalCLIDebugWrapperSession does, whose arguments it has."""

    def __init__(
        self,
        ui_type: str = "curses",
        dump_root: str | None = None,
        thread_name_filter: str | None = None,
        config_file_path: Any = None,
    ) -> None:
        self._ui_type = ui_type
        self._dump_root = dump_root
        self._thread_name_filter = thread_name_filter
        self._config_file_path = config_file_path
        self._session_wrapper: LocalCLIDebugWrapperSession | None = None
        self._pending_tensor_filters: dict[str, Callable[..., Any]] = {}
        self._performed_action = ""

    def add_tensor_filter(self, filter_name: str, tensor_filter: Callable[..., Any]) -> None:
        """Adds tensor_filter(datum, value) -> bool, for `run -f` and `list_tensors -f`."""
        if self._session_wrapper is not None:
            self._session_wrapper.add_tensor_filter(filter_name, tensor_filter)
        else:
            self._pending_tensor_filters[filter_name] = tensor_filter

    def before_run(self, run_context: Any) -> SessionRunArgs:
        """Reads commands, and requests what they say."""
        wrapper = self._session_wrapper
        if wrapper is None:
            wrapper = self._session_wrapper = LocalCLIDebugWrapperSession(
                run_context.session,
                ui_type=self._ui_type,
                dump_root=self._dump_root,
                thread_name_filter=self._thread_name_filter,
                config_file_path=self._config_file_path,
            )
            for name, function in self._pending_tensor_filters.items():
                wrapper.add_tensor_filter(name, function)
        wrapper.increment_run_call_count()
        arguments = run_context.original_args
        request = OnRunStartRequest(arguments.fetches, arguments.feed_dict, None, None, wrapper.run_call_count)
        start = wrapper.on_run_start(request)
        self._performed_action = start.action
        options = RunOptions()
        if start.action == OnRunStartAction.DEBUG_RUN:
            wrapper._decorate_run_options_for_debug(options, start.debug_urls, **start.watch)
        elif start.action == OnRunStartAction.PROFILE_RUN:
            wrapper._decorate_run_options_for_profile(options)
        return SessionRunArgs(None, feed_dict=None, options=options)

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Reads commands about the run."""
        assert self._session_wrapper is not None  # before_run has made it
        graph_def = self._session_wrapper.graph.as_graph_def()
        self._session_wrapper.on_run_end(OnRunEndRequest(self._performed_action, run_values.run_metadata, graph_def))
