"""What watching costs a run: nothing once nothing is watched any longer, little for one tensor. y = x · w + 1, warm."""

import numpy as np

import graphlab as tf
from benchmarks import measure


def rows(python: str | None) -> list[measure.Row]:
    never, ended, watched, alone = (_program(what) for what in ("never", "ended", "watched", "alone"))
    best = measure.best({"never": never, "ended": ended, "watched": watched, "alone": alone})
    return [
        measure.Row("run, a watch has ended", best["ended"], "never watched", best["never"], 1.02),
        measure.Row("run, another tensor watched", best["alone"], "never watched", best["never"], 1.02),
        measure.Row("run, one tensor watched", best["watched"], "never watched", best["never"], 4.0),
    ]


def _program(what: str) -> measure.Contender:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [32, 64])
        product = tf.matmul(x, tf.constant(np.ones([64, 64], np.float32)))
        result, other = product + 1.0, tf.square(x)
        session = tf.Session()
    if what == "ended":
        tf.unwatch(tf.watch(product))
    if what == "watched":
        tf.watch(product)
    if what == "alone":
        tf.watch(other)
    values = np.ones([32, 64], np.float32)
    return measure.local(lambda: session.run(result, {x: values}))
