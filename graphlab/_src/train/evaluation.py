"""Evaluations of checkpoints: metrics brought up to date batch by batch, then read."""

import time
from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.graph import GraphKeys, get_default_graph
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.ops.identity import identity
from graphlab._src.state.assignment import assign_add
from graphlab._src.state.initializers import zeros_initializer
from graphlab._src.state.scope import get_variable
from graphlab._src.train.hooks.final_ops import FinalOpsHook
from graphlab._src.train.saving.checkpoint_utils import checkpoints_iterator
from graphlab._src.train.sessions.creators import ChiefSessionCreator
from graphlab._src.train.sessions.hook import SessionRunArgs, SessionRunHook
from graphlab._src.train.sessions.monitored import MonitoredSession


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
    """Requests the end after num_evals batches; logs how far it is."""

    def __init__(self, num_evals, log_progress=True):
        self._num_evals = num_evals
        self._log_progress = log_progress
        self._every = 1 if num_evals is None or num_evals < 20 else num_evals // 10
        self.evals_completed = None  # a tensor, once the evaluation is built

    def _set_evals_completed_tensor(self, updated_eval_step):
        self.evals_completed = updated_eval_step

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


def evaluate_once(
    checkpoint_path,
    master="",
    scaffold=None,
    eval_ops: Any = None,
    feed_dict=None,
    final_ops: Any = None,
    final_ops_feed_dict=None,
    hooks=None,
    config=None,
) -> Any:
    """What final_ops are after eval_ops ran for each batch; None without final_ops.

    checkpoint_path: restored; initialized without.  eval_ops: run until a hook, or the end of the input, stops it.
    hooks: SessionRunHooks, of which StopAfterNEvalsHook stops after so many batches.
    """
    hooks = list(hooks or [])
    return _evaluated(
        with_eval_step(eval_ops, hooks),
        feed_dict,
        FinalOpsHook(final_ops, final_ops_feed_dict),
        hooks,
        ChiefSessionCreator(scaffold, master, config, checkpoint_filename_with_path=checkpoint_path),
    )


def evaluate_repeatedly(
    checkpoint_dir,
    master="",
    scaffold=None,
    eval_ops: Any = None,
    feed_dict=None,
    final_ops: Any = None,
    final_ops_feed_dict=None,
    eval_interval_secs=60,
    hooks=None,
    config=None,
    max_number_of_evaluations=None,
    timeout=None,
    timeout_fn=None,
) -> Any:
    """evaluate_once for each checkpoint as it appears in a folder; the last one's final_ops.

    eval_interval_secs: the least time between two evaluations.  max_number_of_evaluations: None: without end.
    timeout, timeout_fn: how long to wait for a checkpoint, as in checkpoints_iterator.
    """
    hooks = list(hooks or [])
    updates = with_eval_step(eval_ops, hooks)
    final = FinalOpsHook(final_ops, final_ops_feed_dict)
    for number, path in enumerate(checkpoints_iterator(checkpoint_dir, eval_interval_secs, timeout, timeout_fn), 1):
        creator = ChiefSessionCreator(scaffold, master, config, checkpoint_filename_with_path=path)
        _evaluated(updates, feed_dict, final, hooks, creator)
        if max_number_of_evaluations is not None and number >= max_number_of_evaluations:
            break
    return final.final_ops_values


def latest_eval_step_value(update_ops):
    """How many batches an evaluation has had, after these operations, a list or a dict of them."""
    with control_dependencies(list(update_ops.values()) if isinstance(update_ops, dict) else update_ops):
        return identity(get_or_create_eval_step().read_value())


def with_eval_step(eval_ops, hooks) -> Any:
    """eval_ops, of which each run counts; those hooks that stop after so many batches learn how many there were."""
    step = get_or_create_eval_step()
    if eval_ops is None:
        return None
    update = assign_add(step, 1, use_locking=True)
    if isinstance(eval_ops, dict):
        updates: Any = {**eval_ops, "update_eval_step": update}
    else:
        updates = [*(eval_ops if isinstance(eval_ops, (list, tuple)) else [eval_ops]), update]
    done = latest_eval_step_value(updates)
    for hook in hooks:
        if isinstance(hook, StopAfterNEvalsHook):
            hook.evals_completed = done
    return updates


def _evaluated(updates, feed_dict, final, hooks, creator):
    logging.info("Starting evaluation at %s", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.localtime()))
    with MonitoredSession(creator, [*hooks, final]) as session:
        while updates is not None and not session.should_stop():
            session.run(updates, feed_dict)
    logging.info("Finished evaluation at %s", time.strftime("%Y-%m-%d-%H:%M:%S", time.localtime()))
    return final.final_ops_values
