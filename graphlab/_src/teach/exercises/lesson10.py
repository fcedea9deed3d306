"""Exercises of lesson 10: queues, and state that the subgraphs of one graph share."""

import numpy as np

import graphlab as tf
from graphlab._src.teach.answers import Function
from graphlab._src.teach.exercise import checker


@checker(
    "ex10_counter",
    "Two subgraphs, one counter",
    hints=(
        "State that two runs share is a variable: both operations must refer to the same one.",
        "`tf.assign_add(counter, 1)` is an operation that a run fetches; `tf.assign(counter, 0)` is another.",
        "Make one `tf.Variable(0)` and return `tf.assign_add(v, 1)` and `tf.assign(v, 0)`.",
    ),
)
def counter(trial, build: Function):
    """Write `build()`, which returns two operations, `count` and `reset`. Each run of `count` adds 1 to a number that begins at 0, and
    returns the new number. A run of `reset` makes it 0 again."""
    made = trial.call(build)
    trial.that(
        isinstance(made, (tuple, list)) and len(made) == 2,
        "",
        "`build` does not return two things.",
        "End with `return count, reset`.",
    )
    count, reset = made
    for one, what in ((count, "`count`"), (reset, "`reset`")):
        trial.element(one, f"The result {what}")
    trial.has_variables(1, "One variable holds the number, and both operations change it.")
    trial.shares(count, reset, "`count` and `reset` must change the same variable.")
    session = trial.session()
    hint = "A run of `count` must return the number after adding 1: `tf.assign_add` returns that."
    for expected in (1, 2, 3):
        trial.value(count, expected, session=session, what=f"run {expected} of `count`", hint=hint)
    trial.run(reset, session=session)
    trial.value(count, 1, session=session, what="`count` after `reset`", hint="`reset` assigns 0 to the variable.")
    trial.run(reset, session=session)
    trial.value(count, 1, session=session, what="`count` after another `reset`", hint="`reset` assigns 0, always.")


@counter.solved_by
def _():
    def build():
        number = tf.Variable(0, name="number")
        return tf.assign_add(number, 1), tf.assign(number, 0)

    return build


@counter.mistake("must return the number after adding 1")
def _():
    def build():
        number = tf.Variable(0, name="number")
        return number + 1, tf.assign(number, 0)

    return build


@counter.mistake("One variable holds the number")
def _():
    def build():
        return tf.assign_add(tf.Variable(0), 1), tf.assign(tf.Variable(0), 0)

    return build


@counter.mistake("`reset` assigns 0 to the variable")
def _():
    def build():
        number = tf.Variable(0, name="number")
        return tf.assign_add(number, 1), tf.assign(number, number)

    return build


@counter.mistake("`reset` assigns 0, always")
def _():
    def build():
        number = tf.Variable(0, name="number")
        return tf.assign_add(number, 1), tf.assign_sub(number, 3)

    return build


@counter.mistake("not its name")
def _():
    def build():
        number = tf.Variable(0, name="number")
        tf.assign_add(number, 1, name="count")
        tf.assign(number, 0, name="reset")
        return "count", "reset"

    return build


@counter.mistake("End with `return count, reset`")
def _():
    def build():
        return tf.assign_add(tf.Variable(0), 1)

    return build


@checker(
    "ex10_pipeline",
    "From producer to consumer",
    hints=(
        "Two subgraphs: one ends in an enqueue, the other begins with a dequeue. They meet in the queue.",
        "`queue = tf.FIFOQueue(8, tf.float32, [[]])`; `put = queue.enqueue(x)`.",
        "`squared = tf.square(queue.dequeue())`; return `x, put, squared`.",
    ),
)
def pipeline(trial, build: Function):
    """Write `build()`, which makes a queue of single float numbers and returns `x`, `put` and `squared`: a run of `put` puts the number
    that is fed to the placeholder `x` into the queue, and a run of `squared` removes the oldest number from it and returns its
    square. A run of `squared` must need no placeholder."""
    made = trial.call(build)
    trial.that(
        isinstance(made, (tuple, list)) and len(made) == 3,
        "",
        "`build` does not return three things.",
        "End with `return x, put, squared`.",
    )
    x, put, squared = made
    for one, what in ((x, "`x`"), (put, "`put`"), (squared, "`squared`")):
        trial.element(one, f"The result {what}")
    trial.typed(x, "Placeholder", hint="`x` is a placeholder for one number: `tf.placeholder(tf.float32, [])`.")
    trial.skips(squared, x, "`squared` reads from the queue: begin with `queue.dequeue()`, not with `x`.")
    trial.that(
        any("Dequeue" in op.type for op in trial.executed(squared)),
        "a run of `squared` reads from a queue",
        "A run of `squared` reads nothing from a queue.",
        "`queue.dequeue()` is a tensor: the element that a run removes.",
        [trial.operation(squared)],
    )
    trial.that(
        any("Enqueue" in op.type for op in trial.executed(put)),
        "a run of `put` puts into a queue",
        "A run of `put` puts nothing into a queue.",
        "`queue.enqueue(x)` is the operation that puts `x` into it.",
        [trial.operation(put)],
    )
    also_puts = [op for op in trial.executed(squared) if "Enqueue" in op.type]
    also_removes = [op for op in trial.executed(put) if "Dequeue" in op.type]
    trial.that(
        not also_puts + also_removes,
        "",
        "A run of `put` also removes an element."
        if also_removes
        else "A run of `squared` also puts an element into the queue.",
        "`put` only puts `x` into the queue, and `squared` only removes.",
        also_puts + also_removes,
    )
    queues = [op for op in trial.graph.get_operations() if op.type.endswith(("Queue", "QueueV2"))]
    small = [op for op in queues if 0 <= op.get_attr("capacity") < 2]
    trial.that(
        not small,
        "",
        "The queue holds one number: the second run of `put` would wait until one is removed.",
        "The first argument of `tf.FIFOQueue` is the capacity: 8, say.",
        small,
    )
    reads = [op for op in trial.executed(squared) if "Dequeue" in op.type]
    later = [op for op in trial.executed(squared) if op not in reads and not op.type.endswith(("Queue", "QueueV2"))]
    trial.that(
        any(op.type not in ("Identity", "Const") for op in later),
        "",
        "`squared` is the element as it was in the queue.",
        "`put` puts the number itself into the queue; `squared` is the square of what `dequeue()` returns.",
        reads,
    )
    session = trial.session()
    for number in (2.0, 3.0):
        trial.run(put, {x: number}, session)
    _close_all(session)  # so that a run that would wait raises an error
    found = []
    for _ in range(2):
        try:
            found.append(session.run(squared))
        except tf.errors.OutOfRangeError:
            trial.that(
                False,
                "",
                "After two runs of `put`, a run of `squared` waits for an element that no run puts into the queue.",
                "Both must use the same queue, and `squared` may call `dequeue()` once: each call removes an element.",
                [trial.operation(squared)],
            )
    trial.near(
        found,
        [4.0, 9.0],
        "what two runs of `squared` return after 2 and 3 were put in",
        hint="`put` is `queue.enqueue(x)`, and `squared` the square of `queue.dequeue()`. A `tf.FIFOQueue` returns the oldest first.",
    )


def _close_all(session):
    """Closes every queue of the session's graph."""
    queues = [op.outputs[0] for op in session.graph.get_operations() if op.type.endswith(("Queue", "QueueV2"))]
    with session.graph.as_default():
        session.run([tf.QueueBase([tf.float32], None, None, queue).close() for queue in queues])


@pipeline.solved_by
def _():
    def build():
        queue = tf.FIFOQueue(8, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [], name="x")
        put = queue.enqueue(x)
        squared = tf.square(queue.dequeue())
        return x, put, squared

    return build


@pipeline.mistake("begin with `queue.dequeue()`")
def _():
    def build():
        queue = tf.FIFOQueue(8, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [])
        return x, queue.enqueue(x), tf.square(x)

    return build


@pipeline.mistake("`squared` may call `dequeue()` once")
def _():
    def build():
        queue = tf.FIFOQueue(8, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [])
        return x, queue.enqueue(x), queue.dequeue() * queue.dequeue()

    return build


@pipeline.mistake("Both must use the same queue")
def _():
    def build():
        x = tf.placeholder(tf.float32, [])
        put = tf.FIFOQueue(8, tf.float32, [[]]).enqueue(x)
        return x, put, tf.square(tf.FIFOQueue(8, tf.float32, [[]]).dequeue())

    return build


@pipeline.mistake("`put` puts the number itself into the queue")
def _():
    def build():
        queue = tf.FIFOQueue(8, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [])
        return x, queue.enqueue(tf.square(x)), queue.dequeue()

    return build


@pipeline.mistake("is the capacity")
def _():
    def build():
        queue = tf.FIFOQueue(1, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [])
        return x, queue.enqueue(x), tf.square(queue.dequeue())

    return build


@pipeline.mistake("and `squared` only removes")
def _():
    def build():
        queue = tf.FIFOQueue(8, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [])
        oldest = queue.dequeue()
        with tf.control_dependencies([queue.enqueue(oldest)]):
            return x, queue.enqueue(x), tf.square(oldest)

    return build


@pipeline.mistake("the square of `queue.dequeue()`")
def _():
    def build():
        queue = tf.FIFOQueue(8, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [])
        oldest = queue.dequeue()
        return x, queue.enqueue(x), oldest + oldest

    return build


@pipeline.mistake("reads nothing from a queue")
def _():
    def build():
        queue = tf.FIFOQueue(8, tf.float32, [[]])
        x = tf.placeholder(tf.float32, [])
        state = tf.Variable(0.0)
        return x, tf.group(queue.enqueue(x), tf.assign(state, x)), tf.square(state)

    return build


@checker(
    "ex10_close",
    "Take until the queue is closed",
    hints=(
        "A queue that is closed and empty raises an error for a run that still dequeues. Which one?",
        "`tf.errors.OutOfRangeError` says that nothing will come any more; it is how a consumer ends.",
        "Loop: `values.append(session.run(take))` in a `try`; at `except tf.errors.OutOfRangeError` return the list.",
    ),
    on_error={"OutOfRangeError": "That error is the end of the queue: catch it, and return what was taken until then."},
)
def close(trial, drain: Function):
    """Write `drain(session, take)`. It runs `take`, which removes one element from a queue, until the queue is closed and
    empty, and returns the list of all elements, in order. You do not know how many there are."""
    graph = trial.graph
    with graph.as_default():
        queue = tf.FIFOQueue(20, tf.float32, [[]], name="queue")
        x = tf.placeholder(tf.float32, [None])
        put, take, end = queue.enqueue_many([x]), queue.dequeue(name="take"), queue.close()
    session = trial.session()
    for numbers in ([3.0, 1.0, 2.0], [5.0], []):
        session.run(put, {x: numbers})
        if numbers == [3.0, 1.0, 2.0]:
            session.run(put, {x: [4.0]})
            numbers = [3.0, 1.0, 2.0, 4.0]
        session.run(end)
        found = trial.call(drain, session, take)
        trial.that(
            isinstance(found, (list, tuple, np.ndarray)),
            "",
            "`drain` does not return a list.",
            "Collect the elements in a list, and return it after the error.",
        )
        trial.near(
            found,
            numbers,
            f"the list for {len(numbers)} elements",
            hint="Do not count: run `take` until it raises `tf.errors.OutOfRangeError`. Each element is in the list once, in order.",
        )
        graph = trial.new_graph()
        with graph.as_default():
            queue = tf.FIFOQueue(20, tf.float32, [[]], name="queue")
            x = tf.placeholder(tf.float32, [None])
            put, take, end = queue.enqueue_many([x]), queue.dequeue(name="take"), queue.close()
        session = trial.session()


@close.solved_by
def _():
    def drain(session, take):
        values = []
        while True:
            try:
                values.append(session.run(take))
            except tf.errors.OutOfRangeError:
                return values

    return drain


@close.mistake("That error is the end of the queue")
def _():
    def drain(session, take):
        return [session.run(take) for _ in range(10)]

    return drain


@close.mistake("Do not count")
def _():
    def drain(session, take):
        return [session.run(take) for _ in range(3)]

    return drain


@close.mistake("return it after the error")
def _():
    def drain(session, take):
        try:
            while True:
                session.run(take)
        except tf.errors.OutOfRangeError:
            pass

    return drain
