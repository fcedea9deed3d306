"""A cluster in TF_CONFIG: what RunConfig knows of it, and what each task does in train_and_evaluate."""

import json
import os
import subprocess
import sys

import pytest

import graphlab as tf
from graphlab._src.cluster.addresses import unused_ports
from tests.modules import PACKAGE

CLUSTER = {"chief": ["a:1"], "worker": ["b:1", "c:1"], "ps": ["d:1", "e:1"]}


@pytest.fixture
def configured(monkeypatch):
    """configured(cluster, job, number, **more): the RunConfig of a task."""

    def make(cluster, job=None, number=None, **more):
        task = {key: value for key, value in (("type", job), ("index", number)) if value is not None}
        monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": cluster, "task": task, **more}))
        return tf.estimator.RunConfig()

    return make


@pytest.mark.parametrize(
    ("job", "number", "master", "is_chief", "place"),
    [
        ("chief", 0, "grpc://a:1", True, 0),
        ("worker", 0, "grpc://b:1", False, 1),
        ("worker", 1, "grpc://c:1", False, 2),
        ("ps", 1, "grpc://e:1", False, 4),
    ],
)
def test_a_task_knows_its_place(configured, job, number, master, is_chief, place):
    config = configured(CLUSTER, job, number)
    assert (config.task_type, config.task_id) == (job, number)
    assert (config.master, config.is_chief, config.evaluation_master) == (master, is_chief, "")
    assert (config.global_id_in_cluster, config.num_ps_replicas, config.num_worker_replicas) == (place, 2, 3)
    assert config.cluster_spec.as_dict() == CLUSTER


@pytest.mark.parametrize(
    ("job", "number", "filters"),
    [
        ("chief", 0, ["/job:ps", "/job:chief"]),
        ("worker", 1, ["/job:ps", "/job:worker/task:1"]),
        ("ps", 0, ["/job:ps", "/job:worker", "/job:chief", "/job:master"]),
    ],
)
def test_a_task_sees_the_parameter_servers_and_itself(configured, job, number, filters):
    config = configured(CLUSTER, job, number).session_config
    assert config.device_filters == filters
    assert config.graph_options.rewrite_options.meta_optimizer_iterations == config.graph_options.rewrite_options.ONE


def test_an_evaluator_is_outside_of_the_cluster(configured):
    config = configured(CLUSTER, "evaluator", 0, eval_session_master="grpc://f:1")
    assert (config.task_type, config.master, config.evaluation_master) == ("evaluator", "", "grpc://f:1")
    assert (config.is_chief, config.num_ps_replicas, config.num_worker_replicas) == (False, 0, 0)
    assert config.global_id_in_cluster is None and not config.cluster_spec and config.session_config is None


def test_a_master_is_a_chief_that_evaluates(configured):
    config = configured({"master": ["a:1"], "worker": ["b:1"]}, "master", 0)
    assert config.is_chief and config.num_worker_replicas == 2
    with pytest.raises(ValueError, match="task_type `evaluator` is not supported"):
        configured({"master": ["a:1"], "worker": ["b:1"]}, "evaluator", 0)
    with pytest.raises(ValueError, match="job `chief` is not supported"):
        configured({"master": ["a:1"], "chief": ["b:1"]}, "master", 0)


def test_the_target_of_evaluators_is_nothing_to_other_tasks(configured):
    assert configured(CLUSTER, "chief", 0, eval_session_master="grpc://f:1").evaluation_master == ""
    with pytest.raises(TypeError, match='"service" is set in TF_CONFIG, it must be a dict'):
        configured(CLUSTER, "chief", 0, service=3)


def test_a_task_alone_has_a_session_of_its_own(configured):
    assert configured({"chief": ["a:1"]}, "chief", 0).master == ""
    config = configured({})
    assert (config.task_type, config.task_id, config.is_chief, config.num_worker_replicas) == ("worker", 0, True, 1)


@pytest.mark.parametrize(
    ("cluster", "job", "number", "message"),
    [
        ({"worker": ["a:1"]}, "worker", 0, 'it must have one "chief" node'),
        ({"chief": ["a:1", "b:1"]}, "chief", 0, 'must have only one "chief" node'),
        (CLUSTER, None, None, "task type must be set"),
        (CLUSTER, "worker", None, "task index must be set"),
        (CLUSTER, "worker", -1, "Task index must be non-negative number"),
        (CLUSTER, "worker", 2, "2 is not a valid task_id for task_type worker"),
        (CLUSTER, "reader", 0, "reader is not a valid task_type in the cluster_spec"),
        ({}, "chief", 0, 'If "cluster" is not set in TF_CONFIG, task type must be WORKER.'),
        ({}, "worker", 1, 'If "cluster" is not set in TF_CONFIG, task index must be 0.'),
    ],
)
def test_a_task_that_there_is_not_is_an_error(configured, cluster, job, number, message):
    with pytest.raises(ValueError, match=message):
        configured(cluster, job, number)


def test_there_is_one_evaluator(configured, tmp_path):
    config = configured(CLUSTER, "evaluator", 1).replace(model_dir=str(tmp_path))
    estimator = tf.estimator.Estimator(lambda features: None, config=config)
    train, evaluate = tf.estimator.TrainSpec(list, max_steps=1), tf.estimator.EvalSpec(list)
    with pytest.raises(ValueError, match="there can only be one `evaluator` task"):
        tf.estimator.train_and_evaluate(estimator, train, evaluate)


PROGRAM = """
import sys
import numpy as np
import graphlab as tf

x = np.random.RandomState(0).randn(64, 5).astype("f")
y = x.sum(1, keepdims=True)

def model_fn(features, labels, mode):
    p = tf.layers.dense(features, 1)
    loss = tf.losses.mean_squared_error(labels, p)
    step = tf.train.AdamOptimizer(0.05).minimize(loss, tf.train.get_global_step())
    metrics = {"error": tf.metrics.mean_absolute_error(labels, p)}
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step, eval_metric_ops=metrics)

def read(epochs=None):
    return lambda: tf.data.Dataset.from_tensor_slices((x, y)).batch(16).repeat(epochs)

config = tf.estimator.RunConfig(
    model_dir=sys.argv[1], save_checkpoints_steps=100, experimental_max_worker_delay_secs=0
)
estimator = tf.estimator.Estimator(model_fn, config=config)
found = tf.estimator.train_and_evaluate(
    estimator,
    tf.estimator.TrainSpec(read(), max_steps=300),
    tf.estimator.EvalSpec(read(1), steps=None, start_delay_secs=0, throttle_secs=0),
)
print("returned", found)
"""


@pytest.mark.slow
def test_chief_worker_parameter_server_and_evaluator_train_a_model(tmp_path):
    ports = unused_ports(3)
    cluster = {job: [f"localhost:{port}"] for job, port in zip(("chief", "worker", "ps"), ports, strict=True)}
    tasks = {}
    for job in ("ps", "worker", "chief", "evaluator"):
        setting = json.dumps({"cluster": cluster, "task": {"type": job, "index": 0}})
        environment = {**os.environ, "TF_CONFIG": setting, "XDG_CONFIG_HOME": str(tmp_path)}
        with (tmp_path / f"{job}.log").open("w") as log:
            tasks[job] = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, str(tmp_path / "model")],
                stdout=log,
                stderr=log,
                env=environment,
                cwd=PACKAGE.parent,
            )
    try:
        for job in ("chief", "worker", "evaluator"):
            assert tasks[job].wait(timeout=120) == 0, (tmp_path / f"{job}.log").read_text()
            assert "returned None" in (tmp_path / f"{job}.log").read_text()
        assert tasks["ps"].poll() is None
    finally:
        for task in tasks.values():
            task.kill()
            task.wait()
    path = tf.train.latest_checkpoint(str(tmp_path / "model"))
    assert tf.train.load_variable(path, "global_step") >= 300
    (file,) = (tmp_path / "model" / "eval").glob("events*")
    errors = [
        value.simple_value
        for event in tf.train.summary_iterator(str(file))
        for value in event.summary.value
        if value.tag == "error"
    ]
    assert errors and errors[-1] < 0.5


def test_the_function_of_devices_has_one_argument_called_op():
    assert tf.estimator.RunConfig(device_fn=lambda op: "/cpu:0").device_fn is not None
    for function in (lambda x: "/cpu:0", lambda op, more: "/cpu:0", "/cpu:0"):
        with pytest.raises(ValueError, match='exactly one argument "op"'):
            tf.estimator.RunConfig(device_fn=function)
