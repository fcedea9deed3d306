"""tf.contrib.eager in graph mode, and tf.compat.v2, which functions of both are used from."""

import numpy as np
import pytest

import graphlab as tf
import graphlab.compat.v2 as tf2
import graphlab.contrib.eager as tfe


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_gradients_of_python_functions(session):
    v = tfe.Variable(2.0, name="v")
    ((gradient, variable),) = tfe.implicit_gradients(lambda x: v * x * x)(3.0)
    assert variable is v
    with pytest.raises(ValueError, match="No trainable variables were accessed"):
        tfe.implicit_gradients(lambda x: x)(tf.constant(1.0))
    by_arguments = tfe.gradients_function(lambda a, b: a * b, params=[1])(2.0, 5.0)
    session.run(v.initializer)
    assert session.run([gradient, *by_arguments]) == [9.0, 2.0]


def test_metrics_that_are_objects(session):
    mean, accuracy = tfe.metrics.Mean(), tfe.metrics.SparseAccuracy()
    updates = [mean([1.0, 2.0, 6.0], weights=[1.0, 1.0, 2.0]), accuracy([1, 0], [[0.1, 0.9], [0.2, 0.8]])]
    session.run([mean.init_variables(), accuracy.init_variables()])
    session.run(updates)
    session.run(updates)
    assert session.run([mean.result(), accuracy.result()]) == [3.75, 0.5]


def test_what_needs_eager_execution_says_so():
    with pytest.raises(RuntimeError, match="when eager execution is enabled"):
        tfe.Iterator(tf.data.Dataset.range(3))
    assert not tfe.executing_eagerly() and tfe.num_gpus() == 0


def test_functions_of_version_2_have_their_order_of_arguments(session):
    v = tf2.Variable(2.0)
    assert type(v) is type(tfe.Variable(1.0))
    x = tf2.constant([[1.0, 2.0], [4.0, 3.0]])
    found = [
        tf2.argmax(x, 1, tf.int32),
        tf2.reduce_sum(x, 1, True),
        tf2.where(x > 3.0, x, 0.0),
        tf2.gather(x, [1], None, 1),
        tf2.boolean_mask(x, [True, False], 1),
        tf2.cond(v > 1.0, lambda: [x], lambda: [-x])[0],
        tf2.nn.softmax_cross_entropy_with_logits(x, x),
    ]
    assert found[0].dtype is tf.int32
    session.run(v.initializer)
    values = session.run(found)
    assert [value.tolist() for value in values[:6]] == [
        [1, 0],
        [[3.0], [7.0]],
        [[0.0, 0.0], [4.0, 0.0]],
        [[2.0], [3.0]],
        [[1.0], [4.0]],
        [[1.0, 2.0], [4.0, 3.0]],
    ]
    rows = np.array([[1.0, 2.0], [4.0, 3.0]])
    logs = rows - np.log(np.exp(rows).sum(1, keepdims=True))
    np.testing.assert_allclose(values[6], -(rows * logs).sum(1), rtol=1e-6)
    for missing in ("placeholder", "Session"):
        with pytest.raises(AttributeError, match=f"graphlab has no tf.compat.v2.{missing}"):
            getattr(tf2, missing)
    with pytest.raises(AttributeError, match="tf.compat.v1.nn.RNNCellDeviceWrapper"):
        tf2.nn.RNNCellDeviceWrapper  # noqa: B018
