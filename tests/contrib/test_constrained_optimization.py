"""tf.contrib.constrained_optimization: fourteen steps of each optimizer, with the numbers of TensorFlow 1.15."""

import numpy as np
import pytest

import graphlab as tf

constrained = tf.contrib.constrained_optimization


class Problem(constrained.ConstrainedMinimizationProblem):
    def __init__(self, w, before):
        self._w = w
        self.before = before

    objective = property(lambda self: tf.reduce_sum(self._w**2))
    constraints = property(
        lambda self: tf.stack([1.0 - self._w[0] + 0.5 * self._w[1], self._w[1] - 0.2 * self._w[0] + 1.0])
    )
    pre_train_ops = property(lambda self: self.before)


def sgd(rate):
    return tf.train.GradientDescentOptimizer(rate)


CASES = {
    "multipliers": (lambda: constrained.AdditiveExternalRegretOptimizer(sgd(0.1), sgd(0.5), 1.5), [0.3401, -0.5252]),
    "adam": (lambda: constrained.AdditiveExternalRegretOptimizer(tf.train.AdamOptimizer(0.1)), [1.6396, -0.6709]),
    "sums": (lambda: constrained.AdditiveSwapRegretOptimizer(sgd(0.1), sgd(0.3)), [0.2345, -0.2438]),
    "products": (
        lambda: constrained.MultiplicativeSwapRegretOptimizer(sgd(0.1), sgd(1.0), 1e-2, 0.5),
        [0.2957, -0.3005],
    ),
    "one optimizer": (
        lambda: constrained.MultiplicativeSwapRegretOptimizer(tf.train.AdagradOptimizer(0.1)),
        [2.4107, -1.4252],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_steps_are_tensorflows(name):
    make, expected = CASES[name]
    with tf.Graph().as_default(), tf.Session() as session:
        w, steps = tf.get_variable("w", initializer=[3.0, -2.0]), tf.Variable(0.0, trainable=False)
        problem = Problem(w, [tf.assign_add(steps, 1.0)])
        train = make().minimize(problem, unconstrained_steps=2, global_step=tf.train.get_or_create_global_step())
        session.run(tf.global_variables_initializer())
        for _ in range(14):
            session.run(train)
        assert problem.num_constraints == 2 and session.run(steps) == 14
        np.testing.assert_allclose(session.run(w), expected, atol=2e-4)


def test_the_best_candidates():
    objective = np.array([5.0, 1.0, 3.0, 2.0])
    constraints = np.array([[-1.0, 2.0, 0.5, 1.0], [-0.5, 0.3, -0.1, 2.0]])
    best = constrained.find_best_candidate_distribution(objective, constraints)
    np.testing.assert_allclose(constraints @ best, [0, 0], atol=1e-9)
    assert best.sum() == pytest.approx(1) and objective @ best < 3.7
    best = constrained.find_best_candidate_distribution(objective, constraints + 1.2, epsilon=1e-4)
    np.testing.assert_allclose(best, [1, 0, 0, 0], atol=1e-3)
    assert constrained.find_best_candidate_index(objective, constraints) == 0
    assert constrained.find_best_candidate_index(objective, constraints, rank_objectives=True) == 2
