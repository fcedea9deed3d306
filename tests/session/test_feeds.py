"""What may be fed, and what is said of the rest."""

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


@pytest.mark.parametrize("value", [5, 1.5, [1, 2], [True]])
def test_numbers_are_no_text(session, value):
    words = tf.placeholder(tf.string, name="words")
    with pytest.raises(TypeError, match="Cannot feed .* for Tensor 'words:0', which takes string values"):
        session.run(tf.identity(words), {words: value})


@pytest.mark.parametrize("feeds", [lambda x: [x], lambda x: (x,), lambda x: 5])
def test_only_a_dictionary_is_a_feed_dict_also_the_second_time(session, feeds):
    x = tf.placeholder(tf.float32)
    session.run(x, {x: 1.0})
    with pytest.raises(TypeError, match="must be a dictionary"):
        session.run(x, feeds(x))


def test_a_number_too_large_for_the_type_is_refused(session):
    one = tf.constant(1)
    with pytest.raises(TypeError, match="is not compatible with Tensor type"):
        session.run(one, {one: 2**63 - 1})
