"""Counting right answers: argmax, equal, cast, in_top_k, comparisons, logic and select."""

import numpy as np

DATA = np.random.RandomState(8)


def build(tf):
    scores = tf.placeholder(tf.float32, [None, 5], name="scores")
    truth = tf.placeholder(tf.int64, [None], name="truth")
    guess = tf.argmax(scores, 1, name="guess")
    right = tf.equal(guess, truth, name="right")
    tf.reduce_mean(tf.cast(right, "float"), name="accuracy")
    tf.reduce_sum(tf.to_int32(right), name="count")
    tf.nn.in_top_k(scores, tf.cast(truth, tf.int32), 2, name="near")
    values, places = tf.nn.top_k(scores, k=3, name="best")
    tf.logical_and(scores > 0.0, tf.logical_not(scores >= 1.0), name="between")
    tf.logical_or(scores < -1.0, scores <= -2.0, name="below")
    tf.logical_xor(right, tf.not_equal(guess, 0), name="either")
    tf.where(scores > 0.0, scores, tf.zeros_like(scores), name="clipped")
    tf.where(right, scores, -scores, name="by_row")
    tf.one_hot(truth, 5, name="one_hot")
    tf.one_hot([1, 0], 3, on_value=True, off_value=False, name="flags")
    tf.cast(scores, tf.int32, name="truncated")
    tf.saturate_cast(scores * 1000.0, tf.uint8, name="saturated")
    tf.cast(right, tf.uint8, name="bytes")
    tf.identity(values, name="values")
    tf.identity(places, name="places")


FEEDS = {"scores:0": DATA.normal(size=(6, 5)).astype(np.float32), "truth:0": np.array([0, 1, 2, 3, 4, 4])}
NAMES = ["guess", "right", "accuracy", "count", "between", "below", "either", "clipped"]
NAMES += ["by_row", "one_hot", "flags", "truncated", "bytes", "values", "places"]
RUNS = [([name + ":0" for name in NAMES], FEEDS)]
