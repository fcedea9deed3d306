"""NonInteractiveDebugWrapperSession: a session whose runs are all watched, as a function of the program says."""

import abc
from collections.abc import Callable
from typing import Any

from graphlab._src.debug.wrappers.base import BaseDebugWrapperSession
from graphlab._src.debug.wrappers.requests import (
    OnRunEndRequest,
    OnRunEndResponse,
    OnRunStartAction,
    OnRunStartRequest,
    OnRunStartResponse,
    OnSessionInitAction,
    OnSessionInitRequest,
    OnSessionInitResponse,
)


class WatchOptions:
    """Which tensors a run dumps: those that match all of the regular expressions, None for any.

    debug_ops: what is computed of each.  Expressions match from the beginning of a node's name, an operation's type and a
    dtype's name.  tolerate_debug_op_creation_failures: whether operations are left out that a dtype does not have.
    """

    def __init__(
        self,
        debug_ops: Any = None,
        node_name_regex_whitelist: str | None = None,
        op_type_regex_whitelist: str | None = None,
        tensor_dtype_regex_whitelist: str | None = None,
        tolerate_debug_op_creation_failures: bool = False,
    ) -> None:
        self.debug_ops = debug_ops or ["DebugIdentity"]
        self.node_name_regex_whitelist = node_name_regex_whitelist
        self.op_type_regex_whitelist = op_type_regex_whitelist
        self.tensor_dtype_regex_whitelist = tensor_dtype_regex_whitelist
        self.tolerate_debug_op_creation_failures = tolerate_debug_op_creation_failures

    def __repr__(self) -> str:
        return f"WatchOptions({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


class NonInteractiveDebugWrapperSession(BaseDebugWrapperSession):
    """A session whose runs are all watched. watch_fn: (fetches, feed_dict) -> WatchOptions, or a tuple of its arguments."""

    def __init__(
        self,
        sess: Any,
        watch_fn: Callable[..., Any] | None = None,
        thread_name_filter: str | None = None,
        pass_through_operrors: bool = False,
    ) -> None:
        super().__init__(sess, thread_name_filter=thread_name_filter, pass_through_operrors=pass_through_operrors)
        if watch_fn is not None and not callable(watch_fn):
            raise TypeError("watch_fn is not callable")
        self._watch_fn = watch_fn

    def on_session_init(self, request: OnSessionInitRequest) -> OnSessionInitResponse:
        """Goes on."""
        return OnSessionInitResponse(OnSessionInitAction.PROCEED)

    @abc.abstractmethod
    def prepare_run_debug_urls(self, fetches: Any, feed_dict: Any) -> str | list[str]:
        """Returns where a run's tensors go."""

    def on_run_start(self, request: OnRunStartRequest) -> OnRunStartResponse:
        """Returns what the function of the program says is watched."""
        urls, options = self._prepare_run_watch_config(request.fetches, request.feed_dict)
        return OnRunStartResponse(OnRunStartAction.DEBUG_RUN, urls, **vars(options))

    def _prepare_run_watch_config(self, fetches: Any, feed_dict: Any) -> tuple[list[str], WatchOptions]:
        """(where a run's tensors go, what is watched)."""
        urls = self.prepare_run_debug_urls(fetches, feed_dict)
        options = WatchOptions() if self._watch_fn is None else self._watch_fn(fetches, feed_dict)
        if isinstance(options, tuple):
            options = WatchOptions(*options)
        return [urls] if isinstance(urls, str) else list(urls), options

    def on_run_end(self, request: OnRunEndRequest) -> OnRunEndResponse:
        """Does nothing."""
        return OnRunEndResponse()
