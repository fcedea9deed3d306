"""Hooks of a training: one that evaluates without a checkpoint, one that waits for the chief's last checkpoint."""

import time

from graphlab._src.estimator.estimator import Estimator, evaluation_hooks, saved_step
from graphlab._src.graph import Graph, GraphKeys
from graphlab._src.graph.scopes import get_collection
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.identity import placeholder
from graphlab._src.state.assignment import assign
from graphlab._src.train.global_step import needed_global_step_read
from graphlab._src.train.hooks.stop_at_step import StopAtStepHook
from graphlab._src.train.hooks.timer import SecondOrStepTimer
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook
from graphlab._src.train.sessions.scaffold import Scaffold


class InMemoryEvaluatorHook(SessionRunHook):
    """Evaluates during a training, with the values that its variables have then: before the first step and after the last.

    estimator: the one that is trained.  input_fn, steps, hooks, name: as in its method evaluate.
    every_n_iter: how many runs of the training session are between two evaluations.
    Raises ValueError where several processes train, for a Saver or init_fn in the model's Scaffold, and for state that is
    not in global variables, as that of tables.
    """

    def __init__(self, estimator, input_fn, steps=None, hooks=None, name=None, every_n_iter=100):
        if every_n_iter is None or every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        if estimator.config.num_ps_replicas > 0 or estimator.config.num_worker_replicas > 1:
            raise ValueError("InMemoryEvaluator supports only single machine (aka Local) setting.")
        self._estimator: Estimator = estimator
        self._input_fn = input_fn
        self._eval_dir = estimator.eval_dir(name)
        self._hooks = evaluation_hooks(hooks, steps)
        self._timer = SecondOrStepTimer(every_steps=every_n_iter)

    def begin(self):
        """Makes the graph of the evaluation."""
        self._timer.reset()
        self._iterations = 0
        self._graph = Graph()
        with self._graph.as_default():
            made = self._estimator._evaluate_build_graph(self._input_fn, self._hooks)
            self._scaffold, self._evaluation = made[0], made[1:]
            if self._scaffold.saver is not None:
                raise ValueError("InMemoryEvaluator does not support custom saver")
            if self._scaffold.init_fn is not None:
                raise ValueError("InMemoryEvaluator does not support custom init_fn")
            self._evaluated = {one.name: one for one in get_collection(GraphKeys.GLOBAL_VARIABLES)}

    def after_create_session(self, session, coord):
        """Evaluates what the training begins with."""
        if get_collection(GraphKeys.SAVEABLE_OBJECTS):
            raise ValueError("InMemoryEvaluator does not support saveables other than global variables.")
        trained = {one.name: one for one in get_collection(GraphKeys.GLOBAL_VARIABLES)}
        self._trained = {name: variable for name, variable in trained.items() if name in self._evaluated}
        with self._graph.as_default():
            self._fed = {name: placeholder(self._evaluated[name].dtype) for name in self._trained}
            self._assign_all = group([assign(self._evaluated[name], fed) for name, fed in self._fed.items()])
        self._evaluate(session)

    def after_run(self, run_context, run_values):
        """Evaluates every so many runs."""
        self._iterations += 1
        if self._timer.should_trigger_for_step(self._iterations):
            self._evaluate(run_context.session)

    def end(self, session):
        """Evaluates what was trained."""
        self._evaluate(session)

    def _evaluate(self, trained_session):
        values = trained_session.run(self._trained)
        feeds = {self._fed[name]: value for name, value in values.items()}

        def feed_variables(scaffold, session):
            session.run(self._assign_all, feeds)

        scaffold = Scaffold(init_fn=feed_variables, copy_from_scaffold=self._scaffold)
        with self._graph.as_default():
            self._estimator._evaluate_run(None, scaffold, *self._evaluation, self._eval_dir)
        self._timer.update_last_triggered_step(self._iterations)


class _StopAtCheckpointStepHook(SessionRunHook):
    """Requests the end once a checkpoint of last_step is in model_dir, which another process writes.

    wait_after_file_check_secs: seconds between two looks into the folder.
    """

    def __init__(self, model_dir, last_step, wait_after_file_check_secs=30):
        if last_step is None:
            raise ValueError("last_step must be specified.")
        if model_dir is None:
            raise ValueError("model_dir must be specified.")
        self._model_dir = model_dir
        self._last_step = last_step
        self._wait_after_file_check_secs = wait_after_file_check_secs

    def begin(self):
        """Finds the global step."""
        self._step = needed_global_step_read("StopAtCheckpointStepHook")

    def before_run(self, run_context):
        """Fetches the global step."""
        return SessionRunArgs(self._step)

    def after_run(self, run_context, run_values):
        """Looks for the checkpoint from last_step on."""
        if run_values.results + 1 < self._last_step:
            return
        if saved_step(self._model_dir) >= self._last_step:
            run_context.request_stop()
        else:
            time.sleep(self._wait_after_file_check_secs)


def make_stop_at_checkpoint_step_hook(estimator, last_step, wait_after_file_check_secs=30):
    """A hook that ends a training at last_step; on workers that write no checkpoints, once the chief's is written."""
    if estimator.config.is_chief:
        return StopAtStepHook(last_step=last_step)
    return _StopAtCheckpointStepHook(estimator.model_dir, last_step, wait_after_file_check_secs)
