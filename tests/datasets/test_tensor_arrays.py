"""TensorArrays are parts of elements. TensorFlow 1.15 made the expected values."""

import numpy as np
import pytest

import graphlab as tf

Dataset = tf.data.Dataset


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def array(i):
    i = tf.cast(i, tf.int32)
    return tf.TensorArray(tf.int32, element_shape=(), size=i).unstack(tf.range(i))


def elements(dataset):
    element = dataset.make_one_shot_iterator().get_next()
    if isinstance(element, tf.TensorArray):
        element = element.stack()
    found = []
    with tf.Session() as session:
        while True:
            try:
                found.append(session.run(element).tolist())
            except tf.errors.OutOfRangeError:
                return found


def test_a_function_returns_a_tensor_array_and_another_gets_it():
    arrays = Dataset.range(4).map(array)
    assert arrays.element_spec == tf.TensorArraySpec([], tf.int32)
    assert arrays.output_types is tf.int32 and arrays.output_classes is tf.TensorArray
    assert tf.data.experimental.TensorArrayStructure(tf.int32, [], False, True) == arrays.element_spec
    assert elements(arrays) == [[], [0], [0, 1], [0, 1, 2]]
    assert elements(arrays.map(lambda a: a.identity())) == [[], [0], [0, 1], [0, 1, 2]]
    assert elements(arrays.filter(lambda a: a.size() > 1).map(lambda a: a.read(1) + a.size())) == [3, 4]
    assert elements(arrays.shuffle(10, seed=1).map(lambda a: a.size())) == [0, 3, 1, 2]
    assert elements(Dataset.range(2).map(lambda i: {"a": array(i), "i": i}).map(lambda d: d["a"].stack() * 2)) == [
        [],
        [0],
    ]
    assert elements(arrays.take(2).concatenate(arrays.take(2)).map(lambda a: a.stack())) == [[], [0], [], [0]]


def test_the_state_of_reduce_is_a_tensor_array():
    start = tf.TensorArray(tf.int64, element_shape=(), size=4)
    written = Dataset.range(4).reduce(start, lambda a, i: a.write(tf.cast(i, tf.int32), i * 10))
    with tf.Session() as session:
        np.testing.assert_array_equal(session.run(written.stack()), [0, 10, 20, 30])


def test_tensor_arrays_have_no_batches_and_no_rows():
    arrays = Dataset.range(3).map(array)
    with pytest.raises(TypeError, match="no batches(?s:.*)stack"):
        arrays.batch(2)
    with pytest.raises(TypeError, match="no rows"):
        Dataset.from_tensor_slices(array(3))
    assert not tf.TensorArraySpec([], tf.int32).is_compatible_with(tf.TensorArraySpec([2], tf.int32))
    assert tf.TensorArraySpec([None], tf.int32).is_compatible_with(tf.TensorArraySpec([2], tf.int32))


def test_a_position_is_saved_of_functions_with_arrays_of_their_own_and_not_of_arrays_read_ahead():
    loops = Dataset.range(3).map(lambda x: tf.map_fn(lambda y: y + x, tf.range(x))).make_initializable_iterator()
    ahead = Dataset.range(5).map(array).shuffle(3, seed=1).make_initializable_iterator()
    positions = [tf.data.experimental.make_saveable_from_iterator(one).specs[0].tensor for one in (loops, ahead)]
    with tf.Session() as session:
        session.run([loops.initializer, ahead.initializer])
        session.run([loops.get_next(), ahead.get_next().flow.op])
        session.run(positions[0].op)
        with pytest.raises(tf.errors.UnimplementedError, match="A position can't hold a TensorList"):
            session.run(positions[1].op)
