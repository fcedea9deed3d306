"""Eight threads that run in one session, beside one: no update may be lost, and none may get in another's way.

Runs of some microseconds are Python's work for the most part, which one thread at a time can do: there the switching
between threads shows.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import graphlab as tf
from benchmarks import measure

THREADS = 8


def rows(python: str | None) -> list[measure.Row]:
    found = []
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [4])
        y = x + 1.0
        counter = tf.Variable(0, dtype=tf.int64)
        add = counter.assign_add(1).op
        session.run(counter.initializer)
        values = np.ones(4, np.float32)
        rows_of = tf.placeholder(tf.float32, [256, 256])
        product = tf.reduce_sum(tf.matmul(rows_of, rows_of))
        square = np.ones((256, 256), np.float32)
        units = {
            "run y = x + 1": (lambda: session.run(y, {x: values}), 1.0),
            "run v += 1": (lambda: session.run(add), 1.0),
            "run a product of 256 × 256": (lambda: session.run(product, {rows_of: square}), 1.0),
        }
        for what, (work, bar) in units.items():
            with ThreadPoolExecutor(THREADS) as pool:
                best = measure.best({"8 threads": _together(pool, work), "1 thread": measure.local(work)})
            found.append(measure.Row(f"{what}, 8 threads", best["8 threads"], "1 thread", best["1 thread"], bar))
        _check_nothing_is_lost(session, counter, add)
    return found


def _together(pool: ThreadPoolExecutor, work: Callable[[], object]) -> measure.Contender:
    """A contender that shares its work among the threads."""

    def share(count: int) -> None:
        for _ in range(count):
            work()

    def timed(count: int) -> float:
        return measure.local(lambda: list(pool.map(share, [count] * THREADS)))(1) / (count * THREADS)

    return timed


def _check_nothing_is_lost(session: tf.Session, counter: tf.Variable, add: tf.Operation) -> None:
    before = session.run(counter)
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda _: session.run(add), range(1000)))
    assert session.run(counter) == before + 1000
