"""TensorArrays: what is refused, what comes where nothing was written, arrays of strings and arrays that grow."""

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def array(size=3, dtype=tf.float32, **options):
    return tf.TensorArray(dtype, size, tensor_array_name="kept", **options)


def test_arrays_of_strings_do_all_that_others_do(session):
    words = np.array([b"a", b"bc", b""], object)
    unstacked = array(dtype=tf.string, clear_after_read=False).unstack(words)
    assert session.run(unstacked.stack()).tolist() == words.tolist()
    assert session.run(unstacked.read(1)) == b"bc"
    split = array(dtype=tf.string, infer_shape=False).split(words, [2, 0, 1])
    assert session.run(split.concat()).tolist() == words.tolist()
    assert session.run(array(dtype=tf.string).write(1, [b"x"]).stack()).tolist() == [[b""], [b"x"], [b""]]

    def body(i, texts):
        return i + 1, texts.write(i, tf.as_string(i))

    _, texts = tf.while_loop(lambda i, texts: i < 3, body, [0, array(dtype=tf.string)])
    assert session.run(texts.stack()).tolist() == [b"0", b"1", b"2"]


def test_zeros_stand_where_nothing_was_written_when_all_elements_have_one_shape(session):
    value = tf.placeholder(tf.float32)
    feeds = {value: [[4.0, 5.0]]}
    np.testing.assert_array_equal(session.run(array().write(1, value).read(0), feeds), [[0, 0]])
    np.testing.assert_array_equal(session.run(array().write(1, value).concat(), feeds), [[0, 0], [4, 5], [0, 0]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not read from TensorArray index 0"):
        session.run(array(infer_shape=False).write(1, value).read(0), feeds)


def test_an_element_is_read_once_also_where_all_came_from_one_tensor(session):
    rows = array().unstack([[1.0], [2.0], [3.0]])
    first = rows.read(0)
    with tf.control_dependencies([first]):
        again = rows.read(0)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not read index 0 twice because it was cleared"):
        session.run(again)


def test_both_branches_may_read_the_same_element(session):
    choice = tf.placeholder(tf.bool, [])
    rows = array().unstack([1.0, 2.0, 3.0])
    result = tf.cond(choice, lambda: rows.read(0) + 1, lambda: rows.read(0) * 10)
    assert session.run(result, {choice: True}) == 2
    assert session.run(result, {choice: False}) == 10


def test_an_array_grows_beyond_what_was_unstacked(session):
    x = tf.constant([1.0, 2.0, 3.0])
    grown = array(dynamic_size=True).unstack(x).write(3, 4.0).stack()
    np.testing.assert_array_equal(session.run(grown), [1, 2, 3, 4])
    np.testing.assert_array_equal(session.run(tf.gradients(grown, x)[0]), [1, 1, 1])
    joined = array(dynamic_size=True).split(x, [1, 1, 1]).write(3, [4.0]).concat()
    np.testing.assert_array_equal(session.run(joined), [1, 2, 3, 4])
    np.testing.assert_array_equal(session.run(tf.gradients(joined, x)[0]), [1, 1, 1])


REFUSED = {
    "TensorArray dtype is float but Op is trying to write dtype string": lambda: array().write(0, "text").flow,
    "TensorArray dtype is float but Op requested dtype double": lambda: tf.raw_ops.TensorArrayReadV3(
        handle=array().write(0, 1.0).handle, index=0, flow_in=0.0, dtype=tf.float64
    ),
    "TensorArray kept_.*: Could not write to TensorArray index 2 because it has already been written to": lambda: (
        array().unstack([1.0, 2.0, 3.0]).write(2, 3.0).flow
    ),
    "Tried to write to index -1": lambda: array().unstack([1.0, 2.0, 3.0]).write(-1, 3.0).flow,
    "Tried to read from index 3 but array size is: 3": lambda: array().unstack([1.0, 2.0, 3.0]).read(3),
    r"Expected lengths to be a vector, received shape: \[\]": lambda: (
        array().split([1.0], tf.placeholder_with_default(1, None)).flow
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_does_not_fit_is_refused(session, message):
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        session.run(REFUSED[message]())


def test_nothing_cannot_be_stacked_when_its_shape_is_not_known(session):
    with pytest.raises(tf.errors.UnimplementedError, match="TensorArray has size zero, but element shape <unknown>"):
        session.run(array(0, infer_shape=False).stack())


def test_code_that_ignores_another_input_is_not_taken_for_the_same(session):
    first, second = tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    feeds = {first: 1.0, second: 2.0}
    for place, expected in ((0, 1), (1, 2), (0, 1)):
        both = array(2, infer_shape=False).write(0, first).write(1, second)
        assert session.run(both.read(place), feeds) == expected


def test_the_gradient_of_a_map_over_nothing_is_refused_in_words(session):
    rows = tf.placeholder(tf.float32, [None])
    gradient = tf.gradients(tf.map_fn(lambda row: tf.square(row), rows), rows)
    assert session.run(gradient, {rows: [3.0, 4.0]})[0].tolist() == [6, 8]
    with pytest.raises(tf.errors.UnimplementedError, match="TensorArray has size zero"):
        session.run(gradient, {rows: []})


def test_a_place_that_is_fed_may_be_empty_and_is_written_once(session):
    rows, place = tf.placeholder(tf.float32), tf.placeholder(tf.int32, [])
    array = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(rows)
    element = array.read(place)
    session.run(element, {rows: [1.0, 2.0, 3.0], place: 1})
    assert session.run(element, {rows: [1.0, 2.0], place: 2}) == 0
    assert session.run(element, {rows: [1.0, 2.0], place: 1}) == 2
    written = array.write(place, 7.0).stack()
    with pytest.raises(tf.errors.InvalidArgumentError, match="index 2 because it has already been written to"):
        session.run(written, {rows: [1.0, 2.0, 3.0], place: 2})
    np.testing.assert_array_equal(session.run(written, {rows: [1.0, 2.0], place: 2}), [1, 2, 7])


@pytest.mark.tier("both")
def test_gradients_that_an_iteration_has_read_are_not_added_to_in_the_next(session):
    x = tf.placeholder(tf.float32, [3])
    gradients = tf.map_fn(lambda y: tf.gradients(y, x)[0], x * x)
    with pytest.raises(tf.errors.InvalidArgumentError, match="index 1 because it has already been read"):
        session.run(gradients, {x: [1, 2, 3]})
    assert session.run(tf.map_fn(lambda y: tf.gradients(y, x)[0], x[:1] * x[:1]), {x: [3, 0, 0]}).tolist() == [
        [6, 0, 0]
    ]


def test_elements_without_numbers_are_joined(session):
    x = tf.placeholder_with_default(np.ones([2, 0, 3], np.float32), [2, 0, 3])
    for _ in range(2):
        assert session.run(array().unstack(tf.stack([x, x, x])).concat()).shape == (6, 0, 3)
