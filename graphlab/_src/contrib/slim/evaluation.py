"""tf.contrib.slim.evaluation: tf.contrib.training's evaluations of checkpoints, with summaries at the end of each."""

from typing import Any

from graphlab._src.contrib.training.summary_hook import SummaryAtEndHook
from graphlab._src.summary.merge import merge_all
from graphlab._src.train import evaluation
from graphlab._src.train.evaluation import StopAfterNEvalsHook
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.sessions.scaffold import Scaffold

_USE_DEFAULT = 0


def evaluate_once(
    master,
    checkpoint_path,
    logdir,
    num_evals=1,
    initial_op=None,
    initial_op_feed_dict=None,
    eval_op=None,
    eval_op_feed_dict=None,
    final_op=None,
    final_op_feed_dict=None,
    summary_op: Any = _USE_DEFAULT,
    summary_op_feed_dict=None,
    variables_to_restore=None,
    session_config=None,
    hooks=None,
) -> Any:
    """What final_op is after num_evals runs of eval_op on a checkpoint; None without final_op.

    logdir: where the summary goes.  summary_op: all summaries when left out, None for none.
    variables_to_restore: what a Saver accepts; all when left out.
    """
    return evaluation.evaluate_once(
        checkpoint_path,
        master=master,
        scaffold=_scaffold(variables_to_restore, init_op=initial_op, init_feed_dict=initial_op_feed_dict),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        hooks=_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
    )


def evaluation_loop(
    master,
    checkpoint_dir,
    logdir,
    num_evals=1,
    initial_op=None,
    initial_op_feed_dict=None,
    init_fn=None,
    eval_op=None,
    eval_op_feed_dict=None,
    final_op=None,
    final_op_feed_dict=None,
    summary_op: Any = _USE_DEFAULT,
    summary_op_feed_dict=None,
    variables_to_restore=None,
    eval_interval_secs=60,
    max_number_of_evaluations=None,
    session_config=None,
    timeout=None,
    timeout_fn=None,
    hooks=None,
) -> Any:
    """evaluate_once for each checkpoint as it appears in a folder; the last one's final_op.

    init_fn(session): called after initial_op.  max_number_of_evaluations: None: without end.
    timeout, timeout_fn: how long to wait for a checkpoint, as in checkpoints_iterator.
    """
    return evaluation.evaluate_repeatedly(
        checkpoint_dir,
        master=master,
        scaffold=_scaffold(
            variables_to_restore, init_op=initial_op, init_feed_dict=initial_op_feed_dict, init_fn=init_fn
        ),
        eval_ops=eval_op,
        feed_dict=eval_op_feed_dict,
        final_ops=final_op,
        final_ops_feed_dict=final_op_feed_dict,
        eval_interval_secs=eval_interval_secs,
        hooks=_hooks(num_evals, logdir, summary_op, summary_op_feed_dict, hooks),
        config=session_config,
        max_number_of_evaluations=max_number_of_evaluations,
        timeout=timeout,
        timeout_fn=timeout_fn,
    )


def _scaffold(variables, **parts):
    return Scaffold(saver=None if variables is None else Saver(variables), **parts)


def _hooks(num_evals, logdir, summary_op, feed_dict, hooks):
    summary = merge_all() if summary_op is _USE_DEFAULT else summary_op
    found: list[Any] = [StopAfterNEvalsHook(num_evals)]
    if summary is not None:
        found.append(SummaryAtEndHook(log_dir=logdir, summary_op=summary, feed_dict=feed_dict))
    return [*found, *(hooks or ())]
