"""RunConfig: where a model lives and how often its training is saved, summarized and logged."""

import copy
import inspect
import json
import os
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.text import path_to_str
from graphlab._src.estimator import cluster_settings
from graphlab._src.proto import ConfigProto

USE_DEFAULT = object()


def _parameters(function: Any) -> list[str] | None:
    """The names of a function's parameters; None for what can't be called."""
    return list(inspect.signature(function).parameters) if callable(function) else None


_EITHER = "`save_checkpoints_steps` and `save_checkpoints_secs` cannot be both set."
# What replace() may change, and what each value must be.
_CHECKS = {
    "model_dir": (lambda value: value, "model_dir should be non-empty"),
    "tf_random_seed": (lambda value: isinstance(value, int), "tf_random_seed must be integer."),
    "save_summary_steps": (lambda value: value >= 0, "save_summary_steps should be >= 0"),
    "save_checkpoints_steps": (lambda value: value >= 0, "save_checkpoints_steps should be >= 0"),
    "save_checkpoints_secs": (lambda value: value >= 0, "save_checkpoints_secs should be >= 0"),
    "session_config": (
        lambda value: isinstance(value, ConfigProto),
        "session_config must be instance of ConfigProto",
    ),
    "keep_checkpoint_max": (lambda value: value >= 0, "keep_checkpoint_max should be >= 0"),
    "keep_checkpoint_every_n_hours": (lambda value: value > 0, "keep_checkpoint_every_n_hours should be > 0"),
    "log_step_count_steps": (lambda value: value > 0, "log_step_count_steps should be > 0"),
    "train_distribute": (lambda value: True, ""),
    "device_fn": (
        lambda value: _parameters(value) == ["op"],
        'device_fn must be callable with exactly one argument "op".',
    ),
    "protocol": (lambda value: value in ("grpc", "grpc+verbs"), "protocol should be grpc or grpc+verbs"),
    "eval_distribute": (lambda value: True, ""),
    "experimental_distribute": (lambda value: True, ""),
    "experimental_max_worker_delay_secs": (
        lambda value: isinstance(value, int),
        "experimental_max_worker_delay_secs must be an integer if set.",
    ),
    "session_creation_timeout_secs": (lambda value: value > 0, "session_creation_timeout_secs should be > 0"),
}


class TaskType:
    """The jobs of a cluster: how a task is called in TF_CONFIG."""

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"
    CHIEF = "chief"
    EVALUATOR = "evaluator"


class RunConfig:
    """The settings of an Estimator. They are read as attributes, and changed by replace(), which returns a copy.

    model_dir: where checkpoints and summaries go.  tf_random_seed: of each graph.  save_summary_steps: between summaries.
    save_checkpoints_secs: between checkpoints, 600, or save_checkpoints_steps.  keep_checkpoint_max,
    keep_checkpoint_every_n_hours: as Saver has them.  log_step_count_steps: between lines of the log.
    session_config: a ConfigProto.  device_fn: a function of an operation that returns its device.
    session_creation_timeout_secs: seconds.  train_distribute, eval_distribute: strategies of tf.distribute.
    The variable TF_CONFIG says which cluster there is, and which of its tasks this process is: cluster_spec, task_type,
    task_id, master, is_chief and the like.
    """

    model_dir: Any
    tf_random_seed: Any
    save_summary_steps: Any
    save_checkpoints_steps: Any
    save_checkpoints_secs: Any
    session_config: Any
    keep_checkpoint_max: Any
    keep_checkpoint_every_n_hours: Any
    log_step_count_steps: Any
    train_distribute: Any
    device_fn: Any
    eval_distribute: Any
    experimental_distribute: Any
    experimental_max_worker_delay_secs: Any
    protocol: Any
    session_creation_timeout_secs: Any
    cluster_spec: Any
    task_type: Any
    task_id: Any
    master: Any
    evaluation_master: Any
    is_chief: Any
    num_ps_replicas: Any
    num_worker_replicas: Any
    global_id_in_cluster: Any
    service: Any

    def __init__(
        self,
        model_dir=None,
        tf_random_seed=None,
        save_summary_steps=100,
        save_checkpoints_steps: Any = USE_DEFAULT,
        save_checkpoints_secs: Any = USE_DEFAULT,
        session_config=None,
        keep_checkpoint_max=5,
        keep_checkpoint_every_n_hours=10000,
        log_step_count_steps=100,
        train_distribute=None,
        device_fn=None,
        protocol=None,
        eval_distribute=None,
        experimental_distribute=None,
        experimental_max_worker_delay_secs=None,
        session_creation_timeout_secs=7200,
    ):
        if save_checkpoints_steps is USE_DEFAULT and save_checkpoints_secs is USE_DEFAULT:
            save_checkpoints_steps, save_checkpoints_secs = None, 600
        elif save_checkpoints_secs is USE_DEFAULT:
            save_checkpoints_secs = None
        elif save_checkpoints_steps is USE_DEFAULT:
            save_checkpoints_steps = None
        elif save_checkpoints_steps is not None and save_checkpoints_secs is not None:
            raise ValueError(_EITHER)
        environment = json.loads(os.environ.get("TF_CONFIG") or "{}")
        given = path_to_str(model_dir)
        self._settings: dict[str, Any] = {}
        self._set(
            model_dir=_folder(environment, given),
            tf_random_seed=tf_random_seed,
            save_summary_steps=save_summary_steps,
            save_checkpoints_steps=save_checkpoints_steps,
            save_checkpoints_secs=save_checkpoints_secs,
            session_config=session_config,
            keep_checkpoint_max=keep_checkpoint_max,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours,
            log_step_count_steps=log_step_count_steps,
            train_distribute=train_distribute,
            device_fn=device_fn,
            protocol=protocol,
            eval_distribute=eval_distribute,
            experimental_distribute=experimental_distribute,
            experimental_max_worker_delay_secs=experimental_max_worker_delay_secs,
            session_creation_timeout_secs=session_creation_timeout_secs,
        )
        strategies = train_distribute or getattr(experimental_distribute, "train_distribute", None)
        self._cluster = self._read_cluster(environment, bool(strategies))
        if session_config is None and self._cluster["cluster_spec"]:
            self._settings["session_config"] = cluster_settings.session_config(self.task_type, self.task_id)
        if experimental_distribute is not None:
            for name in ("train_distribute", "eval_distribute"):
                if self._settings[name] is None:
                    self._settings[name] = getattr(experimental_distribute, name, None)
        if environment:
            logging.info("TF_CONFIG environment variable: %s", environment)

    def _read_cluster(self, environment, has_strategy):
        """What TF_CONFIG determines."""
        return cluster_settings.settings(environment, has_strategy)

    def __getattr__(self, name):
        for settings in (self.__dict__.get("_settings", {}), self.__dict__.get("_cluster", {})):
            if name in settings:
                return settings[name]
        raise AttributeError(f"RunConfig has no setting {name!r}", name=name)

    def replace(self, **kwargs):
        """A copy with other settings; checkpoints after so many steps take the place of seconds, and back.

        Raises ValueError for a setting that there is not, or that has no such value.
        """
        changed = copy.copy(self)
        changed._settings = dict(self._settings)
        changed._set(**kwargs)
        steps, seconds = kwargs.get("save_checkpoints_steps"), kwargs.get("save_checkpoints_secs")
        if steps is not None and seconds is not None:
            raise ValueError(_EITHER)
        if steps is not None:
            changed._settings["save_checkpoints_secs"] = None
        if seconds is not None:
            changed._settings["save_checkpoints_steps"] = None
        return changed

    def _set(self, **values):
        for name, value in values.items():
            if name not in _CHECKS:
                raise ValueError(f"Replacing {name} is not supported. Allowed properties are {sorted(_CHECKS)}.")
            holds, message = _CHECKS[name]
            if value is not None and not holds(value):
                raise ValueError(message)
        self._settings.update(values)

    def __repr__(self):
        return f"RunConfig({', '.join(f'{name}={value!r}' for name, value in self._settings.items())})"


def _folder(environment, given):
    """The folder that was given, or that TF_CONFIG says; both must agree."""
    if given == "":
        raise ValueError("model_dir should be non-empty")
    said = environment.get("model_dir")
    if said == "":
        raise ValueError("model_dir in TF_CONFIG should be non-empty")
    if given and said and given != said:
        raise ValueError(
            f"`model_dir` provided in RunConfig construct, if set, must have the same value as the model_dir in TF_CONFIG. "
            f'model_dir: {given}\nTF_CONFIG["model_dir"]: {said}.\n'
        )
    return given or said
