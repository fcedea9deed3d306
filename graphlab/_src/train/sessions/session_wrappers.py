"""Sessions around sessions: one calls hooks, one minds a coordinator, one makes a new session when one is lost."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import AbortedError, UnavailableError, explain
from graphlab._src.graph.attributes import attribute
from graphlab._src.proto import RunMetadata, RunOptions
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunContext, SessionRunValues

_FIX = "\n  fix "
LOST = (AbortedError, UnavailableError)  # what a session raises that has lost a device or a worker


class StepContext:
    """What a step function of run_step_fn works with."""

    def __init__(self, session, run_with_hooks_fn):
        self._session = session
        self._run_with_hooks_fn = run_with_hooks_fn

    @property
    def session(self):
        """The session itself, whose runs no hook sees."""
        return self._session

    def run_with_hooks(self, *args, **kwargs):
        """A run that hooks see."""
        return self._run_with_hooks_fn(*args, **kwargs)

    def request_stop(self):
        """Ends the loop: raises StopIteration."""
        raise StopIteration("step_fn has requested the iterations to stop.")


class WrappedSession:
    """A session around another; what it wraps may be one of these too."""

    def __init__(self, sess):
        self._sess: Any = sess

    graph = attribute("_sess.graph", "The Graph that it runs.")
    sess_str = attribute("_sess.sess_str", "The target of the session, as bytes.")

    def should_stop(self):
        """True when it is time to end, or the session is closed."""
        if self._check_stop():
            return True
        if self._sess:
            return isinstance(self._sess, WrappedSession) and self._sess.should_stop()
        return True

    def _check_stop(self):
        return False

    def close(self):
        """Closes what is inside."""
        if self._sess:
            try:
                self._sess.close()
            except LOST as error:
                logging.warning("An error occurred when attempting to close the session: %s", error)
            finally:
                self._sess = None

    def run(self, *args, **kwargs):
        """As Session.run."""
        return self._sess.run(*args, **kwargs)

    def run_step_fn(self, step_fn, raw_session, run_with_hooks):
        """step_fn(StepContext)."""
        return step_fn(StepContext(raw_session, run_with_hooks or self.run))


class HookedSession(WrappedSession):
    """Calls hooks before each run for their fetches and feeds, and with the results after it."""

    def __init__(self, sess, hooks):
        super().__init__(sess)
        self._hooks = hooks
        self._should_stop = False

    def _check_stop(self):
        return self._should_stop

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """A run of the fetches, together with what the hooks fetch and feed."""
        if self.should_stop():
            raise RuntimeError("Run called even after should_stop requested.")
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict), self._sess)
        all_fetches = {"caller": fetches}
        options = options or RunOptions()
        run_metadata = run_metadata or RunMetadata()
        feed_dict = self._before_run(context, all_fetches, feed_dict, options)
        outputs = super().run(all_fetches, feed_dict=feed_dict, options=options, run_metadata=run_metadata)
        for hook in self._hooks:
            hook.after_run(context, SessionRunValues(outputs.get(hook), options, run_metadata))
        self._should_stop = self._should_stop or context.stop_requested
        return outputs["caller"]

    def _before_run(self, context, fetches, feed_dict, options):
        """Adds what the hooks want to fetches and options; the feeds of all."""
        feeds = {}
        for hook in self._hooks:
            wanted = hook.before_run(context)
            if wanted is None:
                continue
            if wanted.fetches is not None:
                fetches[hook] = wanted.fetches
            if wanted.feed_dict:
                _check_disjoint(feeds, wanted.feed_dict, "Same tensor is fed by two hooks.")
                feeds.update(wanted.feed_dict)
            if wanted.options:
                _merge(options, wanted.options)
        if not feeds or not feed_dict:
            return feeds or feed_dict
        _check_disjoint(feed_dict, feeds, "Same tensor is fed by a SessionRunHook and user.")
        return {**feeds, **feed_dict}


def _check_disjoint(first, second, message):
    both = first.keys() & second.keys()
    if both:
        raise RuntimeError(f"{message} Conflict(s): {list(both)}")


def _merge(options, wanted):
    """Merges run options: what either requests."""
    for field in (
        "trace_level",
        "timeout_in_ms",
        "inter_op_thread_pool",
        "output_partition_graphs",
        "report_tensor_allocations_upon_oom",
    ):
        setattr(options, field, max(getattr(options, field), getattr(wanted, field)))
    options.debug_options.debug_tensor_watch_opts.extend(wanted.debug_options.debug_tensor_watch_opts)
    if wanted.debug_options.reset_disk_byte_usage:
        options.debug_options.reset_disk_byte_usage = True


class CoordinatedSession(WrappedSession):
    """Stops when a coordinator says so, and raises what its threads raised."""

    def __init__(self, sess, coord, stop_grace_period_secs=120):
        super().__init__(sess)
        self._coord = coord
        self._stop_grace_period_secs = stop_grace_period_secs

    def _check_stop(self):
        self._coord.raise_requested_exception()
        return self._coord.should_stop()

    def close(self):
        """Stops the coordinator's threads, then closes what is inside."""
        self._coord.request_stop()
        try:
            self._coord.join(stop_grace_period_secs=self._stop_grace_period_secs, ignore_live_threads=True)
        finally:
            super().close()

    def run(self, *args, **kwargs):
        """A run; when it fails because a thread failed, what that one raised counts only if a session was lost."""
        try:
            return self._sess.run(*args, **kwargs)
        except LOST:
            raise
        except Exception as error:
            try:
                self._coord.raise_requested_exception()
            except LOST:
                raise
            except Exception:
                raise error from None
            raise


class ConcertedSession(WrappedSession):
    """The session of one of several workers that make each step together: it can't be made anew without the others'."""

    def run(self, *args, **kwargs):
        """As Session.run."""
        try:
            return super().run(*args, **kwargs)
        except LOST as error:
            raise _ended_for_all(error) from None

    def run_step_fn(self, step_fn, raw_session, run_with_hooks):
        """step_fn(StepContext)."""
        try:
            return super().run_step_fn(step_fn, raw_session, run_with_hooks)
        except LOST as error:
            raise _ended_for_all(error) from None


def _ended_for_all(error):
    message = explain(
        f"{error.message.partition(_FIX)[0]}. The workers make each step together, so that none goes on alone",
        fix="start all workers again: they go on from the last checkpoint",
    )
    return type(error)(error.node_def, error.op, message)


class RecoverableSession(WrappedSession):
    """Makes a new session when one is lost."""

    def __init__(self, creator):
        self._creator = creator
        super().__init__(self._created())

    def _created(self):
        while True:
            try:
                return self._creator.create_session()
            except LOST as error:
                logging.info("A session was lost while it was being made; a new one will be made: %s", error)

    def _check_stop(self):
        if not self._sess:
            return True
        try:
            return self._sess._check_stop()
        except LOST as error:
            self._lose(error)
            self._sess = self._created()
            return False
        except Exception:  # the next run raises it
            return True

    def _lose(self, error):
        logging.info("A session was lost; a new one will be made: %s", error)
        self.close()

    def _insist(self, call):
        while True:
            try:
                if not self._sess:
                    self._sess = self._created()
                return call(self._sess)
            except LOST as error:
                self._lose(error)

    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """As Session.run, again in a new session when one is lost."""
        return self._insist(lambda session: session.run(fetches, feed_dict, options, run_metadata))

    def run_step_fn(self, step_fn, raw_session, run_with_hooks):
        """step_fn(StepContext), again in a new session when one is lost. raw_session: what step_fn gets until then."""
        before = self._creator.tf_sess

        def step(session):
            raw = raw_session if self._creator.tf_sess is before else self._creator.tf_sess
            return session.run_step_fn(step_fn, raw, session.run)

        return self._insist(step)
