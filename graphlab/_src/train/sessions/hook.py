"""SessionRunHook: what may happen before, after and around each run of a monitored session."""

import collections

from graphlab._src.graph.attributes import attribute


class SessionRunHook:
    """The base of hooks; each method may be left as it is.

    begin, then for each session after_create_session, then before_run and after_run for each run, then end.
    """

    def begin(self):
        """Called once, before the graph is finalized: the last moment to add operations."""

    def after_create_session(self, session, coord):
        """Called when a session is there, and again when one was lost. The graph can't be changed any more."""

    def before_run(self, run_context):
        """Called before each run; returns a SessionRunArgs of what to fetch and feed besides, or None."""
        return None

    def after_run(self, run_context, run_values):
        """Called after each run that raised nothing; run_values: a SessionRunValues."""

    def end(self, session):
        """Called at the end, unless an error ended the loop; OutOfRangeError and StopIteration are none."""


class SessionRunArgs(collections.namedtuple("SessionRunArgs", ["fetches", "feed_dict", "options"])):
    """What goes into a run.  options: RunOptions."""

    def __new__(cls, fetches, feed_dict=None, options=None):
        return super().__new__(cls, fetches, feed_dict, options)


class SessionRunValues(collections.namedtuple("SessionRunValues", ["results", "options", "run_metadata"])):
    """The result of a run.  results: in the form of the hook's fetches, None when it requested nothing."""


class SessionRunContext:
    """The context of a run for a hook, which can request the end."""

    def __init__(self, original_args, session):
        self._original_args = original_args
        self._session = session
        self._stop_requested = False

    original_args = attribute("_original_args", "The SessionRunArgs of the program's own call.")
    session = attribute("_session", "The session of the run.")
    stop_requested = attribute("_stop_requested", "True once a hook called request_stop.")

    def request_stop(self):
        """Makes should_stop() of the monitored session true after this run."""
        self._stop_requested = True
