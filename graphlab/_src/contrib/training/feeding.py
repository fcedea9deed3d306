"""FeedingQueueRunner: a QueueRunner whose threads feed what functions return."""

from graphlab._src.base.errors import CancelledError, OutOfRangeError
from graphlab._src.train.queue_runner import QueueRunner


class FeedingQueueRunner(QueueRunner):
    """A QueueRunner that calls a function for each run of an operation that fills the queue, for what it feeds.

    feed_fns: a function without arguments for each of enqueue_ops that returns a feed_dict, or None.
    """

    def __init__(
        self,
        queue=None,
        enqueue_ops=None,
        close_op=None,
        cancel_op=None,
        feed_fns=None,
        queue_closed_exception_types=None,
    ):
        ends = queue_closed_exception_types or (OutOfRangeError, CancelledError)
        super().__init__(queue, enqueue_ops, close_op, cancel_op, queue_closed_exception_types=ends)
        operations = enqueue_ops or []
        if feed_fns is not None and len(feed_fns) != len(operations):
            raise ValueError("If feed_fns is not None, it must have the same length as enqueue_ops.")
        self._waiting = list(zip(operations, feed_fns or [None] * len(operations), strict=True))

    def _filler(self, sess, enqueue_op):
        place = next(place for place, (operation, _) in enumerate(self._waiting) if operation is enqueue_op)
        operation, feed_fn = self._waiting.pop(place)
        self._waiting.append((operation, feed_fn))  # for another session, or a thread with the same operation
        return lambda: sess.run(operation, feed_dict=None if feed_fn is None else feed_fn())

    def to_proto(self, export_scope=None):
        """Raises NotImplementedError: its functions have no form as a message."""
        raise NotImplementedError(f"{type(self).__name__} does not support serialization to proto.")
