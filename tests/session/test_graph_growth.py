"""A graph that grows by the same operations before each run: one warning, which says to build once and run often."""

import graphlab as tf


def _model(value):
    return tf.reduce_sum(tf.constant(value) * 2.0)


def test_a_loop_that_builds_before_each_run_is_warned_of_once(caplog):
    w = tf.Variable(1.0)
    with tf.Session() as sess:
        sess.run(w.initializer)
        for _ in range(15):
            sess.run(_model([1.0, 2.0]) + w)
        assert not caplog.records
        for _ in range(40):
            sess.run(_model([1.0, 2.0]) + w)
    (record,) = caplog.records
    said = record.getMessage()
    assert said.startswith("The graph grows by the same 6 operations before each run, now 16 times")
    assert "in _model(), called from line" in said and "test_graph_growth.py:7" in said
    assert "build once, run often" in said


def test_a_model_that_is_built_for_each_session_is_warned_of(caplog):
    for _ in range(20):
        y = _model([1.0, 2.0])
        with tf.Session() as sess:
            sess.run(y)
    assert "build once, run often" in caplog.text


def test_what_changes_in_a_chain_is_the_same_operation_again(caplog):
    x = tf.constant(1.0)
    with tf.Session() as sess:
        for _ in range(20):
            x = x + 1.0
            sess.run(x)
    assert "grows by the same 2 operations" in caplog.text


def test_layers_that_a_loop_builds_and_assignments_of_different_variables_are_no_growth(caplog):
    x = tf.zeros([1, 2])
    for _ in range(40):
        x = tf.layers.dense(x, 2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(x)
        for variable in tf.trainable_variables()[:40]:
            sess.run(variable.assign(tf.zeros(variable.shape)))
            variable.load(sess.run(variable), sess)
    assert not caplog.records
