"""Exercises of lesson 11: control flow, control dependencies, and what order means."""

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker

_EQUALS = "In TensorFlow 1 `==` and `!=` compare two tensors as Python objects."


@checker(
    "ex11_count",
    "Count the runs",
    hints=(
        "A run executes what its fetches need. What you return must need the operation that counts.",
        "`with tf.control_dependencies([count]):` makes the operations that are **made in the block** wait for `count`.",
        "Make an operation in the block: `return tf.identity(x)`. An `x` that was there before does not wait.",
    ),
)
def count_runs(trial, counted: Function):
    """Write `counted(x)`. It makes a variable `calls`, which begins at 0, and returns a tensor with the value of `x`. Each run that
    fetches this tensor adds 1 to `calls`."""
    x = trial.placeholder([])
    y = trial.is_tensor(trial.call(counted, x), what="What `counted` returns")
    trial.has_variables(1, "Make one variable. Python's own `+= 1` would run once, while the graph is built.")
    calls = _only_variable(trial)
    hint = (
        "`x` was made before the block, so it waits for nothing. Make a tensor in the block: `tf.identity(x)`."
        if y.op is x.op
        else "What is fetched does not need the operation that counts. A control dependency makes it need that."
    )
    session = trial.session()
    for runs in (1, 2, 3):
        trial.value(
            y,
            2.5 * runs,
            {x: 2.5 * runs},
            session,
            "what `counted` returns",
            hint="Return the value of `x`, unchanged.",
        )
        found = trial.run(calls, session=session)
        trial.near(
            found,
            runs,
            f"`calls` after {runs} run{'s' * (runs > 1)}",
            hint="`calls` begins at 0, and each run adds 1: `tf.assign_add(calls, 1)`." if found else hint,
        )


@count_runs.solved_by
def _():
    def counted(x):
        calls = tf.Variable(0, name="calls")
        count = tf.assign_add(calls, 1)
        with tf.control_dependencies([count]):
            return tf.identity(x)

    return counted


@count_runs.mistake("`x` was made before the block")
def _():
    def counted(x):
        calls = tf.Variable(0, name="calls")
        with tf.control_dependencies([tf.assign_add(calls, 1)]):
            return x

    return counted


@count_runs.mistake("does not need the operation that counts")
def _():
    def counted(x):
        calls = tf.Variable(0, name="calls")
        tf.assign_add(calls, 1)
        return tf.identity(x)

    return counted


@count_runs.mistake("while the graph is built")
def _():
    calls = 0

    def counted(x):
        nonlocal calls
        calls += 1
        return tf.identity(x)

    return counted


@count_runs.mistake("Return the value of `x`")
def _():
    def counted(x):
        calls = tf.Variable(0.0, name="calls")
        return x + tf.assign_add(calls, 1.0)

    return counted


@checker(
    "ex11_swap",
    "Swap two variables",
    hints=(
        "Each of the two writes destroys a value that the other one needs. What has to be done before any write?",
        "Read both variables first. Make the writes in `with tf.control_dependencies([both reads]):`.",
        "`old_a, old_b = a.read_value(), b.read_value()`; in the block, `a.assign(old_b)` and `b.assign(old_a)`, grouped by `tf.group`.",
    ),
    on_error={"not callable": "Return the operation; the checker runs it."},
)
def swap_variables(trial, swap: Function):
    """Write `swap(a, b)` for two variables. It returns one operation. A run of it puts the value of `a` in `b` and that of `b` in
    `a`, and the graph must leave nothing to chance: both values have to be read before either is overwritten."""
    graph = trial.graph
    with graph.as_default():
        a = tf.Variable(1.0, name="a", use_resource=True)
        b = tf.Variable(2.0, name="b", use_resource=True)
    done = trial.call(swap, a, b)
    with graph.as_default():
        if isinstance(done, (list, tuple)):
            done = tf.group(*(trial.element(one, "An item of what `swap` returns") for one in done))
    done = trial.element(done, "What `swap` returns")
    session = trial.session()
    trial.run(done, session=session)
    order = "Read both variables before you write: `tf.control_dependencies` makes the writes wait for the reads."
    trial.near(trial.run([a, b], session=session), [2.0, 1.0], "`[a, b]` after a run", hint=order)
    trial.run(done, session=session)
    trial.near(trial.run([a, b], session=session), [1.0, 2.0], "`[a, b]` after two runs", hint=order)
    trial.ordered(done, "It may go well today. " + order)


@swap_variables.solved_by
def _():
    def swap(a, b):
        old_a, old_b = a.read_value(), b.read_value()
        with tf.control_dependencies([old_a, old_b]):
            return tf.group(a.assign(old_b), b.assign(old_a))

    return swap


@swap_variables.mistake("It may go well today")
def _():
    def swap(a, b):
        return tf.group(a.assign(b), b.assign(a))

    return swap


@swap_variables.mistake("Read both variables before you write")
def _():
    def swap(a, b):
        with tf.control_dependencies([a.assign(b)]):
            return tf.group(b.assign(a))

    return swap


@swap_variables.mistake("not its name")
def _():
    def swap(a, b):
        old_a, old_b = a.read_value(), b.read_value()
        with tf.control_dependencies([old_a, old_b]):
            return tf.group(a.assign(old_b), b.assign(old_a)).name

    return swap


@swap_variables.mistake("after two runs")
def _():
    def swap(a, b):
        return tf.group(a.assign(2.0), b.assign(1.0))

    return swap


@swap_variables.mistake("after a run")
def _():
    def swap(a, b):
        old = a.read_value()
        a.assign(b)
        return b.assign(old).op

    return swap


@swap_variables.mistake("not a tensor or an operation")
def _():
    def swap(a, b):
        a, b = b, a

    return swap


@checker(
    "ex11_running_mean",
    "A mean that moves in training only",
    hints=(
        "Python's `if` runs once, while the graph is built. Which function of TensorFlow chooses in each run?",
        "`tf.cond(training, a, b)` calls both functions now, and runs the operations of one of them in each run. Make the update **inside** `a`.",
        "In `a`: `return tf.assign(mean, 0.9 * mean + 0.1 * tf.reduce_mean(x))`. In `b`: `return tf.identity(mean)`.",
    ),
    on_error={
        "as a Python `bool`": "Python's `if` can't see the value of a tensor: there is none yet. `tf.cond` chooses in each run.",
        "must not be a Python bool": "`training` is a tensor, without a value yet. Pass it to `tf.cond` as it is.",
        "must have a return value": "Both functions that `tf.cond` is passed must return a tensor: `lambda: tf.identity(mean)`.",
        "must be callable": "Pass two functions to `tf.cond`, such as `lambda: tf.identity(mean)`, and make the update inside one.",
    },
)
def running_mean(trial, track: Function):
    """Write `track(x, training)`. It makes a variable `mean`, which begins at 0. In a run in which the boolean tensor `training` is
    true, `mean` becomes 0.9 times itself plus 0.1 times the mean of `x`; otherwise it does not change. Return the value that `mean`
    then has."""
    x = trial.placeholder([None])
    training = trial.placeholder([], "training", "bool")
    y = trial.is_tensor(trial.call(track, x, training), what="What `track` returns")
    trial.has_variables(1, "Make one variable, `mean`.")
    mean = _only_variable(trial)
    session = trial.session()
    still = "An operation that is made outside the two functions of `tf.cond` runs whichever branch is chosen. Make the update inside."
    moves = "When `training` is true, a run must need the update."
    first = "Return the value after the update: what `tf.assign` returns, or a read that waits for it."
    formula = "The new value is `0.9 * mean + 0.1 * tf.reduce_mean(x)`."
    before = 0.0
    for is_training, expected in ((False, 0.0), (True, 2.0), (False, 2.0), (True, 3.8)):
        got = trial.run(y, {x: [10.0, 30.0], training: is_training}, session)
        when = f"a run with `training={is_training}`"
        found = trial.run(mean, session=session)
        moved = found != before
        trial.near(
            found,
            expected,
            f"`mean` after {when}",
            hint=still if not is_training else formula if moved else moves,
        )
        before = expected
        trial.near(got, expected, f"what `track` returns in {when}", hint=first)


@running_mean.solved_by
def _():
    def track(x, training):
        mean = tf.Variable(0.0, name="mean", trainable=False)

        def update():
            return tf.assign(mean, 0.9 * mean + 0.1 * tf.reduce_mean(x))

        return tf.cond(training, update, lambda: tf.identity(mean))

    return track


@running_mean.mistake("Make the update inside")
def _():
    def track(x, training):
        mean = tf.Variable(0.0, name="mean", trainable=False)
        update = tf.assign(mean, 0.9 * mean + 0.1 * tf.reduce_mean(x))
        return tf.cond(training, lambda: tf.identity(update), lambda: tf.identity(mean))

    return track


@running_mean.mistake("Python's `if` can't see the value")
def _():
    def track(x, training):
        mean = tf.Variable(0.0, name="mean", trainable=False)
        if training:
            return tf.assign(mean, 0.9 * mean + 0.1 * tf.reduce_mean(x))
        return tf.identity(mean)

    return track


@running_mean.mistake("a run must need the update")
def _():
    def track(x, training):
        mean = tf.Variable(0.0, name="mean", trainable=False)
        return tf.cond(training, lambda: 0.9 * mean + 0.1 * tf.reduce_mean(x), lambda: tf.identity(mean))

    return track


@running_mean.mistake("Return the value after the update")
def _():
    def track(x, training):
        mean = tf.Variable(0.0, name="mean", trainable=False)
        before = mean + 0.0
        with tf.control_dependencies([before]):
            after = tf.cond(
                training, lambda: tf.assign(mean, 0.9 * mean + 0.1 * tf.reduce_mean(x)), lambda: tf.identity(mean)
            )
        with tf.control_dependencies([after]):
            return tf.identity(before)

    return track


@checker(
    "ex11_collatz",
    "A loop whose end is in the data",
    hints=(
        "How often the loop runs is known in the run only. `tf.while_loop(cond, body, loop_vars)` puts the loop in the graph.",
        "Two loop variables: the number, and the count. `cond` and `body` accept both, and `body` returns both.",
        "The next number is `tf.cond(tf.equal(n % 2, 0), lambda: n // 2, lambda: 3 * n + 1)`, or `tf.where` of the two.",
    ),
    on_error={
        "as a Python `bool`": "Python's `while` and `if` can't see the value of a tensor. `tf.while_loop` and `tf.cond` can, in each run.",
        "must not be a Python bool": f"{_EQUALS} Write `tf.equal(n % 2, 0)`.",
    },
    seconds=5,
)
def collatz(trial, steps: Function):
    """Write `steps(n)`. `n` is an integer scalar, at least 1. If it is even it becomes n // 2, else 3 * n + 1, and so on until
    it is 1. Return a tensor: the number of these steps."""
    n = trial.placeholder([], "n", "int32")
    result = trial.is_tensor(
        trial.call(steps, n),
        what="What `steps` returns",
        hint="`tf.while_loop` returns all loop variables, the number and the count. Return the count.",
    )
    fixed = [op for op in trial.executed(result) if op.type == "LoopCond" and not _changes(op)]
    trial.that(
        not fixed,
        "",
        "The condition of the loop is the same in every round.",
        f"{_EQUALS} Write `tf.not_equal(n, 1)`, or `n > 1`, with the `n` that `cond` is passed.",
        fixed,
    )
    session = trial.session()
    for number, expected, hint in (
        (6, 8, "6 → 3 → 10 → 5 → 16 → 8 → 4 → 2 → 1"),
        (1, 0, "1 needs no step: the loop tests its condition first."),
        (871, 178, "The loop must run as often as the number needs."),
        (7, 16, "It must be right for every number, not for some."),
        (97, 118, "It must be right for every number, not for some."),
    ):
        trial.value(result, expected, {n: number}, session, f"`steps({number})`", hint=hint)


@collatz.solved_by
def _():
    def steps(n):
        def more(n, count):
            return tf.not_equal(n, 1)

        def step(n, count):
            return tf.where(tf.equal(n % 2, 0), n // 2, 3 * n + 1), count + 1

        _, count = tf.while_loop(more, step, [n, 0])
        return count

    return steps


@collatz.mistake("can't see the value of a tensor")
def _():
    def steps(n):
        count = 0
        while tf.not_equal(n, 1):
            n = tf.where(tf.equal(n % 2, 0), n // 2, 3 * n + 1)
            count += 1
        return count

    return steps


@collatz.mistake("as Python objects")
def _():
    def steps(n):
        _, count = tf.while_loop(
            lambda n, count: tf.not_equal(n, 1),
            lambda n, count: (tf.cond(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1), count + 1),
            [n, 0],
        )
        return count

    return steps


@collatz.mistake("8 → 4 → 2 → 1")
def _():
    def steps(n):
        return tf.while_loop(
            lambda n, count: tf.not_equal(n, 1),
            lambda n, count: (tf.where(tf.equal(n % 2, 0), n // 2, 3 * n + 1), count + 1),
            [n, 0],
        )[0]

    return steps


@collatz.mistake("Write `tf.not_equal(n, 1)`")
def _():
    def steps(n):
        return tf.while_loop(
            lambda n, count: n != 1,
            lambda n, count: (tf.where(tf.equal(n % 2, 0), n // 2, 3 * n + 1), count + 1),
            [n, 0],
        )[1]

    return steps


@collatz.mistake("for every number")
def _():
    def steps(n):
        return tf.where(tf.equal(n, 6), 8, tf.where(tf.equal(n, 871), 178, 0))

    return steps


@collatz.mistake("Return the count")
def _():
    def steps(n):
        return tf.while_loop(
            lambda n, count: n > 1,
            lambda n, count: (tf.where(tf.equal(n % 2, 0), n // 2, 3 * n + 1), count + 1),
            [n, 0],
        )

    return steps


@collatz.mistake("as often as the number needs")
def _():
    def steps(n):
        count = tf.constant(0)
        for _ in range(20):
            count += tf.cast(tf.not_equal(n, 1), tf.int32)
            n = tf.where(tf.equal(n, 1), n, tf.where(tf.equal(n % 2, 0), n // 2, 3 * n + 1))
        return count

    return steps


def _changes(condition):
    """Whether the condition of a loop, a LoopCond, is computed from what the loop changes."""
    found, waiting = set(), [condition]
    while waiting:
        op = waiting.pop()
        if op.type == "Merge":
            return True
        if op not in found:
            found.add(op)
            waiting.extend(tensor.op for tensor in op.inputs)
    return False


def _only_variable(trial):
    """The variable that the answer made."""
    found = trial.graph.get_collection("variables") + trial.graph.get_collection("local_variables")
    trial.that(
        found, "", "The variable is in no collection, so no initializer finds it.", "Make it with `tf.Variable`."
    )
    return found[0]
