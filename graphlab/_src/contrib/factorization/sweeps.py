"""Hooks for alternating least squares: sweeps over rows and over columns alternate, until there were enough."""

from graphlab._src.base import logging
from graphlab._src.graph import get_default_graph
from graphlab._src.state.assignment import assign_add
from graphlab._src.train.global_step import get_global_step
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook

COMPLETED_SWEEPS = "completed_sweeps"


class SweepHook(SessionRunHook):
    """Runs the update of rows or columns, whichever are being swept over, and what prepares each sweep.

    is_row_sweep, is_sweep_done: variables.  init_op: run once, first.  row_prep_ops, col_prep_ops: run before each sweep.
    row_train_op, col_train_op: run in each step.  switch_op: run between sweeps.
    """

    def __init__(
        self, is_row_sweep, is_sweep_done, init_op, row_prep_ops, col_prep_ops, row_train_op, col_train_op, switch_op
    ):
        self._is_row_sweep, self._is_sweep_done = is_row_sweep, is_sweep_done
        self._init_op, self._switch_op = init_op, switch_op
        self._prep_ops = {True: row_prep_ops, False: col_prep_ops}
        self._train_op = {True: row_train_op, False: col_train_op}
        self._begun = False

    def before_run(self, run_context):
        """Prepares a sweep where one begins. Requests the update."""
        session = run_context.session
        done = bool(session.run(self._is_sweep_done))
        if not self._begun:
            session.run(self._init_op)
        if done:
            session.run(self._switch_op)
        of_rows = bool(session.run(self._is_row_sweep))
        if done or not self._begun:
            logging.info("A sweep over %s begins.", "rows" if of_rows else "columns")
            for operation in self._prep_ops[of_rows]:
                session.run(operation)
        self._begun = True
        return SessionRunArgs(fetches=[self._train_op[of_rows]])


class IncrementGlobalStepHook(SessionRunHook):
    """Counts steps."""

    def __init__(self):
        step = get_global_step()
        self._increment = None if step is None else assign_add(step, 1, name="global_step_incr").op

    def before_run(self, run_context):
        """Counts one."""
        if self._increment is not None:
            run_context.session.run(self._increment)


class StopAtSweepHook(SessionRunHook):
    """Ends training after so many sweeps."""

    def __init__(self, last_sweep):
        self._last_sweep = last_sweep

    def begin(self):
        """Finds the counter of sweeps; RuntimeError where there is none."""
        try:
            self._sweeps = get_default_graph().get_tensor_by_name(f"{COMPLETED_SWEEPS}:0")
        except KeyError:
            raise RuntimeError(f"{COMPLETED_SWEEPS} counter should be created to use StopAtSweepHook.") from None

    def before_run(self, run_context):
        """Requests the number of sweeps."""
        return SessionRunArgs(self._sweeps)

    def after_run(self, run_context, run_values):
        """Compares it."""
        if run_values.results >= self._last_sweep:
            run_context.request_stop()
