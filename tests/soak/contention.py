"""Rounds of eight threads on one session: `python -m tests.soak.contention COUNT SEED OUTCOME`."""

import faulthandler
import json
import os
import pathlib
import sys
import threading
import time
import traceback

import numpy as np

import graphlab as tf

THREADS = 8
PATIENCE = 30  # seconds in which something has to happen in a round, which needs one


def places_of(threads):
    """Where each thread is that has not ended: its stack, as text."""
    frames = sys._current_frames()
    alive = [frames[thread.ident] for thread in threads if thread.is_alive() and thread.ident in frames]
    return [[f"{p.filename}:{p.lineno}" for p in traceback.extract_stack(frame)] for frame in alive]


class Round:
    """One round. wrong: what threads found wrong.  go(number): what each thread does."""

    def __init__(self, random):
        self.random = random
        self.wrong = []
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.build()
            start = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)
        self.session.run(start)

    def build(self):
        raise NotImplementedError

    def go(self, number):
        raise NotImplementedError

    def beside(self):
        """What the main thread does meanwhile."""

    def end(self):
        """What has to hold at the end."""

    def play(self):
        """All threads to their end; returns what was wrong."""
        threads = [threading.Thread(target=self._go, args=[number], daemon=True) for number in range(THREADS)]
        for thread in threads:
            thread.start()
        try:
            self.beside()
        except Exception:
            self.wrong.append("beside: " + traceback.format_exc(limit=-3))
        before = None
        while any(thread.is_alive() for thread in threads):
            until = time.monotonic() + PATIENCE
            for thread in threads:
                thread.join(max(0, until - time.monotonic()))
            places = places_of(threads)
            if places and places == before:
                self.wrong.append(f"deadlock: {len(places)} threads wait at {[stack[-3:] for stack in places]}")
                return self.wrong
            before = places
        try:
            self.end()
        except Exception:
            self.wrong.append("end: " + traceback.format_exc(limit=-2))
        return self.wrong

    def _go(self, number):
        try:
            self.go(number)
        except BaseException:
            self.wrong.append(traceback.format_exc(limit=-3))

    def may_fail(self, function, *classes):
        """Calls it; False when it raised one of the classes, which the round expects."""
        try:
            function()
        except classes:
            return False
        return True


class Counting(Round):
    """Variables of both kinds that all threads add to, in runs of one segment and of several."""

    def build(self):
        self.a, self.b = (
            tf.Variable(tf.zeros([8]), name="a"),
            tf.Variable(0, use_resource=True, name="b", dtype=tf.int64),
        )
        self.adds = [self.a.assign_add(tf.ones([8])), self.b.assign_add(1)]
        with tf.control_dependencies([tf.py_func(lambda: None, [], [])]):
            self.adds.append(self.a.assign_add(tf.ones([8])))
        self.rows = tf.scatter_add(self.a, [0, 1, 2, 3, 4, 5, 6, 7], tf.ones([8]))
        self.adds.append(self.rows)

    def go(self, number):
        for i in range(40):
            self.session.run(self.adds[(i + number) % 4])

    def end(self):
        a, b = self.session.run([self.a, self.b])
        assert (a == 240).all(), f"lost updates: {a}"
        assert b == 80, f"lost updates: {b}"


class Queues(Round):
    """Half of the threads put elements in, half take them; then the queue closes, with or without those who wait."""

    def build(self):
        kind = [tf.FIFOQueue, tf.RandomShuffleQueue, tf.PaddingFIFOQueue][int(self.random.integers(3))]
        self.queue = kind(4, 0, [tf.int32], [[]]) if kind is tf.RandomShuffleQueue else kind(4, [tf.int32], [[]])
        self.x = tf.placeholder(tf.int32, [])
        self.put, self.take, self.size = self.queue.enqueue(self.x), self.queue.dequeue(), self.queue.size()
        self.cancel = bool(self.random.integers(2))
        self.close = self.queue.close(cancel_pending_enqueues=self.cancel)
        self.came, self.went = [], []

    def go(self, number):
        errors = tf.errors.OutOfRangeError, tf.errors.CancelledError
        for i in range(1000):
            if number % 2:
                value = number * 1000 + i
                if not self.may_fail(lambda v=value: self.session.run(self.put, {self.x: v}), *errors):
                    return
                self.went.append(value)
            elif not self.may_fail(lambda: self.came.append(int(self.session.run(self.take))), *errors):
                return

    def beside(self):
        time.sleep(0.1 + 0.3 * self.random.random())
        self.session.run(self.close)

    def end(self):
        assert len(self.came) == len(set(self.came)), "an element came twice"
        assert set(self.came) == set(self.went), f"lost {set(self.went) ^ set(self.came)}"
        assert self.session.run(self.size) == 0


class Closing(Round):
    """The session closes while all run; a late call raises that it is closed."""

    def build(self):
        self.v = tf.Variable(tf.zeros([64]))
        self.add = self.v.assign_add(tf.ones([64]))
        self.queue = tf.FIFOQueue(4, [tf.int32], [[]])
        self.take = self.queue.dequeue()
        self.slow = tf.py_func(lambda x: time.sleep(0.001) or x, [self.v], tf.float32)

    def go(self, number):
        what = [self.add, self.v, self.slow, self.take][number % 4]
        for i in range(100000):
            try:
                self.session.run(self.v if i == 0 and what is not self.take else what)
            except tf.errors.CancelledError:
                return
            except RuntimeError as error:
                if "closed" not in str(error).lower():
                    raise
                return

    def beside(self):
        time.sleep(0.05 + 0.2 * self.random.random())
        self.session.close()


class Growing(Round):
    """Each thread adds operations to the graph and runs them, while others do."""

    def build(self):
        self.v = tf.Variable(1.0)
        self.x = tf.placeholder(tf.float32, [None])

    def go(self, number):
        with self.graph.as_default():
            for i in range(6):
                y = tf.reduce_sum(self.x * float(number + i)) + self.v
                got = self.session.run(y, {self.x: np.ones(i + 1, np.float32)})
                assert got == (number + i) * (i + 1) + 1, f"{got} for {number}, {i}"
                (gradient,) = tf.gradients(y, self.x)
                got = self.session.run(gradient, {self.x: np.ones(2, np.float32)})
                assert list(got) == [number + i] * 2, got

    def end(self):
        names = [op.name for op in self.graph.get_operations()]
        assert len(names) == len(set(names)), "two operations of one name"


class Initializing(Round):
    """Variables are assigned anew while others read: each read has the old value or the new one."""

    def build(self):
        self.v = tf.Variable(tf.zeros([1000]))
        self.x = tf.placeholder(tf.float32, [])
        self.set = self.v.assign(tf.fill([1000], self.x))
        self.both = [self.v * 1.0, tf.reduce_max(self.v) - tf.reduce_min(self.v)]

    def go(self, number):
        for i in range(60):
            if number % 4 == 0:
                self.session.run(self.set.op, {self.x: i})
            else:
                values, spread = self.session.run(self.both)
                assert spread == 0 and len(set(values)) == 1, "half of a write was read"


ROUNDS = [Counting, Queues, Queues, Closing, Closing, Growing, Initializing]


def main(count, seed, outcome):
    faulthandler.enable()
    with open(outcome, "a", encoding="utf-8") as file:

        def write(found, number, name):
            file.write(json.dumps({"seed": number, "call": name, **found}) + "\n")
            file.flush()

        for number in range(int(seed), int(seed) + int(count)):
            pathlib.Path(outcome + ".seed").write_text(str(number))
            random = np.random.default_rng(number)
            kind = ROUNDS[number % len(ROUNDS)]
            wrong = kind(random).play()
            for text in dict.fromkeys(wrong):
                write({"kind": "threads", "detail": " ".join(text.split())[-500:]}, number, kind.__name__)
            write({"kind": "done", "way": kind.__name__}, number, kind.__name__)
            if any(text.startswith("deadlock") for text in wrong):
                file.close()
                os._exit(0)  # the threads would keep the process
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
