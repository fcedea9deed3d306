"""Exercises of lesson 12: policy gradients: gradients out, weighted, fed back."""

# ruff: noqa: B905

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.exercise import checker


@checker(
    "ex12_returns",
    "What a step was worth",
    hints=(
        "The return of a step is its own reward plus the discounted return of the step after it. Where do you have to begin?",
        "Begin at the last step and go back: `total = reward + discount * total`.",
        "`for t in reversed(range(len(rewards))): total = rewards[t] + discount * total; returns[t] = total`.",
    ),
)
def returns(trial, discounted: Function):
    """Write `discounted(rewards, discount)` in plain Python or NumPy. The return of a step is its reward, plus `discount` times
    the reward of the next step, plus `discount` squared times that of the step after it, and so on. Return the returns of all
    steps, in order."""
    future = (
        "A reward counts in full for its own step, and discounted for the steps **before** it, not for those after it."
    )
    cases = (
        ([0.0, 0.0, 1.0], 0.5, [0.25, 0.5, 1.0], future),
        ([1.0, 1.0, 1.0], 1.0, [3.0, 2.0, 1.0], future),
        (
            [10.0, 0.0, -50.0],
            0.8,
            [-22.0, -40.0, -50.0],
            "A reward that comes n steps later counts discount ** n times.",
        ),
        ([2.0], 0.9, [2.0], "The last step has its own reward only."),
        ([1, 2, 3], 0.5, [2.75, 3.5, 3.0], "Whole numbers as rewards must not round the returns to whole numbers."),
    )
    for rewards, discount, expected, hint in cases:
        found = trial.call(discounted, list(rewards), discount)
        trial.near(found, expected, f"`discounted({rewards}, {discount})`", hint=hint)


@returns.solved_by
def _():
    def discounted(rewards, discount):
        returns, total = [], 0.0
        for reward in reversed(rewards):
            total = reward + discount * total
            returns.append(total)
        return returns[::-1]

    return discounted


@returns.mistake("not for those after it")
def _():
    def discounted(rewards, discount):
        returns, total = [], 0.0
        for reward in rewards:
            total = reward + discount * total
            returns.append(total)
        return returns

    return discounted


@returns.mistake("not for those after it")
def _():
    def discounted(rewards, discount):
        return [reward * discount**t for t, reward in enumerate(rewards)]

    return discounted


@returns.mistake("in full for its own step")
def _():
    def discounted(rewards, discount):
        later = [rewards[t:] for t in range(len(rewards))]
        return [sum(discount ** (n + 1) * reward for n, reward in enumerate(rest)) for rest in later]

    return discounted


@returns.mistake("is a list, not numbers")
def _():
    def discounted(rewards, discount):
        later = [rewards[t:] for t in range(len(rewards))]
        return [str(sum(discount**n * reward for n, reward in enumerate(rest))) for rest in later]

    return discounted


@returns.mistake("must not round")
def _():
    def discounted(rewards, discount):
        returns = np.array(rewards)
        for t in reversed(range(len(rewards) - 1)):
            returns[t] = returns[t] + discount * returns[t + 1]
        return returns

    return discounted


@returns.mistake("[0.25, 0.5, 1.0]")
def _():
    def discounted(rewards, discount):
        returns, total = [], 0.0
        for reward in reversed(rewards):
            total = reward + discount * total
            returns.append(total)
        return returns

    return discounted


@checker(
    "ex12_feed_back",
    "Gradients out, gradients in",
    hints=(
        "`compute_gradients` and `apply_gradients` are two calls, so something can come between them: a placeholder for each gradient.",
        "`optimizer.compute_gradients(loss)` returns pairs (gradient, variable). `apply_gradients` accepts pairs (placeholder, variable).",
        "For each pair make `tf.placeholder(tf.float32, gradient.shape)`. Return the gradients, the placeholders, and `apply_gradients` of the new pairs.",
    ),
)
def feed_back(trial, split: Function):
    """Write `split(optimizer, loss)`. It returns three things: the list of the gradients of `loss`, one for each trainable
    variable; a list of placeholders, one for each gradient and of its shape; and a training operation that applies **what the
    placeholders are fed** to the variables, with the optimizer."""
    graph = trial.graph
    x = trial.placeholder([None, 2])
    with graph.as_default():
        w = tf.Variable([[1.0], [2.0]], name="w")
        b = tf.Variable([0.5], name="b")
        loss = tf.reduce_sum(tf.matmul(x, w) + b, name="loss")
        optimizer = tf.train.GradientDescentOptimizer(0.1)
    found = trial.call(split, optimizer, loss)
    if not isinstance(found, (list, tuple)) or len(found) != 3:
        raise RefutedError(
            "`split` must return three things: gradients, placeholders and the training operation.",
            "`return gradients, placeholders, train`",
        )
    gradients, placeholders, train = found
    for group, what in ((gradients, "gradients"), (placeholders, "placeholders")):
        if not isinstance(group, (list, tuple)) or len(group) != 2:
            raise RefutedError(
                f"There must be a list of two {what}, one for each variable.",
                f"`[{what[:-1]} for gradient, variable in pairs]`",
            )
    pairs = "`compute_gradients` returns pairs (gradient, variable): unpack them."
    gradients = [trial.is_tensor(one, what="A gradient", hint=pairs) for one in gradients]
    placeholders = [trial.is_tensor(one, what="A placeholder") for one in placeholders]
    for one in placeholders:
        trial.typed(one, "Placeholder", hint="Make them with `tf.placeholder`.")
    for gradient, one in zip(gradients, placeholders):
        trial.that(
            one.shape.is_compatible_with(gradient.shape),
            "",
            f"`{one.name}` has the shape {one.shape}, and the gradient at its place {gradient.shape}.",
            "The placeholders must be in the order of the gradients, and of their shapes.",
            [one.op],
        )
    trial.that(
        train is not None,
        "",
        "The training operation is None.",
        "Return what `apply_gradients` returns, as the third thing.",
    )
    train = trial.operation(train, "The training operation")
    inside = (
        "`train` must apply the placeholders. Pass `apply_gradients` the pairs (placeholder, variable), not what "
        "`compute_gradients` returned."
    )
    trial.skips(train, loss, inside)
    trial.must_feed(train, placeholders, inside)
    trial.updates(train, [w, b], "`apply_gradients` needs a pair for each variable.")
    session = trial.session()
    values = trial.run(gradients, {x: [[1.0, 2.0], [3.0, 4.0]]}, session)
    by_shape = sorted(range(2), key=lambda i: -np.asarray(values[i]).size)
    trial.near(values[by_shape[0]], [[4.0], [6.0]], "the gradient in `w`", hint="Return the gradients of `loss`.")
    trial.near(values[by_shape[1]], [2.0], "the gradient in `b`", hint="Return the gradients of `loss`.")
    fed = {placeholders[by_shape[0]]: [[10.0], [20.0]], placeholders[by_shape[1]]: [30.0]}
    trial.run(train, fed, session)
    hint = "The optimizer must subtract 0.1 times what is fed, nothing else."
    trial.near(trial.run(w, session=session), [[0.0], [0.0]], "`w` after feeding [[10], [20]]", hint=hint)
    trial.near(trial.run(b, session=session), [-2.5], "`b` after feeding [30]", hint=hint)


@feed_back.solved_by
def _():
    def split(optimizer, loss):
        pairs = optimizer.compute_gradients(loss)
        gradients = [gradient for gradient, variable in pairs]
        placeholders = [tf.placeholder(tf.float32, gradient.shape) for gradient in gradients]
        variables = [variable for gradient, variable in pairs]
        return gradients, placeholders, optimizer.apply_gradients(zip(placeholders, variables))

    return split


@feed_back.mistake("`train` must apply the placeholders")
def _():
    def split(optimizer, loss):
        pairs = optimizer.compute_gradients(loss)
        gradients = [gradient for gradient, variable in pairs]
        placeholders = [tf.placeholder(tf.float32, gradient.shape) for gradient in gradients]
        return gradients, placeholders, optimizer.apply_gradients(pairs)

    return split


@feed_back.mistake("unpack them")
def _():
    def split(optimizer, loss):
        pairs = optimizer.compute_gradients(loss)
        placeholders = [tf.placeholder(tf.float32, gradient.shape) for gradient, variable in pairs]
        return pairs, placeholders, optimizer.apply_gradients([(p, v) for p, (g, v) in zip(placeholders, pairs)])

    return split


@feed_back.mistake("`train` must apply the placeholders")
def _():
    def split(optimizer, loss):
        pairs = optimizer.compute_gradients(loss)
        placeholders = [tf.placeholder(tf.float32, gradient.shape) for gradient, variable in pairs]
        weighted = [(p * g, v) for p, (g, v) in zip(placeholders, pairs)]
        return [g for g, v in pairs], placeholders, optimizer.apply_gradients(weighted)

    return split


@feed_back.mistake("not its name")
def _():
    def split(optimizer, loss):
        pairs = optimizer.compute_gradients(loss)
        placeholders = [tf.placeholder(tf.float32, gradient.shape) for gradient, variable in pairs]
        train = optimizer.apply_gradients([(p, v) for p, (g, v) in zip(placeholders, pairs)])
        return [g for g, v in pairs], placeholders, train.name

    return split


@feed_back.mistake("three things")
def _():
    def split(optimizer, loss):
        return optimizer.minimize(loss)

    return split


@checker(
    "ex12_weighted",
    "Weigh the gradients of many steps",
    hints=(
        "For each variable there is one sum over the steps. What is multiplied, and what is divided?",
        "Variable k: the sum over the steps t of `weights[t] * gradients[t][k]`, divided by the number of steps.",
        "`[np.mean([weight * step[k] for weight, step in zip(weights, gradients)], axis=0) for k in range(len(gradients[0]))]`.",
    ),
)
def weighted_mean(trial, weigh: Function):
    """Write `weigh(gradients, weights)` in NumPy. `gradients[t][k]` is the gradient of step t in variable k, an array; `weights[t]` is a
    number. Return a list with an array for each variable: the mean over the steps of the gradient times the weight of its
    step."""
    gradients = [
        [np.array([[1.0, 2.0]], np.float32), np.array([1.0], np.float32)],
        [np.array([[3.0, 4.0]], np.float32), np.array([0.0], np.float32)],
        [np.array([[0.0, 8.0]], np.float32), np.array([2.0], np.float32)],
    ]
    weights = [3.0, -1.0, 0.5]
    found = trial.call(weigh, gradients, weights)
    if not isinstance(found, (list, tuple)) or len(found) != 2:
        raise RefutedError(
            "`weigh` must return a list of two arrays here: there are two variables.",
            "A list with an array for each **variable**, not for each step.",
        )
    sizes = [_shape(one) for one in found]
    trial.that(
        sizes == [[1, 2], [1]],
        "each array has the shape of its variable",
        f"The arrays have the shapes {sizes}; those of the variables are [[1, 2], [1]].",
        "The mean is over the steps only: `axis=0`.",
    )
    sums = "The mean over 3 steps is the sum divided by 3, also where the weights do not add up to 3."
    trial.near(found[0], [[0.0, 2.0]], "the first array", hint=sums)
    trial.near(found[1], [4.0 / 3.0], "the second array", hint=sums)


def _shape(array):
    """The shape of an array or of nested lists; "none" where they have none."""
    try:
        return list(np.shape(array))
    except ValueError:
        return "none"


@weighted_mean.solved_by
def _():
    def weigh(gradients, weights):
        return [
            np.mean([weight * step[k] for weight, step in zip(weights, gradients)], axis=0)
            for k in range(len(gradients[0]))
        ]

    return weigh


@weighted_mean.mistake("divided by 3")
def _():
    def weigh(gradients, weights):
        return [sum(weight * step[k] for weight, step in zip(weights, gradients)) for k in range(len(gradients[0]))]

    return weigh


@weighted_mean.mistake("over the steps only")
def _():
    def weigh(gradients, weights):
        return [np.mean([w * step[k] for w, step in zip(weights, gradients)]) for k in range(len(gradients[0]))]

    return weigh


@weighted_mean.mistake("not for each step")
def _():
    def weigh(gradients, weights):
        return [[w * g for g in step] for w, step in zip(weights, gradients)]

    return weigh


@weighted_mean.mistake("divided by 3")
def _():
    def weigh(gradients, weights):
        return [
            sum(w * step[k] for w, step in zip(weights, gradients)) / sum(weights) for k in range(len(gradients[0]))
        ]

    return weigh


@checker(
    "ex12_in_one_run",
    "The same in one run",
    hints=(
        "The gradient of a sum is the sum of the gradients. So weigh the losses of the steps, before the gradient is computed.",
        "`sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)` is −log of the probability of each action.",
        "`weights = tf.stop_gradient(returns - values)`; then `tf.reduce_mean(weights * losses)`.",
    ),
    on_error={"must be at least rank": "The loss of a step is one number: the logits have a row for each step."},
)
def in_one_run(trial, policy_loss: Function):
    """Write `policy_loss(logits, actions, returns, values)`. `logits`: [?, 3], a row for each step. `actions`: [?], which action
    was chosen. The weight of a step is its return minus the value that was predicted for it: `returns - values`, both [?]. Return a
    scalar: the mean over the steps of the weight times −log of the probability of the chosen action. Its gradient must train the
    logits, and leave `values` as they are."""
    logits = trial.placeholder([None, 3], "logits")
    actions = trial.placeholder([None], "actions", "int32")
    gains = trial.placeholder([None], "returns")
    values = trial.placeholder([None], "values")
    loss = trial.is_tensor(
        trial.call(policy_loss, logits, actions, gains, values),
        [],
        "What `policy_loss` returns",
        "Return one number, the mean over the steps: `tf.reduce_mean`.",
    )
    rows = np.array([[1.0, 2.0, 0.0], [0.0, 0.0, 0.0]], np.float32)
    feeds = {logits: rows, actions: [0, 2], gains: [3.0, 1.0], values: [1.0, 2.0]}
    losses = np.log(np.exp(rows).sum(1)) - rows[[0, 1], [0, 2]]
    expected = float(np.mean([2.0, -1.0] * losses))
    trial.that(
        loss.dtype.is_floating, "", f"The loss is of the type {loss.dtype.name}.", "It must be a float.", [loss.op]
    )
    found = float(trial.run(loss, feeds))
    if np.isclose(found, -expected, rtol=1e-3):
        hint = "The sign: −log of the probability is positive, and a good step (weight above 0) must make its action likelier."
    elif np.isclose(found, 2 * expected, rtol=1e-3):
        hint = "The mean over the steps, not the sum."
    elif any(np.isclose(found, np.mean(other * losses), rtol=1e-3) for other in (1.0, np.array([3.0, 1.0]))):
        hint = "The loss of each step must be multiplied by its weight, `returns - values`."
    else:
        hint = (
            "For each step: its weight, `returns - values`, times −log of the probability, by `softmax` of the logits, of the "
            "action that **was chosen**, `actions`. Then the mean."
        )
    trial.near(found, expected, "the loss of two steps", hint=hint, marks=[loss.op])
    trial.flows(
        logits, loss, "The logits must be trained: the loss must be computed from them, without `stop_gradient`."
    )
    trial.blocks(
        values,
        loss,
        "Training must not change the prediction `values` in order to make this loss small: `tf.stop_gradient(returns - values)`.",
    )
    with trial.graph.as_default():
        (gradient,) = tf.gradients(loss, [logits])
    trial.gradient(
        gradient, loss, logits, feeds, hint="Its gradient must be that of the loss: no other `stop_gradient`."
    )


@in_one_run.solved_by
def _():
    def policy_loss(logits, actions, returns, values):
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        weights = tf.stop_gradient(returns - values)
        return tf.reduce_mean(weights * losses)

    return policy_loss


@in_one_run.mistake("must not change the prediction")
def _():
    def policy_loss(logits, actions, returns, values):
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        return tf.reduce_mean((returns - values) * losses)

    return policy_loss


@in_one_run.mistake("The sign")
def _():
    def policy_loss(logits, actions, returns, values):
        chosen = tf.reduce_sum(tf.nn.log_softmax(logits) * tf.one_hot(actions, 3), 1)
        return tf.reduce_mean(tf.stop_gradient(returns - values) * chosen)

    return policy_loss


@in_one_run.mistake("that **was chosen**")
def _():
    def policy_loss(logits, actions, returns, values):
        likeliest = tf.argmax(logits, 1)
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=likeliest, logits=logits)
        return tf.reduce_mean(tf.stop_gradient(returns - values) * losses)

    return policy_loss


@in_one_run.mistake("one number")
def _():
    def policy_loss(logits, actions, returns, values):
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        return tf.stop_gradient(returns - values) * losses

    return policy_loss


@in_one_run.mistake("not the sum")
def _():
    def policy_loss(logits, actions, returns, values):
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=actions, logits=logits)
        return tf.reduce_sum(tf.stop_gradient(returns - values) * losses)

    return policy_loss
