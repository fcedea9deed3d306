"""What each task of a cluster does in train_and_evaluate."""

import time

from graphlab._src.base import logging
from graphlab._src.cluster.server import Server
from graphlab._src.estimator.cluster_settings import CHIEF, EVALUATOR, MASTER, PS, WORKER
from graphlab._src.estimator.evaluations import Evaluates, evaluate
from graphlab._src.proto import ConfigProto

_DELAY = 5  # seconds that each worker waits longer than the one before it
_MOST_DELAY = 60  # seconds
_LEAST_PAUSE = 1  # seconds between looks for a checkpoint


def run(estimator, train_spec, eval_spec):
    """Does what the task of this process has to do. train_spec: a TrainSpec.  eval_spec: an EvalSpec."""
    config = estimator.config
    kind = config.task_type
    if kind == EVALUATOR:
        _evaluate(estimator, train_spec, eval_spec)
    elif kind == PS:
        server = _start_server(config)
        if server is not None:
            server.join()
    elif kind == MASTER:
        _train(estimator, train_spec, [Evaluates(estimator, train_spec, eval_spec)])
    elif kind in (CHIEF, WORKER):
        _train(estimator, train_spec, None)
    else:
        raise ValueError(
            f"Task type {kind} is not supported. Supported task types are {[CHIEF, EVALUATOR, MASTER, PS, WORKER]}"
        )


def _start_server(config):
    """The Server of this task, or None where the cluster has no other."""
    if not config.master:
        logging.info("Skip starting Tensorflow server as there is only one node in the cluster.")
        return None
    logging.info("Start Tensorflow server.")
    settings = ConfigProto()
    if config.session_config is not None:
        settings.gpu_options.CopyFrom(config.session_config.gpu_options)
    return Server(
        config.cluster_spec,
        job_name=config.task_type,
        task_index=config.task_id,
        config=settings,
        protocol=config.protocol,
    )


def _train(estimator, train_spec, listeners):
    config = estimator.config
    _start_server(config)
    if config.task_type == WORKER:
        most = config.experimental_max_worker_delay_secs
        delay = min(_MOST_DELAY if most is None else int(most), (config.task_id + 1) * _DELAY)
        if delay > 0:
            logging.info("Waiting %d secs before starting training.", delay)
            time.sleep(delay)
    estimator.train(train_spec.input_fn, train_spec.hooks, max_steps=train_spec.max_steps, saving_listeners=listeners)


def _evaluate(estimator, train_spec, eval_spec):
    """Evaluates the newest checkpoint again and again, until one has max_steps."""
    if eval_spec.start_delay_secs:
        logging.info("Waiting %f secs before starting eval.", eval_spec.start_delay_secs)
        time.sleep(eval_spec.start_delay_secs)
    last = None
    while True:
        began = time.monotonic()
        path = estimator.latest_checkpoint()
        if not path:
            logging.warning("Estimator is not trained yet. Will start an evaluation when a checkpoint is ready.")
        elif path == last:
            logging.warning("No new checkpoint ready for evaluation. Skip the current evaluation pass.")
        else:
            found, _ = evaluate(estimator, eval_spec, path, train_spec.max_steps)
            last = path
            if train_spec.max_steps is not None and found["global_step"] >= train_spec.max_steps:
                logging.info(
                    "Exiting evaluation, global_step=%s >= train max_steps=%s",
                    found["global_step"],
                    train_spec.max_steps,
                )
                return
        pause = eval_spec.throttle_secs - (time.monotonic() - began)
        if eval_spec.throttle_secs == 0 and path in (None, last):
            pause = _LEAST_PAUSE
        if pause > 0:
            time.sleep(pause)
