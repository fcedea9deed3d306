"""What may be fed, what comes back of it, and what is said of the rest."""

from typing import Any

import jax.numpy as jnp
import numpy as np
import pytest

import graphlab as tf


@pytest.fixture
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


@pytest.mark.parametrize("value", [["a", b"b"], np.array(["a", "b"]), np.array([b"a", "b"], object)])
def test_text_is_fed_as_bytes(session, value):
    words = tf.placeholder(tf.string)
    assert list(session.run(tf.identity(words), {words: value})) == [b"a", b"b"]


@pytest.mark.parametrize("value", [1.5, [1, 2], [True], [None], np.array([1.5])])
def test_numbers_are_no_text(session, value):
    words = tf.placeholder(tf.string, name="words")
    with pytest.raises(tf.errors.InternalError, match="Unsupported object type"):
        session.run(tf.identity(words), {words: value})


def test_a_whole_number_is_no_text(session):
    words = tf.placeholder(tf.string, name="words")
    with pytest.raises(TypeError, match="Type of feed value 1 with type <class 'int'> is not compatible"):
        session.run(words, {words: 1})


@pytest.mark.parametrize("feeds", [lambda x: [x], lambda x: (x,), lambda x: 5])
def test_only_a_dictionary_is_a_feed_dict_also_the_second_time(session, feeds):
    x = tf.placeholder(tf.float32)
    session.run(x, {x: 1.0})
    with pytest.raises(TypeError, match="input must be a dictionary"):
        session.run(x, feeds(x))


@pytest.mark.parametrize(
    ("dtype", "value"), [(tf.int32, 2**63 - 1), (tf.uint8, 256), (tf.float32, 2**24 + 1), (tf.float16, 2**40)]
)
def test_a_number_that_the_type_does_not_hold_is_refused(session, dtype, value):
    one = tf.constant(1, dtype)
    with pytest.raises(TypeError, match="is not compatible with Tensor type"):
        session.run(one, {one: value})


def test_none_is_no_number_unless_numpy_makes_it_one(session):
    count, size = tf.placeholder(tf.int32, name="count"), tf.placeholder(tf.float32)
    with pytest.raises(TypeError, match="not 'NoneType'"):
        session.run(count, {count: None})
    assert np.isnan(session.run(size, {size: None}))
    with pytest.raises(
        ValueError, match=r"Cannot feed value of shape \(\) for Tensor 'row:0', which has shape '\(2,\)'"
    ):
        session.run("row:0", {tf.placeholder(tf.float32, [2], name="row"): None})


def test_what_is_fed_and_fetched_comes_back_as_the_array_it_became(session):
    x, words = tf.placeholder(tf.float32), tf.placeholder(tf.string)
    array = np.zeros(3, np.float32)
    assert session.run(x, {x: array}) is array
    value = session.run(x, {x: 3})
    assert type(value) is np.ndarray and value.shape == () and value.dtype == np.float32
    fed, run = session.run([words, tf.identity(words)], {words: ["a", b"b"]})
    assert list(fed) == ["a", b"b"] and list(run) == [b"a", b"b"]
    fed, run = session.run({"x": x, "y": x + 1}, {x: 1}).values()
    assert (fed, run) == (1, 2)


def test_nothing_runs_when_all_that_is_fetched_is_fed(session):
    x = tf.placeholder(tf.float32, name="x")
    y = tf.identity(x)
    assert session.run([y], {y: 2.0}) == [2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value for placeholder tensor 'x'"):
        session.run([y, x.op], {y: 2.0})


@pytest.mark.parametrize(
    ("name", "key"),
    [("images", "images"), (None, '"Placeholder:0"'), ("input", '"input:0"'), ("model/x", '"model/x:0"')],
)
def test_what_is_missing_is_named_by_a_key_that_may_be_typed(session, name, key):
    x = tf.placeholder(tf.float32, name=name)
    with pytest.raises(tf.errors.InvalidArgumentError) as failure:
        session.run(x + 1)
    assert f"fix     pass feed_dict={{{key}: value}} to run()" in str(failure.value)


def test_a_tuple_of_tensors_takes_a_tuple_of_values(session):
    a, b, c = (tf.zeros([2]) for _ in range(3))
    key, value = ((a,), b, (c,)), (([1, 1],), [2, 2], ([3, 3],))
    with pytest.raises(ValueError, match="Could not flatten dictionary. Key had 3 elements, but value had 6 elements"):
        session.run([a, b, c], {key: value})
    value = ((np.array([1, 1]),), np.array([2, 2]), (np.array([3, 3]),))
    for _ in range(2):
        np.testing.assert_array_equal(session.run([a * 2, b * 2, c * 2], {key: value}), [[2, 2], [4, 4], [6, 6]])


class _Parts(dict):
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]


def test_a_dict_of_tensors_that_is_a_key_takes_a_dict_of_values(session):
    a, b = tf.zeros([2]), tf.zeros([])
    key = _Parts(b=b, a=(a,))
    np.testing.assert_array_equal(session.run(a * 2 + b, {key: {"a": (np.array([1, 2]),), "b": 3.0}}), [5, 7])


def test_a_key_may_be_any_name_of_the_tensor_and_the_last_value_counts(session):
    x = tf.placeholder(tf.float32, name="x")
    y = x * 2
    assert session.run(y, {"x:0": 1.0}) == session.run(y, {b"x:0": 1.0}) == 2
    assert session.run(y, {x: 1.0, "x:0": 3.0}) == 6


def test_an_array_on_the_device_is_fed_as_it_is(session):
    x = tf.placeholder(tf.float32, [3])
    np.testing.assert_array_equal(session.run(x * 2, {x: jnp.arange(3.0)}), [0, 2, 4])
    np.testing.assert_array_equal(session.run(x * 2, {x: jnp.arange(3)}), [0, 2, 4])


def test_indexed_slices_are_fed_and_fetched_as_their_parts(session):
    slices = tf.IndexedSlices(tf.placeholder(tf.float32, [2]), tf.placeholder(tf.int64, [2]))
    copy = tf.IndexedSlices(tf.identity(slices.values), tf.identity(slices.indices))
    for _ in range(2):
        values, indices, shape = session.run(copy, {slices: ([1, 2], [5, 6])})
        assert list(values) == [1, 2] and list(indices) == [5, 6] and shape is None


def test_prevented_feeding_counts_for_runs_that_were_planned(session):
    x = tf.constant(1.0, name="x")
    y = x + 1
    assert session.run(y, {x: 2.0}) == 3
    session.graph.prevent_feeding(x)
    assert not session.graph.is_feedable(x)
    with pytest.raises(ValueError, match=r'Tensor Tensor\("x:0", shape=\(\), dtype=float32\) may not be fed.'):
        session.run(y, {x: 2.0})


def test_a_default_gives_way_to_what_is_fed(session):
    x = tf.placeholder_with_default(tf.constant([1.0, 2.0]), [None])
    np.testing.assert_array_equal(session.run(x * 2), [2, 4])
    np.testing.assert_array_equal(session.run(x * 2, {x: [1.0]}), [2])
    assert session.run(x * 2, {x: []}).shape == (0,)


@pytest.mark.parametrize("tier", ["numpy", "compiled"], indirect=True)
def test_what_is_fed_of_a_branch_or_loop_counts_where_it_runs_as_well(tier):
    chosen, x = tf.placeholder(tf.bool, []), tf.constant(1.0)
    branch: Any = tf.cond(chosen, lambda: x + 1.0, lambda: x * 0.5)
    loop: Any
    _, loop = tf.while_loop(lambda i, total: i < 3, lambda i, total: (i + 1, total * 2.0), [0, x])
    with tf.control_dependencies([branch.op, loop.op]):  # so that both run
        later = tf.identity(3.0)
    results = [branch * 2.0, tf.cond(chosen, lambda: x, lambda: branch * 4.0), loop * 2.0, later]
    with tf.Session() as session:
        assert session.run(results, {chosen: False, branch: 0.75, loop: 0.25}) == [1.5, 3.0, 0.5, 3.0]


@pytest.mark.parametrize("fed", [np.uint8, tf.quint8.as_numpy_dtype], ids=["integers", "records"])
def test_quantized_numbers_are_fed_as_integers_and_as_numpy_has_them(fed):
    x = tf.placeholder(tf.quint8)
    value = np.asarray([[0, 51, 255]], np.uint8).view(fed)
    with tf.Session() as session:
        back, real, cast = session.run([x, tf.dequantize(x, 0.0, 5.0), tf.bitcast(x, tf.uint8)], {x: value})
    assert back.dtype == tf.quint8.as_numpy_dtype and back.shape == (1, 3)
    np.testing.assert_allclose(real, [[0, 1, 5]], rtol=1e-6)
    assert cast.tolist() == [[0, 51, 255]]
