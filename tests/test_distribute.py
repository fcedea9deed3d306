"""tf.distribute: code that reads the strategy finds the default one, with one replica."""

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
    with pytest.raises(ValueError, match="one replica"):
        strategy.reduce(tf.distribute.ReduceOp.SUM, 3, axis=0)


def test_other_strategies_are_said_to_be_left_out():
    with pytest.raises(AttributeError, match="no tf.distribute.MirroredStrategy: a session runs in this process"):
        _ = tf.distribute.MirroredStrategy  # pyright: ignore[reportAttributeAccessIssue]
