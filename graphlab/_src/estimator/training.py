"""train_and_evaluate: training that is evaluated at its checkpoints."""

import collections
from collections.abc import Iterable
from typing import Any

from graphlab._src.base import logging
from graphlab._src.estimator import tasks
from graphlab._src.estimator.cluster_settings import EVALUATOR
from graphlab._src.estimator.evaluations import Evaluates
from graphlab._src.estimator.exporter import Exporter
from graphlab._src.train.sessions.hook import SessionRunHook


class TrainSpec(collections.namedtuple("TrainSpec", ["input_fn", "max_steps", "hooks"])):
    """What to train on, and how long.  max_steps: until the global step is so high; to the end of the input without."""

    def __new__(cls, input_fn, max_steps=None, hooks=None):
        _check_input(input_fn)
        if max_steps is not None and max_steps <= 0:
            raise ValueError(f"Must specify max_steps > 0, given: {max_steps}")
        return super().__new__(cls, input_fn, max_steps, _hooks(hooks))


_EVAL = ["input_fn", "steps", "name", "hooks", "exporters", "start_delay_secs", "throttle_secs"]


class EvalSpec(collections.namedtuple("EvalSpec", _EVAL)):
    """What to evaluate on, and when.

    steps: how many batches; all when None.  name: of the evaluation.  exporters: Exporters.  throttle_secs: no sooner after
    the last evaluation.
    """

    def __new__(
        cls, input_fn, steps=100, name=None, hooks=None, exporters=None, start_delay_secs=120, throttle_secs=600
    ):
        _check_input(input_fn)
        if steps is not None and steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name` must be string, given: {name}")
        for key, seconds in (("start_delay_secs", start_delay_secs), ("throttle_secs", throttle_secs)):
            if seconds < 0:
                raise ValueError(f"Must specify {key} >= 0, given: {seconds}")
        return super().__new__(
            cls, input_fn, steps, name, _hooks(hooks), _exporters(exporters), start_delay_secs, throttle_secs
        )


def _check_input(input_fn):
    if not callable(input_fn):
        raise TypeError(f"`input_fn` must be callable, given: {input_fn}")


def _hooks(hooks):
    for hook in hooks or ():
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be `SessionRunHook` instances, given: {hook}")
    return tuple(hooks or ())


def _exporters(exporters):
    found = [exporters] if isinstance(exporters, Exporter) else exporters or ()
    if not isinstance(found, Iterable) or not all(isinstance(one, Exporter) for one in found):
        raise TypeError(f"`exporters` must be an Exporter, an iterable of Exporter, or `None`, found {exporters}.")
    names = [one.name for one in found]
    if not all(names):
        raise ValueError(f"An Exporter cannot have a name that is `None` or empty. All exporter names: {names}")
    if len(set(names)) != len(names):
        raise ValueError(
            f"`exporters` must have unique names. Such a name cannot be `None`. All exporter names: {names}"
        )
    return tuple(found)


def train_and_evaluate(estimator, train_spec, eval_spec) -> Any:
    """Trains, and evaluates at checkpoints and at the end; (the last evaluation, what was exported with it).

    train_spec: a TrainSpec.  eval_spec: an EvalSpec.
    In a cluster, which TF_CONFIG names, it does what this process's task has to do, and returns None: the chief and the
    workers train, a parameter server serves until its process ends, the evaluator evaluates checkpoints until one has
    max_steps.
    """
    if not isinstance(train_spec, TrainSpec):
        raise TypeError(f"`train_spec` must have type `tf.estimator.TrainSpec`. Got: {type(train_spec)}")
    if not isinstance(eval_spec, EvalSpec):
        raise TypeError(f"`eval_spec` must have type `tf.estimator.EvalSpec`. Got: {type(eval_spec)}")
    config = estimator.config
    if config.task_type == EVALUATOR and config.task_id > 0:
        raise ValueError(
            "For distributed training, there can only be one `evaluator` task (with task id 0).  Given task id "
            f"{config.task_id}"
        )
    if config.cluster_spec or config.task_type == EVALUATOR:
        tasks.run(estimator, train_spec, eval_spec)
        return None
    logging.info("Running training and evaluation locally (non-distributed).")
    listener = Evaluates(estimator, train_spec, eval_spec)
    estimator.train(train_spec.input_fn, train_spec.hooks, max_steps=train_spec.max_steps, saving_listeners=[listener])
    return listener.result
