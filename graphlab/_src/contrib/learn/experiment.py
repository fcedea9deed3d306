"""Experiment: an estimator with its data, and the ways of training and evaluating it."""

import math
import os
import time
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.text import as_text
from graphlab._src.cluster.server import Server
from graphlab._src.contrib.learn.estimator import Evaluable, Trainable
from graphlab._src.contrib.learn.export_strategy import ExportStrategy
from graphlab._src.contrib.learn.monitors import ValidationMonitor, replace_monitors_with_hooks
from graphlab._src.contrib.learn.run_config import Environment, RunConfig
from graphlab._src.estimator.estimator import Estimator as CoreEstimator
from graphlab._src.estimator.estimator import arguments
from graphlab._src.graph import GraphKeys
from graphlab._src.train.hooks.checkpoint_saver import CheckpointSaverHook, CheckpointSaverListener
from graphlab._src.train.hooks.global_step_waiter import GlobalStepWaiterHook
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint


class Experiment:
    """An estimator of tf.contrib.learn or tf.estimator, what it learns from, and what evaluates it.

    train_steps: until the global step is so high.  eval_steps: batches of an evaluation.  eval_metrics: for tf.contrib.learn.
    train_monitors, eval_hooks, saving_listeners: as the estimator accepts them.  eval_delay_secs,
    continuous_eval_throttle_secs: before and between evaluations.  min_eval_frequency: steps between those of
    train_and_evaluate; 0 for none.  export_strategies: ExportStrategies.  checkpoint_and_export: whether train_and_evaluate
    evaluates and exports each checkpoint.  train_steps_per_iteration: of continuous_train_and_eval.
    """

    def __init__(
        self,
        estimator: Any,
        train_input_fn,
        eval_input_fn,
        eval_metrics=None,
        train_steps=None,
        eval_steps: int | None = 100,
        train_monitors=None,
        eval_hooks=None,
        local_eval_frequency=None,
        eval_delay_secs=120,
        continuous_eval_throttle_secs=60,
        min_eval_frequency=None,
        delay_workers_by_global_step=False,
        export_strategies=None,
        train_steps_per_iteration=None,
        checkpoint_and_export=False,
        saving_listeners=None,
        check_interval_secs: float | None = 5,
    ):
        self._estimator: Any = estimator
        self._is_core = isinstance(estimator, CoreEstimator)
        if self._is_core and eval_metrics is not None:
            raise ValueError(
                "`eval_metrics` must be `None` with `tf.estimator.Estimator`. Use `eval_metric_ops` in "
                "`tf.estimator.EstimatorSpec` instead."
            )
        if not self._is_core:
            for kind in (Evaluable, Trainable):
                if not isinstance(estimator, kind):
                    raise ValueError(
                        f"`estimator` must implement `tf.contrib.learn.{kind.__name__}` or `tf.estimator.Estimator`."
                    )
            if saving_listeners is not None:
                raise ValueError("`saving_listeners` must be `None` with `tf.contrib.learn.Estimator`.")
        if train_steps_per_iteration is not None and not isinstance(train_steps_per_iteration, int):
            raise ValueError("`train_steps_per_iteration` must be an integer.")
        self._train_input_fn, self._eval_input_fn = train_input_fn, eval_input_fn
        self._eval_metrics, self._train_steps, self._eval_steps = eval_metrics, train_steps, eval_steps
        self._train_monitors, self._eval_hooks = list(train_monitors or []), list(eval_hooks or [])
        self._local_eval_frequency, self._eval_delay_secs = local_eval_frequency, eval_delay_secs
        self._throttle, self._check_interval_secs = continuous_eval_throttle_secs, check_interval_secs
        self._min_eval_frequency: Any = 1 if min_eval_frequency is None else min_eval_frequency
        self._delay_workers_by_global_step = delay_workers_by_global_step
        self._train_steps_per_iteration = train_steps_per_iteration
        self._checkpoint_and_export, self._saving_listeners = checkpoint_and_export, saving_listeners
        self._export_strategies = _strategies(export_strategies)

    @property
    def estimator(self) -> Any:
        """The estimator."""
        return self._estimator

    @property
    def eval_metrics(self):
        """The metrics besides the model's own, or None."""
        return self._eval_metrics

    @property
    def train_steps(self):
        """The global step at which training ends, or None."""
        return self._train_steps

    @property
    def eval_steps(self):
        """How many batches an evaluation has; None for all."""
        return self._eval_steps

    def extend_train_hooks(self, additional_hooks):
        """Adds hooks or monitors of training."""
        self._train_monitors.extend(additional_hooks)

    def reset_export_strategies(self, new_export_strategies=None):
        """Sets the ExportStrategies; returns those of before."""
        before, self._export_strategies = self._export_strategies, _strategies(new_export_strategies)
        return before

    def train(self, delay_secs=None):
        """Trains, workers after the chief: 5 seconds, or delay_secs, for each before it."""
        config, hooks = self._estimator.config, []
        if config.cluster_spec and config.master:
            if not isinstance(config, RunConfig):
                raise ValueError(
                    "For distributed runtime, Experiment class only works with tf.contrib.learn.RunConfig for now, but "
                    f"provided {type(config)}"
                )
            if config.environment in (Environment.LOCAL, Environment.GOOGLE):
                logging.warning(
                    "ClusterSpec and master are provided, but environment is set to 'local'. Set environment to 'cloud' if "
                    "you intend to use the distributed runtime."
                )
            else:
                self._start_server()
        if delay_secs is None:
            number = config.task_id or 0
            delay_secs = min(60, number * 5)
            if self._delay_workers_by_global_step:
                hooks, delay_secs = [GlobalStepWaiterHook(int(8000.0 * math.log(number + 1)))], 0
        _wait(delay_secs, "training")
        return self._call_train(hooks=[*self._train_monitors, *hooks], max_steps=self._train_steps)

    def evaluate(self, delay_secs=None, name=None):
        """{metric: value} of the newest checkpoint, after eval_delay_secs or delay_secs."""
        _wait(self._eval_delay_secs if delay_secs is None else delay_secs, "eval")
        return self._call_evaluate(name=name or "one_pass")

    def local_run(self):
        """train_and_evaluate with local_eval_frequency."""
        before, self._min_eval_frequency = self._min_eval_frequency, self._local_eval_frequency
        try:
            return self.train_and_evaluate()
        finally:
            self._min_eval_frequency = before

    def continuous_eval(
        self,
        delay_secs=None,
        throttle_delay_secs=None,
        evaluate_checkpoint_only_once=True,
        continuous_eval_predicate_fn=None,
        name="continuous",
    ):
        """Evaluates and exports each new checkpoint, until one has train_steps or the function says False."""
        self._evaluate_repeatedly(
            self._eval_input_fn, name, delay_secs, throttle_delay_secs, evaluate_checkpoint_only_once,
            continuous_eval_predicate_fn, exports=True,
        )  # fmt: skip

    def continuous_eval_on_train_data(
        self,
        delay_secs=None,
        throttle_delay_secs=None,
        continuous_eval_predicate_fn=None,
        name="continuous_on_train_data",
    ):
        """continuous_eval on the training data, without exports."""
        self._evaluate_repeatedly(
            self._train_input_fn,
            name,
            delay_secs,
            throttle_delay_secs,
            True,
            continuous_eval_predicate_fn,
            exports=False,
        )

    def train_and_evaluate(self) -> Any:
        """Trains, and evaluates meanwhile and at the end; (the last evaluation, what was exported)."""
        config, listener = self._estimator.config, None
        if self._checkpoint_and_export and (config.save_checkpoints_secs or config.save_checkpoints_steps):
            listener = _EvaluatesAndExports(self)
            more: list[Any] = [
                CheckpointSaverHook(
                    self._estimator.model_dir,
                    save_secs=config.save_checkpoints_secs,
                    save_steps=config.save_checkpoints_steps,
                    listeners=[listener],
                )
            ]
        else:
            more = [self._validation()] if self._min_eval_frequency else []
        before = self._train_monitors
        self._train_monitors = [*before, *more]
        try:
            self.train(delay_secs=0)
        finally:
            self._train_monitors = before
        if listener is not None:
            return listener.result
        found = self._call_evaluate()
        return found, self._export(found)

    def continuous_train_and_eval(self, continuous_eval_predicate_fn=None) -> Any:
        """Trains some steps and evaluates, again and again; (the last evaluation, what was exported)."""
        goes_on = _predicate(continuous_eval_predicate_fn)
        steps = self._train_steps_per_iteration
        if steps is None:
            steps = 1000 if self._train_steps is None else int(self._train_steps / 10)
        path = found = exported = None
        while goes_on(found, path if found else None) and not self._is_trained(found):
            self._call_train(hooks=self._train_monitors, steps=steps)
            path = latest_checkpoint(self._estimator.model_dir)
            found = self._call_evaluate(name="one_pass", checkpoint_path=path)
            exported = self._export(found)
        return found, exported

    def run_std_server(self):
        """Serves as a task of the cluster until the process ends."""
        self._start_server().join()

    def test(self):
        """Trains one step, evaluates one batch, and exports; the evaluation."""
        self._call_train(hooks=self._train_monitors, steps=1)
        found = self._call_evaluate(steps=1, name="one_pass", hooks=None)
        self._export(found)
        return found

    # What follows works for the methods above.

    def _validation(self):
        return ValidationMonitor(
            input_fn=self._eval_input_fn,
            eval_steps=self._eval_steps,
            metrics=self._eval_metrics,
            every_n_steps=self._min_eval_frequency,
            check_interval_secs=self._check_interval_secs,
            hooks=self._eval_hooks,
        )

    def _evaluate_repeatedly(self, input_fn, name, delay_secs, throttle, only_once, predicate_fn, exports):
        goes_on = _predicate(predicate_fn)
        _wait(self._eval_delay_secs if delay_secs is None else delay_secs, "eval")
        throttle = self._throttle if throttle is None else throttle
        last, found = None, None
        while goes_on(found, last) and not self._is_trained(found):
            began, path = time.monotonic(), latest_checkpoint(self._estimator.model_dir)
            if not path or (only_once and path == last):
                found = {}
            else:
                found = self._call_evaluate(input_fn=input_fn, name=name, checkpoint_path=path) or {}
                if exports:
                    self._export(found, path)
                last = path
            time.sleep(max(0, throttle - (time.monotonic() - began)))

    def _is_trained(self, found):
        step = (found or {}).get(GraphKeys.GLOBAL_STEP)
        return bool(step and self._train_steps and step >= self._train_steps)

    def _export(self, found, checkpoint_path=None):
        base = os.path.join(as_text(self._estimator.model_dir), "export")
        return [
            one.export(
                self._estimator, os.path.join(base, one.name), checkpoint_path=checkpoint_path, eval_result=found
            )
            for one in self._export_strategies
        ]

    def _start_server(self):
        config = self._estimator.config
        if not config.cluster_spec or not config.task_type or not config.master or config.task_id is None:
            raise ValueError(
                "Could not start server; be sure to specify cluster_spec, task_type, master, and task in RunConfig or set "
                "the TF_CONFIG environment variable."
            )
        return Server(
            config.cluster_spec, job_name=config.task_type, task_index=config.task_id, config=config.tf_config
        )

    def _call_train(self, hooks, steps=None, max_steps=None):
        hooks = replace_monitors_with_hooks(hooks, self._estimator)
        given = {"input_fn": self._train_input_fn, "steps": steps, "max_steps": max_steps}
        if self._is_core:
            return self._estimator.train(hooks=hooks, saving_listeners=self._saving_listeners, **given)
        return self._estimator.fit(monitors=hooks, **given)

    def _call_evaluate(self, **changed) -> Any:
        given = {"input_fn": self._eval_input_fn, "steps": self._eval_steps, "hooks": self._eval_hooks, **changed}
        return (
            self._estimator.evaluate(**given)
            if self._is_core
            else self._estimator.evaluate(metrics=self._eval_metrics, **given)
        )


class _EvaluatesAndExports(CheckpointSaverListener):
    """Evaluates and exports each checkpoint."""

    def __init__(self, experiment):
        self._experiment, self._last = experiment, None
        self.result: Any = (None, None)

    def after_save(self, session, global_step_value):
        experiment = self._experiment
        path = latest_checkpoint(experiment.estimator.model_dir)
        if not path or path == self._last:
            logging.warning("Skipping evaluation due to same latest checkpoint %s.", path)
            return
        self._last = path
        found = experiment._call_evaluate(name="intermediate_export", checkpoint_path=path)
        self.result = found, experiment._export(found, path)


def _strategies(given):
    found = [given] if isinstance(given, ExportStrategy) else list(given or [])
    for one in found:
        if not isinstance(one, ExportStrategy):
            raise ValueError(
                f"`export_strategies` must be an ExportStrategy, an iterable of ExportStrategy, or `None`, found {one}."
            )
    return tuple(found)


def _predicate(function):
    """A function of an evaluation and its checkpoint that says whether to go on."""
    if function is None:
        return lambda found, path: True
    if not callable(function):
        raise ValueError("`continuous_eval_predicate_fn` must be a callable, or None.")
    if "checkpoint_path" in arguments(function):
        return lambda found, path: function(found, checkpoint_path=path)
    return lambda found, path: function(found)


def _wait(seconds, what):
    if seconds:
        logging.info("Waiting %d secs before starting %s.", seconds, what)
        time.sleep(seconds)
