"""StopAtStepHook: ends training after a number of steps."""

from graphlab._src.train.global_step import needed_global_step_read
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook


class StopAtStepHook(SessionRunHook):
    """Requests the end after num_steps steps from where the session began, or when the global step is last_step."""

    def __init__(self, num_steps=None, last_step=None):
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps = num_steps
        self._last_step = last_step

    def begin(self):
        self._step = needed_global_step_read("StopAtStepHook")

    def after_create_session(self, session, coord):
        if self._last_step is None:
            self._last_step = session.run(self._step) + self._num_steps

    def before_run(self, run_context):
        return SessionRunArgs(self._step)

    def after_run(self, run_context, run_values):
        # What was fetched may be from before or after the training step of that run: near the end, look again.
        if run_values.results + 1 >= self._last_step and run_context.session.run(self._step) >= self._last_step:
            run_context.request_stop()
