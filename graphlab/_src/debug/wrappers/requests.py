"""What a wrapping session and its methods for the beginning and the end of a run say to each other."""

from typing import Any

from graphlab._src.session.base_session import BaseSession
from graphlab._src.train.sessions.monitored import MonitoredSession


def check_type(obj: Any, expected_types: Any) -> None:
    """Raises TypeError for an object of another type."""
    if not isinstance(obj, expected_types):
        raise TypeError(f"Expected type {expected_types}; got type {type(obj)}")


class OnSessionInitRequest:
    """That a session is being wrapped. session: the one inside."""

    def __init__(self, sess: Any) -> None:
        check_type(sess, (BaseSession, MonitoredSession))
        self.session = sess


class OnSessionInitAction:
    """What a wrapping session does first."""

    PROCEED = "proceed"
    REMOTE_INSTR_LOOP = "remote_instr_loop"


class OnSessionInitResponse:
    """The answer to it. action: of OnSessionInitAction."""

    def __init__(self, action: str) -> None:
        check_type(action, str)
        self.action = action


class OnRunStartRequest:
    """That a run begins: its arguments, and how many runs there have been with it.

    is_callable_runner: whether it is the call of a function that make_callable has made.
    """

    def __init__(
        self,
        fetches: Any,
        feed_dict: Any,
        run_options: Any,
        run_metadata: Any,
        run_call_count: int,
        is_callable_runner: bool = False,
    ) -> None:
        self.fetches = fetches
        self.feed_dict = feed_dict
        self.run_options = run_options
        self.run_metadata = run_metadata
        self.run_call_count = run_call_count
        self.is_callable_runner = is_callable_runner


class OnRunStartAction:
    """How a run is made: watched, traced, or as it is."""

    DEBUG_RUN = "debug_run"
    PROFILE_RUN = "profile_run"
    NON_DEBUG_RUN = "non_debug_run"


class OnRunStartResponse:
    """The answer to it. action: of OnRunStartAction.  debug_urls: a list.  The rest says what is watched."""

    def __init__(
        self,
        action: str,
        debug_urls: list[str],
        debug_ops: Any = "DebugIdentity",
        node_name_regex_whitelist: str | None = None,
        op_type_regex_whitelist: str | None = None,
        tensor_dtype_regex_whitelist: str | None = None,
        tolerate_debug_op_creation_failures: bool = False,
    ) -> None:
        check_type(action, str)
        self.action = action
        check_type(debug_urls, list)
        self.debug_urls = debug_urls
        self.debug_ops = debug_ops
        self.node_name_regex_whitelist = node_name_regex_whitelist
        self.op_type_regex_whitelist = op_type_regex_whitelist
        self.tensor_dtype_regex_whitelist = tensor_dtype_regex_whitelist
        self.tolerate_debug_op_creation_failures = tolerate_debug_op_creation_failures

    @property
    def watch(self) -> dict[str, Any]:
        """What is watched, as arguments of watch_graph."""
        return {
            "debug_ops": self.debug_ops,
            "node_name_regex_whitelist": self.node_name_regex_whitelist,
            "op_type_regex_whitelist": self.op_type_regex_whitelist,
            "tensor_dtype_regex_whitelist": self.tensor_dtype_regex_whitelist,
            "tolerate_debug_op_creation_failures": self.tolerate_debug_op_creation_failures,
        }


class OnRunEndRequest:
    """That a run has ended. client_graph_def: the GraphDef of the program.  tf_error: what the run raised, or None."""

    def __init__(
        self, performed_action: str, run_metadata: Any = None, client_graph_def: Any = None, tf_error: Any = None
    ) -> None:
        check_type(performed_action, str)
        self.performed_action = performed_action
        self.run_metadata = run_metadata
        self.client_graph_def = client_graph_def
        self.tf_error = tf_error


class OnRunEndResponse:
    """The answer to it."""
