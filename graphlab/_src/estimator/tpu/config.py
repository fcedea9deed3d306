"""TPUConfig and the RunConfig that holds it: what a TPUEstimator is set to."""

import collections
import json
import os
import re
from typing import Any

from graphlab._src.base import logging
from graphlab._src.estimator.cluster_settings import EVALUATOR
from graphlab._src.estimator.run_config import RunConfig as EstimatorRunConfig
from graphlab._src.proto import ConfigProto


class InputPipelineConfig:
    """How often an input function is called, and for whom: TPUConfig's per_host_input_for_training."""

    PER_SHARD_V1 = 1
    PER_HOST_V1 = 2
    PER_HOST_V2 = 3
    BROADCAST = 4
    SLICED = 5


_FIELDS = [
    "iterations_per_loop",
    "num_shards",
    "num_cores_per_replica",
    "per_host_input_for_training",
    "tpu_job_name",
    "initial_infeed_sleep_secs",
    "input_partition_dims",
    "eval_training_input_configuration",
    "experimental_host_call_every_n_steps",
]
_CORES = [1, 2, 4, 8, 16, 32, 64, 128]


class TPUConfig(collections.namedtuple("TPUConfig", _FIELDS)):
    """How a TPU would be used. Without one only iterations_per_loop counts, for how often a step is logged.

    iterations_per_loop: steps between two logged ones, or a time as text, "60s".  num_shards: replicas.
    num_cores_per_replica: a power of two, 128 at most.  per_host_input_for_training: an InputPipelineConfig; True and False
    mean PER_HOST_V1 and PER_SHARD_V1.
    Raises ValueError and TypeError for values that no TPU could be set to.
    """

    def __new__(
        cls,
        iterations_per_loop: int | str = 2,
        num_shards=None,
        num_cores_per_replica=None,
        per_host_input_for_training: Any = True,
        tpu_job_name=None,
        initial_infeed_sleep_secs=None,
        input_partition_dims=None,
        eval_training_input_configuration=InputPipelineConfig.PER_HOST_V1,
        experimental_host_call_every_n_steps=1,
    ):
        parse_iterations_per_loop(iterations_per_loop)
        if num_shards is not None:
            check_positive_integer(num_shards, "TPUConfig num_shards")
        if input_partition_dims is not None:
            if len(input_partition_dims) not in (1, 2):
                raise ValueError("input_partition_dims must be a list/tuple with one or two elements.")
            if per_host_input_for_training is not InputPipelineConfig.PER_HOST_V2:
                raise ValueError("input_partition_dims is only supported in PER_HOST_V2 mode.")
            if num_cores_per_replica is None:
                raise ValueError("input_partition_dims requires setting num_cores_per_replica.")
        if num_cores_per_replica is not None and num_cores_per_replica not in _CORES:
            raise ValueError(
                f"num_cores_per_replica must be {', '.join(map(str, _CORES))}; got {num_cores_per_replica}"
            )
        if eval_training_input_configuration not in (InputPipelineConfig.PER_HOST_V1, InputPipelineConfig.SLICED):
            raise ValueError(
                "eval_training_input_configuration must be PER_HOST_V1 or SLICED; got "
                f"{eval_training_input_configuration}"
            )
        if per_host_input_for_training is True or per_host_input_for_training is False:
            per_host = (
                InputPipelineConfig.PER_HOST_V1 if per_host_input_for_training else InputPipelineConfig.PER_SHARD_V1
            )
        else:
            per_host = per_host_input_for_training
        if initial_infeed_sleep_secs:
            check_positive_integer(initial_infeed_sleep_secs, "TPUConfig initial_infeed_sleep_secs")
        return super().__new__(
            cls,
            iterations_per_loop=iterations_per_loop,
            num_shards=num_shards,
            num_cores_per_replica=num_cores_per_replica,
            per_host_input_for_training=per_host,
            tpu_job_name=tpu_job_name or _job_name(),
            initial_infeed_sleep_secs=initial_infeed_sleep_secs,
            input_partition_dims=input_partition_dims,
            eval_training_input_configuration=eval_training_input_configuration,
            experimental_host_call_every_n_steps=experimental_host_call_every_n_steps,
        )


class RunConfig(EstimatorRunConfig):
    """tf.estimator.RunConfig with a TPUConfig, and with the targets of sessions.

    master, evaluation_master: the targets; what TF_CONFIG says when left out.  cluster: a ClusterResolver, instead of
    master.  The other arguments are those of tf.estimator.RunConfig.
    """

    def __init__(self, tpu_config=None, evaluation_master=None, master=None, cluster=None, **kwargs):
        super().__init__(**kwargs)
        self._tpu_config = tpu_config or TPUConfig()
        self._resolver = cluster
        if kwargs.get("session_config") is None:
            self._settings["session_config"] = None  # replicas of one graph see each other's devices
        if master is not None:
            if cluster is not None:
                raise ValueError("Both master and cluster are set.")
            self._cluster["master"] = master
        elif cluster:
            self._cluster["master"] = cluster.master()
        if evaluation_master is not None:
            self._cluster["evaluation_master"] = evaluation_master
        elif not self.evaluation_master and self.task_type != EVALUATOR:
            self._cluster["evaluation_master"] = self.master
        if cluster:
            self._cluster["cluster_spec"] = cluster.cluster_spec()
            self._join(self._cluster["cluster_spec"])

    def _join(self, cluster_spec):
        """Makes sessions know the cluster."""
        config = self.session_config
        if config is None:
            config = ConfigProto(allow_soft_placement=True, isolate_session_state=True)
            self._settings["session_config"] = config
        if config.HasField("cluster_def"):
            raise ValueError("You cannot provide a ClusterResolver and session_config.cluster_def.")
        if cluster_spec:
            config.cluster_def.CopyFrom(cluster_spec.as_cluster_def())

    @property
    def tpu_config(self):
        """The TPUConfig."""
        return self._tpu_config

    @property
    def cluster(self):
        """The ClusterResolver, or None."""
        return self._resolver

    def replace(self, **kwargs):
        """A copy with other settings, tpu_config among them."""
        tpu_config = kwargs.pop("tpu_config", self._tpu_config)
        changed = super().replace(**kwargs)
        changed._tpu_config = tpu_config
        return changed


def check_positive_integer(value, name):
    """Raises TypeError for what is no int, ValueError below 1."""
    if not isinstance(value, int):
        raise TypeError(f"{name} must be int, got {type(value)}")
    if value <= 0:
        raise ValueError(f"{name} must be positive, got {value}")


IterationsPerLoopCounter = collections.namedtuple("IterationsPerLoopCounter", ["value", "unit"])
_ITERATIONS = re.compile(r"([1-9]\d*)([smh]?)")
_SECONDS = {"s": 1, "m": 60, "h": 3600}


def parse_iterations_per_loop(iterations_per_loop):
    """(number, "count" or "seconds") of a whole number or a text like "60m". ValueError for others."""
    found = _ITERATIONS.fullmatch(str(iterations_per_loop))
    if found is None:
        raise ValueError(
            "Invalid TPUConfig `iterations_per_loop` value. Value must be positive integer value or time-based value "
            "`<N><s|m|h>` where <N> is any positive integer and `s`, `m`, `h` are unit of time in seconds, minutes, hours "
            f"respectively, as in `3600s`, `60m`, `1h`; got {iterations_per_loop!r}."
        )
    number, unit = int(found[1]), found[2]
    return IterationsPerLoopCounter(number * _SECONDS.get(unit, 1), "seconds" if unit else "count")


def _job_name():
    """The name of the TPUs' job that TF_CONFIG says, or None."""
    environment = json.loads(os.environ.get("TF_CONFIG") or "{}")
    name = environment.get("service", {}).get("tpu_worker_job_name")
    if name:
        logging.info("Load TPU job name from TF_CONFIG: %s", name)
    return name
