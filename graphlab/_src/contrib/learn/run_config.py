"""tf.contrib.learn.RunConfig: tf.estimator's, with the arguments of before, and with what TF_CONFIG meant then."""

from graphlab._src.cluster.cluster_spec import ClusterSpec
from graphlab._src.estimator.run_config import USE_DEFAULT
from graphlab._src.estimator.run_config import RunConfig as EstimatorRunConfig
from graphlab._src.proto import ConfigProto

_OF_A_PROCESS = {"evaluation_master", "is_chief", "master", "model_dir", "session_config", "task_id", "tf_config"}


class TaskType:
    """The jobs of a cluster."""

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"


class Environment:
    """Where a program runs: TF_CONFIG's "environment"."""

    CLOUD = "cloud"
    GOOGLE = "google"
    LOCAL = "local"


class RunConfig(EstimatorRunConfig):
    """tf.estimator.RunConfig, whose cluster needs no chief.

    master, evaluation_master: targets of sessions; TF_CONFIG's when left out.  num_cores, log_device_placement,
    gpu_memory_fraction: of tf_config, a ConfigProto for servers.  The other arguments are those of tf.estimator.RunConfig.
    """

    def __init__(
        self,
        master=None,
        num_cores=0,
        log_device_placement=False,
        gpu_memory_fraction=1,
        tf_random_seed=None,
        save_summary_steps=100,
        save_checkpoints_secs=0,
        save_checkpoints_steps=None,
        keep_checkpoint_max=5,
        keep_checkpoint_every_n_hours=10000,
        log_step_count_steps=100,
        protocol=None,
        evaluation_master="",
        model_dir=None,
        session_config=None,
        session_creation_timeout_secs=7200,
    ):
        self._targets = master, evaluation_master or ""
        super().__init__(
            model_dir=model_dir,
            tf_random_seed=tf_random_seed,
            save_summary_steps=save_summary_steps,
            save_checkpoints_steps=USE_DEFAULT if save_checkpoints_steps is None else save_checkpoints_steps,
            save_checkpoints_secs=USE_DEFAULT if save_checkpoints_secs == 0 else save_checkpoints_secs,
            session_config=session_config,
            keep_checkpoint_max=keep_checkpoint_max,
            keep_checkpoint_every_n_hours=keep_checkpoint_every_n_hours,
            log_step_count_steps=log_step_count_steps,
            protocol=protocol,
            session_creation_timeout_secs=session_creation_timeout_secs,
        )
        self._settings["session_config"] = session_config
        config = ConfigProto(
            log_device_placement=log_device_placement,
            inter_op_parallelism_threads=num_cores,
            intra_op_parallelism_threads=num_cores,
        )
        config.gpu_options.per_process_gpu_memory_fraction = gpu_memory_fraction
        self._cluster["tf_config"] = config

    def _read_cluster(self, environment, has_strategy):
        cluster, task = ClusterSpec(environment.get("cluster") or {}), environment.get("task") or {}
        kind, number = task.get("type"), int(task.get("index") or 0)
        where = environment.get("environment", Environment.LOCAL)
        count = {job: cluster.num_tasks(job) for job in cluster.jobs}
        chief = kind is None or kind == (TaskType.MASTER if where == Environment.CLOUD else TaskType.WORKER)
        master, evaluation_master = self._targets
        return {
            "cluster_spec": cluster,
            "task_type": kind,
            "task_id": number,
            "environment": where,
            "is_chief": chief and number == 0,
            "master": _target(cluster, kind, number) if master is None else master,
            "evaluation_master": evaluation_master,
            "num_ps_replicas": count.get(TaskType.PS, 0),
            "num_worker_replicas": count.get(TaskType.WORKER, 0) + count.get(TaskType.MASTER, 0),
            "global_id_in_cluster": None,
            "service": None,
        }

    def uid(self, whitelist=None):
        """A text that is the same for all tasks of a training. whitelist: the settings that it leaves out."""
        left_out = _OF_A_PROCESS if whitelist is None else set(whitelist)
        found = {**self._settings, **self._cluster, "cluster_spec": self.cluster_spec.as_dict()}
        return ", ".join(f"_{name}={value!r}" for name, value in sorted(found.items()) if name not in left_out)


def _target(cluster, kind, number):
    """The target of a task's sessions; "" where it is the only one."""
    if sum(cluster.num_tasks(job) for job in cluster.jobs) <= 1 or not kind:
        return ""
    where = "cluster_spec:\n{}\n\nNote that these values may be coming from the TF_CONFIG environment variable."
    if kind not in cluster.jobs:
        raise ValueError(f"{kind} is not a valid task_type in the {where.format(cluster)}")
    addresses = cluster.job_tasks(kind)
    if not 0 <= number < len(addresses):
        raise ValueError(f"{number} is not a valid task_id for task_type {kind} in the {where.format(cluster)}")
    return f"grpc://{addresses[number]}"
