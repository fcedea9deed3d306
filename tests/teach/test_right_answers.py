"""Right answers in styles unlike the given solutions: none is refused."""

import numpy as np
import pytest

import graphlab as tf
from graphlab import teach

FIRST, SECOND = [[1.0, 0.0, -1.0], [0.5, 1.0, 2.0]], [[1.0], [2.0], [3.0]]


def in_steps(session, hidden, y, value):
    return session.partial_run(session.partial_run_setup([y], [hidden]), y, {hidden: value})


def vector(session, numbers):
    x = tf.placeholder(tf.float32, [None])
    return session.run(tf.square(x) + 1.0, {x: numbers}).tolist()


def with_other_operations(x):
    with tf.variable_scope("hidden"):
        h = tf.maximum(tf.tensordot(x, tf.constant(FIRST), 1), 0.0)
    with tf.variable_scope("output"):
        return tf.reduce_sum(h * tf.transpose(tf.constant(SECOND)), 1, keepdims=True)


def built_once(session, x, error, data, size):
    total = tf.reduce_sum(error)
    return sum(session.run(total, {x: data[i : i + size]}) for i in range(0, len(data), size)) / len(data)


def of_a_resource(x):
    with tf.variable_scope("layer", reuse=tf.AUTO_REUSE, use_resource=True):
        return tf.tensordot(x, tf.get_variable("w", [4, 4]), 1)


def assigned():
    number = tf.placeholder(tf.float32, [])
    v = tf.Variable(0.0)
    return number, tf.assign(v, number), 2 * v


def assign_and_read(session, made, numbers):
    number, write, double = made
    return [(session.run(write, {number: n}), session.run(double))[1] for n in numbers]


def as_a_tuple(session, take):
    values = ()
    try:
        while True:
            values += (take.eval(session=session),)
    except tf.errors.OutOfRangeError:
        return values


def by_row_sums(x, y, w, devices):
    gradients = []
    for device, part_x, part_y in zip(devices, tf.split(x, 2), tf.split(y, 2), strict=True):
        with tf.device(device):
            products = tf.reduce_sum(part_x * tf.transpose(w), 1, keepdims=True)
            gradients += tf.gradients(tf.reduce_mean(tf.square(products - part_y)), w)
    return tf.add_n(gradients) / 2


def in_an_array(metadata, n):
    total = {}
    for device in metadata.step_stats.dev_stats:
        for node in device.node_stats:
            total[node.node_name] = total.get(node.node_name, 0) + node.all_end_rel_micros
    return np.array(sorted(total, key=lambda name: -total[name])[:n])


ANSWERS = {
    "ex02_one_run": [lambda session, *both: session.make_callable(both)(), lambda s, a, b: s.run(tf.stack([a, b]))],
    "ex02_middle": [in_steps, lambda session, hidden, y, value: session.make_callable(y, [hidden])(value)],
    "ex02_one_plan": [vector, lambda session, numbers: session.run(tf.constant(numbers) ** 2 + 1.0)],
    "ex04_names": [np.array(["a", "a_1", "layer/a", "layer_1/a"])],
    "ex04_scopes": [with_other_operations],
    "ex05_placeholder": [
        lambda: tf.placeholder(tf.float64, [None, 8, 8]),
        lambda: tf.placeholder_with_default(np.zeros([1, 8, 8], np.float32), [None, 8, 8]),
    ],
    "ex05_batches": [built_once],
    "ex06_reached": [lambda loss, variables: {v for v in variables if tf.gradients(loss, v)[0] is not None}],
    "ex08_reuse": [of_a_resource, lambda x: tf.layers.dense(x, 4, use_bias=False, name="layer", reuse=tf.AUTO_REUSE)],
    "ex08_leak": [(assigned, assign_and_read)],
    "ex10_close": [as_a_tuple],
    "ex13_busiest": [in_an_array],
    "ex14_towers": [by_row_sums],
}
CASES = [(name, i) for name, answers in ANSWERS.items() for i in range(len(answers))]


@pytest.mark.parametrize(("name", "i"), CASES)
def test_another_right_answer_is_correct(name, i):
    check, answer = teach.exercise(name), ANSWERS[name][i]
    verdict = check(*answer) if isinstance(answer, tuple) else check(answer)
    assert verdict.correct, verdict
