"""Exercises of lesson 6: gradients are more graph."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker
from graphlab._src.teach.words import kind


@checker(
    "ex06_derivative",
    "A derivative is a tensor",
    hints=(
        "First build y from x. Then `tf.gradients` adds the derivative to the graph.",
        "`tf.gradients(y, x)` returns a list with one gradient for each x. The answer is the tensor in it.",
        "`y = x * x * tf.sin(x)`, then `return tf.gradients(y, x)[0]`.",
    ),
)
def derivative(trial, build: Function):
    """Write `build(x)`, which returns the derivative of y = x² · sin(x) in `x`, a scalar placeholder. The result must be a tensor, so
    that one graph answers for every x. No session is needed."""
    x = trial.placeholder([])
    result = trial.call(build, x)
    trial.that(
        not isinstance(result, (list, tuple)),
        "",
        "`build` returns a list, not a tensor.",
        "`tf.gradients` returns a list with one gradient for each x, also where there is one x. Return its element `[0]`.",
    )
    trial.that(
        result is not None,
        "",
        "`build` returns None.",
        "End with `return`. `tf.gradients(y, x)` has None where y is not computed from x: y comes first.",
    )
    trial.is_tensor(result, what="What `build` returns", hint="Return what a run computes, a tensor; run nothing.")
    trial.must_feed(result, [x], "The derivative depends on `x`.")
    for at in (1.0, -2.0, 0.5):
        trial.value(
            result,
            2 * at * np.sin(at) + at * at * np.cos(at),
            {x: at},
            what=f"the derivative at {at:g}",
            hint="Is y built as x · x · sin(x)? Is the result its derivative, and not y?",
        )


@derivative.solved_by
def _():
    def build(x):
        y = x * x * tf.sin(x)
        return tf.gradients(y, x)[0]

    return build


@derivative.mistake("Return its element `[0]`")
def _():
    def build(x):
        return tf.gradients(x * x * tf.sin(x), [x])

    return build


@derivative.mistake("and not y")
def _():
    def build(x):
        return x * x * tf.sin(x)

    return build


@derivative.mistake("a tensor; run nothing")
def _():
    def build(x):
        gradient = tf.gradients(x * x * tf.sin(x), x)[0]
        with tf.Session() as session:
            return session.run(gradient, {x: 1.0})

    return build


@derivative.mistake("y comes first")
def _():
    def build(x):
        return tf.gradients(x, x * x * tf.sin(x))[0]

    return build


@derivative.mistake("NumPy needs numbers")
def _():
    def build(x):
        return 2 * x * np.sin(x) + x * x * np.cos(x)

    return build


@derivative.mistake("depends on `x`")
def _():
    def build(x):
        x = tf.constant(1.0)
        return tf.gradients(x * x * tf.sin(x), x)[0]

    return build


@checker(
    "ex06_jacobian",
    "One gradient for each output",
    hints=(
        "`tf.gradients` of a vector adds the gradients of its elements. How do you get them apart?",
        "Call `tf.gradients` once for each element of y, and stack the results.",
        "`tf.stack([tf.gradients(y[i], x)[0] for i in range(2)])`.",
    ),
)
def jacobian(trial, build: Function):
    """Write `build(y, x)` for a vector `y` of 2 elements that is computed from a vector `x` of 3. It returns the matrix of all
    derivatives, of shape [2, 3]: row i has the gradient of `y[i]` in `x`."""
    x = trial.placeholder([3])
    with x.graph.as_default():
        y = tf.stack([x[0] * x[1], x[1] * x[2] * x[2]], name="y")
    result = trial.call(build, y, x)
    trial.that(
        not isinstance(result, (list, tuple)),
        "",
        "`build` returns a list, not a tensor.",
        "`tf.stack` makes one matrix of a list of vectors.",
    )
    trial.is_tensor(
        result,
        [2, 3],
        "What `build` returns",
        "A gradient has the shape of `x`: that of a whole vector y is the sum over its elements. Call `tf.gradients` for each element.",
    )
    trial.value(
        result,
        [[2.0, 1.0, 0.0], [0.0, 9.0, 12.0]],
        {x: [1.0, 2.0, 3.0]},
        what="the matrix at x = [1, 2, 3]",
        hint="Row i is the gradient of `y[i]`, and no sum of several.",
    )
    trial.value(
        result,
        [[-1.0, 0.5, 0.0], [0.0, 4.0, -4.0]],
        {x: [0.5, -1.0, 2.0]},
        what="the matrix at x = [0.5, -1, 2]",
        hint="The matrix must be computed from `x` in each run.",
    )


@jacobian.solved_by
def _():
    def build(y, x):
        return tf.stack([tf.gradients(y[i], x)[0] for i in range(2)])

    return build


@jacobian.mistake("is the sum over its elements")
def _():
    def build(y, x):
        return tf.gradients(y, x)[0]

    return build


@jacobian.mistake("makes one matrix of a list")
def _():
    def build(y, x):
        return [tf.gradients(y[i], x)[0] for i in range(2)]

    return build


@jacobian.mistake("no sum of several")
def _():
    def build(y, x):
        return tf.stack([tf.gradients(y, x)[0] for _ in range(2)])

    return build


@jacobian.mistake("A gradient has the shape of `x`")
def _():
    def build(y, x):
        return tf.stack([tf.gradients(y[i], x)[0] for i in range(2)], axis=1)

    return build


@checker(
    "ex06_target",
    "A target that does not move",
    hints=(
        "A gradient follows each path from the loss back. Which path must it not follow?",
        "`tf.stop_gradient(t)` has the value of `t`, and no gradient passes it.",
        "`tf.reduce_mean(tf.square(prediction - tf.stop_gradient(target)))`.",
    ),
)
def target(trial, build: Function):
    """Write `build(prediction, target)`: the mean of the squared differences of two vectors. Both are computed by a network that
    learns. The gradient must reach `prediction`, and must not reach `target`: the prediction moves to the target, not both to each other."""
    x = trial.placeholder([None])
    with x.graph.as_default():
        prediction, goal = tf.multiply(x, 3.0, name="prediction"), tf.add(x, 1.0, name="target")
    loss = trial.is_tensor(trial.call(build, prediction, goal), [], "The loss", "`tf.reduce_mean` without an axis.")
    trial.executes(loss, goal, "The loss is computed from the value of `target`, in each run.")
    trial.value(loss, 19 / 3, {x: [2.0, -1.0, 0.0]}, what="the loss", hint="mean((prediction - target)²)")
    trial.flows(
        prediction,
        loss,
        "The gradient has to reach `prediction`, or nothing learns. Stop it at `target` alone.",
    )
    trial.blocks(goal, loss, "Wrap `target`, and nothing else, in `tf.stop_gradient`.")
    with x.graph.as_default():
        gradient = tf.gradients(loss, prediction)[0]
    trial.value(
        gradient,
        [2.0, -2.0, -2 / 3],
        {x: [2.0, -1.0, 0.0]},
        what="the gradient in `prediction`",
        hint="Only the path through `target` must be stopped.",
    )


@target.solved_by
def _():
    def build(prediction, target):
        return tf.reduce_mean(tf.square(prediction - tf.stop_gradient(target)))

    return build


@target.mistake("Wrap `target`")
def _():
    def build(prediction, target):
        return tf.reduce_mean(tf.square(prediction - target))

    return build


@target.mistake("Stop it at `target` alone")
def _():
    def build(prediction, target):
        return tf.reduce_mean(tf.square(tf.stop_gradient(prediction - target)))

    return build


@target.mistake("Stop it at `target` alone")
def _():
    def build(prediction, target):
        return tf.reduce_mean(tf.square(tf.stop_gradient(prediction) - target))

    return build


@target.mistake("without an axis")
def _():
    def build(prediction, target):
        return tf.square(prediction - tf.stop_gradient(target))

    return build


@checker(
    "ex06_reached",
    "Which variables does a gradient reach?",
    hints=(
        "Where no gradient reaches a variable, `tf.gradients` has an entry for it all the same. Which one?",
        "`tf.gradients(loss, variables)` returns a list in the order of `variables`, with `None` where there is no path.",
        "`[v for v, g in zip(variables, tf.gradients(loss, variables)) if g is not None]`.",
    ),
)
def reached(trial, build: Function):
    """Write `build(loss, variables)`, which returns the list of those variables that a gradient of `loss` reaches. A loss may be computed
    from a variable without a gradient to it."""
    x = trial.placeholder([None])
    with x.graph.as_default():
        a, b, c, d, e = (tf.Variable(1.0 + i, name=name) for i, name in enumerate("abcde"))
        rounded = tf.cast(tf.cast(c * x, tf.int32), tf.float32)
        loss = tf.reduce_mean(a * x + tf.stop_gradient(b) * x + rounded + tf.square(d), name="loss")
        other = tf.reduce_sum(b * e * x, name="other")
    for fetch, wanted in ((loss, [a, d]), (other, [b, e])):
        found = trial.call(build, fetch, [a, b, c, d, e])
        trial.that(
            isinstance(found, (list, tuple, set)) and found,
            "",
            "`build` returns no list of variables.",
            "Return a list of those among `variables` that are reached.",
        )
        others = [item for item in found if not any(item is variable for variable in (a, b, c, d, e))]
        other = (
            f"`{others[0].name}`"
            if others and isinstance(others[0], (tf.Tensor, tf.Operation, tf.Variable))
            else kind(*others[:1])
            if others
            else ""
        )
        trial.that(
            not others,
            "",
            f"The list has {other} in it, which is not one of `variables`.",
            "Return the variables themselves, as they are in `variables`: not their gradients, names, operations or positions.",
        )
        names = [item.op.name for item in found]
        trial.same(
            names,
            [item.op.name for item in wanted],
            f"the variables that a gradient of `{fetch.op.name}` reaches",
            "That a run reads a variable does not mean that a gradient reaches it: `tf.gradients` returns None there.",
        )


@reached.solved_by
def _():
    def build(loss, variables):
        gradients = tf.gradients(loss, variables)
        return [variable for variable, gradient in zip(variables, gradients, strict=True) if gradient is not None]

    return build


@reached.mistake("does not mean that a gradient reaches it")
def _():
    def build(loss, variables):
        return variables

    return build


@reached.mistake("Return the variables themselves")
def _():
    def build(loss, variables):
        pairs = zip(variables, tf.gradients(loss, variables), strict=True)
        return [variable.op.name for variable, gradient in pairs if gradient is not None]

    return build


@reached.mistake("Return the variables themselves")
def _():
    def build(loss, variables):
        return [gradient is not None for gradient in tf.gradients(loss, variables)]

    return build


@reached.mistake("there twice")
def _():
    def build(loss, variables):
        return 2 * [variable for variable in variables if tf.gradients(loss, variable)[0] is not None]

    return build


@reached.mistake("not their gradients")
def _():
    def build(loss, variables):
        return [gradient for gradient in tf.gradients(loss, variables) if gradient is not None]

    return build


@reached.mistake("does not mean that a gradient reaches it")
def _():
    def build(loss, variables):
        names = {op.name for op in ancestors(loss.op)}
        return [variable for variable in variables if variable.op.name in names]

    def ancestors(op):
        return {op}.union(*(ancestors(tensor.op) for tensor in op.inputs))

    return build


@reached.mistake("`tf.gradients` returns None there")
def _():
    def build(loss, variables):
        return [tf.gradients(loss, variable) and variable for variable in variables]

    return build
