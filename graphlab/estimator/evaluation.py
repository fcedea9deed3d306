"""One evaluation of a checkpoint: metrics brought up to date batch by batch, then read."""

import time
from typing import Any

from graphlab import dtypes, logging
from graphlab.graph import GraphKeys, get_default_graph
from graphlab.graph.scopes import control_dependencies
from graphlab.ops.identity import identity
from graphlab.state.changes import assign_add
from graphlab.state.initializers import zeros_initializer
from graphlab.state.scope import get_variable
from graphlab.train.hooks.final_ops import FinalOpsHook
from graphlab.train.sessions.creators import ChiefSessionCreator
from graphlab.train.sessions.hook import SessionRunArgs, SessionRunHook
from graphlab.train.sessions.monitored import MonitoredSession


def get_or_create_eval_step():
    """The local variable that counts the batches of an evaluation."""
    found = get_default_graph().get_collection(GraphKeys.EVAL_STEP)
    if len(found) > 1:
        raise ValueError("Multiple tensors added to tf.GraphKeys.EVAL_STEP")
    if found:
        return found[0]
    return get_variable(
        "eval_step",
        shape=[],
        dtype=dtypes.int64,
        initializer=zeros_initializer(),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.EVAL_STEP],
    )


class StopAfterNEvalsHook(SessionRunHook):
    """Asks for the end after num_evals batches; logs how far it is."""

    def __init__(self, num_evals, log_progress=True):
        self._num_evals = num_evals
        self._log_progress = log_progress
        self._every = 1 if num_evals is None or num_evals < 20 else num_evals // 10
        self.evals_completed = None  # a tensor, once the evaluation is built

    def before_run(self, run_context):
        return SessionRunArgs({"done": self.evals_completed})

    def after_run(self, run_context, run_values):
        done = run_values.results["done"]
        if self._log_progress:
            if self._num_evals is None:
                logging.info("Evaluation [%d]", done)
            elif done % self._every == 0 or done == self._num_evals:
                logging.info("Evaluation [%d/%d]", done, self._num_evals)
        if self._num_evals is not None and done >= self._num_evals:
            run_context.request_stop()


def evaluate_once(checkpoint_path, scaffold, update_op, final_ops, hooks, config) -> dict[str, Any]:
    """What final_ops are after update_op ran for each batch.

    checkpoint_path: restored; initialized without.  hooks: SessionRunHooks, one of which may end it.
    """
    step = get_or_create_eval_step()
    hooks = list(hooks)
    updates = []
    if update_op is not None:
        updates = [update_op, assign_add(step, 1, use_locking=True)]
        with control_dependencies(updates):
            done = identity(step.read_value())
        for hook in hooks:
            if isinstance(hook, StopAfterNEvalsHook):
                hook.evals_completed = done
    logging.info("Starting evaluation at %s", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.localtime()))
    creator = ChiefSessionCreator(scaffold, config=config, checkpoint_filename_with_path=checkpoint_path)
    final = FinalOpsHook(final_ops)
    with MonitoredSession(creator, [*hooks, final]) as session:
        while updates and not session.should_stop():
            session.run(updates)
    logging.info("Finished evaluation at %s", time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime()))
    return final.final_ops_values or {}
