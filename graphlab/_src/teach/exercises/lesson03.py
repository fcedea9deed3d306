"""Exercises of lesson 3: variables, initializers, and where state lives."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker
from graphlab._src.teach.words import count

_UNINITIALIZED = "A variable has no value in a session before its initializer has run there."
_NOT_RUN = "Building an operation changes nothing: `session.run` it."


@checker(
    "ex03_total",
    "Remember a total",
    hints=(
        "A number that outlasts a run is a variable. What changes it is an operation that a run executes.",
        "`tf.assign_add(variable, amount)` is a tensor: a run of it adds, and returns the new value.",
        "`amount = tf.placeholder(tf.float32, [])`, `saved = tf.Variable(0.0)`, `return amount, tf.assign_add(saved, amount)`.",
    ),
)
def total(trial, build: Function):
    """Write `build()`, which returns `amount` and `total`. `amount` is a placeholder for one number. Each run of `total` adds what is fed
    for `amount` to a sum that begins at 0, and returns the new sum."""
    made = trial.call(build)
    trial.returned(made, 2, "End with `return amount, total`.")
    amount, total = made
    trial.element(amount, "The first result, `amount`,")
    trial.typed(amount, "Placeholder", hint="`amount` is a placeholder: `tf.placeholder(tf.float32, [])`.")
    trial.is_tensor(total, None, "The second result, `total`,", "A run of `total` must return the new sum.")
    trial.must_feed(total, [amount], "`total` must add `amount`, so it has to be computed from it.")
    used = trial.variables(total)
    trial.that(
        used,
        "the sum is in a variable",
        "A run of `total` uses no variable.",
        "Only a variable has a value that outlasts a run: `tf.Variable(0.0)`.",
        [trial.operation(total)],
    )
    hint = "A run has to write to the variable: `tf.assign_add` does, `+` does not."
    session = trial.session()
    trial.value(total, 2.0, {amount: 2.0}, session, "the first run, with 2 fed,", hint="The sum must begin at 0.")
    for fed, expected in ((3.0, 5.0), (-1.5, 3.5)):
        trial.value(total, expected, {amount: fed}, session, f"the next run, with {fed:g} fed,", hint=hint)
    other = trial.session()
    trial.value(total, 1.0, {amount: 1.0}, other, "the first run of another session", hint="State lives in a session.")


@total.solved_by
def _():
    def build():
        amount = tf.placeholder(tf.float32, [])
        saved = tf.Variable(0.0)
        return amount, tf.assign_add(saved, amount)

    return build


@total.mistake("`tf.assign_add` does, `+` does not")
def _():
    def build():
        amount = tf.placeholder(tf.float32, [])
        saved = tf.Variable(0.0)
        return amount, saved + amount

    return build


@total.mistake("Only a variable has a value that outlasts a run")
def _():
    def build():
        amount = tf.placeholder(tf.float32, [])
        total = tf.constant(0.0)
        total += amount
        return amount, total

    return build


@total.mistake("it has to be computed from it")
def _():
    def build():
        amount = tf.placeholder(tf.float32, [])
        return amount, tf.assign_add(tf.Variable(0.0), 1.0)

    return build


@total.mistake("The sum must begin at 0")
def _():
    def build():
        amount = tf.placeholder(tf.float32, [])
        return amount, tf.assign_add(tf.Variable(1.0), amount)

    return build


@checker(
    "ex03_restart",
    "Start one variable again",
    hints=(
        "Each variable has an initializer of its own. What does a run of it write, and to which variable?",
        "`variable.initializer` is an operation of the graph.",
        "`session.run(variable.initializer)`",
    ),
)
def restart(trial, restart: Function):
    """Write `restart(session, variable)`. It changes the value of `variable` in this session back to its initial value. All other variables
    stay as they are. It must add nothing to the graph. (What the function returns does not matter.)"""
    with trial.graph.as_default():
        first = tf.Variable(1.5, name="first")
        second = tf.Variable(2.5, name="second")
        grow = [tf.assign_add(first, 10.0), tf.assign_add(second, 10.0)]
    for variable, wanted in ((first, [1.5, 12.5]), (second, [11.5, 2.5])):
        session, untouched = trial.session(), trial.session()
        trial.run(grow, session=session)
        trial.run(grow, session=untouched)
        before = len(trial.graph.get_operations())
        trial.call(restart, session, variable)
        found = [float(value) for value in trial.run([first, second], session=session)]
        target = 0 if variable is first else 1
        name = variable.op.name
        trial.that(
            found[target] == wanted[target],
            f"`{name}` is {wanted[target]:g} again",
            f"After `restart`, `{name}` is {found[target]:g} in the session, not {wanted[target]:g}.",
            f"It did not change. {_NOT_RUN} Run the initializer of this variable, in the session that is passed."
            if found[target] == wanted[target] + 10.0
            else "The initial value is what `variable.initializer` writes, whichever variable it is.",
            [variable.op],
        )
        trial.that(
            found == wanted,
            "the other variable stays as it was",
            f"The other variable changed too: it is {found[1 - target]:g}, and was {wanted[1 - target]:g}.",
            "`tf.global_variables_initializer()` depends on the initializers of all variables. Run only one.",
            [first.op, second.op],
        )
        added = trial.graph.get_operations()[before:]
        trial.that(
            not added,
            "nothing is added to the graph",
            f"The call adds {count(len(added), 'operation')} to the graph, each time.",
            "The initializer is in the graph already: `variable.initializer`.",
            added,
        )
        still = [float(value) for value in trial.run([first, second], session=untouched)]
        trial.that(
            still == [11.5, 12.5], "", "A variable of another session changed.", "Use the session that is passed."
        )


@restart.solved_by
def _():
    def restart(session, variable):
        session.run(variable.initializer)

    return restart


@restart.mistake("Run only one")
def _():
    def restart(session, variable):
        session.run(tf.global_variables_initializer())

    return restart


@restart.mistake("Building an operation changes nothing")
def _():
    def restart(session, variable):
        return variable.initializer

    return restart


@restart.mistake("The initializer is in the graph already")
def _():
    def restart(session, variable):
        session.run(tf.assign(variable, variable.initial_value))

    return restart


@restart.mistake("whichever variable it is")
def _():
    def restart(session, variable):
        variable.load(1.5, session)

    return restart


@restart.mistake("Run the initializer of this variable")
def _():
    def restart(session, variable):
        session.run(variable.initialized_value())

    return restart


@restart.mistake("the one who made it closes it")
def _():
    def restart(session, variable):
        with session:
            variable.initializer.run()

    return restart


@restart.mistake("in the session that is passed")
def _():
    def restart(session, variable):
        with tf.Session(graph=session.graph) as mine:
            mine.run(variable.initializer)

    return restart


@checker(
    "ex03_copy",
    "From one session to another",
    hints=(
        "The graph does not know the value. One session has it: get it out with a run, as a NumPy array.",
        "`value = source.run(variable)`. To bring it into the other session, something must write to the variable *there*.",
        "`variable.load(source.run(variable), target)`",
    ),
    on_error={
        "uninitialized value": "In the session `target` nothing has initialized the variable, so nothing can read it there. Read it in `source`.",
        "value of a feed cannot be a tf.Tensor": "A feed is a value. `source.run(variable)` returns it.",
        "Cannot feed <": "`load` needs the value, an array, not the variable. `source.run(variable)` returns it.",
        "Cannot feed value of shape": "Write the whole value of the variable, as `source.run(variable)` returns it.",
    },
)
def copy(trial, copy: Function):
    """Two sessions work on the same graph. `variable` has a value in the session `source`; in `target` it is not initialized yet. Write
    `copy(source, target, variable)`, after which it has the same value in `target`. (What it returns does not matter.)"""
    with trial.graph.as_default():
        variable = tf.Variable(tf.random_normal([2, 3]), name="weights")
        other = tf.Variable(5.0, name="other")
        learn = tf.assign_add(variable, tf.ones([2, 3]), name="learn")
        ready = tf.is_variable_initialized(variable, name="ready")
    for steps in (1, 2):
        source, target = trial.session(), trial.session(initialize=False)
        for _ in range(steps):
            trial.run(learn, session=source)
        wanted = source.run(variable)
        trial.call(copy, source, target, variable)
        marks = [variable.op]
        trial.that(
            target.run(ready),
            "`weights` is initialized in `target`",
            "After `copy`, `weights` is still uninitialized in `target`.",
            f"{_UNINITIALIZED} `variable.load(value, target)` writes to it.",
            marks,
        )
        trial.near(
            target.run(variable),
            wanted,
            "`weights` in `target`",
            hint="The value is in `source`: get it with a run there, and write just that in `target`. (The initializer, and "
            "`initial_value`, draw new random numbers.)",
            marks=marks,
        )
        trial.near(source.run(variable), wanted, "`weights` in `source`", hint="Only read from `source`.", marks=marks)
        trial.near(source.run(other), 5.0, "`other` in `source`", hint="Only read from `source`.", marks=[other.op])


@copy.solved_by
def _():
    def copy(source, target, variable):
        value = source.run(variable)
        variable.load(value, target)

    return copy


@copy.mistake("The value is in `source`: get it with a run there")
def _():
    def copy(source, target, variable):
        target.run(variable.initializer)

    return copy


@copy.mistake("draw new random numbers")
def _():
    def copy(source, target, variable):
        variable.load(source.run(variable.initial_value), target)

    return copy


@copy.mistake("`load` needs the value, an array")
def _():
    def copy(source, target, variable):
        variable.load(variable, target)

    return copy


@copy.mistake("the one who made it closes it")
def _():
    def copy(source, target, variable):
        with source:
            value = variable.eval()
        with target:
            variable.load(value, target)

    return copy


@copy.mistake("Read it in `source`")
def _():
    def copy(source, target, variable):
        target.run(tf.assign(variable, variable.read_value()))

    return copy


@copy.mistake("still uninitialized in `target`")
def _():
    def copy(source, target, variable):
        target.run(variable, {variable: source.run(variable)})

    return copy


@copy.mistake("still uninitialized in `target`")
def _():
    def copy(source, target, variable):
        value = source.run(variable)
        tf.assign(variable, value)

    return copy


@checker(
    "ex03_same_start",
    "Two variables that begin equal",
    hints=(
        "Each call of `tf.random_normal` is an operation with random numbers of its own. Two variables can share one initial value.",
        "`tf.Variable` accepts any tensor as initial value. Draw once, and use the tensor for both.",
        "`start = tf.random_normal([3])`, `return tf.Variable(start), tf.Variable(start)`.",
    ),
    on_error={"must feed": "Don't run anything in `build`: it only adds to the graph."},
)
def same_start(trial, build: Function):
    """Write `build()`, which returns two variables of shape [3]. Both begin with the same random numbers, and each run of their
    initializers draws others. They are two variables: to change one must not change the other."""
    made = trial.call(build)
    trial.returned(made, 2, "End with `return first, second`.")
    for item in made:
        trial.is_tensor(item, [3], "A result of `build`", "Return two variables, each with three numbers.")
    used = [trial.variables(item) for item in made]
    trial.that(
        used[0] and used[1],
        "",
        "The results are not both variables.",
        "Each of them is made by `tf.Variable`.",
        [trial.operation(item) for item in made],
    )
    first, second = (trial.operation(item) for item in made)
    trial.that(
        all(hasattr(item, "initializer") for item in made),
        "",
        "The results are not both variables.",
        "Return what `tf.Variable` returns.",
        [first, second],
    )
    trial.that(
        used[0] != used[1],
        "there are two variables",
        "Both results are the same variable.",
        "Call `tf.Variable` twice.",
        [first],
    )
    session = trial.session()
    begin = trial.run(list(made), session=session)
    trial.that(
        np.array_equal(*begin),
        "both begin with the same numbers",
        "After initialization the two differ.",
        "Two calls of a random operation draw twice. Draw once, for both.",
        [first, second],
    )
    trial.run([item.initializer for item in made], session=session)
    again = trial.run(list(made), session=session)
    trial.that(
        not np.array_equal(begin[0], again[0]) or not np.array_equal(begin[1], again[1]),
        "the numbers are random",
        "Their initializers write the same numbers each time.",
        "Python and NumPy draw once, when the graph is built. Let an operation draw: `tf.random_normal([3])`.",
        [first, second],
    )


@same_start.solved_by
def _():
    def build():
        start = tf.random_normal([3])
        return tf.Variable(start), tf.Variable(start)

    return build


@same_start.mistake("Draw once, for both")
def _():
    def build():
        return tf.Variable(tf.random_normal([3])), tf.Variable(tf.random_normal([3]))

    return build


@same_start.mistake("Call `tf.Variable` twice")
def _():
    def build():
        first = tf.Variable(tf.random_normal([3]))
        second = first
        return first, second

    return build


@same_start.mistake("Let an operation draw")
def _():
    def build():
        start = np.random.normal(size=3).astype(np.float32)
        return tf.Variable(start), tf.Variable(start)

    return build


@same_start.mistake("Return what `tf.Variable` returns")
def _():
    def build():
        first = tf.Variable(tf.random_normal([3]))
        return first, tf.identity(first)

    return build
