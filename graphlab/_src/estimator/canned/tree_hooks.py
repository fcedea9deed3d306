"""Hooks of trainings of boosted trees: what is run before, and when they end."""

from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class StopAtAttemptsHook(SessionRunHook):
    """Ends the training when all trees are grown, or no good splits were found for long.

    finished, attempted: the tensors of how many trees are finished, and how many layers were tried.
    trees, depth: how many trees there are to be, and of how many layers.
    """

    def __init__(self, finished, attempted, trees, depth):
        self._fetches = [finished, attempted]
        self._trees = trees
        self._attempts = 2 * trees * depth

    def before_run(self, run_context):
        """Fetches how many trees and attempts there are."""
        return SessionRunArgs(self._fetches)

    def after_run(self, run_context, run_values):
        """Near the end they are read again: a step reads them before it grows."""
        finished, attempted = run_values.results
        if finished >= self._trees - 1 or attempted > self._attempts - 1:
            finished, attempted = run_context.session.run(self._fetches)
        if finished >= self._trees or attempted > self._attempts:
            run_context.request_stop()


class GrowerInitializationHook(SessionRunHook):
    """Runs what a grower needs before the training: init_op."""

    def __init__(self, init_op):
        self._init_op = init_op

    def after_create_session(self, session, coord):
        """Runs it."""
        session.run(self._init_op)
