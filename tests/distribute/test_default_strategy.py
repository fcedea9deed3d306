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


def test_a_strategy_may_be_set_without_a_block():
    strategy, other = (tf.distribute.OneDeviceStrategy(f"/cpu:{i}") for i in range(2))
    with tf.Graph().as_default():
        for chosen in (strategy, other):
            tf.distribute.experimental_set_strategy(chosen)
            assert tf.distribute.get_strategy() is chosen
            assert tf.Variable(1.0).distribute_strategy is chosen
        tf.distribute.experimental_set_strategy(None)
        assert not tf.distribute.has_strategy()
        with strategy.scope(), pytest.raises(RuntimeError, match="Must not be called inside"):
            tf.distribute.experimental_set_strategy(other)
