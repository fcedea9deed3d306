"""Strategies with one copy of each variable: on parameter servers, or on one device of this machine."""

import pytest

import graphlab as tf
from tests.distribute.replicas import TWO, assert_two_steps_of_line, line, line_step, session

SUM = tf.distribute.ReduceOp.SUM


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def test_replicas_share_the_variables_of_a_central_storage(graph):
    strategy = tf.distribute.experimental.CentralStorageStrategy(TWO)
    assert strategy.extended.parameter_devices == ("/replica:0/task:0/device:CPU:0",)
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(line())
        losses = strategy.experimental_run_v2(line_step, args=(iterator.get_next(),))
        loss = strategy.reduce(SUM, losses, axis=None)
        sess = session()
        sess.run([tf.global_variables_initializer(), iterator.initialize()])
        assert_two_steps_of_line(sess, loss)
    assert not any("w/replica" in name for name in graph.operations_by_name)
    assert "replica_1/MatMul" in graph.operations_by_name


def test_variables_go_to_the_parameter_servers_one_after_the_other(graph):
    cluster = tf.train.ClusterSpec({"ps": ["a:1", "b:1"], "worker": ["c:1", "d:1"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="worker", task_id=1)
    strategy = tf.distribute.experimental.ParameterServerStrategy(resolver)
    extended = strategy.extended
    assert extended.parameter_devices == ("/job:ps/task:0", "/job:ps/task:1")
    assert (extended.should_checkpoint, extended.experimental_should_init) == (False, False)
    with strategy.scope():
        iterator = strategy.make_dataset_iterator(line())
        strategy.experimental_run_v2(line_step, args=(iterator.get_next(),))
    device_of = {name: graph.get_operation_by_name(name).device for name in ("w", "b", "w/Adam", "MatMul")}
    assert device_of["w"] == "/job:ps/task:0" and device_of["b"] == "/job:ps/task:1"
    assert device_of["MatMul"].startswith("/job:worker/replica:0/task:1")
    assert graph.get_operation_by_name("w/Adam").colocation_groups() == [b"loc:@w"]
    config = strategy.update_config_proto(tf.ConfigProto())
    assert config.device_filters == ["/job:worker/task:1", "/job:ps"]


def test_parameter_servers_are_needed():
    cluster = tf.train.ClusterSpec({"worker": ["c:1", "d:1"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="worker", task_id=0)
    with pytest.raises(ValueError, match="needs to have `ps` jobs"):
        tf.distribute.experimental.ParameterServerStrategy(resolver)


def test_an_input_function_knows_its_worker():
    cluster = tf.train.ClusterSpec({"ps": ["a:1"], "chief": ["b:1"], "worker": ["c:1", "d:1"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="worker", task_id=0)
    found = []

    def dataset(context):
        found.append((context.num_input_pipelines, context.input_pipeline_id, context.num_replicas_in_sync))
        return line()

    strategy = tf.distribute.experimental.ParameterServerStrategy(resolver)
    with strategy.scope():
        strategy.make_input_fn_iterator(dataset)
    assert found == [(3, 1, 1)]


@pytest.mark.parametrize(("aggregation", "expected"), [("SUM", 1.0), ("MEAN", 0.5), ("ONLY_FIRST_REPLICA", 0.0)])
def test_replicas_change_the_one_copy_together_also_where_it_is_synchronized_on_read(aggregation, expected):
    strategy = tf.distribute.experimental.CentralStorageStrategy(TWO, "/cpu:0")
    with strategy.scope(), session() as sess:
        on_read = tf.VariableSynchronization.ON_READ
        v = tf.Variable(0.0, synchronization=on_read, aggregation=tf.VariableAggregation[aggregation])

        def replica():
            return v.assign_add(tf.cast(tf.distribute.get_replica_context().replica_id_in_sync_group, tf.float32))

        step = strategy.group(strategy.experimental_run_v2(replica))
        sess.run(v.initializer)
        sess.run(step)
        assert sess.run(v.read_value()) == expected  # TensorFlow 1.15's


def test_each_replica_changes_rows_of_its_own():
    strategy = tf.distribute.experimental.CentralStorageStrategy(TWO, "/cpu:0")
    with strategy.scope(), session() as sess:
        v = tf.Variable([0.0, 0.0], aggregation=tf.VariableAggregation.SUM)

        def replica():
            return tf.scatter_add(v, [tf.distribute.get_replica_context().replica_id_in_sync_group], [1.0])

        step = strategy.group(strategy.experimental_run_v2(replica))
        sess.run(v.initializer)
        sess.run(step)
        assert sess.run(v).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("count", [1, 2])
def test_variables_may_be_partitioned(count):
    strategy = tf.distribute.experimental.CentralStorageStrategy(TWO[:count], "/cpu:0")

    def replica():
        partitioner = tf.fixed_size_partitioner(2)
        v = tf.get_variable(
            "v", initializer=tf.constant([10.0, 20.0]), aggregation=tf.VariableAggregation.SUM, partitioner=partitioner
        )
        return v.assign_add(tf.constant([3.0, 5.0])), tf.convert_to_tensor(v)

    with strategy.scope(), session() as sess:
        steps, whole = strategy.experimental_run_v2(replica)
        assert [v.name for v in tf.global_variables()] == ["v/part_0:0", "v/part_1:0"]
        sess.run(tf.global_variables_initializer())
        sess.run([strategy.group(step) for step in steps])
        for value in sess.run(strategy.experimental_local_results(whole)):
            assert value.tolist() == [10.0 + 3 * count, 20.0 + 5 * count]
