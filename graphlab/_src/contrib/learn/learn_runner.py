"""tf.contrib.learn.learn_runner: makes an Experiment and calls one of its methods, by the cluster that TF_CONFIG names."""

from typing import Any

from graphlab._src.contrib.learn.experiment import Experiment
from graphlab._src.contrib.learn.run_config import RunConfig, TaskType
from graphlab._src.contrib.training.hparams import HParams

_SCHEDULES = {
    TaskType.MASTER: "train_and_evaluate",
    TaskType.PS: "run_std_server",
    TaskType.WORKER: "train",
}


def run(experiment_fn, output_dir=None, schedule=None, run_config=None, hparams=None) -> Any:
    """What one of an Experiment's methods returns.

    experiment_fn(run_config, hparams) -> Experiment; with output_dir experiment_fn(output_dir).  schedule: the method's name;
    what the task has to do when left out: train_and_evaluate where there is no cluster.
    Raises ValueError and TypeError for wrong combinations, RuntimeError when the estimator has another RunConfig.
    """
    if output_dir is not None and run_config is not None:
        raise ValueError("Cannot provide both `output_dir` and `run_config`")
    if output_dir is None and run_config is None:
        raise ValueError("Must set value for `output_dir` or `run_config`")
    if not callable(experiment_fn):
        raise TypeError(f'Experiment builder "{experiment_fn}" is not callable.')
    if run_config is not None:
        experiment = _made(experiment_fn, run_config, hparams)
    else:
        if not output_dir:
            raise ValueError("Must specify an output directory")
        if hparams is not None:
            raise ValueError("Must set `hparams` as None for `experiment_fn` with `output_dir`.")
        experiment = _checked(experiment_fn(output_dir=output_dir))
    method = schedule or _default_schedule(run_config or experiment.estimator.config)
    if not hasattr(experiment, method):
        raise ValueError(f"Schedule references non-existent task {method}")
    task = getattr(experiment, method)
    if not callable(task):
        raise TypeError(f"Schedule references non-callable member {method}")
    return task()


def tune(experiment_fn, tuner):
    """Lets a Tuner run Experiments until it has no further trial."""

    def made(run_config, hparams):
        if hparams is None:
            raise ValueError("`hparams` cannot be `None`.")
        return _made(experiment_fn, run_config, hparams)

    while tuner.next_trial():
        tuner.run_experiment(made)


def _made(experiment_fn, run_config, hparams):
    if not isinstance(run_config, RunConfig):
        raise ValueError("`run_config` must be `tf.contrib.learn.RunConfig` instance")
    if not run_config.model_dir:
        raise ValueError("Must specify a model directory `model_dir` in `run_config`.")
    if hparams is not None and not isinstance(hparams, HParams):
        raise ValueError("`hparams` must be `HParams` instance")
    expected = run_config.uid()
    experiment = _checked(experiment_fn(run_config, hparams))
    config = experiment.estimator.config
    if not hasattr(config, "uid"):
        raise RuntimeError(
            "Pass `run_config` argument of the `experiment_fn` to the Estimator in Experiment. It is likely a different "
            "`RunConfig` is passed to `Estimator` or the `config` constructor argument in `Estimator` is not set."
        )
    if config.uid() != expected:
        raise RuntimeError(
            "`RunConfig` instance is expected to be used by the `Estimator` inside the `Experiment`. expected "
            f"{expected}, but got {config.uid()}"
        )
    return experiment


def _checked(experiment):
    if not isinstance(experiment, Experiment):
        raise TypeError(f"Experiment builder did not return an Experiment instance, got {type(experiment)} instead.")
    return experiment


def _default_schedule(config):
    cluster = config.cluster_spec if config else None
    if not cluster or sum(cluster.num_tasks(job) for job in cluster.jobs) <= 1:
        return "train_and_evaluate"
    if not config.task_type:
        raise ValueError("Must specify a schedule")
    if config.task_type not in _SCHEDULES:
        raise ValueError(f"No default schedule for task type: {config.task_type}")
    return _SCHEDULES[config.task_type]
