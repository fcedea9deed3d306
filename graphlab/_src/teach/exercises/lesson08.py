"""Exercises of lesson 8: the default graph, get_variable, reuse, and the leak that grows by itself."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker
from graphlab._src.teach.words import count

_PRODUCT = "A row of `x` times the matrix `w` is `tf.matmul(x, w)`; `*` multiplies element by element."


@checker(
    "ex08_reuse",
    "One layer, used twice",
    hints=(
        "`tf.get_variable` makes a variable, or returns the one that is there: which of the two it does depends on the variable scope.",
        'Open the scope with `tf.variable_scope("layer", reuse=tf.AUTO_REUSE)`.',
        'In that scope `tf.get_variable("w", [4, 4])` returns the same variable in each call; multiply `x` by it.',
    ),
    on_error={
        "already exists": "The second call makes `w` again. A variable scope with `reuse` returns what is there.",
        "does not exist": "`reuse=True` only finds variables, and the first call has to make it: `reuse=tf.AUTO_REUSE`.",
    },
)
def reuse(trial, layer: Function):
    """Write `layer(x)`, which returns `x` times a variable `w` of shape [4, 4], for `x` of shape [?, 4]. Two calls must use the
    same `w`."""
    x, other = trial.placeholder([None, 4]), trial.placeholder([None, 4], "other")
    first = trial.is_tensor(trial.call(layer, x), [None, 4], "What `layer` returns", _PRODUCT)
    trial.has_variables(1, "One call must make one variable, `w`.")
    trial.must_feed(first, [x], "The result must be computed from `x`.")
    made = trial.graph.get_collection("variables") + trial.graph.get_collection("local_variables")
    trial.that(made, "", "`w` is in no collection, so no initializer finds it.", "Make it with `tf.get_variable`.")
    hint = "The result must be `tf.matmul(x, w)`, and `w` a matrix of shape [4, 4]."
    trial.that(made[0].shape == [4, 4], "", f"The variable has the shape {made[0].shape}.", hint, [made[0].op])
    values, row = np.arange(16.0).reshape(4, 4), np.array([[1.0, 2.0, 3.0, 4.0]])
    session = trial.session()
    made[0].load(values, session)
    trial.value(first, row @ values, {x: row}, session, hint=hint)
    second = trial.is_tensor(trial.call(layer, other), [None, 4], "What the second call returns", _PRODUCT)
    trial.shares(first, second, "The second call made a variable of its own: `tf.Variable` always does.")
    trial.must_feed(second, [other], "Each call computes with its own `x`; only the variable is the same.")
    trial.value(second, -row @ values, {other: -row}, session, hint=hint)


@reuse.solved_by
def _():
    def layer(x):
        with tf.variable_scope("layer", reuse=tf.AUTO_REUSE):
            w = tf.get_variable("w", [4, 4])
        return tf.matmul(x, w)

    return layer


@reuse.mistake("`*` multiplies element by element")
def _():
    def layer(x):
        with tf.variable_scope("layer", reuse=tf.AUTO_REUSE):
            return x * tf.get_variable("w", [4, 4])

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


@reuse.mistake("only the variable is the same")
def _():
    made = []

    def layer(x):
        if not made:
            made.append(tf.matmul(x, tf.get_variable("w", [4, 4])))
        return made[0]

    return layer


@reuse.mistake("The result must be `tf.matmul(x, w)`")
def _():
    def layer(x):
        with tf.variable_scope("layer", reuse=tf.AUTO_REUSE):
            return tf.matmul(x, tf.get_variable("w", [4, 4]), transpose_b=True)

    return layer


@reuse.mistake("the first call has to make it")
def _():
    def layer(x):
        with tf.variable_scope("layer", reuse=True):
            return tf.matmul(x, tf.get_variable("w", [4, 4]))

    return layer


@reuse.mistake("must be a function")
def _():
    x = tf.placeholder(tf.float32, [None, 4])
    return tf.matmul(x, tf.get_variable("w", [4, 4]))


@checker(
    "ex08_leak",
    "A loop that does not grow the graph",
    hints=(
        "Each line that makes an operation adds to the graph each time it runs. Which lines of the loop do?",
        "Build the sum once, before the loop: what changes from number to number is fed.",
        "`x = tf.placeholder(tf.float32, [])`, `double = 2 * x`; in the loop only `session.run(double, {x: number})`.",
    ),
    on_error={"finalized": "The graph is finalized before the loop begins: build all of it in `build`."},
)
def leak(trial, build: Function, loop: Function):
    """Two functions in place of a loop that leaks. `build()` makes the graph once, and returns whatever `loop` needs.
    `loop(session, made, numbers)` returns the list of 2 · number for each of the numbers, by runs of the session: `made` is what
    `build` returned. The graph must not grow while the loop runs."""
    made = trial.call(build)
    graph = trial.graph
    trial.that(
        bool(graph.get_operations()),
        "`build` makes operations",
        "`build` adds no operation to the graph.",
        "The placeholder and the product belong in `build`.",
    )
    session = trial.session()
    operations = len(graph.get_operations())
    found = trial.call(loop, session, made, [1.0, 2.0, 5.0])
    added = graph.get_operations()[operations:]
    trial.that(
        not added,
        "the loop adds no operation",
        f"The loop adds {count(len(added), 'operation')} to the graph for three numbers.",
        "Arithmetic with a tensor adds an operation, also in a loop. Move it to `build`.",
        added,
    )
    compute = "`loop` has to compute with runs of the session: feed each number, and return what the runs return."
    trial.that(session.runs, "", "`loop` makes no run of the session.", compute)
    runs = trial.makes_runs(session, at_most=6, hint="One run for each number is enough.")
    trial.near(
        found, [2.0, 4.0, 10.0], "what `loop` returns for [1, 2, 5]", hint="Feed each number, and fetch the product."
    )
    trial.computed(runs, found, what="What `loop` returns", hint=compute)
    again = trial.call(loop, session, made, [-3.0])
    trial.near(again, [-6.0], "what it returns for [-3]", hint="The numbers come from the third argument.")
    trial.that(
        len(graph.get_operations()) == operations,
        "a second call adds none either",
        "The second call of `loop` adds to the graph.",
        "Arithmetic with a tensor adds an operation, also in a loop. Move it to `build`.",
        graph.get_operations()[operations:],
    )


@leak.solved_by
def _():
    def build():
        x = tf.placeholder(tf.float32, [])
        return x, 2 * x

    def loop(session, made, numbers):
        x, double = made
        return [session.run(double, {x: number}) for number in numbers]

    return build, loop


@leak.mistake("Arithmetic with a tensor adds an operation")
def _():
    def build():
        return tf.placeholder(tf.float32, [])

    def loop(session, x, numbers):
        return [session.run(2 * x, {x: number}) for number in numbers]

    return build, loop


@leak.mistake("The placeholder and the product belong in `build`")
def _():
    def build():
        return {}

    def loop(session, made, numbers):
        return [session.run(tf.constant(2.0) * number) for number in numbers]

    return build, loop


@leak.mistake("return what the runs return")
def _():
    def build():
        x = tf.placeholder(tf.float32, [])
        return x, 2 * x

    def loop(session, made, numbers):
        x, double = made
        session.run(double, {x: 0.0})
        return [2 * number for number in numbers]

    return build, loop


@leak.mistake("return what the runs return")
def _():
    def build():
        x = tf.placeholder(tf.float32, [])
        return x, 2 * x

    def loop(session, made, numbers):
        x, double = made
        return [session.run(double, {double: 2 * number}) for number in numbers]

    return build, loop


@leak.mistake("One run for each number is enough")
def _():
    def build():
        x = tf.placeholder(tf.float32, [])
        return x, 2 * x

    def loop(session, made, numbers):
        x, double = made
        for number in numbers:
            for _ in range(5):
                handle = session.partial_run_setup([double], [x])
                session.partial_run(handle, double, {x: number})
        return [session.run(double, {x: number}) for number in numbers]

    return build, loop


@leak.mistake("has to compute with runs of the session")
def _():
    def build():
        x = tf.placeholder(tf.float32, [])
        return x, 2 * x

    def loop(session, made, numbers):
        return [2 * number for number in numbers]

    return build, loop


@leak.mistake("Feed each number, and fetch the product")
def _():
    def build():
        x = tf.placeholder(tf.float32, [])
        return x, x + 2

    def loop(session, made, numbers):
        x, result = made
        return [session.run(result, {x: number}) for number in numbers]

    return build, loop


@checker(
    "ex08_two_graphs",
    "Two models that share no names",
    hints=(
        "A name may be taken only once in a graph. How many graphs may a program have?",
        "`with tf.Graph().as_default() as graph:` makes a graph, and what is built in the block goes into it.",
        "Make a new graph in each call, build `model()` in it, and return the graph.",
    ),
    on_error={"already exists": "Both calls build in the same graph, where `w` is taken. Make a graph for each call."},
)
def two_graphs(trial, build: Function):
    """`model()` makes a variable `w` by `tf.get_variable`, so a second call in the same graph fails. Write `build(model)`, which calls
    `model()` in a new graph and returns this graph. The variable must be called `w` in both, and the default graph stays empty."""
    outer = trial.graph
    calls = []

    def model():
        calls.append(tf.get_default_graph())
        return tf.get_variable("w", [2])

    first = trial.call(build, model)
    trial.that(
        isinstance(first, tf.Graph),
        "",
        "`build` does not return a graph.",
        "Return the graph that `with tf.Graph().as_default() as graph:` names.",
    )
    trial.that(
        first is not outer,
        "it makes a graph",
        "`build` returns the default graph that was there before.",
        "Make a graph for each call.",
    )
    trial.that(
        not outer.get_operations(),
        "the default graph stays empty",
        "`w` is in the default graph.",
        "Call `model()` within the block of the new graph.",
        outer.get_operations(),
    )
    second = trial.call(build, model)
    trial.that(
        first is not second,
        "each call makes a graph of its own",
        "Both calls return the same graph.",
        "Make the graph within `build`.",
    )
    trial.that(
        calls == [first, second],
        "each call builds the model in its graph",
        f"Two calls of `build` call `model()` {count(len(calls), 'time')}.",
        "Call `model()` once in each call of `build`, in the block of the new graph.",
    )
    for which, found in (("first", first), ("second", second)):
        names = [variable.op.name for variable in found.get_collection("variables")]
        trial.that(
            names == ["w"],
            f"the {which} graph has the variable `w`",
            f"The {which} graph has the variables {names}, not `w` alone.",
            "Call `model()` once, without a scope, in the block of the new graph.",
        )


@two_graphs.solved_by
def _():
    def build(model):
        with tf.Graph().as_default() as graph:
            model()
        return graph

    return build


@two_graphs.mistake("Make a graph for each call")
def _():
    def build(model):
        model()
        return tf.get_default_graph()

    return build


@two_graphs.mistake("within the block of the new graph")
def _():
    def build(model):
        graph = tf.Graph()
        model()
        return graph

    return build


@two_graphs.mistake("without a scope")
def _():
    count = iter(range(10))

    def build(model):
        with tf.Graph().as_default() as graph, tf.variable_scope(f"model_{next(count)}"):
            model()
        return graph

    return build


@two_graphs.mistake("Call `model()` once in each call")
def _():
    def build(model):
        with tf.Graph().as_default() as graph:
            tf.get_variable("w", [2])
        return graph

    return build


@two_graphs.mistake("Return the graph")
def _():
    def build(model):
        with tf.Graph().as_default():
            return model()

    return build
