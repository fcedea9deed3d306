"""Sessions and hooks of tfdbg whose runs write their tensors to files."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.debug.dumps.datum import has_inf_or_nan
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir, WatchKeyDoesNotExistInDebugDumpDirError
from graphlab._src.debug.wrappers.dumping import DumpingDebugWrapperSession
from graphlab._src.debug.wrappers.dumping_hook import DumpingDebugHook
from graphlab._src.debug.wrappers.grpc import TensorBoardDebugWrapperSession
from graphlab._src.debug.wrappers.non_interactive import WatchOptions


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
        assert dump.find(has_inf_or_nan, first_n=1)[0].watch_key == "part/logs:0:DebugIdentity"
        assert dump.dumped_tensor_data[0].device_name == "/job:localhost/replica:0/task:0/device:CPU:0"
        assert DebugDumpDir(str(first)).find(has_inf_or_nan) == []
        with pytest.raises(WatchKeyDoesNotExistInDebugDumpDirError, match=r"x:0:DebugIdentity.*does not exist"):
            dump.get_tensors("x", 0, "DebugIdentity")
        with pytest.raises(ValueError, match="non-empty directory"):
            DumpingDebugWrapperSession(session, str(tmp_path / "dumps"))


def test_a_hook_dumps_the_runs_of_a_monitored_session(tmp_path):
    with tf.Graph().as_default():
        product = tf.multiply(tf.Variable(3.0), 2.0, name="product")
        with tf.train.MonitoredSession(hooks=[DumpingDebugHook(str(tmp_path))]) as session:
            session.run(product)
        (run,) = tmp_path.iterdir()
        assert DebugDumpDir(str(run)).get_tensors("product", 0, "DebugIdentity") == [6.0]


def test_the_result_of_a_run_that_failed_is_its_error(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, name="x")
        product = tf.matmul(x, [[1.0, 2.0]], name="product")
        dumping = DumpingDebugWrapperSession(session, str(tmp_path / "a"))
        assert isinstance(dumping.run(product, {x: [[1.0, 2.0]]}), tf.errors.InvalidArgumentError)
        (run,) = (tmp_path / "a").iterdir()
        dump = DebugDumpDir(str(run))
        assert dump.run_fetches_info == repr(product)
        np.testing.assert_array_equal(dump.get_tensors("product/b", 0, "DebugIdentity"), [[[1.0, 2.0]]])
        raising = DumpingDebugWrapperSession(session, str(tmp_path / "b"), pass_through_operrors=True)
        with pytest.raises(tf.errors.InvalidArgumentError):
            raising.run(product, {x: [[1.0, 2.0]]})


def test_each_call_of_a_function_that_make_callable_made_is_dumped(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, name="x")
        dumping = DumpingDebugWrapperSession(session, str(tmp_path), thread_name_filter="Main")
        double = dumping.make_callable(tf.add(x, x, name="double"), [x])
        assert (double(1.0), double(2.0)) == (2.0, 4.0)
        values = [DebugDumpDir(str(run)).get_tensors("double", 0, "DebugIdentity") for run in tmp_path.iterdir()]
        assert sorted(values) == [[2.0], [4.0]]


def test_the_bytes_of_dumps_are_limited(tmp_path, monkeypatch):
    monkeypatch.setenv("TFDBG_DISK_BYTES_LIMIT", "10")
    with tf.Graph().as_default(), tf.Session() as session:
        constant = tf.constant(1.0, name="delta")
        dumping = DumpingDebugWrapperSession(session, str(tmp_path), pass_through_operrors=True)
        fetched = tf.identity(constant)
        dumping.run(fetched)  # twice four bytes
        with pytest.raises(tf.errors.ResourceExhaustedError, match="TFDBG_DISK_BYTES_LIMIT"):
            dumping.run(fetched)


def test_tensorboards_debugger_is_refused_in_words():
    with tf.Session() as session, pytest.raises(tf.errors.UnimplementedError, match="DumpingDebugWrapperSession"):
        TensorBoardDebugWrapperSession(session, "localhost:6064")
