"""export_stablehlo: what was fetched, as a function that JAX runs without graphlab."""

import subprocess
import sys

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def net():
    """(images, probabilities and classes) of a small net with all that distinguishes training from use."""
    images = tf.placeholder(tf.float32, [None, 6, 6, 1], name="images")
    training = tf.placeholder_with_default(False, [], name="training")
    hidden = tf.layers.conv2d(images, 2, 3, activation=tf.nn.relu)
    hidden = tf.layers.batch_normalization(hidden, training=training)
    hidden = tf.layers.dropout(tf.layers.flatten(hidden), training=training)
    probabilities = tf.nn.softmax(tf.layers.dense(hidden, 3))
    return images, {"probabilities": probabilities, "classes": tf.argmax(probabilities, 1)}


@pytest.mark.slow
def test_it_gives_what_the_session_gives_for_any_batch(session):
    images, fetches = net()
    session.run(tf.global_variables_initializer())
    exported = tf.export_stablehlo(fetches, {"pictures": images})
    assert "float32[batch,6,6,1]" in repr(exported)
    assert "stablehlo.convolution" in exported.text
    for batch in (1, 5):
        given = np.random.RandomState(batch).randn(batch, 6, 6, 1).astype(np.float32)
        found, expected = exported({"pictures": given}), session.run(fetches, {images: given})
        assert found["classes"].tolist() == expected["classes"].tolist()
        assert found["classes"].dtype == np.int64
        np.testing.assert_allclose(found["probabilities"], expected["probabilities"], rtol=1e-6)


@pytest.mark.slow
def test_another_process_runs_it_with_jax_alone(session, tmp_path):
    pytest.importorskip("flatbuffers", reason="jax.export writes artifacts with it")
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    y = tf.matmul(x, tf.Variable([[1.0], [2.0]])) + 3.0
    session.run(tf.global_variables_initializer())
    path = str(tmp_path / "model.stablehlo")
    tf.export_stablehlo(y, [x]).save(path)
    assert tf.load_stablehlo(path)({"x": [[1.0, 1.0]]}).tolist() == [[6.0]]
    program = f"""
import sys, jax.export, numpy as np
exported = jax.export.deserialize(bytearray(open({path!r}, "rb").read()))
print(exported.call({{"x": np.ones((2, 2), np.float32)}}).tolist(), "graphlab" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "[[6.0], [6.0]] False"


def test_sizes_that_are_open_can_be_computed_with(session):
    x = tf.placeholder(tf.float32, [None, 4], name="x")
    size = tf.shape(x)[0]
    fetches = [
        tf.reshape(x, [size, 2, 2]),
        tf.zeros([size, 2]) + tf.cast(size, tf.float32),
        tf.tile(tf.ones([1, 2]), [size, 1]),
        tf.range(size),
        x[:, None, 1:],
        tf.size(x),
    ]
    given = np.arange(12, dtype=np.float32).reshape(3, 4)
    exported = tf.export_stablehlo(fetches, [x])
    for found, expected in zip(exported({"x": given}), session.run(fetches, {x: given}), strict=True):
        np.testing.assert_array_equal(found, expected)
        assert found.dtype == np.asarray(expected).dtype


@pytest.mark.parametrize(
    "make, why",
    [
        (lambda x: tf.py_func(lambda a: a, [x], tf.float32, name="bad"), "It works on the host"),
        (lambda x: tf.as_string(x, name="bad"), "is of type string, which XLA does not have"),
        (lambda x: x + tf.random_uniform([2], name="bad"), "has no generator of random numbers"),
        (lambda x: tf.assign_add(tf.Variable(1.0, name="bad"), 1.0), "none can be changed"),
        (lambda x: tf.reshape(x, tf.cast(x[0], tf.int32, name="bad")), "decides a shape, and depends on what is fed"),
    ],
)
def test_what_is_no_pure_function_is_refused_by_name(session, make, why):
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    fetch = make(x)
    session.run(tf.global_variables_initializer())
    with pytest.raises(tf.errors.InvalidArgumentError, match="can't be exported as StableHLO") as caught:
        tf.export_stablehlo(fetch, [x])
    assert why in str(caught.value)
    assert "  at      bad" in str(caught.value)


def test_what_is_missing_is_said():
    x = tf.placeholder(tf.float32, name="x")
    with tf.Session() as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="Feed 'x' has no known rank"):
            tf.export_stablehlo(x + 1.0, [x], session)
        fed = tf.placeholder(tf.float32, [2], name="fed")
        with pytest.raises(ValueError, match=r"must be fed \['fed'\], got \['other'\]"):
            tf.export_stablehlo(fed + 1.0, [fed], session)({"other": 1})
        with pytest.raises(TypeError, match="export_stablehlo fetches tensors"):
            tf.export_stablehlo(x.op, [x], session)
