"""tf.test.TestCase: each test has a graph, a session and seeds of its own, and its assertions say what is wrong."""

import os
import unittest

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.proto.test_log import BenchmarkEntries
from graphlab._src.testing.benchmark import run_matching


def outcome(method):
    """Runs one test method as unittest does and returns the result."""
    case = type("Case", (tf.test.TestCase,), {"testIt": method})("testIt")
    result = unittest.TestResult()
    case.run(result)
    return result


def passes(method):
    result = outcome(method)
    assert result.wasSuccessful(), (result.failures + result.errors)[0][1]


def fails(method, text):
    result = outcome(method)
    assert len(result.failures) == 1, result.errors
    assert text in result.failures[0][1]


def test_every_test_begins_with_an_empty_graph_and_the_same_seeds():
    tf.constant(1.0)
    drawn = []

    def check(self):
        assert tf.get_default_graph().get_operations() == []
        assert tf.get_default_graph().seed == 87654321
        drawn.append(np.random.rand())
        tf.constant(1.0)

    passes(check)
    passes(check)
    assert drawn[0] == drawn[1]


def test_a_graph_left_open_by_a_failed_test_is_forgotten():
    def leave_open(self):
        tf.Graph().as_default().__enter__()
        self.fail("left open")

    fails(leave_open, "left open")
    passes(lambda self: self.assertEmpty(tf.get_default_graph().get_operations()))


def test_cached_session_is_one_session_and_its_graph_and_session_are_default():
    def check(self):
        with self.cached_session() as first:
            assert tf.get_default_session() is first
            assert first.graph is tf.get_default_graph()
            assert tf.constant(2.0).eval() == 2.0
        with self.cached_session() as second, self.test_session() as third:
            assert first is second is third

    passes(check)


def test_cached_session_refuses_other_arguments():
    def check(self):
        with self.cached_session():
            pass
        with self.assertRaisesRegex(ValueError, "The graph used to get the cached session is different"):
            with self.cached_session(graph=tf.Graph()):
                pass

    passes(check)


def test_session_is_new_and_closed_at_the_end():
    def check(self):
        with self.session() as first, self.session(graph=tf.Graph()) as second:
            assert first is not second
        with self.assertRaisesRegex(RuntimeError, "closed"):
            first.run(tf.constant(1))

    passes(check)


def test_operations_are_pinned_to_the_cpu_unless_a_gpu_may_be_used():
    def check(self):
        with self.session():
            self.assertDeviceEqual(tf.constant(1).device, "/device:CPU:0")
        with self.session(use_gpu=True):
            self.assertEqual(tf.constant(1).device, "")

    passes(check)


def test_evaluate_runs_structures_with_or_without_a_session():
    def check(self):
        a, b = tf.constant(1.0), tf.constant([2, 3])
        assert self.evaluate(a) == 1.0
        with self.session():
            one, (two,) = self.evaluate([a, (b,)])
        assert one == 1.0 and list(two) == [2, 3]

    passes(check)


def test_all_close_looks_into_structures():
    def check(self):
        self.assertAllClose({"a": [1.0, 2.0], "b": (np.ones(2), 3.0)}, {"a": [1.0, 2.0 + 1e-7], "b": (np.ones(2), 3.0)})
        self.assertAllClose([np.nan], [np.nan])
        self.assertAllClose(tf.constant([1.0]), [1.0])
        self.assertAllClose([tf.constant([1.0]), tf.constant([2.0, 3.0])], ([1.0], tf.constant([2.0, 3.0])))
        with self.assertRaisesRegex(ValueError, r"Can't compare dict to non-dict, a\[0\] vs b\[0\]"):
            self.assertAllClose([{"a": 1}], [1])
        with self.assertRaisesRegex(AssertionError, "not close where"):
            self.assertAllClose([1.0, 2.0], [1.0, 2.1])
        with self.assertRaisesRegex(AssertionError, "Shape mismatch"):
            self.assertAllClose([1.0, 2.0], [1.0])
        self.assertNotAllClose([1.0], [2.0])
        self.assertAllCloseAccordingToType(np.array([1.0], np.float16), np.array([1.001], np.float16))

    passes(check)


def test_scalars_that_differ_are_an_assertion_error():
    def check(self):
        with self.assertRaisesRegex(AssertionError, "not close where"):
            self.assertAllClose(1.0, 2.0)
        with self.assertRaisesRegex(AssertionError, "not equal where"):
            self.assertAllEqual(1, 2)
        self.assertNotAllClose(1.0, 2.0)
        self.assertNotAllEqual(1, 2)
        self.assertAllInRange(1.0, 0.0, 2.0)

    passes(check)


def test_all_equal_compares_values_and_shapes():
    def check(self):
        self.assertAllEqual(tf.constant([1, 2]), (1, 2))
        self.assertAllEqual(((10, 5), {"b": (10, 20)}), ((10, 5), {"b": (10, 20)}))
        self.assertAllEqual([np.nan, 1.0], [np.nan, 1.0])
        self.assertAllEqual([b"a"], tf.constant(["a"]))
        self.assertNotAllEqual([1], [2])
        with self.assertRaisesRegex(AssertionError, "Shape mismatch: expected"):
            self.assertAllEqual([[1]], [1])
        with self.assertRaisesRegex(AssertionError, "not equal where"):
            self.assertAllEqual([1, 2], [1, 3])

    passes(check)


def test_bounds_sets_and_nearness():
    def check(self):
        x = tf.constant([1.0, 2.0])
        self.assertAllGreater(x, 0.5)
        self.assertAllLess(x, 2.5)
        self.assertAllGreaterEqual(x, 1.0)
        self.assertAllLessEqual(x, 2.0)
        self.assertAllInRange(x, 1.0, 2.0)
        self.assertAllInSet([1, 2, 1], {1, 2})
        self.assertArrayNear([1.0, 2.0], [1.0, 2.001], 0.01)
        self.assertNDArrayNear(np.ones(2), np.ones(2), 0.01)
        self.assertDTypeEqual(x, np.float32)
        self.assertShapeEqual(np.ones((2,)), x)
        with self.assertRaisesRegex(AssertionError, r"outside the range \(1.0, 2.0\]"):
            self.assertAllInRange(x, 1.0, 2.0, open_lower_bound=True)
        with self.assertRaisesRegex(AssertionError, "not in the set"):
            self.assertAllInSet([3], {1})

    passes(check)


def test_messages_compare_with_their_text():
    def check(self):
        node = tf.NodeDef(name="a", op="NoOp")
        self.assertProtoEquals("name: 'a' op: 'NoOp'", node)
        with self.assertRaises(AssertionError):
            self.assertProtoEquals("name: 'b' op: 'NoOp'", node)
        histogram = tf.HistogramProto(min=0.3, bucket=[1.0, 0.3])
        self.assertProtoEquals("min: 0.30000000000000004 bucket: 1 bucket: 0.29999999999", histogram)
        with self.assertRaisesRegex(AssertionError, "min: 0.30001"):
            self.assertProtoEquals("min: 0.30001 bucket: 1 bucket: 0.3", histogram)
        attrs = tf.NodeDef(attr={"a": tf.AttrValue(f=1.0000001)})
        self.assertProtoEquals(tf.NodeDef(attr={"a": tf.AttrValue(f=1.0)}), attrs)
        self.assertStartsWith("graphlab", "graph")

    passes(check)


def test_op_errors_are_matched_by_text_and_by_the_name_of_the_operation():
    def check(self):
        weight = tf.Variable(1.0, name="weight")
        with self.cached_session():
            with self.assertRaisesOpError("uninitialized value weight"):
                weight.eval()
            with self.assertRaisesOpError("Caused by: weight"):
                weight.eval()
            with self.assertRaisesWithPredicateMatch(tf.errors.OpError, lambda error: error.error_code == 9):
                weight.eval()

    passes(check)

    def nothing_raised(self):
        with self.assertRaisesOpError("anything"):
            pass

    fails(nothing_raised, "OpError not raised")


def test_a_checked_thread_passes_its_failure_on():
    def check(self):
        thread = self.checkedThread(lambda: self.fail("in the thread"))
        thread.start()
        thread.join()

    fails(check, "in the thread")
    fails(lambda self: self.checkedThread(lambda: None), "join()")


def test_a_test_has_a_temporary_folder_of_its_own():
    folders = []
    for _ in range(2):
        passes(lambda self: folders.append(self.get_temp_dir()))
    assert folders[0] != folders[1]
    assert all(folder.startswith(tf.test.get_temp_dir()) for folder in folders)


def test_graph_defs_are_equal_whatever_the_order_of_their_nodes():
    a, b = tf.NodeDef(name="a", op="NoOp"), tf.NodeDef(name="b", op="NoOp")
    tf.test.assert_equal_graph_def(tf.GraphDef(node=[a, b]), tf.GraphDef(node=[b, a]))
    with pytest.raises(AssertionError, match="expected node '{{node b}}"):
        tf.test.assert_equal_graph_def(tf.GraphDef(node=[a]), tf.GraphDef(node=[a, b]))
    with pytest.raises(AssertionError, match="unexpected node '{{node b}}"):
        tf.test.assert_equal_graph_def(tf.GraphDef(node=[a, b]), tf.GraphDef(node=[a]))
    with pytest.raises(TypeError, match="Expected tf.GraphDef for actual, got NodeDef"):
        tf.test.assert_equal_graph_def(a, tf.GraphDef())


def test_stubs_are_put_back():
    class Clock:
        @staticmethod
        def now():
            return 1

    with tf.test.StubOutForTesting() as stubs:
        stubs.Set(Clock, "now", staticmethod(lambda: 2))
        stubs.SmartSet(Clock(), "now", staticmethod(lambda: 3))
        assert Clock().now() == 3
    assert Clock().now() == 1


def test_a_benchmark_reports_what_it_measured(capsys):
    class Adding(tf.test.Benchmark):
        def benchmarkAdd(self):  # noqa: N802
            with tf.Graph().as_default(), tf.Session() as session:
                return self.run_op_benchmark(session, tf.add(1.0, 2.0), min_iters=3, extras={"size": 1})

    figures = Adding().benchmarkAdd()
    assert figures["iters"] == 3
    assert figures["wall_time"] > 0
    assert capsys.readouterr().out.startswith("Adding.benchmarkAdd: iters 3, wall_time")


def test_a_report_of_a_benchmark_is_a_message_in_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("TEST_REPORT_FILE_PREFIX", f"{tmp_path}/")
    made = []

    class Reporting(tf.test.Benchmark):
        def __init__(self):
            made.append(self)

        def benchmarkOne(self):  # noqa: N802
            extras, metrics = {"n": 3, "s": "t"}, [{"name": "m", "value": 1.0, "min_value": 0.5}]
            self.report_benchmark(iters=1, wall_time=2.5, extras=extras, metrics=metrics)

        def benchmarkTwo(self):  # noqa: N802
            with tf.Graph().as_default(), tf.Session() as session:
                output = tf.add(tf.constant([1.0]), 2.0)
                self.figures = self.run_op_benchmark(session, output, min_iters=2, store_trace=True, name="a/b")

    run_matching(f"{__name__}.Reporting.benchmark")
    (entry,) = BenchmarkEntries.FromString((tmp_path / "Reporting.benchmarkOne").read_bytes()).entry
    assert (entry.name, entry.iters, entry.wall_time) == ("Reporting.benchmarkOne", 1, 2.5)
    assert entry.extras["n"].double_value == 3 and entry.extras["s"].string_value == "t"
    assert entry.metrics[0].min_value.value == 0.5 and not entry.metrics[0].HasField("max_value")
    assert (tmp_path / "Reporting.a__b").exists() and len(made) == 1
    assert "traceEvents" in made[0].figures["extras"]["full_trace_chrome_format"]
    with pytest.raises(OSError, match="File already exists"):
        made[0].benchmarkOne()


def test_what_is_written_to_a_stream_is_captured(tmp_path):
    def check(self):
        with (tmp_path / "log").open("w") as stream:
            with self.captureWritesToStream(stream) as captured:
                os.write(stream.fileno(), b"low, ")
                print("high", file=stream)
                self.assertEqual(captured.contents(), "low, high\n")
            print("after", file=stream)
        self.assertEqual(captured.contents(), "low, high\n")
        self.assertEqual((tmp_path / "log").read_text(), "after\n")

    passes(check)


def test_a_graph_def_is_compared_without_its_versions():
    def check(self):
        tf.no_op(name="a")
        self.assertProtoEqualsVersion("node { name: 'a' op: 'NoOp' }", tf.get_default_graph().as_graph_def())

    passes(check)


def test_numbers_that_are_near_may_be_arrays_of_one():
    tf.test.TestCase("run").assertNear(np.array([1.0]), np.array([1.0005]), 1e-3)
    with pytest.raises(AssertionError, match=r"\[1.\] != \[1.1\]"):
        tf.test.TestCase("run").assertNear(np.array([1.0]), np.array([1.1]), 1e-3)
