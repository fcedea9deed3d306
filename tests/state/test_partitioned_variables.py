"""Variables in parts: cut along one axis, initialized and looked up as one."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def names(variables):
    return [variable.name for variable in variables]


@pytest.mark.parametrize("use_resource", [False, True], ids=["reference", "handle"])
def test_the_parts_are_variables_and_the_whole_is_their_concatenation(use_resource):
    with tf.variable_scope("scope", partitioner=tf.fixed_size_partitioner(2), use_resource=use_resource):
        whole = tf.get_variable("w", initializer=tf.constant(np.arange(6.0).reshape(3, 2)))
    assert whole.name == "scope/w"
    assert names(whole) == ["scope/w/part_0:0", "scope/w/part_1:0"]
    assert [part.shape.as_list() for part in whole] == [[2, 2], [1, 2]]
    assert len(whole) == 2
    tensor = tf.convert_to_tensor(whole)
    assert tensor.name == "scope/w:0"
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        np.testing.assert_array_equal(sess.run(tensor), np.arange(6.0).reshape(3, 2))
        sess.run(whole.assign(np.ones((3, 2))))
        np.testing.assert_array_equal(sess.run(whole.as_tensor()), np.ones((3, 2)))


def test_each_part_knows_which_part_it_is():
    whole = tf.get_variable("w", [5, 3], partitioner=tf.fixed_size_partitioner(2))
    infos = [part._get_save_slice_info() for part in whole]
    assert [info.spec for info in infos] == ["5 3 0,3:0,3", "5 3 3,2:0,3"]
    assert infos[1].to_proto().full_name == "w"
    assert tf.Variable.from_proto(list(whole)[1].to_proto())._get_save_slice_info().var_offset == [3, 0]


def test_an_initializer_receives_the_shape_of_the_whole():
    received = []

    def initializer(shape, dtype, partition_info):
        received.append((shape, partition_info.full_shape, partition_info.var_offset))
        return tf.zeros(shape, dtype)

    tf.get_variable("w", [3, 2], initializer=initializer, partitioner=tf.fixed_size_partitioner(2))
    assert received == [([2, 2], [3, 2], [0, 0]), ([1, 2], [3, 2], [2, 0])]


def test_an_initializer_scales_a_part_as_the_whole():
    cut = tf.fixed_size_partitioner(2)
    initializers = {
        "glorot": tf.glorot_uniform_initializer(seed=1),
        "unit": tf.uniform_unit_scaling_initializer(seed=2),
        "identity": tf.initializers.identity(2.0),
    }
    whole = {
        k: tf.convert_to_tensor(tf.get_variable(k, [4, 2], None, v, partitioner=cut)) for k, v in initializers.items()
    }
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        values = sess.run(whole)
    # TensorFlow's numbers
    np.testing.assert_allclose(values["glorot"], [[-0.521925, 0.840799], [-0.898975, -0.008511]] * 2, rtol=1e-4)
    np.testing.assert_allclose(values["unit"], [[0.309598, 0.37092], [-0.052279, -0.031229]] * 2, rtol=1e-4)
    np.testing.assert_array_equal(values["identity"], [[2, 0], [0, 2], [0, 0], [0, 0]])


def test_reuse_gives_the_same_parts_and_checks_how_they_were_cut():
    with tf.variable_scope("s", partitioner=tf.fixed_size_partitioner(2)):
        whole = tf.get_variable("w", [4])
    with tf.variable_scope("s", partitioner=tf.fixed_size_partitioner(2), reuse=True):
        assert tf.get_variable("w", [4]) is whole
    with tf.variable_scope("s", reuse=True):
        assert tf.get_variable("w") is whole
    with (
        tf.variable_scope("s", partitioner=tf.fixed_size_partitioner(4), reuse=True),
        pytest.raises(ValueError, match=r"specified partitions \[4\] and found partitions \[2\]"),
    ):
        tf.get_variable("w", [4])
    with tf.variable_scope("s"), pytest.raises(ValueError, match="partitioned version of the variable was found"):
        tf.get_variable("w", [4])


@pytest.mark.parametrize(
    ("slicing", "message"),
    [
        ([2, 2], "Can only slice a variable along one dimension"),
        ([1], "does not match the Variable's rank"),
        ([0, 1], "zero partitions"),
        (2, "must return a sequence"),
    ],
)
def test_a_partitioner_that_makes_no_sense_is_refused(slicing, message):
    with pytest.raises(ValueError, match=message):
        tf.get_variable("w", [4, 4], partitioner=lambda **_: slicing)


def test_partitioners_choose_how_many_parts():
    shape, kind = tf.TensorShape([64, 8]), tf.float32
    assert tf.fixed_size_partitioner(3, axis=1)(shape=shape, dtype=kind) == [1, 3]
    assert tf.variable_axis_size_partitioner(512)(shape=shape, dtype=kind) == [4, 1]
    assert tf.variable_axis_size_partitioner(512, max_shards=2)(shape=shape, dtype=kind) == [2, 1]
    assert tf.min_max_variable_partitioner(10, min_slice_size=512)(shape=shape, dtype=kind) == [4, 1]
    assert tf.min_max_variable_partitioner(3, min_slice_size=512)(shape=shape, dtype=kind) == [3, 1]


@pytest.mark.parametrize("use_resource", [False, True], ids=["reference", "handle"])
def test_an_embedding_in_parts_is_looked_up_and_trained(use_resource):
    table = tf.get_variable(
        "t",
        initializer=tf.constant(np.arange(10.0, dtype=np.float32).reshape(5, 2)),
        partitioner=tf.fixed_size_partitioner(2),
        use_resource=use_resource,
    )
    rows = tf.nn.embedding_lookup(table, [0, 4, 2], partition_strategy="div")
    step = tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(rows))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        np.testing.assert_array_equal(sess.run(rows), [[0, 1], [8, 9], [4, 5]])
        sess.run(step)
        np.testing.assert_array_equal(sess.run(table.as_tensor())[:, 0], [-1, 2, 3, 6, 7])


def test_create_partitioned_variables_gives_the_parts():
    parts = tf.create_partitioned_variables([4, 2], [1, 2], tf.zeros([4, 2]), name="p")
    assert names(parts) == ["p/part_0:0", "p/part_1:0"]
    assert [part.shape.as_list() for part in parts] == [[4, 1], [4, 1]]


def test_parts_have_the_dtype_of_the_tensor_that_they_are_cut_from():
    whole = tf.constant([[1, 2, 3, 4], [5, 6, 7, 8]])
    parts = tf.create_partitioned_variables([2, 4], [1, 2], whole)
    assert [part.dtype.base_dtype for part in parts] == [tf.int32, tf.int32]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert np.array_equal(sess.run(tf.concat(parts, 1)), sess.run(whole))
