"""BaseDebugWrapperSession: a session around another one, which has a say before and after each run."""

import abc
import re
import threading
from collections.abc import Callable
from typing import Any

from graphlab._src.base import context, logging
from graphlab._src.base.errors import OpError
from graphlab._src.debug import watch_options
from graphlab._src.debug.wrappers.requests import (
    OnRunEndRequest,
    OnRunEndResponse,
    OnRunStartAction,
    OnRunStartRequest,
    OnRunStartResponse,
    OnSessionInitAction,
    OnSessionInitRequest,
    OnSessionInitResponse,
    check_type,
)
from graphlab._src.proto import RunMetadata, RunOptions
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.debugging.dump_files import DiskUsageError
from graphlab._src.session.interface import SessionInterface
from graphlab._src.train.sessions.monitored import MonitoredSession


class BaseDebugWrapperSession(SessionInterface, abc.ABC):
    """A session around another one. A subclass says what happens at the beginning and the end of each run.

    sess: the Session or MonitoredSession.  thread_name_filter: a regular expression; runs of threads whose names don't
    match are made as they are.  pass_through_operrors: whether errors of runs are raised; else the run returns them.
    """

    def __init__(self, sess: Any, thread_name_filter: str | None = None, pass_through_operrors: bool = False) -> None:
        check_type(sess, (BaseSession, MonitoredSession))
        self._sess = sess
        self._thread_name_filter = re.compile(thread_name_filter) if thread_name_filter else None
        self._pass_through_operrors = pass_through_operrors
        self._run_call_count = 0
        self._entered: Any = None
        response = self.on_session_init(OnSessionInitRequest(sess))
        check_type(response, OnSessionInitResponse)
        if response.action == OnSessionInitAction.REMOTE_INSTR_LOOP:
            raise NotImplementedError("OnSessionInitAction REMOTE_INSTR_LOOP has not been implemented.")
        if response.action != OnSessionInitAction.PROCEED:
            raise ValueError(f"Invalid OnSessionInitAction value: {response.action}")

    @abc.abstractmethod
    def on_session_init(self, request: OnSessionInitRequest) -> OnSessionInitResponse:
        """Called when the session is wrapped."""

    @abc.abstractmethod
    def on_run_start(self, request: OnRunStartRequest) -> OnRunStartResponse:
        """Called before each run; returns what to watch."""

    @abc.abstractmethod
    def on_run_end(self, request: OnRunEndRequest) -> OnRunEndResponse:
        """Called after each run."""

    @property
    def graph(self) -> Any:
        """The Graph of the session."""
        return self._sess.graph

    @property
    def graph_def(self) -> Any:
        """Its GraphDef."""
        return self._sess.graph_def

    @property
    def sess_str(self) -> Any:
        """The target of the session, as bytes."""
        return self._sess.sess_str

    @property
    def session(self) -> Any:
        """The session inside."""
        return self._sess

    @property
    def run_call_count(self) -> int:
        """How many runs there have been."""
        return self._run_call_count

    def increment_run_call_count(self) -> None:
        """Counts a run."""
        self._run_call_count += 1

    def run(
        self,
        fetches: Any,
        feed_dict: Any = None,
        options: Any = None,
        run_metadata: Any = None,
        callable_runner: Any = None,
        callable_runner_args: Any = None,
        callable_options: Any = None,
    ) -> Any:
        """As Session.run. callable_runner: a function of make_callable, to be called with callable_runner_args."""
        if callable_runner and (fetches or feed_dict):
            raise ValueError("fetches and feed_dict must not be used simultaneously with callable_runner.")
        if callable_runner and callable_options:
            raise ValueError("callable_runner and callable_options are mutually exclusive.")
        self.increment_run_call_count()

        def call(options: Any, run_metadata: Any) -> Any:
            arguments = callable_runner_args or ()
            if callable_runner:
                return callable_runner(*arguments, options=options, run_metadata=run_metadata)
            if callable_options:
                changed = type(callable_options)()
                changed.CopyFrom(callable_options)
                if options is not None:
                    changed.run_options.CopyFrom(options)
                return self._sess._make_callable_from_options(changed)(*arguments, run_metadata=run_metadata)
            return self._sess.run(fetches, feed_dict=feed_dict, options=options, run_metadata=run_metadata)

        if callable_options and options is None:
            options = callable_options.run_options
        is_callable = bool(callable_runner or callable_options)
        if not is_callable and isinstance(fetches, (list, tuple, dict)) and not _leaves(fetches):
            logging.info("A run without fetches is made without the debugger")
            return call(options, run_metadata)
        if self._is_disabled_thread():
            return call(options, run_metadata)
        request = OnRunStartRequest(fetches, feed_dict, options, run_metadata, self._run_call_count, is_callable)
        start = self.on_run_start(request)
        check_type(start, OnRunStartResponse)
        if start.action not in (
            OnRunStartAction.DEBUG_RUN,
            OnRunStartAction.PROFILE_RUN,
            OnRunStartAction.NON_DEBUG_RUN,
        ):
            raise ValueError(f"Invalid OnRunStartAction value: {start.action}")
        if start.action == OnRunStartAction.NON_DEBUG_RUN:
            result = call(options, run_metadata)
            end = OnRunEndRequest(start.action)
        else:
            result, end = self._observed(call, start, options, run_metadata)
        check_type(self.on_run_end(end), OnRunEndResponse)
        return result

    def _observed(
        self, call: Callable[[Any, Any], Any], start: OnRunStartResponse, options: Any, run_metadata: Any
    ) -> tuple[Any, OnRunEndRequest]:
        """(the result of a watched or traced run, or its error; the request for its end)."""
        changed = RunOptions()
        if options is not None:
            changed.CopyFrom(options)
        run_metadata = RunMetadata() if run_metadata is None else run_metadata
        if start.action == OnRunStartAction.DEBUG_RUN:
            self._decorate_run_options_for_debug(changed, start.debug_urls, **start.watch)
        else:
            self._decorate_run_options_for_profile(changed)
        error: OpError | None = None
        try:
            result = call(changed, run_metadata)
        except OpError as failure:
            if self._pass_through_operrors or isinstance(failure, DiskUsageError):
                raise
            result = error = failure
        graph_def = None if start.action == OnRunStartAction.PROFILE_RUN else self._sess.graph.as_graph_def()
        return result, OnRunEndRequest(start.action, run_metadata, graph_def, error)

    def _is_disabled_thread(self) -> bool:
        """Whether runs of this thread are made as they are."""
        pattern = self._thread_name_filter
        return pattern is not None and not pattern.match(threading.current_thread().name)

    def _is_disk_usage_reset_each_run(self) -> bool:
        """Whether the bytes that dumps may have are counted anew for each run."""
        return False

    def _decorate_run_options_for_debug(self, run_options: Any, debug_urls: Any, **watch: Any) -> None:
        """Adds the watches to the options of a run."""
        run_options.output_partition_graphs = True
        watch_options.watch_graph(
            run_options,
            self._sess.graph,
            debug_urls=debug_urls,
            reset_disk_byte_usage=self._run_call_count == 1 or self._is_disk_usage_reset_each_run(),
            **watch,
        )

    def _decorate_run_options_for_profile(self, run_options: Any) -> None:
        """Requests a trace of a run."""
        run_options.trace_level = RunOptions.FULL_TRACE

    def run_step_fn(self, step_fn: Any) -> Any:
        """step_fn(StepContext), whose session is the one inside and whose runs are this one's."""
        return step_fn(MonitoredSession.StepContext(self._sess, self.run))

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> Any:
        """Runs in several steps are not watched. Raises NotImplementedError."""
        raise NotImplementedError("partial_run_setup is not implemented for debug-wrapper sessions.")

    def partial_run(self, handle: Any, fetches: Any, feed_dict: Any = None) -> Any:
        """Runs in several steps are not watched. Raises NotImplementedError."""
        raise NotImplementedError("partial_run is not implemented for debug-wrapper sessions.")

    def make_callable(self, fetches: Any, feed_list: Any = None, accept_options: bool = False) -> Callable[..., Any]:
        """As Session.make_callable; each call is a run of this session."""
        runner = self._sess.make_callable(fetches, feed_list, True)

        def call(*arguments: Any, **keywords: Any) -> Any:
            return self.run(
                None,
                options=keywords.get("options"),
                run_metadata=keywords.get("run_metadata"),
                callable_runner=runner,
                callable_runner_args=arguments,
            )

        return call

    def _make_callable_from_options(self, callable_options: Any) -> Callable[..., Any]:
        def call(*arguments: Any, **keywords: Any) -> Any:
            return self.run(
                None,
                run_metadata=keywords.get("run_metadata"),
                callable_options=callable_options,
                callable_runner_args=arguments,
            )

        return call

    def as_default(self) -> Any:
        """Returns a context in which eval() and run() of tensors and operations use this session."""
        return context.sessions.get_controller(self)

    def __enter__(self) -> Any:
        self._entered = self.as_default()
        return self._entered.__enter__()

    def __exit__(self, exception_type: Any, exception_value: Any, traceback: Any) -> Any:
        return self._entered.__exit__(exception_type, exception_value, traceback)

    def close(self) -> None:
        """Closes the session inside."""
        self._sess.close()

    def should_stop(self) -> bool:
        """As a MonitoredSession's. Raises ValueError where the session inside is none."""
        if not hasattr(self._sess, "should_stop"):
            message = f"The wrapped session {self._sess!r} does not have a method called 'should_stop'."
            raise ValueError(f"{message} Do you intend to wrap a tf.MonitoredSession instead?")
        return self._sess.should_stop()

    def __getattr__(self, name: str) -> Any:
        if name == "_sess":
            raise AttributeError(name)
        return getattr(self._sess, name)


def _leaves(fetches: Any) -> list[Any]:
    """What is fetched, of nested lists, tuples and dicts."""
    if isinstance(fetches, dict):
        fetches = list(fetches.values())
    if isinstance(fetches, (list, tuple)):
        return [leaf for one in fetches for leaf in _leaves(one)]
    return [fetches]
