"""FeedFnHook: feeds what a function returns."""

from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class FeedFnHook(SessionRunHook):
    """Feeds each run with the dict that feed_fn() returns."""

    def __init__(self, feed_fn):
        self.feed_fn = feed_fn

    def before_run(self, run_context):
        return SessionRunArgs(None, feed_dict=self.feed_fn())
