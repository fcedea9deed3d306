"""What a trial of an edited cell runs: only what builds."""

import pytest

import graphlab as tf
from graphlab._src.editor.cell_source import EditError
from graphlab._src.editor.trial import try_cell

FAILS = "\ntf.ones([-1])"


@pytest.mark.parametrize(
    "code",
    [
        "x = tf.ones([2])\ny = tf.nn.relu(x, name='y')",
        "import numpy as np\nw = np.zeros([3]).reshape([1, 3])\ny = tf.constant(w.astype('float32'))",
        "def layer(x, n):\n    return tf.layers.dense(x, n)\ny = layer(tf.ones([1, 2]), 3)",
        "h = tf.ones([1, 2])\nfor n in [3, 4]:\n    h = tf.layers.dense(h, n)",
        "loss = tf.reduce_sum(tf.Variable([1.0]))\noptimizer = tf.train.AdamOptimizer(0.1)\ntrain = optimizer.minimize(loss)",
        "with tf.variable_scope('a') as scope:\n    scope.reuse_variables()",
    ],
)
def test_a_cell_that_builds_is_run(code):
    try_cell(code, 0, {"tf": tf})
    with pytest.raises(EditError, match="The cell would fail in line"):
        try_cell(code + FAILS, 0, {"tf": tf})


@pytest.mark.parametrize(
    "code",
    [
        "calls.append(1)",
        "log(1)",
        "f = log\nf(1)",
        "for f in [log]:\n    f(1)",
        "def twice(f):\n    f(1)\ntwice(log)",
        "handlers[0](1)",
        "handlers[0].info(1)",
        "calls[0] = 1",
        "calls += [1]",
        "open('file', 'w')",
        "s = tf.Session()\ns.run(tf.ones([]))",
    ],
)
def test_a_cell_that_does_more_is_not(code):
    calls = []
    try_cell(code + FAILS, 0, {"tf": tf, "calls": calls, "log": calls.append, "handlers": [calls.append]})
    assert calls == []
