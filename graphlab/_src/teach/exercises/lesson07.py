"""Exercises of lesson 7: training is one graph with three subgraphs, of which a run executes one."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.exercise import checker
from graphlab._src.teach.words import kind


def _is_operation(trial, train):
    """States that a training operation is one operation or tensor."""
    if train is None:
        raise RefutedError(
            "The training operation is nothing.",
            "Return what `minimize` or `apply_gradients` returns, an operation; do not run it: a run of it returns None.",
        )
    if isinstance(train, str):
        raise RefutedError(
            f"The training operation is {kind(train)}, not an operation.", "Return the operation itself, not its name."
        )
    if isinstance(train, (list, tuple)):
        raise RefutedError(
            f"The training operation is {kind(train)}.",
            "Return one operation. Gradients alone change no variable. An operation of an optimizer does: `….minimize(…)`, or `….apply_gradients(…)`.",
        )


@checker(
    "ex07_line",
    "Fit a plane",
    hints=(
        "Three parts: a prediction from `x` with variables, a loss that compares it with `y`, an optimizer that minimizes the loss.",
        "The prediction must have the shape of `y`, [?]. A product with weights of shape [2, 1] has the shape [?, 1].",
        "`w = tf.Variable(tf.zeros([2]))`, `b = tf.Variable(0.0)`, `prediction = tf.reduce_sum(x * w, 1) + b`, the mean of the squared "
        "differences, and `tf.train.GradientDescentOptimizer(0.1).minimize(loss)`.",
    ),
)
def line(trial, build: Function):
    """Write `build(x, y)` for placeholders `x` of shape [?, 2] and `y` of shape [?]. It returns a training operation and a loss, `train, loss`.
    The prediction is linear in `x`, with weights and a bias; the loss is the mean of the squared differences from `y`. After 50 steps
    the loss must be less than 0.1 where y is such a function of x."""
    x, y = trial.placeholder([None, 2]), trial.placeholder([None], "y")
    made = trial.call(build, x, y)
    trial.returned(made, 2, "End it with `return train, loss`.")
    train, loss = made
    _is_operation(trial, train)
    order = "Return `train, loss` in this order." if isinstance(loss, tf.Operation) else ""
    trial.is_tensor(loss, [], "The loss", order or "It has to be one number: `tf.reduce_mean` without an axis.")
    trial.must_feed(loss, [x, y], "The loss compares a prediction from `x` with `y`.")
    variables = trial.graph.get_collection("trainable_variables")
    trial.that(
        variables,
        "there are variables to train",
        "The graph has no variable that can be trained.",
        "Weights and bias are `tf.Variable`s.",
    )
    points = np.random.RandomState(0).uniform(-2.0, 2.0, [32, 2]).astype(np.float32)
    with trial.session() as session:
        for variable in variables:  # so that predictions differ
            variable.load(np.random.normal(size=variable.shape.as_list()), session)
        alone = [trial.run(loss, {x: points[:1], y: [goal]}, session) for goal in (1.0, 0.0, -1.0)]
        trial.near(
            alone[0] - 2 * alone[1] + alone[2],
            2.0,
            "the second difference of the loss in `y`",
            hint="That of a squared difference is 2: the loss must be the mean of `tf.square(prediction - y)`.",
        )
        other = trial.run(loss, {x: points[1:2], y: [-1.0]}, session)
        trial.value(
            loss,
            (alone[0] + other) / 2,
            {x: points[:2], y: [1.0, -1.0]},
            session,
            "the loss of two examples together",
            hint="It has to be the mean of the losses that each has alone. A difference of the shapes [?, 1] and [?] has the shape [?, ?]: "
            "each prediction is compared with each `y`. Make the shapes equal.",
        )
    with trial.session() as session:
        trial.updates(train, variables, "An operation of an optimizer: `….minimize(loss)`.")
        goal = points @ np.array([1.0, -2.0], np.float32) + 0.5
        trial.falls(
            loss,
            train,
            50,
            0.1,
            {x: points, y: goal},
            session,
            "Without a bias, or with a learning rate that is too small or too large, it stays higher. 0.1 is about right for gradient descent.",
        )


@line.solved_by
def _():
    def build(x, y):
        w = tf.Variable(tf.zeros([2]), name="w")
        b = tf.Variable(0.0, name="b")
        prediction = tf.reduce_sum(x * w, 1) + b
        loss = tf.reduce_mean(tf.square(prediction - y))
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        return train, loss

    return build


@line.mistake("Return `train, loss` in this order")
def _():
    def build(x, y):
        w, b = tf.Variable(tf.zeros([2])), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) + b - y))
        return loss, tf.train.GradientDescentOptimizer(0.1).minimize(loss)

    return build


@line.mistake("has the shape [?, ?]")
def _():
    def build(x, y):
        prediction = tf.matmul(x, tf.Variable(tf.zeros([2, 1]))) + tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(prediction - y))
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss), loss

    return build


@line.mistake("Without a bias")
def _():
    def build(x, y):
        prediction = tf.reduce_sum(x * tf.Variable(tf.zeros([2])), 1)
        loss = tf.reduce_mean(tf.square(prediction - y))
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss), loss

    return build


@line.mistake("An operation of an optimizer")
def _():
    def build(x, y):
        w, b = tf.Variable(tf.zeros([2])), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) + b - y))
        return tf.gradients(loss, w)[0], loss

    return build


@line.mistake("`return train, loss`")
def _():
    def build(x, y):
        w, b = tf.Variable(tf.zeros([2])), tf.Variable(0.0)
        loss = tf.reduce_mean(tf.square(tf.reduce_sum(x * w, 1) + b - y))
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss)

    return build


@checker(
    "ex07_head",
    "Train the head only",
    hints=(
        "An optimizer changes all trainable variables, unless you name those that it may change.",
        "`minimize(loss, var_list=[…])`. The variables of a scope are `tf.trainable_variables(scope)`.",
        '`tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=tf.trainable_variables("head/"))`.',
    ),
    on_error={
        "No variables to optimize": 'No variable is in that scope. Their names begin with `head/`: `tf.trainable_variables("head/")`.',
        "not a tf.Variable": '`var_list` needs the variables, not their names: `tf.trainable_variables("head/")` lists them.',
    },
)
def head(trial, build: Function):
    """A network has two parts: variables whose names begin with `body/` are trained already, those with `head/` are new. Write
    `build(loss)`, which returns a training operation that changes all variables of `head`, and none of `body`."""
    x = trial.placeholder([None, 3])
    with x.graph.as_default():
        with tf.variable_scope("body"):
            hidden = tf.tanh(tf.matmul(x, tf.get_variable("w", [3, 4])) + tf.get_variable("b", [4]))
        with tf.variable_scope("head"):
            scores = tf.matmul(hidden, tf.get_variable("w", [4, 2])) + tf.get_variable("b", [2])
        loss = tf.reduce_mean(tf.square(scores - 1.0), name="loss")
        variables = tf.trainable_variables()
    train = trial.call(build, loss)
    _is_operation(trial, train)
    of_head = [variable for variable in variables if variable.op.name.startswith("head/")]
    trial.updates(train, of_head, "Pass `minimize` the variables of `head`, all of them and no others, as `var_list`.")
    feeds = {x: np.eye(3, dtype=np.float32)}
    with trial.session() as session:
        before, loss_before = session.run([variables, loss], feeds)
        trial.run(train, feeds, session)
        after, loss_after = session.run([variables, loss], feeds)
    for variable, old, new in zip(variables, before, after, strict=True):
        if variable not in of_head:
            trial.near(new, old, f"`{variable.op.name}` after a step", hint="The step must not change the body.")
    trial.that(
        loss_after < loss_before,
        "a step reduces the loss",
        f"The loss was {loss_before:.4f}, and is {loss_after:.4f} after a step.",
        "A step must go down the gradient, by a learning rate that is not too large: 0.1, say.",
    )


@head.solved_by
def _():
    def build(loss):
        variables = tf.trainable_variables("head/")
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=variables)

    return build


@head.mistake("all of them and no others")
def _():
    def build(loss):
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss)

    return build


@head.mistake("all of them and no others")
def _():
    def build(loss):
        [w] = [variable for variable in tf.trainable_variables() if variable.op.name == "head/w"]
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=[w])

    return build


@head.mistake("needs the variables, not their names")
def _():
    def build(loss):
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=["head/w", "head/b"])

    return build


@head.mistake("Return the operation itself")
def _():
    def build(loss):
        variables = tf.trainable_variables("head/")
        return tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=variables).name

    return build


@head.mistake("do not run it")
def _():
    def build(loss):
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, var_list=tf.trainable_variables("head"))
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            return session.run(train, {"x:0": np.ones([1, 3])})

    return build


@head.mistake("must go down the gradient")
def _():
    def build(loss):
        return tf.train.GradientDescentOptimizer(0.1).minimize(-loss, var_list=tf.trainable_variables("head"))

    return build


@checker(
    "ex07_clip",
    "Clip the gradients",
    hints=(
        "`minimize` is two steps, and something can be done to the gradients between them.",
        "`compute_gradients(loss)` returns pairs of gradient and variable; `tf.clip_by_global_norm` clips a list of gradients together; "
        "`apply_gradients` accepts pairs.",
        "`pairs = optimizer.compute_gradients(loss)`, `gradients, variables = zip(*pairs)`, `clipped, norm = tf.clip_by_global_norm(gradients, 1.0)`, "
        "`optimizer.apply_gradients(zip(clipped, variables))`.",
    ),
    on_error={
        "Shapes must be equal rank": "`tf.clip_by_global_norm` returns two things: the clipped gradients, and their norm."
    },
)
def clip(trial, build: Function):
    """Write `build(loss)`, which returns a training operation: a step of gradient descent with the learning rate 0.5, with gradients
    clipped together, so that their global norm is 1 at most. Gradients whose global norm is less are used as they are."""
    scale = trial.placeholder([], "scale")
    with scale.graph.as_default():
        a, b = tf.Variable([0.0, 0.0], name="a"), tf.Variable(0.0, name="b")
        loss = tf.multiply(scale, 2.0 * a[0] - a[1] + 2.0 * b, name="loss")
    train = trial.call(build, loss)
    _is_operation(trial, train)
    trial.updates(train, [a, b], "End with `apply_gradients`, for all variables.")
    for size, change, what in (
        (10.0, [-1 / 3, 1 / 6, -1 / 3], "of a step whose gradients have the global norm 30"),
        (0.1, [-0.1, 0.05, -0.1], "of a step whose gradients have the global norm 0.3"),
    ):
        with trial.session() as session:
            trial.run(train, {scale: size}, session)
            first, second = session.run([a, b])
        found, gradients = np.append(first, second), size * np.array([2.0, -1.0, 2.0])
        trial.near(found, change, f"the change {what}", hint=_hint_on_clipping(found, np.array(change), gradients))


def _hint_on_clipping(found, change, gradients):
    """What a wrong step of gradient descent, for gradients of two variables, points to."""
    own = np.array([1.0, 1.0, 0.0]) * np.hypot(*gradients[:2]) + np.array([0.0, 0.0, 1.0]) * abs(gradients[2])
    norm = np.linalg.norm(gradients)
    expected = "Expected: -0.5 · the gradients, divided by their global norm where that is more than 1."
    if norm < 1 and not np.allclose(found, change):
        return f"{expected} Here it is not: such gradients are used as they are."
    if np.allclose(found, -0.5 * gradients):
        return "This is the step without clipping. Pass `apply_gradients` the clipped gradients."
    if np.allclose(found, -0.5 * gradients / np.maximum(own, 1.0)):
        return f"Here each gradient is clipped alone. {expected} The norm is that of all gradients together: `tf.clip_by_global_norm`."
    if np.allclose(found, -0.5 * np.clip(gradients, -1.0, 1.0)):
        return f"Here each number is clipped alone. {expected}"
    if np.allclose(found / found[2], change / change[2]):
        if found[2] * change[2] < 0:
            return "The step goes up the gradients. Descent subtracts them."
        return (
            f"The direction is right, the length is not. {expected} Is the learning rate 0.5, and the largest norm 1?"
        )
    return f"{expected} Use `tf.train.GradientDescentOptimizer(0.5)`."


@clip.solved_by
def _():
    def build(loss):
        optimizer = tf.train.GradientDescentOptimizer(0.5)
        gradients, variables = zip(*optimizer.compute_gradients(loss), strict=True)
        clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
        return optimizer.apply_gradients(zip(clipped, variables, strict=True))

    return build


@clip.mistake("`tf.clip_by_global_norm` returns two things")
def _():
    def build(loss):
        optimizer = tf.train.GradientDescentOptimizer(0.5)
        gradients, variables = zip(*optimizer.compute_gradients(loss), strict=True)
        clipped = tf.clip_by_global_norm(gradients, 1.0)
        return optimizer.apply_gradients(zip(clipped, variables, strict=True))

    return build


@clip.mistake("the length is not")
def _():
    def build(loss):
        optimizer = tf.train.GradientDescentOptimizer(0.5)
        gradients, variables = zip(*optimizer.compute_gradients(loss), strict=True)
        clipped, norm = tf.clip_by_global_norm(gradients, 5.0)
        return optimizer.apply_gradients(zip(clipped, variables, strict=True))

    return build


@clip.mistake("Descent subtracts them")
def _():
    def build(loss):
        optimizer = tf.train.GradientDescentOptimizer(-0.5)
        gradients, variables = zip(*optimizer.compute_gradients(loss), strict=True)
        clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
        return optimizer.apply_gradients(zip(clipped, variables, strict=True))

    return build


@clip.mistake("the step without clipping")
def _():
    def build(loss):
        return tf.train.GradientDescentOptimizer(0.5).minimize(loss)

    return build


@clip.mistake("The norm is that of all gradients together")
def _():
    def build(loss):
        optimizer = tf.train.GradientDescentOptimizer(0.5)
        pairs = optimizer.compute_gradients(loss)
        return optimizer.apply_gradients([(tf.clip_by_norm(gradient, 1.0), variable) for gradient, variable in pairs])

    return build


@clip.mistake("each number is clipped alone")
def _():
    def build(loss):
        optimizer = tf.train.GradientDescentOptimizer(0.5)
        pairs = optimizer.compute_gradients(loss)
        return optimizer.apply_gradients(
            [(tf.clip_by_value(gradient, -1.0, 1.0), variable) for gradient, variable in pairs]
        )

    return build


@clip.mistake("such gradients are used as they are")
def _():
    def build(loss):
        optimizer = tf.train.GradientDescentOptimizer(0.5)
        pairs = optimizer.compute_gradients(loss)
        norm = tf.global_norm([gradient for gradient, variable in pairs])
        return optimizer.apply_gradients([(gradient / norm, variable) for gradient, variable in pairs])

    return build


@clip.mistake("End with `apply_gradients`")
def _():
    def build(loss):
        gradients = tf.gradients(loss, tf.trainable_variables())
        clipped, norm = tf.clip_by_global_norm(gradients, 1.0)
        return tf.group(*clipped)

    return build


@checker(
    "ex07_epoch",
    "One run for each batch",
    hints=(
        "How many runs does a batch need, if you want a step and the loss of that step?",
        "`session.run` accepts a list of fetches, and runs what they need once.",
        "`_, value = session.run([train, loss], {x: batch})` for each batch; at the end the mean of the values, with NumPy.",
    ),
    on_error={
        "unsupported operand": "A run of a training operation returns None. With several fetches `run` returns a list, in their order.",
    },
)
def epoch(trial, run_epoch: Function):
    """Write `run_epoch(session, train, loss, x, batches)`: one step of `train` for each batch, which is fed to `x`. It returns the mean of
    `loss` over the batches, as a number: the loss of each batch as its step computes it. Make one run for each batch, and add nothing to the graph.
    The variables are initialized already."""
    x = trial.placeholder([None])
    with x.graph.as_default():
        w = tf.Variable(1.0, name="w", use_resource=True)
        loss = tf.reduce_mean(tf.square(w - x), name="loss")
        train = tf.train.GradientDescentOptimizer(0.25).minimize(loss)
    batches = [
        np.array([3.0], np.float32),
        np.array([0.0, 2.0], np.float32),
        np.array([-1.0], np.float32),
        np.array([5.0], np.float32),
    ]
    session = trial.session()
    expected, value = [], 1.0
    for batch in batches:
        expected.append(np.mean((value - batch) ** 2))
        value -= 0.5 * (value - batch.mean())
    with trial.adds(
        0, "the epoch", hint="Arithmetic with a tensor adds an operation. The mean over batches is a mean of numbers."
    ):
        found = trial.call(run_epoch, session, train, loss, x, batches)
    trial.returned(found)
    trial.makes_runs(
        session, len(batches), len(batches), "One run of a list of fetches returns the loss and makes the step."
    )
    trial.near(
        tf.Session.run(session, w),
        value,
        "the variable after the epoch",
        hint="Each batch is one step of `train`, in the order of `batches`. Nothing else may change the variable.",
    )
    trial.near(
        found, np.mean(expected), "the mean loss", hint="The mean over all batches, not the last loss or their sum."
    )


@epoch.solved_by
def _():
    def run_epoch(session, train, loss, x, batches):
        losses = []
        for batch in batches:
            _, value = session.run([train, loss], {x: batch})
            losses.append(value)
        return np.mean(losses)

    return run_epoch


@epoch.mistake("One run of a list of fetches")
def _():
    def run_epoch(session, train, loss, x, batches):
        losses = []
        for batch in batches:
            losses.append(session.run(loss, {x: batch}))
            session.run(train, {x: batch})
        return np.mean(losses)

    return run_epoch


@epoch.mistake("It made 8 runs")
def _():
    def run_epoch(session, train, loss, x, batches):
        losses = []
        for batch in batches:
            handle = session.partial_run_setup([loss], [x])
            losses.append(session.partial_run(handle, loss, {x: batch}))
            session.run(train, {x: batch})
        return np.mean(losses)

    return run_epoch


@epoch.mistake("The mean over batches is a mean of numbers")
def _():
    def run_epoch(session, train, loss, x, batches):
        losses = [session.run([train, loss], {x: batch})[1] for batch in batches]
        return session.run(tf.reduce_mean(losses))

    return run_epoch


@epoch.mistake("returns None")
def _():
    def run_epoch(session, train, loss, x, batches):
        return sum(session.run(train, {x: batch}) for batch in batches) / len(batches)

    return run_epoch


@epoch.mistake("one step of `train`")
def _():
    def run_epoch(session, train, loss, x, batches):
        return np.mean([session.run(loss, {x: batch}) for batch in batches])

    return run_epoch


@epoch.mistake("not the last loss")
def _():
    def run_epoch(session, train, loss, x, batches):
        for batch in batches:
            _, value = session.run([train, loss], {x: batch})
        return value

    return run_epoch
