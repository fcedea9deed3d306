"""MirroredStrategy on eight emulated CPUs beside the same steps by `jax.shard_map`: what replicas in a graph cost.

JAX decides how many CPUs it emulates when it begins, so that this measures in a process of its own.
"""

import dataclasses
import functools
import json
import os
import subprocess
import sys
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import graphlab as tf
from benchmarks import measure

REPLICAS = 8
FLAG = f"--xla_force_host_platform_device_count={REPLICAS}"
# What it is called, the sizes of its layers, examples in a batch.
MODELS = [("small", [784, 32, 10], 256), ("wide", [784, 512, 512, 10], 256), ("large", [784, 1024, 1024, 10], 2048)]
RATE = 0.1


def rows(python: str | None) -> list[measure.Row]:
    flags = f"{os.environ.get('XLA_FLAGS', '')} {FLAG}"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-m", "benchmarks.mirrored"]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return [measure.Row(**row) for row in json.loads(found.stdout.splitlines()[-1])]


def _measured() -> list[measure.Row]:
    found = []
    for what, sizes, examples in MODELS:
        rng = np.random.RandomState(0)
        x, y = rng.randn(examples, sizes[0]).astype("f"), rng.randint(0, sizes[-1], examples).astype("int32")
        weights = [rng.randn(*pair).astype("f") * 0.03 for pair in zip(sizes, sizes[1:], strict=False)]
        ours, theirs = _mirrored(weights, x, y), _sharded(weights, x, y)
        assert abs(ours() - theirs()) < 1e-5
        best = measure.best({"graphlab": measure.local(ours), "shard_map": measure.local(theirs)})
        name = f"step of {REPLICAS} replicas, {what} network"
        found.append(measure.Row(name, best["graphlab"], "jax.shard_map", best["shard_map"], 1.1))
    return found


def _mirrored(weights: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Any:
    """A function that makes a step by MirroredStrategy, and returns the loss from before."""
    strategy = tf.distribute.MirroredStrategy()
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = tf.OptimizerOptions.ON_1

    def step(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        for i, weight in enumerate(weights):
            x = tf.matmul(tf.nn.relu(x) if i else x, tf.get_variable(f"w{i}", initializer=weight))
        each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=x)
        loss = tf.reduce_mean(each) / REPLICAS
        with tf.control_dependencies([tf.train.GradientDescentOptimizer(RATE).minimize(loss)]):
            return tf.identity(loss)

    with tf.Graph().as_default(), strategy.scope():
        fed = tf.placeholder(tf.float32, x.shape), tf.placeholder(tf.int32, y.shape)
        dataset = tf.data.Dataset.from_tensors(fed).repeat()
        iterator = strategy.make_dataset_iterator(dataset)
        losses = strategy.experimental_run_v2(step, args=iterator.get_next())
        loss = strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)
        session = tf.Session(config=config)
        session.run([tf.global_variables_initializer(), iterator.initialize()], dict(zip(fed, (x, y), strict=True)))
    return lambda: float(session.run(loss))


def _sharded(weights: list[np.ndarray], x: np.ndarray, y: np.ndarray) -> Any:
    """A function that makes the same step by shard_map."""
    mesh = Mesh(np.array(jax.devices()), ("replica",))
    whole, split = PartitionSpec(), PartitionSpec("replica")

    def loss_of(weights: list[jax.Array], x: jax.Array, y: jax.Array) -> jax.Array:
        for i, weight in enumerate(weights):
            x = (jax.nn.relu(x) if i else x) @ weight
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x), y[:, None], 1))

    @jax.jit
    @functools.partial(
        jax.shard_map, mesh=mesh, in_specs=(whole, split, split), out_specs=(whole, whole), check_vma=False
    )
    def step(weights: list[jax.Array], x: jax.Array, y: jax.Array) -> tuple[list[jax.Array], jax.Array]:
        loss, gradients = jax.value_and_grad(loss_of)(weights, x, y)
        loss, gradients = jax.lax.pmean((loss, gradients), "replica")
        return [weight - RATE * gradient for weight, gradient in zip(weights, gradients, strict=True)], loss

    state = [jax.device_put(weight, NamedSharding(mesh, whole)) for weight in weights]

    def run() -> float:
        parts = [jax.device_put(array, NamedSharding(mesh, split)) for array in (x, y)]
        state[:], loss = step(state, *parts)
        return float(loss)

    return run


if __name__ == "__main__":
    print(json.dumps([dataclasses.asdict(row) for row in _measured()]))
