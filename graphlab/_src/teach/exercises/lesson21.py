"""Exercises of the notebook "Ten errors and what they mean"."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.exercise import checker


@checker(
    "ex21_mend",
    "Three errors in four lines",
    hints=(
        "Run the function with a placeholder, and read the first line of the error: which operation, which inputs?",
        "`tf.matmul` needs two matrices: make `w` of shape [3, 1]. Whole numbers and floating point numbers don't mix: write `1.0`.",
        '`tf.get_variable` in `with tf.variable_scope("model", reuse=tf.AUTO_REUSE):` can be called twice.',
    ),
    on_error={
        "must be rank 2": "`matmul` multiplies two matrices. `w` of shape [3] is none: make it [3, 1].",
        "that does not match type": "The constant 1 is an int32. Write it as a floating point number.",
        "already exists": "The second call makes `w` again. Open the variable scope with `reuse=tf.AUTO_REUSE`.",
    },
)
def mend(trial, model: Function):
    """This function has three errors, each of which shows only when the one before it is mended.

        def model(x):  # x: [?, 3], float32
            w = tf.get_variable("w", [3], initializer=tf.ones_initializer())
            y = tf.matmul(x, w)
            return y + tf.constant(1)

    Mend it. It must return a tensor of shape [?, 1], the sum of each row plus 1, and two calls must use the same variable."""
    x = trial.placeholder([None, 3])
    first = trial.is_tensor(
        trial.call(model, x), [None, 1], "What `model` returns", "A product of [?, 3] and [3, 1] has the shape [?, 1]."
    )
    trial.that(
        trial.variables(first), "", "`model` uses no variable.", "The sum must be computed with the variable `w`."
    )
    second = trial.is_tensor(trial.call(model, x), [None, 1], "What the second call returns")
    trial.shares(
        first,
        second,
        "Each call makes a variable of its own. `tf.get_variable` in a scope with reuse returns the same one.",
    )
    trial.value(
        second,
        [[7.5], [1.0]],
        {x: [[1.0, 2.0, 3.5], [0.0, 1.0, -1.0]]},
        what="the result",
        hint="The sum of each row, plus 1: `w` is all ones.",
    )


@mend.solved_by
def _():
    def model(x):
        with tf.variable_scope("model", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
        y = tf.matmul(x, w)
        return y + tf.constant(1.0)

    return model


@mend.mistake("is none: make it [3, 1]")
def _():
    def model(x):
        w = tf.get_variable("w", [3], initializer=tf.ones_initializer())
        y = tf.matmul(x, w)
        return y + tf.constant(1)

    return model


@mend.mistake("The constant 1 is an int32")
def _():
    def model(x):
        w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
        y = tf.matmul(x, w)
        return y + tf.constant(1)

    return model


@mend.mistake("The second call makes `w` again")
def _():
    def model(x):
        w = tf.get_variable("w", [3, 1], initializer=tf.ones_initializer())
        return tf.matmul(x, w) + 1.0

    return model


@mend.mistake("Each call makes a variable of its own")
def _():
    def model(x):
        return tf.matmul(x, tf.Variable(tf.ones([3, 1]))) + 1.0

    return model


@mend.mistake("has the shape [?, 1]")
def _():
    def model(x):
        with tf.variable_scope("model", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("w", [3], initializer=tf.ones_initializer())
        return tf.reduce_sum(x * w, axis=1) + 1.0

    return model


@checker(
    "ex21_evaluate",
    "A graph from somewhere else",
    hints=(
        "Three things can go wrong: the session runs another graph, the variables are not initialized, the name is that of an operation.",
        "`tf.Session(graph=graph)` runs that graph. Its initializer has to be made **in** it: in the block `with tf.Session(graph=graph):`.",
        "A tensor's name is the operation's and the number of the output: `name + \":0\"`.",
    ),
    on_error={
        "Operation init is not an element": "The initializer was made in another graph. Make it in `with graph.as_default():`.",
        "not an element of this graph": "The session runs the default graph. `tf.Session(graph=graph)` runs the one that was passed.",
        "is not in the graph": "The session runs the default graph. `tf.Session(graph=graph)` runs the one that was passed.",
        "refers to a Tensor wh": "The session runs the default graph. `tf.Session(graph=graph)` runs the one that was passed.",
        "graph is empty": "The session runs the default graph. `tf.Session(graph=graph)` runs the one that was passed.",
        "uninitialized": "A new session has no values of variables. Run the initializer of that graph first.",
        "must feed": 'Pass `run` the feeds as well: `{f"{key}:0": value for key, value in feeds.items()}`.',
        "feed_dict key": 'The keys of `feeds` are names of operations. That of a tensor is `f"{key}:0"`.',
        "must be from the same graph": "The initializer was made in another graph. Make it in `with graph.as_default():`.",
    },
)
def evaluate_elsewhere(trial, evaluate: Function):
    """Write `evaluate(graph, name, feeds)`. `graph` is a Graph that is not the default one. Open a session on it, initialize its
    variables, and return the value of the output of the operation called `name`. `feeds` is a dict from names of placeholders (of
    operations, such as "x") to values."""
    graph = trial.new_graph()
    x = trial.placeholder([None])
    y = trial.placeholder([None], "y")
    with graph.as_default():
        w = tf.get_variable("w", [], initializer=tf.constant_initializer(3.0))
        tf.add(w * x, y, name="result")
        tf.subtract(x, 1.0, name="other")
    for name, feeds, expected in (
        ("result", {"x": [1.0, 2.0], "y": [0.5, 0.0]}, [3.5, 6.0]),
        ("other", {"x": [4.0]}, [3.0]),
    ):
        trial.graph = tf.Graph()
        try:
            found = trial.call(evaluate, graph, name, feeds)
        finally:
            trial.graph = graph
        if found is None:
            raise RefutedError(
                "`evaluate` returns nothing.",
                'A run returns None for an operation. Fetch its output, `name + ":0"`, and end the function with `return`.',
            )
        trial.near(found, expected, f"`evaluate(graph, {name!r}, {feeds})`", hint="Return what the run returns.")


@evaluate_elsewhere.solved_by
def _():
    def evaluate(graph, name, feeds):
        with tf.Session(graph=graph) as session:  # in this block `graph` is the default graph
            session.run(tf.global_variables_initializer())
            return session.run(f"{name}:0", {f"{key}:0": value for key, value in feeds.items()})

    return evaluate


@evaluate_elsewhere.mistake("runs the one that was passed")
def _():
    def evaluate(graph, name, feeds):
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            return session.run(f"{name}:0", {f"{key}:0": value for key, value in feeds.items()})

    return evaluate


@evaluate_elsewhere.mistake("made in another graph")
def _():
    def evaluate(graph, name, feeds):
        init = tf.global_variables_initializer()
        with tf.Session(graph=graph) as session:
            session.run(init)
            return session.run(f"{name}:0", {f"{key}:0": value for key, value in feeds.items()})

    return evaluate


@evaluate_elsewhere.mistake("has no values of variables")
def _():
    def evaluate(graph, name, feeds):
        with tf.Session(graph=graph) as session:
            return session.run(f"{name}:0", {f"{key}:0": value for key, value in feeds.items()})

    return evaluate


@evaluate_elsewhere.mistake("The keys of `feeds` are names of operations")
def _():
    def evaluate(graph, name, feeds):
        with tf.Session(graph=graph) as session:
            session.run(tf.global_variables_initializer())
            return session.run(f"{name}:0", feeds)

    return evaluate


@evaluate_elsewhere.mistake("Pass `run` the feeds as well")
def _():
    def evaluate(graph, name, feeds):
        with tf.Session(graph=graph) as session:
            session.run(tf.global_variables_initializer())
            return session.run(f"{name}:0")

    return evaluate


@evaluate_elsewhere.mistake("Fetch its output")
def _():
    def evaluate(graph, name, feeds):
        with graph.as_default(), tf.Session(graph=graph) as session:
            session.run(tf.global_variables_initializer())
            return session.run(name, {f"{key}:0": value for key, value in feeds.items()})

    return evaluate


@evaluate_elsewhere.mistake("runs the one that was passed")
def _():
    def evaluate(graph, name, feeds):
        with tf.Session() as session:
            return session.run(graph.get_tensor_by_name(f"{name}:0"), {f"{k}:0": v for k, v in feeds.items()})

    return evaluate


@checker(
    "ex21_no_gradient",
    "Where the gradient ends",
    hints=(
        "Follow the path from the loss back to the variable. Which operation on it has no gradient?",
        "`tf.round`, `tf.argmax`, `tf.greater` and a cast to whole numbers have none: a small change of the input does not change their output.",
        "Compare the probability itself with the label: `tf.reduce_mean(tf.square(tf.sigmoid(x * w) - labels))`.",
    ),
)
def no_gradient(trial, loss_of: Function):
    """This loss counts errors, and can't be trained: "No gradients provided for any variable".

        def loss_of(x, labels, w):
            guesses = tf.cast(tf.sigmoid(x * w) > 0.5, tf.float32)
            return tf.reduce_mean(tf.square(guesses - labels))

    Mend it: a gradient must reach `w`, a step of training must lower the loss, and the loss must still be lower for a better `w`. `x` and
    `labels`: [?]; `w`: a variable, a scalar. Return a scalar."""
    x, labels = trial.placeholder([None]), trial.placeholder([None], "labels")
    with trial.graph.as_default():
        w = tf.Variable(-0.5, name="w")
    loss = trial.is_tensor(trial.call(loss_of, x, labels, w), [], "What `loss_of` returns", "The mean is one number.")
    trial.executes(loss, labels, "The loss must compare with the labels.")
    trial.flows(
        w,
        loss,
        "Comparisons, `argmax`, `round` and casts to whole numbers have no gradient. Use the probability itself, computed from `w`.",
    )
    with trial.graph.as_default():
        train = tf.train.GradientDescentOptimizer(0.5).minimize(loss, var_list=[w])
    numbers = np.array([-2.0, -1.0, 1.0, 3.0])
    session = trial.session()
    for sign, what, good in ((1.0, "positive", "above 0.5"), (-1.0, "negative", "below -0.5")):
        w.load(-0.5 * sign, session)
        feeds = {x: numbers, labels: np.array(sign * numbers > 0, np.float32)}
        before = float(trial.run(loss, feeds, session))
        for _ in range(40):
            trial.run(train, feeds, session)
        after, weight = (float(value) for value in trial.run([loss, w], feeds, session))
        trial.that(
            after < before and weight * sign > 0.5,
            f"training makes `w` {what} where the labels need it",
            f"40 steps bring the loss from {before:.3g} to {after:.3g}, and `w` from {-0.5 * sign:g} to {weight:.3g}; "
            f"for these labels a good `w` is {good}.",
            "The loss must be small where the sigmoid of `x * w` is near the label.",
            [loss.op],
        )


@no_gradient.solved_by
def _():
    def loss_of(x, labels, w):
        probabilities = tf.sigmoid(x * w)
        return tf.reduce_mean(tf.square(probabilities - labels))

    return loss_of


@no_gradient.mistake("have no gradient")
def _():
    def loss_of(x, labels, w):
        guesses = tf.cast(tf.sigmoid(x * w) > 0.5, tf.float32)
        return tf.reduce_mean(tf.square(guesses - labels))

    return loss_of


@no_gradient.mistake("have no gradient")
def _():
    def loss_of(x, labels, w):
        return tf.reduce_mean(tf.square(tf.cast(tf.cast(tf.sigmoid(x * w) + 0.5, tf.int32), tf.float32) - labels))

    return loss_of


@no_gradient.mistake("compare with the labels")
def _():
    def loss_of(x, labels, w):
        return tf.reduce_mean(tf.square(tf.sigmoid(x * w)))

    return loss_of


@no_gradient.mistake("near the label")
def _():
    def loss_of(x, labels, w):
        return tf.reduce_mean(tf.square(tf.sigmoid(x * w) - (1.0 - labels)))

    return loss_of


@no_gradient.mistake("near the label")
def _():
    def loss_of(x, labels, w):
        return tf.square(w - 2.0) + 0.0 * tf.reduce_sum(x * labels)

    return loss_of


@no_gradient.mistake("for these labels a good `w` is below -0.5")
def _():
    def loss_of(x, labels, w):
        positive = tf.cast(x > 0, tf.float32)
        return tf.reduce_mean(tf.square(tf.sigmoid(x * w) - positive)) + 0.0 * tf.reduce_sum(labels)

    return loss_of


@no_gradient.mistake("one number")
def _():
    def loss_of(x, labels, w):
        return tf.square(tf.sigmoid(x * w) - labels)

    return loss_of
