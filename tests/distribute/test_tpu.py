"""tf.tpu without a TPU: computations are parts of the graph, all of which run with what they return."""

import pytest

import graphlab as tf
from graphlab._src.distribute.tpu.topology import Topology
from graphlab.contrib import tpu


def test_a_rewritten_computation_runs_as_a_whole():
    def step(x):
        w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
        tf.train.GradientDescentOptimizer(0.5).minimize(tf.reduce_sum(w * x))  # nothing depends on it
        return tf.reduce_sum(w)

    (total,) = tf.tpu.rewrite(step, [tf.constant([1.0, 2.0])])
    w = tf.global_variables()[0]
    assert w.op.type == "VarHandleOp"
    with tf.Session() as session:
        session.run([tf.tpu.initialize_system(), tf.global_variables_initializer()])
        session.run(total)
        session.run(total)
        assert session.run(w).tolist() == [0.0, -1.0]
        session.run(tf.tpu.shutdown_system())


def test_what_a_rewritten_computation_returns():
    assert tf.tpu.rewrite(lambda: None).type == "NoOp"
    (found,) = tf.tpu.shard(lambda x: x + 1, [tf.constant(1)])
    nested = tf.tpu.rewrite(lambda: {"a": (tf.constant(2), tf.constant(3))})
    with tf.Session() as session:
        assert session.run([found, nested]) == [2, {"a": (2, 3)}]
    with pytest.raises(ValueError, match="zero-or more Tensor values followed by zero or more Operations"):
        tf.tpu.rewrite(lambda: [tf.no_op(), tf.constant(1)])
    with pytest.raises(TypeError, match="the computation needs exactly 1 argument$"):
        tf.tpu.rewrite(lambda a: a, [tf.constant(1), tf.constant(2)])
    with pytest.raises(ValueError, match="8 replicas need a TPU"):
        tf.tpu.shard(lambda: None, num_shards=8)


def test_loops():
    doubled = tpu.repeat(3, lambda x: x * 2.0, [tf.constant(1.0)])
    counter = tf.get_variable("n", [], tf.int32, tf.zeros_initializer(), use_resource=True)
    counted = tpu.repeat(4, lambda: counter.assign_add(1).op)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(counted)
        assert session.run([doubled, counter]) == [[8.0], 4]
    with pytest.raises(TypeError, match="but the loop body needs exactly 2 arguments"):
        tpu.while_loop(lambda i: i < 3, lambda i, j: i, [tf.constant(0)])
    with pytest.raises(TypeError, match="Mismatch between input types and output types"):
        tpu.while_loop(lambda i: i < 3, tf.to_float, [tf.constant(0)])


def test_bfloat16_variables_are_stored_as_float32():
    with tf.tpu.bfloat16_scope():
        read = tf.get_variable("v", [2], tf.bfloat16)
    assert read.dtype == tf.bfloat16
    assert tf.global_variables()[0].dtype.base_dtype == tf.float32


def test_a_cross_shard_optimizer_is_the_one_inside():
    x = tf.Variable(1.0)
    inner = tf.train.MomentumOptimizer(0.5, 0.9)
    optimizer = tf.tpu.CrossShardOptimizer(inner)
    step = optimizer.minimize(x * x)
    assert optimizer.get_slot_names() == ["momentum"] and optimizer.variables() == inner.variables()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(step)
        assert session.run(x) == 0.0
    with pytest.raises(ValueError, match="Unsupported reduction: none"):
        tf.tpu.CrossShardOptimizer(inner, reduction="none")


def test_a_topology_knows_the_tasks_and_devices_at_its_places():
    places = [[[0, 0, 0], [0, 0, 1]], [[1, 0, 0], [1, 0, 1]]]
    written = Topology(mesh_shape=[2, 1, 2], device_coordinates=places).serialized()
    found = Topology(serialized=written)
    assert found.mesh_shape.tolist() == [2, 1, 2] and found.device_coordinates.tolist() == places
    assert (found.num_tasks, found.num_tpus_per_task, found.mesh_rank) == (2, 2, 3)
    assert found.task_ordinal_at_coordinates([1, 0, 1]) == 1
    assert found.tpu_device_name_at_coordinates([1, 0, 1]) == "/task:1/device:TPU:1"
    assert found.cpu_device_name_at_coordinates([1, 0, 0], "worker") == "/job:worker/task:1/device:CPU:0"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"mesh_shape": [1, 1], "device_coordinates": [[[0, 0, 0]]]}, "`mesh_shape` must be a sequence of 3"),
        ({"mesh_shape": [1, 1, 1], "device_coordinates": [[0, 0, 0]]}, "must be a rank 3"),
        ({"serialized": b"\n\x03\x01\x01\x01\x10\x02\x18\x01"}, "must have shape num_tasks"),
    ],
)
def test_a_topology_refuses_places_that_fit_no_mesh(arguments, message):
    with pytest.raises(ValueError, match=message):
        Topology(**arguments)


def test_a_program_may_name_the_strategy_of_a_tpu_and_not_make_one():
    kind = tf.distribute.experimental.TPUStrategy
    assert kind is tf.contrib.distribute.TPUStrategy and not isinstance(tf.distribute.get_strategy(), kind)
    with pytest.raises(RuntimeError, match=r"Cannot find any TPU cores .* use tf.distribute.MirroredStrategy"):
        kind()
