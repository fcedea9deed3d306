"""Random programs with variables, branches, loops and a queue, whose order is defined, spread over tasks or in one process.

What works on a variable comes after what worked on it before, so that every run has one right result.
"""

import contextlib
import random

import numpy as np

import graphlab as tf
from tests.cluster.direct import DirectMaster

TASKS = [("ps", 0), ("ps", 1), ("worker", 0)]
KINDS = [
    "read",
    "assign",
    "add",
    "subtract",
    "arithmetic",
    "arithmetic",
    "branch",
    "two",
    "loop",
    "array",
    "queue",
    "group",
]
FREE = ("arithmetic", "loop", "array", "group")  # of these nothing else depends on the order


class Program:
    """A program of a seed. spread: its operations are on several tasks.  runs: [(fetches, feed_dict)]."""

    def __init__(self, seed, spread):
        self._random = random.Random(seed)
        self._spread = spread
        self._last = {}  # what worked on a variable, or the queue, last
        self._waiting = 0  # elements of the queue
        self._array = None  # a TensorArray that a loop has written, and another one reads later
        self._all = []
        self._chosen = tf.placeholder(tf.bool, [], "chosen")
        x = tf.placeholder(tf.float32, [], "x")
        self.variables = []
        for i in range(self._random.randint(2, 4)):
            with self._task():
                self.variables.append(tf.get_variable(f"v{i}", initializer=float(i + 1), use_resource=True))
        with self._task():
            self._queue = tf.FIFOQueue(100, tf.float32, shapes=[[]])
        self._values = [x, tf.constant(1.5)]
        for _ in range(self._random.randint(6, 16)):
            self._add()
        self.runs = [self._run(x) for _ in range(3)]

    def _task(self):
        job, number = self._random.choice(TASKS)
        return tf.device(f"/job:{job}/task:{number}") if self._spread else contextlib.nullcontext()

    def _add(self):
        kind, i = self._random.choice(KINDS), self._random.randrange(len(self.variables))
        key = "queue" if kind == "queue" else i
        keys = [*range(len(self.variables))] if kind == "two" else [] if kind in FREE else [key]
        before = [self._last[one] for one in keys if one in self._last]
        if self._all and self._random.random() < 0.2:
            before.append(self._random.choice(self._all))
        a, b = self._random.choice(self._values), self._random.choice(self._values)
        with self._task(), tf.control_dependencies(before):
            made = self._make(kind, self.variables[i], a, b)
        self._all.append(made)
        self._last.update((one, made) for one in keys)
        if isinstance(made, tf.Tensor):
            self._values.append(made)

    def _make(self, kind, v, a, b):
        if kind == "read":
            return tf.identity(v.read_value())
        if kind == "assign":
            return tf.identity(tf.assign(v, a * 0.5 + 1.0))
        if kind == "add":
            return tf.identity(tf.assign_add(v, a * 0.25))
        if kind == "subtract":
            return tf.identity(tf.assign_sub(v, a * 0.25))
        if kind == "arithmetic":
            return tf.tanh(a) + b * 0.5
        if kind == "branch":
            chosen = self._chosen if self._random.random() < 0.7 else a > b
            return tf.cond(chosen, lambda: tf.identity(tf.assign_add(v, tf.identity(a))), lambda: b * 0.5)
        if kind == "loop":
            c = self._random.choice(self._values)
            _, total, other = tf.while_loop(
                lambda i, total, other: i < 3,
                lambda i, total, other: (i + 1, total * 0.5 + a, tf.tanh(other)),
                [0, b, c],
            )
            self._values.append(other)
            return total
        if kind == "array":
            return self._write(a) if self._array is None else self._read(a)
        if kind == "two":  # variables, of which each side of a branch changes one and reads the other
            w = self._random.choice(self.variables)
            return tf.cond(
                self._chosen,
                lambda: tf.identity(tf.assign_add(v, w.read_value() * 0.25 + a)),
                lambda: tf.identity(tf.assign(w, v.read_value() * 0.5)),
            )
        if kind == "group":
            return tf.group(*self._random.sample(self._all, min(2, len(self._all))))
        if self._waiting and self._random.random() < 0.5:
            self._waiting -= 1
            return self._queue.dequeue()
        self._waiting += 1
        return self._queue.enqueue(a)

    def _write(self, a):
        array = tf.TensorArray(tf.float32, 3)
        _, self._array, last = tf.while_loop(
            lambda i, array, value: i < 3,
            lambda i, array, value: (i + 1, array.write(i, value), value * 0.5 + 1.0),
            [0, array, a],
        )
        return last

    def _read(self, a):
        array, self._array = self._array, None
        assert array is not None
        return tf.while_loop(lambda i, total: i < 3, lambda i, total: (i + 1, total * 0.5 + array.read(i) * a), [0, a])[
            1
        ]

    def _run(self, x):
        fetches = [one for one in self._all if self._random.random() < 0.5] or self._all[-1:]
        if self._random.random() < 0.5:
            fetches = self._all
        feeds = {x: self._random.random(), self._chosen: self._random.random() < 0.5}
        tensors = [one for one in self._all if isinstance(one, tf.Tensor)]
        if tensors and self._random.random() < 0.2:
            feeds[self._random.choice(tensors)] = 0.75
        return fetches, feeds


def outcome(seed, spread):
    """What the runs of a program return, or raise, and the variables after each."""
    found = []
    with tf.Graph().as_default():
        program = Program(seed, spread)
        target = DirectMaster(TASKS).target if spread else ""
        with tf.Session(target, config=tf.ConfigProto(operation_timeout_in_ms=60_000)) as session:
            session.run(tf.global_variables_initializer())
            for fetches, feeds in program.runs:
                try:
                    values = [np.nan if value is None else float(value) for value in session.run(fetches, feeds)]
                except tf.errors.OpError as error:
                    values = [float(error.error_code)]
                found.append([*values, *map(float, session.run(program.variables))])
    return found
