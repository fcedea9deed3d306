"""tfdbg's wrapper of a session, and its hook: where NaN begins."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.train.sessions import tensor_filters as tf_debug
from graphlab._src.train.sessions.dump_reader import DebugDumpDir, WatchKeyDoesNotExistInDebugDumpDirError
from graphlab._src.train.sessions.tensor_dumps import DumpingDebugHook, DumpingDebugWrapperSession, WatchOptions


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


def test_a_session_dumps_the_tensors_of_each_run(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [2], name="x")
        total = tf.reduce_sum(tf.log(x, name="part/logs"), name="total")
        dumping = DumpingDebugWrapperSession(
            session, str(tmp_path / "dumps"), watch_fn=lambda fetches, feeds: WatchOptions(None, "part|total")
        )
        assert dumping.run({"t": total}, {x: [1.0, 1.0]})["t"] == 0.0
        dumping.run(total, {x: [0.0, 1.0]})
        first, second = sorted((tmp_path / "dumps").iterdir())
        dump = DebugDumpDir(str(second))
        assert [datum.node_name for datum in dump.dumped_tensor_data] == ["part/logs", "total"]
        np.testing.assert_array_equal(dump.get_tensors("part/logs", 0, "DebugIdentity"), [[-np.inf, 0.0]])
        assert dump.find(tf_debug.has_inf_or_nan, first_n=1)[0].watch_key == "part/logs:0:DebugIdentity"
        assert dump.dumped_tensor_data[0].device_name == "/job:localhost/replica:0/task:0/device:CPU:0"
        assert DebugDumpDir(str(first)).find(tf_debug.has_inf_or_nan) == []
        with pytest.raises(WatchKeyDoesNotExistInDebugDumpDirError, match=r"x:0:DebugIdentity.*does not exist"):
            dump.get_tensors("x", 0, "DebugIdentity")
        with pytest.raises(ValueError, match="non-empty directory"):
            DumpingDebugHook(str(tmp_path / "dumps"))


def test_a_hook_dumps_the_runs_of_a_monitored_session(tmp_path):
    with tf.Graph().as_default():
        product = tf.multiply(tf.Variable(3.0), 2.0, name="product")
        with tf.train.MonitoredSession(hooks=[DumpingDebugHook(str(tmp_path))]) as session:
            session.run(product)
        (run,) = tmp_path.iterdir()
        assert DebugDumpDir(str(run)).get_tensors("product", 0, "DebugIdentity") == [6.0]
