"""FinalOpsHook: what some tensors are at the end."""

from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.train.sessions.hook import SessionRunHook


class FinalOpsHook(SessionRunHook):
    """Runs final_ops, fed with final_ops_feed_dict, at the end of a session; final_ops_values then has their values."""

    def __init__(self, final_ops, final_ops_feed_dict=None):
        self._final_ops = final_ops
        self._feeds = final_ops_feed_dict
        self._values = None

    @property
    def final_ops_values(self) -> Any:
        """The values at the end, in the form of final_ops; None before."""
        return self._values

    def end(self, session):
        if self._final_ops is None:
            return
        try:
            self._values = session.run(self._final_ops, feed_dict=self._feeds)
        except (OutOfRangeError, StopIteration):
            logging.warning(
                "The operations of a FinalOpsHook have a dependency back to some input source, which has ended: of a metric "
                "its value is to be run at the end, not its update."
            )
            raise
