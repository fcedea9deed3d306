"""Exercises of lesson 8: the default graph, get_variable, reuse, and the leak that grows by itself."""

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker


@checker(
    "ex08_reuse",
    "One layer, used twice",
    hints=(
        "`tf.get_variable` makes a variable, or returns the one that is there: which of the two it does depends on the variable scope.",
        'Open the scope with `tf.variable_scope("layer", reuse=tf.AUTO_REUSE)`.',
        'In that scope `tf.get_variable("w", [4, 4])` returns the same variable in each call; multiply `x` by it.',
    ),
    on_error={
        "already exists": "The second call makes `w` again. A variable scope with `reuse` returns what is there."
    },
)
def reuse(trial, layer: Function):
    """Write `layer(x)`, which returns `x` times a variable `w` of shape [4, 4], for `x` of shape [?, 4]. Two calls must use the
    same `w`."""
    x = trial.placeholder([None, 4])
    first = trial.is_tensor(trial.call(layer, x), [None, 4], "What `layer` returns")
    trial.has_variables(1, "One call must make one variable, `w`.")
    second = trial.is_tensor(trial.call(layer, x), [None, 4], "What the second call returns")
    trial.shares(first, second, "The second call made a variable of its own: `tf.Variable` always does.")
    w = trial.variables(first)[0]
    trial.value(
        first,
        [[1.0, 2.0, 3.0, 4.0]],
        {x: [[1.0, 2.0, 3.0, 4.0]], w.outputs[0]: [[float(i == j) for j in range(4)] for i in range(4)]},
        hint="The result must be `tf.matmul(x, w)`.",
    )


@reuse.solved_by
def _():
    def layer(x):
        with tf.variable_scope("layer", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("w", [4, 4])
        return tf.matmul(x, w)

    return layer


@reuse.mistake("made a variable of its own")
def _():
    def layer(x):
        return tf.matmul(x, tf.Variable(tf.zeros([4, 4]), name="w"))

    return layer


@reuse.mistake("returns what is there")
def _():
    def layer(x):
        return tf.matmul(x, tf.get_variable("w", [4, 4]))

    return layer


@reuse.mistake("must be a function")
def _():
    x = tf.placeholder(tf.float32, [None, 4])
    return tf.matmul(x, tf.get_variable("w", [4, 4]))
