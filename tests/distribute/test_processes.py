"""Strategies over several processes: each is started with a TF_CONFIG of its own, as the guides say."""

import ast
import json
import os
import subprocess
import sys

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.cluster.addresses import unused_ports
from tests.modules import PACKAGE

pytestmark = pytest.mark.slow

HEAD = """
import os
import sys
import time
import numpy as np
import graphlab as tf

rng = np.random.RandomState(0)
x = rng.randn(50, 6).astype("f")
y = (x[:, 0] > 0).astype("int64") + (x[:, 1] > 0)
"""

KERAS = """
keras = tf.keras
strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(8, "relu", input_shape=(6,)), keras.layers.Dense(3, "softmax")])
    model.compile(keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy", metrics=["acc"])
before = model.get_weights()
history = model.fit(x, y, batch_size=16, epochs=2, shuffle=False, verbose=0).history
predictions = model.predict(x[:11])
number = strategy.extended.replica_id(0)
with strategy.scope():
    late = tf.Variable(tf.random.uniform([3]))
if number:  # the first worker's process ends meanwhile
    time.sleep(2)
sess = keras.backend.get_session()
sess.run(late.initializer)
np.savez(f"{sys.argv[1]}/{number}.npz", *before, *model.get_weights(), predictions, sess.run(late))
print({key: [float(value) for value in values] for key, values in history.items()})
"""

ESTIMATOR = """
def model_fn(features, labels, mode):
    logits = tf.layers.dense(features, 3, kernel_initializer=tf.ones_initializer())
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    step = tf.train.GradientDescentOptimizer(0.5).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)

def read(input_context=None):
    data = tf.data.Dataset.from_tensor_slices((x[:48], y[:48]))
    if input_context is not None and strategy.num_replicas_in_sync > 1:
        data = data.shard(input_context.num_input_pipelines, input_context.input_pipeline_id)
    return data.batch(8).repeat()

strategy = getattr(tf.distribute.experimental, sys.argv[2])()
config = tf.estimator.RunConfig(
    sys.argv[1], train_distribute=strategy, experimental_max_worker_delay_secs=0, save_checkpoints_steps=6
)
estimator = tf.estimator.Estimator(model_fn, config=config)

class Dies(tf.train.SessionRunHook):
    def before_run(self, context):
        return tf.train.SessionRunArgs(tf.train.get_global_step())

    def after_run(self, context, values):
        if values.results >= 9:
            os._exit(9)

hooks = [Dies()] if "dies" in sys.argv and config.task_id == 1 else []
train = tf.estimator.TrainSpec(read, max_steps=12, hooks=hooks)
tf.estimator.train_and_evaluate(estimator, train, tf.estimator.EvalSpec(read, steps=1))
print("ended")
"""


@pytest.fixture
def run(tmp_path):
    """run(program, {job: how many}, *arguments): what each task but the parameter servers prints."""
    tasks = []

    def start(program, jobs, *arguments):
        names = [(job, i) for job, count in jobs.items() for i in range(count)]
        ports = iter(unused_ports(len(names)))
        cluster = {job: [f"localhost:{next(ports)}" for _ in range(count)] for job, count in jobs.items()}
        logs = {}
        for job, i in names:
            setting = json.dumps({"cluster": cluster, "task": {"type": job, "index": i}})
            environment = {**os.environ, "TF_CONFIG": setting, "XDG_CONFIG_HOME": str(tmp_path)}
            logs[job, i] = tmp_path / f"{job}{i}.log"
            with logs[job, i].open("w") as log:
                command = [sys.executable, "-c", HEAD + program, str(tmp_path), *arguments]
                tasks.append(subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=PACKAGE.parent))
        for name, task in zip(names, tasks[-len(names) :], strict=True):
            if name[0] != "ps":
                assert (task.wait(timeout=120) == 0) is not ("dies" in arguments), logs[name].read_text()
        texts = [logs[name].read_text().splitlines() for name in names if name[0] != "ps"]
        return [next((line for line in reversed(lines) if not line.startswith("(")), "") for lines in texts]

    yield start
    for task in tasks:
        task.kill()
        task.wait()


def test_workers_that_fit_a_model_together_learn_what_one_process_learns(run, tmp_path):
    histories = [ast.literal_eval(line) for line in run(KERAS, {"worker": 3})]
    assert histories[0] == histories[1] == histories[2]
    first, *others = [[*np.load(tmp_path / f"{i}.npz").values()] for i in range(3)]
    for values in others:  # the weights before and after training, the predictions, and what was sent last
        assert all((mine == theirs).all() for mine, theirs in zip(values, first, strict=True))
    keras, rng = tf.keras, np.random.RandomState(0)
    x = rng.randn(50, 6).astype("f")
    y = (x[:, 0] > 0).astype("int64") + (x[:, 1] > 0)
    with tf.Graph().as_default(), tf.Session() as sess:
        keras.backend.set_session(sess)
        model = keras.Sequential([keras.layers.Dense(8, "relu", input_shape=(6,)), keras.layers.Dense(3, "softmax")])
        model.compile(keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy", metrics=["acc"])
        model.set_weights(first[:4])
        history = model.fit(x, y, batch_size=16, epochs=2, shuffle=False, verbose=0).history
        for mine, theirs in zip([*first[4:8], first[8]], [*model.get_weights(), model.predict(x[:11])], strict=True):
            np.testing.assert_allclose(mine, theirs, atol=1e-5)
    for name, values in history.items():
        np.testing.assert_allclose(histories[0][name], values, atol=1e-5)


def trained_alone():
    """The kernel and bias after 12 steps with the batches of both workers."""
    rng = np.random.RandomState(0)
    x = rng.randn(50, 6).astype("f")[:48]
    y = (x[:, 0] > 0).astype("int64") + (x[:, 1] > 0)
    with tf.Graph().as_default(), tf.Session() as sess:
        features, labels = tf.placeholder(tf.float32, [None, 6]), tf.placeholder(tf.int64, [None])
        logits = tf.layers.dense(features, 3, kernel_initializer=tf.ones_initializer())
        loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
        step = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
        sess.run(tf.global_variables_initializer())
        for i in range(12):
            rows = slice(i % 3 * 16, i % 3 * 16 + 16)
            sess.run(step, {features: x[rows], labels: y[rows]})
        return sess.run(tf.trainable_variables())


def test_an_estimator_on_two_workers_learns_what_one_process_learns(run, tmp_path):
    lost, _ = run(ESTIMATOR, {"worker": 2}, "MultiWorkerMirroredStrategy", "dies")
    assert lost.startswith("  fix     start all workers again: they go on from the last checkpoint")
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-6")
    assert run(ESTIMATOR, {"worker": 2}, "MultiWorkerMirroredStrategy") == ["ended"] * 2
    path = tf.train.latest_checkpoint(str(tmp_path))
    assert path == str(tmp_path / "model.ckpt-12")
    for name, value in zip(("dense/kernel", "dense/bias"), trained_alone(), strict=True):
        np.testing.assert_allclose(tf.train.load_variable(path, name), value, atol=1e-5)


def test_an_estimator_trains_with_parameter_servers(run, tmp_path):
    found = run(ESTIMATOR, {"ps": 2, "chief": 1, "worker": 1}, "ParameterServerStrategy")
    assert found == ["ended"] * 2
    path = tf.train.latest_checkpoint(str(tmp_path))
    assert tf.train.load_variable(path, "global_step") >= 12
