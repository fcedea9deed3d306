"""tf.distribute without a strategy: code that requests one finds the default strategy, with one replica."""

import pytest

import graphlab as tf


def test_the_default_strategy_has_one_replica():
    strategy = tf.distribute.get_strategy()
    assert not tf.distribute.has_strategy() and not tf.distribute.in_cross_replica_context()
    with strategy.scope():
        found = tf.distribute.get_replica_context().merge_call(lambda where, x: (where, 2 * x), args=(4,))
    assert found == (strategy, 8)
    assert strategy.experimental_run_v2(max, args=(1, 2)) == 2
    assert strategy.reduce(tf.distribute.ReduceOp.SUM, 3, axis=None) == 3


def test_the_default_strategy_reduces_an_axis():
    with tf.Graph().as_default(), tf.Session() as sess:
        value = tf.constant([[1.0, 2.0], [3.0, 6.0]])
        found = tf.distribute.get_strategy().reduce(tf.distribute.ReduceOp.MEAN, value, axis=0)
        assert sess.run(found).tolist() == [2.0, 4.0]


def test_strategies_do_not_mix():
    with tf.Graph().as_default(), tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        with pytest.raises(RuntimeError, match="Mixing different tf.distribute.Strategy objects"):
            with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
                pass
