"""Exercises of lesson 13: reading a run."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.claims import RefutedError
from graphlab._src.teach.exercise import checker
from graphlab._src.teach.words import count


@checker(
    "ex13_busiest",
    "Where did the time go?",
    hints=(
        "`metadata.step_stats.dev_stats` has an entry for each device, and its `node_stats` one for each time that an operation ran.",
        "Add up `node.all_end_rel_micros` by `node.node_name`, over all devices. Then sort.",
        "`total[node.node_name] = total.get(node.node_name, 0) + node.all_end_rel_micros`; then `sorted(total, key=lambda name: total[name], reverse=True)[:n]`.",
    ),
    on_error={
        "no attribute": "The fields: `metadata.step_stats.dev_stats[i].node_stats[j].node_name` and `.all_end_rel_micros`.",
    },
)
def busiest_operations(trial, busiest: Function):
    """Write `busiest(metadata, n)`. `metadata` is the `RunMetadata` of a traced run. Return the names of the `n` operations that needed the
    most time (`all_end_rel_micros`), the longest first. An operation may have run several times (in a loop), and on several
    devices: its times count together."""
    metadata = tf.RunMetadata()
    begin = 10_000
    for device, nodes in (
        ("CPU:0", [("a", 50), ("b", 40), ("b", 40), ("c", 10), ("e", 1)]),
        ("CPU:1", [("c", 75), ("d", 100)]),
    ):
        stats = metadata.step_stats.dev_stats.add(device=f"/job:localhost/replica:0/task:0/device:{device}")
        for name, micros in nodes:
            stats.node_stats.add(node_name=name, all_start_micros=begin, all_end_rel_micros=micros)
            begin += micros
    for n, expected in ((1, ["d"]), (3, ["d", "c", "b"]), (4, ["d", "c", "b", "a"])):
        found = trial.call(busiest, metadata, n)
        found = found.tolist() if isinstance(found, np.ndarray) else found
        if not isinstance(found, (list, tuple)) or not all(isinstance(name, str) for name in found):
            raise RefutedError("`busiest` must return a list of names.", "Names only: `sorted(total, key=…)`.")
        trial.that(
            len(found) == n, "", f"`busiest(metadata, {n})` returns {count(len(found), 'name')}, not {n}.", "`[:n]`"
        )
        trial.that(
            "e" not in found,
            "",
            "`e` needed the least time, and is among the first.",
            "The longest first: `reverse=True`.",
        )
        if n < 3:
            continue
        trial.that(
            "d" in found,
            "all devices count",
            "`d` ran for 100 µs on the second device, and is missing.",
            "Each device has an entry of its own in `dev_stats`.",
        )
        trial.that(
            list(found) == expected,
            f"the first {n} are {', '.join(expected)}",
            f"`busiest(metadata, {n})` returns {list(found)}, not {expected}.",
            "`b` ran twice for 40 µs, and `c` for 10 µs on one device and 75 µs on the other: these times are added.",
        )


@busiest_operations.solved_by
def _():
    def busiest(metadata, n):
        total = {}
        for device in metadata.step_stats.dev_stats:
            for node in device.node_stats:
                total[node.node_name] = total.get(node.node_name, 0) + node.all_end_rel_micros
        return sorted(total, key=lambda name: total[name], reverse=True)[:n]

    return busiest


@busiest_operations.mistake("these times are added")
def _():
    def busiest(metadata, n):
        time = {node.node_name: node.all_end_rel_micros for d in metadata.step_stats.dev_stats for node in d.node_stats}
        return sorted(time, key=lambda name: time[name], reverse=True)[:n]

    return busiest


@busiest_operations.mistake("an entry of its own")
def _():
    def busiest(metadata, n):
        total = {}
        for node in metadata.step_stats.dev_stats[0].node_stats:
            total[node.node_name] = total.get(node.node_name, 0) + node.all_end_rel_micros
        return sorted(total, key=lambda name: total[name], reverse=True)[:n]

    return busiest


@busiest_operations.mistake("reverse=True")
def _():
    def busiest(metadata, n):
        total = {}
        for device in metadata.step_stats.dev_stats:
            for node in device.node_stats:
                total[node.node_name] = total.get(node.node_name, 0) + node.all_end_rel_micros
        return sorted(total, key=lambda name: total[name])[:n]

    return busiest


@busiest_operations.mistake("Names only")
def _():
    def busiest(metadata, n):
        nodes = [node for device in metadata.step_stats.dev_stats for node in device.node_stats]
        return sorted(((node.all_end_rel_micros, node.node_name) for node in nodes), reverse=True)[:n]

    return busiest


@checker(
    "ex13_no_new_plans",
    "A loop that compiles nothing new",
    hints=(
        "Each call of a function such as `tf.norm` adds operations, and new fetches need a new plan. What belongs before the loop?",
        "Make `norm = tf.norm(w)` once, before the loop. In the loop only call `session.run`.",
        "In the loop: `session.run(train)`, then `session.run(norm)`, which sees the variable as the first run left it.",
    ),
)
def no_new_plans(trial, norms: Function):
    """Write `norms(session, train, w, steps)`. It runs `train` `steps` times, and returns a list: the Euclidean norm of the variable `w` after
    each of them. However many steps there are, the graph must not grow with them."""
    with trial.graph.as_default():
        w = tf.Variable([3.0, 4.0], name="w")
        train = tf.train.GradientDescentOptimizer(0.25).minimize(tf.reduce_sum(w * w), name="train")
    session = trial.session()
    session.runs = []
    begin = len(trial.graph.get_operations())
    with session.as_default():
        first = trial.call(norms, session, train, w, 2)
        middle = len(trial.graph.get_operations())
        if first is None:
            raise RefutedError("`norms` returns nothing, not a list of numbers.", "Append each norm to a list.")
        order = "The norm **after** each step. In one run with `train` nothing says that the norm comes second: make a second run."
        trial.that(
            isinstance(first, (list, tuple, np.ndarray)) and [np.shape(one) for one in first] == [(), ()],
            "",
            "`norms` of 2 steps is not a list of two numbers.",
            "Append the norm after each step to a list, and return it.",
        )
        root = "The Euclidean norm is the root of the sum of the squares: `tf.norm(w)`."
        trial.that(
            all(isinstance(one, (float, int, np.number, np.ndarray)) for one in first),
            "",
            "`norms` of 2 steps is a list of other things than numbers.",
            "`session.run` returns the value of a tensor: append that.",
        )
        squares = np.allclose(first, [6.25, 1.5625])
        trial.near(first, [2.5, 1.25], "`norms` of 2 steps", hint=root if squares else order)
        trial.makes_runs(session, 4, hint="One run for the step and one for the norm are enough.")
        then = trial.call(norms, session, train, w, 6)
    added = trial.graph.get_operations()[middle:]
    allowed = max(middle - begin, 0)
    trial.that(
        len(added) <= allowed,
        "the graph does not grow with the steps",
        f"2 steps added {count(allowed, 'operation')} to the graph, 6 steps {count(len(added), 'operation')}: each step adds some, "
        "and each of its runs needs a new plan.",
        "Build before the loop; only run in it.",
        added[-3:],
    )
    left = "There are as many norms as steps. The variable goes on from where the first two steps left it."
    trial.near(then, 1.25 / 2.0 ** np.arange(1, 7), "`norms` of 6 more steps", hint=left)


@no_new_plans.solved_by
def _():
    def norms(session, train, w, steps):
        norm = tf.norm(w)
        found = []
        for _ in range(steps):
            session.run(train)
            found.append(session.run(norm))
        return found

    return norms


@no_new_plans.mistake("Build before the loop")
def _():
    def norms(session, train, w, steps):
        found = []
        for _ in range(steps):
            session.run(train)
            found.append(session.run(tf.norm(w)))
        return found

    return norms


@no_new_plans.mistake("make a second run")
def _():
    def norms(session, train, w, steps):
        norm = tf.norm(w)
        return [session.run([train, norm])[1] for _ in range(steps)]

    return norms


@no_new_plans.mistake("make a second run")
def _():
    def norms(session, train, w, steps):
        norm, found = tf.norm(w), []
        for _ in range(steps):
            found.append(session.run(norm))
            session.run(train)
        return found

    return norms


@no_new_plans.mistake("is the root of the sum of the squares")
def _():
    def norms(session, train, w, steps):
        norm, found = tf.reduce_sum(w * w), []
        for _ in range(steps):
            session.run(train)
            found.append(session.run(norm))
        return found

    return norms


@no_new_plans.mistake("Append the norm after each step")
def _():
    def norms(session, train, w, steps):
        norm = tf.norm(w)
        for _ in range(steps):
            session.run(train)
        return session.run(norm)

    return norms


@no_new_plans.mistake("returns the value of a tensor")
def _():
    def norms(session, train, w, steps):
        norm, found = tf.norm(w), []
        for _ in range(steps):
            session.run(train)
            found.append(norm)
        return found

    return norms


@no_new_plans.mistake("as many norms as steps")
def _():
    def norms(session, train, w, steps):
        norm, found = tf.norm(w), []
        for _ in range(2):
            session.run(train)
            found.append(session.run(norm))
        return found

    return norms


@no_new_plans.mistake("One run for the step and one for the norm")
def _():
    def norms(session, train, w, steps):
        norm, found = tf.norm(w), []
        for _ in range(steps):
            session.run(train)
            for _ in range(3):
                value = session.partial_run(session.partial_run_setup([norm]), norm)
            found.append(value)
        return found

    return norms


@no_new_plans.mistake("Append each norm to a list")
def _():
    def norms(session, train, w, steps):
        for _ in range(steps):
            session.run(train)

    return norms


@checker(
    "ex13_one_segment",
    "One segment instead of three",
    hints=(
        "What makes the plan end a segment: which operation does XLA not compile? Write its work with operations of TensorFlow.",
        "For each element: itself where it is above 0, else 0.1 times itself. `tf.where`, `tf.maximum` or `tf.nn.leaky_relu` can say that.",
        "`return tf.where(x > 0, x, 0.1 * x)`.",
    ),
    on_error={
        "Cannot convert a symbolic Tensor": "NumPy's functions need numbers, and a tensor has none yet. Use those of `tf`.",
        "as a Python `bool`": "Python's `if` can't look into a tensor: `tf.where` chooses element by element.",
    },
)
def one_segment(trial, activation: Function):
    """The function

        def activation(x):
            return tf.py_func(lambda a: np.where(a > 0, a, 0.1 * a).astype(np.float32), [x], tf.float32)

    calls Python in each run: the plan is cut in pieces there, and no gradient passes. Write `activation(x)` with the same values so that a
    run of `activation(2 * x) + 1` is one segment, and a gradient reaches `x`."""
    x = trial.placeholder([None, 3])
    with trial.graph.as_default():
        before = 2.0 * x
    y = trial.is_tensor(trial.call(activation, before), what="What `activation` returns")
    trial.that(
        y.dtype == tf.float32,
        "",
        f"What `activation` returns is of the type {y.dtype.name}.",
        "It must be float32, as `x` is.",
        [y.op],
    )
    with trial.graph.as_default():
        after = y + 1.0
    host = "`py_func`, `Print`, `Assert` and strings work on the host. Use operations that XLA compiles."
    trial.value(
        after,
        [[1.2, 0.0, 7.0], [0.6, 1.0, 2.0]],
        {x: [[0.1, -5.0, 3.0], [-2.0, 0.0, 0.5]]},
        what="`activation(2 * x) + 1`",
        hint="Elements above 0 stay as they are, the others become a tenth.",
    )
    segments = trial.session().plan(after, [x]).segments
    trial.that(
        len(segments) == 1,
        "the run is one segment",
        f"The run has {count(len(segments), 'segment')}.",
        host,
        [y.op],
    )
    trial.flows(x, after, "Constants and `tf.stop_gradient` let no gradient pass. Compute with `x`.")


@one_segment.solved_by
def _():
    def activation(x):
        return tf.where(x > 0, x, 0.1 * x)

    return activation


@one_segment.mistake("Use operations that XLA compiles")
def _():
    def activation(x):
        return tf.py_func(lambda a: np.where(a > 0, a, 0.1 * a).astype(np.float32), [x], tf.float32)

    return activation


@one_segment.mistake("become a tenth")
def _():
    def activation(x):
        return tf.nn.relu(x)

    return activation


@one_segment.mistake("become a tenth")
def _():
    def activation(x):
        return tf.nn.leaky_relu(x)

    return activation


@one_segment.mistake("let no gradient pass")
def _():
    def activation(x):
        return tf.stop_gradient(tf.maximum(x, 0.1 * x))

    return activation


@one_segment.mistake("Use those of `tf`")
def _():
    def activation(x):
        return np.maximum(np.asarray(x, np.float32), 0.1 * x)

    return activation
