"""tfdbg's wrapper of a session, and its hook: where NaN begins."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.train.sessions import tensor_filters as tf_debug


def test_a_session_reports_where_nan_begins(messages):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [2], name="x")
        logs = tf.log(x, name="logs")
        total = tf.reduce_sum(tf.cond(x[0] > 0, lambda: logs, lambda: logs * 2.0), name="total")
        debugged = tf_debug.LocalCLIDebugWrapperSession(session, ui_type="readline")
        debugged.add_tensor_filter("has_inf_or_nan", tf_debug.has_inf_or_nan)
        assert debugged.run({"t": total}, {x: [1.0, np.e]})["t"] == pytest.approx(1.0)
        assert not messages and debugged.found == {"has_inf_or_nan": []}
        assert debugged.run(total, {x: [0.0, 1.0]}) == -np.inf
        assert debugged.found["has_inf_or_nan"][0] == "logs:0"
        assert "The tensor filter has_inf_or_nan found" in messages[0] and "logs:0 float32[2]" in messages[0]
        assert debugged.graph is session.graph


def test_a_hook_reports_in_the_runs_of_a_monitored_session():
    with tf.Graph().as_default():
        ratio = tf.divide(tf.placeholder_with_default(1.0, [], name="x"), tf.Variable(0.0), name="ratio")
        hook = tf_debug.LocalCLIDebugHook()
        hook.add_tensor_filter("infinite", lambda datum, value: datum.op_type == "RealDiv" and np.isinf(value))
        with tf.train.MonitoredSession(hooks=[hook]) as session:
            session.run(ratio)
            assert hook.found == {"infinite": ["ratio:0"]}
