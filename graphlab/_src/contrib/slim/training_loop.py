"""tf.contrib.slim.learning.train: training in a Supervisor's session, with checkpoints, summaries and queues."""

import os
import sys
import time
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.errors import AbortedError, OutOfRangeError
from graphlab._src.graph import constant, get_default_graph, name_scope
from graphlab._src.graph.scopes import control_dependencies
from graphlab._src.io.file_io import GFile
from graphlab._src.ops.comparison import equal, greater_equal
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.ops.division import floormod
from graphlab._src.proto import RunMetadata, RunOptions
from graphlab._src.session.tracing.timeline import Timeline
from graphlab._src.state.initialization import (
    global_variables_initializer,
    local_variables_initializer,
    report_uninitialized_variables,
)
from graphlab._src.state.lookup.static import tables_initializer
from graphlab._src.summary.merge import merge_all
from graphlab._src.train.global_step import get_or_create_global_step
from graphlab._src.train.global_step import global_step as read_step
from graphlab._src.train.optimizers.sync_replicas import SyncReplicasOptimizer
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.supervisor import Supervisor

_USE_DEFAULT = 0


def train_step(sess, train_op, global_step, train_step_kwargs):
    """(loss, whether to stop) of one step.

    train_step_kwargs: {"should_stop", "should_log", "should_trace": boolean tensors, "logdir", "summary_writer": where a
    trace goes}; all may be missing.  Raises ValueError for should_trace without logdir.
    """
    began = time.time()
    options = metadata = None
    if "should_trace" in train_step_kwargs:
        if "logdir" not in train_step_kwargs:
            raise ValueError("logdir must be present in train_step_kwargs when should_trace is present")
        if sess.run(train_step_kwargs["should_trace"]):
            options, metadata = RunOptions(trace_level=RunOptions.FULL_TRACE), RunMetadata()
    loss, step = sess.run([train_op, global_step], options=options, run_metadata=metadata)
    elapsed = time.time() - began
    if metadata is not None:
        _write_trace(metadata, step, train_step_kwargs)
    if "should_log" in train_step_kwargs and sess.run(train_step_kwargs["should_log"]):
        logging.info("global step %d: loss = %.4f (%.3f sec/step)", step, loss, elapsed)
    return loss, sess.run(train_step_kwargs["should_stop"]) if "should_stop" in train_step_kwargs else False


def _write_trace(metadata, step, train_step_kwargs):
    path = os.path.join(train_step_kwargs["logdir"], f"tf_trace-{step}.json")
    logging.info("Writing trace to %s", path)
    with GFile(path, "w") as file:
        file.write(Timeline(metadata.step_stats).generate_chrome_trace_format())
    if "summary_writer" in train_step_kwargs:
        train_step_kwargs["summary_writer"].add_run_metadata(metadata, f"run_metadata-{step}")


def train(
    train_op,
    logdir,
    train_step_fn=train_step,
    train_step_kwargs: Any = _USE_DEFAULT,
    log_every_n_steps=1,
    graph=None,
    master="",
    is_chief=True,
    global_step=None,
    number_of_steps=None,
    init_op: Any = _USE_DEFAULT,
    init_feed_dict=None,
    local_init_op: Any = _USE_DEFAULT,
    init_fn=None,
    ready_op: Any = _USE_DEFAULT,
    summary_op: Any = _USE_DEFAULT,
    save_summaries_secs=600,
    summary_writer: Any = _USE_DEFAULT,
    startup_delay_steps=0,
    saver: Any = None,
    save_interval_secs=600,
    sync_optimizer: Any = None,
    session_config=None,
    session_wrapper=None,
    trace_every_n_steps=None,
    ignore_live_threads=False,
) -> Any:
    """Trains until number_of_steps or the end of the input; the loss of the last step.

    train_op: what create_train_op returns.  logdir: where checkpoints and summaries go; None writes none.
    train_step_fn(session, train_op, global_step, train_step_kwargs) -> (loss, whether to stop).
    trace_every_n_steps: between traces in logdir.  sync_optimizer: a SyncReplicasOptimizer or several.
    session_wrapper(session) -> what is used in its place.  The other arguments are those of tf.train.Supervisor.
    """
    syncs = [sync_optimizer] if isinstance(sync_optimizer, SyncReplicasOptimizer) else sync_optimizer
    _check(train_op, logdir, summary_op, saver, trace_every_n_steps, syncs, startup_delay_steps, number_of_steps)
    graph = graph or get_default_graph()
    with graph.as_default():
        global_step = get_or_create_global_step() if global_step is None else global_step
        saver = saver or Saver()
        ready_locally = None
        for one in syncs or ():
            if not isinstance(one, SyncReplicasOptimizer):
                raise ValueError("`sync_optimizer` must be a tf.train.SyncReplicasOptimizer.")
        with name_scope("init_ops"):
            init_op = global_variables_initializer() if init_op is _USE_DEFAULT else init_op
            ready_op = report_uninitialized_variables() if ready_op is _USE_DEFAULT else ready_op
            if local_init_op is _USE_DEFAULT:
                local_init_op = group(local_variables_initializer(), tables_initializer())
            if syncs is not None:
                with control_dependencies([] if local_init_op is None else [local_init_op]):
                    local_init_op = group(*[one.chief_init_op if is_chief else one.local_step_init_op for one in syncs])
                ready_locally = group(*[one.ready_for_local_init_op for one in syncs])
        summary_op = merge_all() if summary_op is _USE_DEFAULT else summary_op
        writer = Supervisor.USE_DEFAULT if summary_writer is _USE_DEFAULT else summary_writer
        token_ops, token_runners = [], []
        if is_chief:
            token_ops = [one.get_init_tokens_op() for one in syncs or ()]
            token_runners = [one.get_chief_queue_runner() for one in syncs or ()]
        if train_step_kwargs is _USE_DEFAULT:
            every = log_every_n_steps, trace_every_n_steps if is_chief else None
            train_step_kwargs = _conditions(global_step, number_of_steps, *every, logdir)
    supervisor = Supervisor(
        graph=graph,
        is_chief=is_chief,
        logdir=logdir,
        init_op=init_op,
        init_feed_dict=init_feed_dict,
        local_init_op=local_init_op,
        ready_for_local_init_op=ready_locally,
        ready_op=ready_op,
        summary_op=summary_op,
        summary_writer=writer,
        global_step=global_step,
        saver=saver,
        save_summaries_secs=save_summaries_secs,
        save_model_secs=save_interval_secs,
        init_fn=init_fn,
    )
    if writer is not None:
        train_step_kwargs["summary_writer"] = supervisor.summary_writer
    while True:
        try:
            with supervisor.managed_session(master, start_standard_services=False, config=session_config) as session:
                logging.info("Starting Session.")
                if session_wrapper is not None:
                    logging.info("Wrapping session with wrapper function: %s", session_wrapper)
                    session = session_wrapper(session)
                if is_chief and logdir:
                    supervisor.start_standard_services(session)
                elif not is_chief and startup_delay_steps > 0:
                    _wait_for_step(session, global_step, min(startup_delay_steps, number_of_steps or sys.maxsize))
                threads = supervisor.start_queue_runners(session)
                logging.info("Starting Queues.")
                if token_ops:
                    supervisor.start_queue_runners(session, token_runners)
                    session.run(token_ops)
                loss = _steps(supervisor, session, train_step_fn, train_op, global_step, train_step_kwargs)
                if logdir and supervisor.is_chief:
                    logging.info("Finished training! Saving model to disk.")
                    supervisor.saver.save(session, supervisor.save_path, global_step=supervisor.global_step)
                    supervisor.stop(threads, close_summary_writer=False, ignore_live_threads=ignore_live_threads)
            return loss
        except AbortedError:
            logging.info("Retrying training!")


def _steps(supervisor, session, train_step_fn, train_op, global_step, train_step_kwargs):
    loss = None
    try:
        while not supervisor.should_stop():
            loss, stops = train_step_fn(session, train_op, global_step, train_step_kwargs)
            if stops:
                logging.info("Stopping Training.")
                supervisor.request_stop()
                break
    except OutOfRangeError as error:
        logging.info("Caught OutOfRangeError. Stopping Training. %s", error)
    return loss


def _check(train_op, logdir, summary_op, saver, trace_every_n_steps, syncs, startup_delay_steps, number_of_steps):
    if train_op is None:
        raise ValueError("train_op cannot be None.")
    if logdir is None:
        given = {"summary_op": summary_op is not _USE_DEFAULT, "saver": saver is not None}
        for name, is_given in {**given, "trace_every_n_steps": trace_every_n_steps is not None}.items():
            if is_given:
                raise ValueError(f"Cannot provide {name} because logdir=None")
    if syncs is not None and startup_delay_steps > 0:
        raise ValueError("startup_delay_steps must be zero when sync_optimizer is supplied.")
    if number_of_steps is not None and number_of_steps <= 0:
        raise ValueError("`number_of_steps` must be either None or a positive number.")


def _conditions(global_step, number_of_steps, log_every_n_steps, trace_every_n_steps, logdir):
    """What train_step is called with: tensors that say whether to stop, log and trace."""
    with name_scope("train_step"):
        stops = greater_equal(global_step, number_of_steps) if number_of_steps else constant(False)
        found = {"should_stop": stops}
        if log_every_n_steps > 0:
            found["should_log"] = equal(floormod(global_step, log_every_n_steps), 0)
        if trace_every_n_steps is not None:
            found["should_trace"] = equal(floormod(global_step, trace_every_n_steps), 0)
            found["logdir"] = logdir
    return found


def _wait_for_step(session, global_step, step):
    while read_step(session, global_step) < step:
        time.sleep(1)
