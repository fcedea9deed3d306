"""MonitoredSession: a session that is prepared, restored, watched by hooks, recovered when lost, and stopped cleanly.

with tf.train.MonitoredSession(hooks=[tf.train.StopAtStepHook(last_step=1000)]) as session:
    while not session.should_stop():
        session.run(train_op)
"""

import inspect

from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.distribute.context import get_strategy
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import get_collection
from graphlab._src.train.coordinator import Coordinator
from graphlab._src.train.queue_runner import start_queue_runners
from graphlab._src.train.sessions import session_wrappers
from graphlab._src.train.sessions.creators import ChiefSessionCreator, SessionCreator


class _Coordinated(SessionCreator):
    """Makes a session with running queues, a coordinator for them, and hooks that know of it."""

    def __init__(self, creator, hooks, stop_grace_period_secs):
        self._creator = creator
        self._hooks = hooks
        self._stop_grace_period_secs = stop_grace_period_secs
        self.coord = None
        self.tf_sess = None

    def create_session(self):
        self.tf_sess = self._creator.create_session()
        # With no clean stop exceptions the end of the input reaches the loop as OutOfRangeError.
        self.coord = Coordinator(clean_stop_exception_types=[])
        if get_collection(GraphKeys.QUEUE_RUNNERS):
            start_queue_runners(sess=self.tf_sess, coord=self.coord)
        for hook in self._hooks:
            hook.after_create_session(self.tf_sess, self.coord)
        hooked = session_wrappers.HookedSession(self.tf_sess, self._hooks)
        return session_wrappers.CoordinatedSession(hooked, self.coord, self._stop_grace_period_secs)


class _MonitoredSession:
    """What MonitoredSession and SingularMonitoredSession share."""

    StepContext = session_wrappers.StepContext

    def __init__(self, session_creator, hooks, should_recover, stop_grace_period_secs=120):
        self._graph_was_finalized = get_default_graph().finalized
        self._hooks = hooks or []
        for hook in self._hooks:
            hook.begin()
        creator = session_creator or ChiefSessionCreator()
        self._creator = _Coordinated(creator, self._hooks, stop_grace_period_secs)
        if get_strategy().extended.keeps_workers_equal:
            self._sess = session_wrappers.ConcertedSession(self._creator.create_session())
        elif should_recover:
            self._sess = session_wrappers.RecoverableSession(self._creator)
        else:
            self._sess = self._creator.create_session()

    _coordinated_creator = attribute("_creator", "What makes the session, and knows its coordinator.")

    @property
    def graph(self):
        """The Graph that it runs; None once it is closed."""
        session = self._tf_sess()
        return None if session is None else session.graph

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """As Session.run, with the hooks called before and after."""
        return self._open().run(fetches, feed_dict=feed_dict, options=options, run_metadata=run_metadata)

    def run_step_fn(self, step_fn):
        """What step_fn(step_context) returns: step_context.session runs without hooks, step_context.run_with_hooks with.

        Raises ValueError when step_fn has other parameters, StopIteration when it calls step_context.request_stop().
        """
        # The name of the parameter is a promise that the function knows what it gets.
        names = tuple(inspect.signature(step_fn).parameters)
        if names not in (("step_context",), ("self", "step_context")):
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and `step_context` arguments if it's an "
                f"instance method. Got {names} instead."
            )
        return self._open().run_step_fn(step_fn, self._tf_sess(), run_with_hooks=None)

    def should_stop(self):
        """True when a hook requested the end, a thread ended the work, or the session is closed."""
        return self._sess is None or self._sess.should_stop()

    def close(self):
        """Lets the hooks end, stops the threads and closes the session. RuntimeError when it is closed already."""
        self._close()

    def __enter__(self):
        return self

    def __exit__(self, exception_type, exception_value, traceback):
        if exception_type in (OutOfRangeError, StopIteration):
            exception_type = None
        self._close(exception_type)
        return exception_type is None

    def _open(self):
        if self._sess is None:
            raise RuntimeError("Session is already closed.")
        return self._sess

    def _close(self, exception_type=None):
        try:
            if not exception_type:
                for hook in self._hooks:
                    hook.end(self._creator.tf_sess)
        finally:
            try:
                self._open().close()
            finally:
                self._sess = None
                self._creator.tf_sess = None
                self._creator.coord = None
                if not self._graph_was_finalized:
                    get_default_graph()._unsafe_unfinalize()

    def _is_closed(self):
        return self._creator.tf_sess is None

    def _tf_sess(self):
        return self._creator.tf_sess


class MonitoredSession(_MonitoredSession):
    """A session that is initialized or restored, with hooks, and made anew when it is lost.

    session_creator: a ChiefSessionCreator when left out.  hooks: SessionRunHooks.  stop_grace_period_secs: how long threads
    have to end.
    """

    def __init__(self, session_creator=None, hooks=None, stop_grace_period_secs=120):
        super().__init__(session_creator, hooks, True, stop_grace_period_secs)


class SingularMonitoredSession(_MonitoredSession):
    """A session that is initialized or restored, with hooks; when it is lost, its error comes through.

    checkpoint_dir: where the newest checkpoint is restored from, or checkpoint_filename_with_path: that one.
    """

    def __init__(
        self,
        hooks=None,
        scaffold=None,
        master="",
        config=None,
        checkpoint_dir=None,
        stop_grace_period_secs=120,
        checkpoint_filename_with_path=None,
    ):
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path)
        super().__init__(creator, hooks, False, stop_grace_period_secs)

    def raw_session(self):
        """The Session inside."""
        return self._tf_sess()
