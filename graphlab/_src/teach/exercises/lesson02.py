"""Exercises of lesson 2: one graph, many runs, and what a run leaves out."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker


@checker(
    "ex02_fed",
    "What must be fed",
    hints=(
        "A run needs a placeholder when an arrow leads from it to the fetch. `prediction` may use `x` alone.",
        "Compute `prediction` first. Then compute `loss` from `prediction` and `labels`.",
        "`prediction = 3.0 * x`, `loss = tf.reduce_mean(tf.square(prediction - labels))`, `return prediction, loss`.",
    ),
)
def fed(trial, model: Function):
    """Write `model(x, labels)` for two placeholders of shape [?]. Return two tensors, `prediction` and `loss`: `prediction` is 3 times `x`,
    and `loss` is one number, the mean of the squares of `prediction - labels`. A run of `prediction` must not need `labels`."""
    x, labels = trial.placeholder([None]), trial.placeholder([None], "labels")
    made = trial.call(model, x, labels)
    trial.returned(made, 2, "End with `return prediction, loss`.")
    prediction = trial.is_tensor(made[0], None, "The first result")
    loss = trial.is_tensor(made[1], None, "The second result")
    trial.must_feed(prediction, [x], "`prediction` must be computed from `x`, and from nothing else that is fed.")
    trial.must_feed(loss, [x, labels], "`loss` compares `prediction` with `labels`, so it must be computed from both.")
    numbers, wanted = np.array([1.0, 2.0, -1.0]), np.array([3.0, 5.0, 0.0])
    trial.value(prediction, 3 * numbers, {x: numbers}, what="the prediction for [1, 2, -1]")
    expected = float(np.mean((3 * numbers - wanted) ** 2))
    hint = "The mean of the squares: `tf.reduce_mean(tf.square(…))`."
    trial.value(loss, expected, {x: numbers, labels: wanted}, what="the loss", hint=hint)


@fed.solved_by
def _():
    def model(x, labels):
        prediction = 3.0 * x
        loss = tf.reduce_mean(tf.square(prediction - labels))
        return prediction, loss

    return model


@fed.mistake("and from nothing else that is fed")
def _():
    def model(x, labels):
        prediction = 3.0 * x + 0.0 * labels
        return prediction, tf.reduce_mean(tf.square(prediction - labels))

    return model


@fed.mistake("it must be computed from both")
def _():
    def model(x, labels):
        prediction = 3.0 * x
        return prediction, tf.reduce_mean(tf.square(prediction))

    return model


@fed.mistake("The mean of the squares")
def _():
    def model(x, labels):
        prediction = 3.0 * x
        return prediction, tf.square(prediction - labels)

    return model


@fed.mistake("End with `return prediction, loss`")
def _():
    def model(x, labels):
        return tf.reduce_mean(tf.square(3.0 * x - labels))

    return model


@checker(
    "ex02_one_run",
    "Two values of one run",
    hints=(
        "Two runs compute everything twice, and draw random numbers twice. One run can have several fetches.",
        "`session.run([noise, signal])` returns both values, in a list.",
        "`return session.run([noise, signal])`",
    ),
)
def one_run(trial, both: Function):
    """Write `both(session, noise, signal)`, which returns the values of the tensors `noise` and `signal`, in this order. Both must come
    from the same run."""
    with trial.graph.as_default():
        noise = tf.random_normal([], name="noise")
        signal = tf.add(noise, 1.0, name="signal")
    session = trial.session()
    made = trial.call(both, session, noise, signal)
    trial.returned(made if not isinstance(made, np.ndarray) else list(made), 2, "End with `return` and both values.")
    trial.that(
        not any(isinstance(item, tf.Tensor) for item in made),
        "",
        "These are tensors, not values.",
        "A tensor gets a value in a run: `session.run` returns it.",
    )
    for item in made:
        trial.that(
            np.asarray(item).dtype.kind in "fiu" and np.ndim(item) == 0,
            "",
            "What it returns is not two numbers.",
            "Return the two values, as the run returns them.",
        )
    two = "Each call of `run` or `eval` is a run, with random numbers of its own."
    runs = trial.makes_runs(session, 1, hint=two)
    trial.computed(
        runs,
        np.asarray(made, np.float64),
        [noise, signal],
        hint="Have one run of `session` compute both, `[noise, signal]`, and return what it returns. Feed nothing.",
    )
    trial.near(
        float(made[1]) - float(made[0]),
        1.0,
        "`signal` minus `noise`",
        hint="Return the value of `noise` first, then that of `signal`.",
    )
    again = trial.call(both, session, noise, signal)
    trial.that(
        float(again[0]) != float(made[0]),
        "each call makes a run of its own",
        "A second call returns the same noise again.",
        "Have each call make a run.",
    )


@one_run.solved_by
def _():
    def both(session, noise, signal):
        return session.run([noise, signal])

    return both


@one_run.mistake("is a run, with random numbers of its own")
def _():
    def both(session, noise, signal):
        return session.run(noise), session.run(signal)

    return both


@one_run.mistake("is a run, with random numbers of its own")
def _():
    def both(session, noise, signal):
        return [tensor.eval(session=session) for tensor in (noise, signal)]

    return both


@one_run.mistake("Have one run of `session` compute both")
def _():
    def both(session, noise, signal):
        value = session.run(noise)
        return value, value + 1.0

    return both


@one_run.mistake("is a run, with random numbers of its own")
def _():
    def both(session, noise, signal):
        handle = session.partial_run_setup([noise, signal], [])
        session.run([noise, signal])
        return session.partial_run(handle, noise), session.partial_run(handle, signal)

    return both


@one_run.mistake("Feed nothing")
def _():
    def both(session, noise, signal):
        return session.run([noise, signal], {noise: np.random.rand()})

    return both


@one_run.mistake("Use the session that is passed")
def _():
    def both(session, noise, signal):
        with tf.Session(graph=session.graph) as another:
            return another.run([noise, signal])

    return both


@one_run.mistake("A tensor gets a value in a run")
def _():
    def both(session, noise, signal):
        return noise, signal

    return both


@one_run.mistake("Return the value of `noise` first")
def _():
    def both(session, noise, signal):
        return session.run([signal, noise])

    return both


@checker(
    "ex02_middle",
    "Begin in the middle",
    hints=(
        "You can feed any tensor, not only placeholders. What lies above a fed tensor does not run.",
        "Feed `hidden`: then a run of `y` needs no value for `x`.",
        "`return session.run(y, {hidden: value})`",
    ),
    on_error={
        "value of a feed cannot be a tf.Tensor": "Feed the array `value` as it is.",
        "must feed a value for placeholder": "A run of `y` needs `x`, unless you feed a tensor on the way from `x` to `y`.",
        "Cannot feed value of shape": "Feed `value` for `hidden`, whose shape it has.",
    },
)
def middle(trial, second_half: Function):
    """In a graph `hidden` is computed from the placeholder `x`, and `y` from `hidden`. Write `second_half(session, hidden, y, value)`,
    which returns the value of `y` when `hidden` has the given value, whatever `x` would be. It must use the graph as it is."""
    x = trial.placeholder([None, 2])
    with trial.graph.as_default():
        hidden = tf.matmul(x, tf.constant([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]]), name="hidden")
        y = tf.reduce_sum(tf.square(hidden), 1, name="y")
    session = trial.session()
    hint = "The graph has all that is needed. Use `session.run` on `y`."
    with trial.adds(0, "the call", hint=hint):
        for value in ([[1.0, 2.0, 3.0]], [[0.5, 0.0, -1.0], [2.0, 2.0, 2.0]]):
            made = trial.call(second_half, session, hidden, y, np.array(value, np.float32))
            trial.returned(made)
            trial.that(
                not isinstance(made, tf.Tensor),
                "",
                "What it returns is a tensor, not a value.",
                "`session.run` returns values.",
            )
            feed = "Feed `value` for `hidden` and fetch `y`."
            trial.that(session.runs, "", "It makes no run of the session.", hint)
            trial.near(made, np.sum(np.square(value), 1), "`y`", hint=feed, marks=[hidden.op])
            runs = trial.makes_runs(session, 1, hint=feed)
            trial.computed(
                runs, made, [y], hint=f"The graph has all that is needed. {feed} Return what that run returns."
            )


@middle.solved_by
def _():
    def second_half(session, hidden, y, value):
        return session.run(y, {hidden: value})

    return second_half


@middle.mistake("unless you feed a tensor on the way")
def _():
    def second_half(session, hidden, y, value):
        return session.run(y)

    return second_half


@middle.mistake("Feed `value` for `hidden`, whose shape it has")
def _():
    def second_half(session, hidden, y, value):
        return session.run(y, {"x:0": value})

    return second_half


@middle.mistake("The graph has all that is needed")
def _():
    def second_half(session, hidden, y, value):
        return np.sum(np.square(value), 1)

    return second_half


@middle.mistake("The graph has all that is needed")
def _():
    def second_half(session, hidden, y, value):
        return session.run(tf.reduce_sum(tf.square(tf.constant(value)), 1))

    return second_half


@middle.mistake("no run of the session computed the value of `y:0`")
def _():
    def second_half(session, hidden, y, value):
        return session.run(y, {y: np.sum(np.square(value), 1)})

    return second_half


@middle.mistake("Return what that run returns")
def _():
    def second_half(session, hidden, y, value):
        session.run(y, {hidden: np.zeros_like(value)})
        return np.sum(np.square(value), 1)

    return second_half


@middle.mistake("Feed `value` for `hidden` and fetch `y`")
def _():
    def second_half(session, hidden, y, value):
        rows = []
        for row in value:
            handle = session.partial_run_setup([y], [hidden])
            rows.append(session.partial_run(handle, y, {hidden: row[None]})[0])
        return np.array(rows)

    return second_half


@middle.mistake("Feed `value` for `hidden` and fetch `y`")
def _():
    def second_half(session, hidden, y, value):
        return session.run(hidden, {hidden: value})

    return second_half


@checker(
    "ex02_one_plan",
    "Many runs, one plan",
    hints=(
        "A session makes a plan for each new set of fetches. Which tensor is new in each iteration of the loop?",
        "Build once, before the loop: a placeholder for the number, and the formula. In the loop only feed and run.",
        "`x = tf.placeholder(tf.float32, [])`, `y = x * x + 1.0`, and `return [session.run(y, {x: number}) for number in numbers]`.",
    ),
)
def one_plan(trial, table: Function):
    """Write `table(session, numbers)`, which returns a list with n² + 1 for each number n of the list `numbers`, computed by runs of
    `session`. However many numbers there are, the session must make one plan only. The session is that of the default graph."""
    sizes, plans = [], []
    for numbers in ([1.0, 2.0], [0.5, 3.0, -2.0, 4.0, 10.0]):
        trial.new_graph()
        session = trial.session(initialize=False)
        made = trial.call(table, session, numbers)
        trial.returned(made)
        trial.that(
            session.plan_cache.made,
            "",
            "No run of the session computed anything.",
            "Have `session` compute n² + 1: build the formula in the graph, and run it.",
        )
        trial.that(
            not isinstance(made, (list, tuple)) or not any(isinstance(item, tf.Tensor) for item in made),
            "",
            "The list holds tensors, not numbers.",
            "`session.run` returns the value of a tensor.",
        )
        trial.near(made, [n * n + 1 for n in numbers], f"the table of {numbers}", hint="The number for n is n · n + 1.")
        trial.computed(
            session.runs,
            made,
            hint="Have `session` compute n² + 1: build the formula in the graph, and return what its runs return.",
        )
        sizes.append(len(trial.graph.get_operations()))
        plans.append(session.plan_cache.made)
    newest = trial.graph.get_operations()
    trial.that(
        sizes[0] == sizes[1],
        "the graph does not grow with the numbers",
        f"For 2 numbers the graph has {sizes[0]} operations, for 5 numbers {sizes[1]}.",
        "The loop builds operations, and the session has to plan each run of new ones. Build before the loop.",
        newest,
    )
    trial.that(
        plans[1] == 1,
        "one plan was made for all runs",
        f"The session made {plans[1]} plans for 5 numbers.",
        "There is a plan for each set of fetches and feeds. Fetch the same tensor each time, and feed the number.",
        newest,
    )


@one_plan.solved_by
def _():
    def table(session, numbers):
        x = tf.placeholder(tf.float32, [])
        y = x * x + 1.0
        return [session.run(y, {x: number}) for number in numbers]

    return table


@one_plan.mistake("The loop builds operations")
def _():
    def table(session, numbers):
        return [session.run(tf.constant(number) ** 2 + 1.0) for number in numbers]

    return table


@one_plan.mistake("The loop builds operations")
def _():
    def table(session, numbers):
        x = tf.placeholder(tf.float32, [])
        return [session.run(x * x + 1.0, {x: number}) for number in numbers]

    return table


@one_plan.mistake("No run of the session computed anything")
def _():
    def table(session, numbers):
        return [number * number + 1.0 for number in numbers]

    return table


@one_plan.mistake("return what its runs return")
def _():
    def table(session, numbers):
        session.run(tf.constant(1.0))
        return [number * number + 1.0 for number in numbers]

    return table


@one_plan.mistake("return what its runs return")
def _():
    def table(session, numbers):
        return list(session.run(tf.constant([number * number + 1.0 for number in numbers])))

    return table


@one_plan.mistake("return what its runs return")
def _():
    def table(session, numbers):
        x = tf.placeholder(tf.float32, [None])
        return list(session.run(tf.identity(x), {x: [number * number + 1.0 for number in numbers]}))

    return table


@one_plan.mistake("return what its runs return")
def _():
    def table(session, numbers):
        x = tf.placeholder(tf.float32, [])
        y = x * x + 1.0
        session.run(y, {x: 0.0})
        found = []
        for number in numbers:
            with tf.Session() as another:
                found.append(another.run(y, {x: number}))
        return found

    return table


@one_plan.mistake("Fetch the same tensor each time")
def _():
    def table(session, numbers):
        x = tf.placeholder(tf.float32, [])
        square = x * x
        y = square + 1.0
        found = [session.run(y, {x: numbers[0]})]
        return found + [session.run([square, y], {x: number})[1] for number in numbers[1:]]

    return table


@one_plan.mistake("the table of")
def _():
    def table(session, numbers):
        x = tf.placeholder(tf.float32, [])
        y = x * x
        return [session.run(y, {x: number}) for number in numbers]

    return table
