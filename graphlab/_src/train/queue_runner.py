"""QueueRunner: threads that keep a queue filled, and end in order when the input does."""

import logging
import threading
import weakref
from typing import Any

from graphlab._src.base import context
from graphlab._src.base.errors import (
    AbortedError,
    CancelledError,
    OpError,
    OutOfRangeError,
    UnavailableError,
    error_code_from_exception_type,
    exception_type_from_error_code,
)
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.scopes import add_to_collection, get_collection
from graphlab._src.io.proto_functions import register_proto_function
from graphlab._src.proto import QueueRunnerDef
from graphlab._src.session.session import BaseSession

_log = logging.getLogger("graphlab")
_END = (AbortedError, CancelledError, UnavailableError)  # of a session, or of a task that it needs


class QueueRunner:
    """Runs operations again and again, each in a thread of its own, until one of them says that the input has ended.

    queue: the queue that they fill.  enqueue_ops: the operations.
    close_op: run when the input has ended; closes the queue when left out.
    cancel_op: run when the coordinator requests a stop; by default it closes the queue and cancels pending operations.
    queue_closed_exception_types: the errors that mean that the input has ended; (OutOfRangeError,) when left out.
    queue_runner_def: a QueueRunnerDef to take all that from instead.  import_scope: what its names were imported under.
    """

    def __init__(
        self,
        queue=None,
        enqueue_ops=None,
        close_op=None,
        cancel_op=None,
        queue_closed_exception_types=None,
        queue_runner_def=None,
        import_scope=None,
    ):
        if queue_runner_def:
            if queue or enqueue_ops:
                raise ValueError("queue_runner_def and queue are mutually exclusive.")
            self._init_from_proto(queue_runner_def, import_scope)
        else:
            self._init_from_args(queue, enqueue_ops, close_op, cancel_op, queue_closed_exception_types)
        self._lock = threading.Lock()
        self._runs_per_session = weakref.WeakKeyDictionary()  # session -> threads that still fill the queue
        self._exceptions_raised = []

    def _init_from_args(self, queue, enqueue_ops, close_op, cancel_op, ends):
        if not queue or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        if ends is not None and not (isinstance(ends, tuple) and ends and all(issubclass(t, OpError) for t in ends)):
            raise TypeError(
                f"queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: {ends}"
            )
        self._queue = queue
        self._enqueue_ops = enqueue_ops
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        self._queue_closed_exception_types = ends or (OutOfRangeError,)

    def _init_from_proto(self, message, import_scope):
        if not isinstance(message, QueueRunnerDef):
            raise TypeError(f"queue_runner_def must be a QueueRunnerDef, got {type(message)}")
        graph = get_default_graph()

        def element(name):
            return graph.as_graph_element(f"{import_scope}/{name}" if import_scope else name)

        self._queue = element(message.queue_name)
        self._enqueue_ops = [element(name) for name in message.enqueue_op_name]
        self._close_op = element(message.close_op_name)
        self._cancel_op = element(message.cancel_op_name)
        ends = tuple(exception_type_from_error_code(code) for code in message.queue_closed_exception_types)
        self._queue_closed_exception_types = ends or (OutOfRangeError,)

    queue = attribute("_queue", "The queue that is filled.")
    enqueue_ops = attribute("_enqueue_ops", "The operations that fill it.")
    close_op = attribute("_close_op", "The operation that closes it when the input has ended.")
    cancel_op = attribute("_cancel_op", "The operation that closes it when the coordinator requests a stop.")
    queue_closed_exception_types = attribute(
        "_queue_closed_exception_types", "The errors that mean that the input has ended."
    )
    exceptions_raised = attribute(
        "_exceptions_raised", "The exceptions of threads that have no coordinator to report them to."
    )
    name = attribute("_queue.name", "The name of the queue.")

    def create_threads(self, sess, coord=None, daemon=False, start=False):
        """A thread for each operation, and with a coordinator one that closes the queue on a stop.

        sess: the session to run them in. An empty list when its threads run already.
        coord: a Coordinator that errors are reported to.  daemon: whether the program may end before them.
        start: whether to start them.
        """
        with self._lock:
            if self._runs_per_session.get(sess, 0) > 0:
                return []
            self._runs_per_session[sess] = len(self._enqueue_ops)
            self._exceptions_raised = []
        threads = [self._thread(op.name, self._run, sess, op, coord) for op in self._enqueue_ops]
        if coord:
            threads.append(self._thread("close_on_stop", self._close_on_stop, sess, self._cancel_op, coord))
        for thread in threads:
            if coord:
                coord.register_thread(thread)
            if daemon:
                thread.daemon = True
            if start:
                thread.start()
        return threads

    def _thread(self, name, target, *args):
        return threading.Thread(target=target, args=args, name=f"QueueRunnerThread-{self.name}-{name}")

    def _run(self, sess, enqueue_op, coord=None):
        """Fills the queue until the input ends, a stop is requested, or something fails."""
        counted = True
        try:
            enqueue = self._filler(sess, enqueue_op)
            while not (coord and coord.should_stop()):
                try:
                    enqueue()
                except self._queue_closed_exception_types:
                    with self._lock:
                        self._runs_per_session[sess] -= 1
                        counted = False
                        if self._runs_per_session[sess] == 0:
                            _run_in_passing(sess, self._close_op)
                    return
        except Exception as error:
            is_last = not threading.main_thread().is_alive()
            if isinstance(error, _END) and (is_last or coord and coord.joined):
                return  # the session was closed meanwhile, or its cluster, or the process ends: no caller waits for the thread
            if not coord:
                _log.error("Exception in QueueRunner: %s", error)
                with self._lock:
                    self._exceptions_raised.append(error)
                raise
            coord.request_stop(error)
        finally:
            if counted:
                with self._lock:
                    self._runs_per_session[sess] -= 1

    def _filler(self, sess, enqueue_op):
        """What a thread calls again and again."""
        return sess.make_callable(enqueue_op)

    def _close_on_stop(self, sess, cancel_op, coord):
        coord.wait_for_stop()
        _run_in_passing(sess, cancel_op)

    def to_proto(self, export_scope=None) -> Any:
        """A QueueRunnerDef that describes it; None when the queue is outside of export_scope.

        export_scope: a name scope to leave out of the names.
        """
        if export_scope is not None and not self.queue.name.startswith(export_scope):
            return None

        def within(name):
            return name.removeprefix(f"{export_scope}/") if export_scope else name

        return QueueRunnerDef(
            queue_name=within(self.queue.name),
            enqueue_op_name=[within(op.name) for op in self.enqueue_ops],
            close_op_name=within(self.close_op.name),
            cancel_op_name=within(self.cancel_op.name),
            queue_closed_exception_types=[
                error_code_from_exception_type(kind) for kind in self._queue_closed_exception_types
            ],
        )

    @staticmethod
    def from_proto(queue_runner_def, import_scope=None):
        """The QueueRunner that a QueueRunnerDef describes, in the default graph."""
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)


def _run_in_passing(sess, op):
    """Runs what ends a queue; ignores that another thread has ended it before."""
    try:
        sess.run(op)
    except Exception as error:
        _log.debug("Ignored exception: %s", error)


register_proto_function(GraphKeys.QUEUE_RUNNERS, QueueRunnerDef, QueueRunner.to_proto, QueueRunner.from_proto)


def add_queue_runner(qr, collection=GraphKeys.QUEUE_RUNNERS):
    """Adds a QueueRunner to a collection of the default graph, for start_queue_runners()."""
    add_to_collection(collection, qr)


def start_queue_runners(sess=None, coord=None, daemon=True, start=True, collection=GraphKeys.QUEUE_RUNNERS):
    """Starts the threads of all QueueRunners of the graph, and returns them.

    sess: the session to run in, the default one when left out.  coord: a Coordinator for the threads.
    daemon: whether the program may end before them.  start: False only makes them.
    collection: where the QueueRunners are.
    Raises ValueError when there is no session, TypeError for what is none.
    """
    if sess is None:
        sess = context.sessions.get_default()
        if not sess:
            raise ValueError(
                "Cannot start queue runners: No default session is registered. Use `with sess.as_default()` or pass an "
                "explicit session to tf.start_queue_runners(sess=sess)"
            )
    if not isinstance(sess, BaseSession):
        if type(sess).__name__ in ("MonitoredSession", "SingularMonitoredSession"):
            return []  # these start theirs by themselves
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(sess)}")
    with sess.graph.as_default():
        runners = get_collection(collection)
        if not runners:
            _log.warning(
                "`tf.train.start_queue_runners()` was called when no queue runners were defined. You can safely remove "
                "the call to this deprecated function."
            )
        return [
            thread
            for runner in runners
            for thread in runner.create_threads(sess, coord=coord, daemon=daemon, start=start)
        ]
