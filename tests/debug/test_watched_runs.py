"""Runs with watched tensors, RunOptions.debug_options: what they write, for TensorFlow's reader and graphlab's."""

from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.debug import watch_options
from graphlab._src.debug.dumps.datum import InconvertibleTensorProto
from graphlab._src.debug.dumps.dump_dir import DebugDumpDir


def dumped(session, fetches, folder, feeds=None, debug_ops: Any = "DebugIdentity", **watch):
    options, metadata = tf.RunOptions(output_partition_graphs=True), tf.RunMetadata()
    watch_options.watch_graph(options, session.graph, debug_ops=debug_ops, debug_urls=f"file://{folder}", **watch)
    result = session.run(fetches, feeds, options=options, run_metadata=metadata)
    return result, DebugDumpDir(str(folder), partition_graphs=metadata.partition_graphs)


def values(dump, node, slot=0, debug_op="DebugIdentity"):
    return [np.asarray(value).tolist() for value in dump.get_tensors(node, slot, debug_op)]


def test_each_tensor_of_a_run_is_dumped_once(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(2.0, name="v", use_resource=False)
        x = tf.placeholder(tf.float32, [2], name="x")
        changed = tf.assign_add(v, 1.0, name="changed")
        product = tf.multiply(x, [3.0, 4.0], name="product")
        text = tf.constant(["a", ""], name="text")
        session.run(v.initializer)
        result, dump = dumped(session, [changed, product, text], tmp_path, {x: [1.0, 2.0]})
        assert result[0] == 3.0 and session.run(v) == 3.0
        found = {datum.tensor_name for datum in dump.dumped_tensor_data}
        assert found == {"v:0", "changed/value:0", "changed:0", "_arg_x_0_0:0", "product/y:0", "product:0", "text:0"}
        assert (values(dump, "v"), values(dump, "changed")) == ([2.0], [3.0])
        assert values(dump, "text") == [[b"a", b""]]
        assert dump.core_metadata.input_names == ["x:0"] and dump.core_metadata.executor_step_index == 0
        assert dump.node_inputs("product") == ["_arg_x_0_0", "product/y"]
        assert dump.transitive_inputs("_retval_product_0_1") == ["product", "_arg_x_0_0", "product/y"]
        assert dump.find_some_path("changed/value", "changed") == ["changed/value", "changed"]


@pytest.mark.tier("both")
def test_each_iteration_of_a_loop_is_dumped(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        y = tf.placeholder(tf.float32, [], name="y")
        loop = tf.while_loop(
            lambda i, a: i < 3, lambda i, a: (tf.add(i, 1, name="more"), tf.multiply(a, y, name="times")), [0, 1.0]
        )
        session.run(loop, {y: 2.0})
        result, dump = dumped(session, loop, tmp_path, {y: 2.0})
        assert result == (3, 8.0)
        assert values(dump, "while/times") == [2.0, 4.0, 8.0]
        assert values(dump, "while/more") == [1, 2, 3]
        assert values(dump, "while/Merge") == [0, 1, 2, 3]
        assert values(dump, "while/Merge", 1) == [0, 1, 1, 1]
        assert values(dump, "while/LoopCond") == [True, True, True, False]
        assert values(dump, "while/times/Enter") == [2.0] * 4
        assert (values(dump, "while/Exit_1"), values(dump, "while/Switch_1")) == ([8.0], [8.0])


def test_only_the_branch_that_is_taken_is_dumped(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [], name="x")
        taken = tf.cond(x > 0, lambda: tf.identity(x, name="yes"), lambda: tf.negative(x, name="no"))
        _, dump = dumped(session, taken, tmp_path, {x: 5.0})
        assert (values(dump, "cond/yes"), values(dump, "cond/Merge"), values(dump, "cond/Merge", 1)) == (
            [5.0],
            [5.0],
            [1],
        )
        assert dump.debug_watch_keys("cond/no") == []
        assert dump.debug_watch_keys("cond/no/Switch") == ["cond/no/Switch:1:DebugIdentity"]


def test_the_result_of_a_random_operation_is_that_of_the_run(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        drawn = tf.random_uniform([3], seed=4, name="drawn")
        result, dump = dumped(session, drawn * 1.0, tmp_path)
        assert values(dump, "drawn") == [result.tolist()]


def test_numeric_summaries_and_nan_counts(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [5], name="x")
        y = tf.identity(x, name="y")
        ops = ["DebugNanCount", "DebugNumericSummary(lower_bound=-2; upper_bound=6)"]
        _, dump = dumped(session, y, tmp_path, {x: [np.nan, np.inf, 0.0, -3.0, 7.0]}, debug_ops=ops)
        assert values(dump, "y", 0, "DebugNanCount") == [[1]]
        (summary,) = values(dump, "y", 0, "DebugNumericSummary")
        assert summary[:10] == [1, 5, 1, 1, 0, 1, 0, 2, -3, 7]
        assert summary[10:] == pytest.approx([4 / 3, 158 / 9, 1, 1, 5])


def test_healthy_tensors_may_be_left_out(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = tf.placeholder(tf.float32, [], name="a"), tf.placeholder(tf.float32, [], name="b")
        _, dump = dumped(
            session,
            tf.divide(a, b, name="x"),
            tmp_path,
            {a: 1.0, b: 0.0},
            debug_ops="DebugNumericSummary(mute_if_healthy=true)",
        )
        assert [datum.tensor_name for datum in dump.dumped_tensor_data] == ["x:0"]


def test_a_variable_without_value_is_dumped_as_such(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable([1.0, 2.0], name="v", use_resource=False)
        _, dump = dumped(session, v.initializer, tmp_path, debug_ops=["DebugIdentity", "DebugNanCount"])
        (found,) = dump.get_tensors("v", 0, "DebugIdentity")
        assert isinstance(found, InconvertibleTensorProto) and not found.initialized
        assert values(dump, "v", 0, "DebugNanCount") == [[0]]
        assert values(dump, "v/Assign") == [[1.0, 2.0]]


def test_what_was_computed_before_an_error_is_dumped(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, name="x")
        y = tf.matmul(tf.transpose(x, name="t"), [[1.0, 2.0]], name="y")
        with pytest.raises(tf.errors.InvalidArgumentError):
            dumped(session, y, tmp_path, {x: [[1.0], [2.0]]})
        dump = DebugDumpDir(str(tmp_path))
        assert values(dump, "t") == [[[1.0, 2.0]]] and dump.loaded_partition_graphs()


@pytest.mark.parametrize(
    ("debug_op", "message"),
    [
        ("DebugFoo", "Failed to create node definition for debug op DebugFoo on watched tensor y:0"),
        ("DebugNumericSummary(foo=1; bar=2)", r"2 attribute key\(s\) were not valid for debug node __dbg_y:0_0_Debug"),
        ("DebugNumericSummary(lower_bound)", "Malformed attributes in debug op name"),
        ("DebugNumericSummary(lower_bound=1", "Malformed debug op name"),
        ("DebugNumericSummary(lower_bound=1;lower_bound=2)", "Duplicate attribute name"),
        ("DebugNumericSummary(mute_if_healthy=maybe)", "Invalid value string for bool-type attribute mute_if_healthy"),
    ],
)
def test_debug_operations_that_can_not_be_made(tmp_path, debug_op, message):
    with tf.Graph().as_default(), tf.Session() as session:
        y = tf.identity(tf.constant(1.0), name="y")
        with pytest.raises(tf.errors.FailedPreconditionError, match=message):
            dumped(session, y, tmp_path, debug_ops=debug_op, node_name_regex_whitelist="y$")
        assert not list(tmp_path.iterdir())


def test_operations_that_a_dtype_does_not_have_are_tolerated_on_request(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        number = tf.string_to_number(tf.constant("3"), name="number")
        with pytest.raises(tf.errors.FailedPreconditionError, match="Failed to find kernel definition"):
            dumped(session, number, tmp_path, debug_ops="DebugNanCount")
        result, dump = dumped(
            session, number, tmp_path, debug_ops="DebugNanCount", tolerate_debug_op_creation_failures=True
        )
        assert (result, dump.size) == (3.0, 1)


def test_other_urls_than_files_are_refused(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        y = tf.constant(1.0, name="y")
        options = tf.RunOptions()
        watch_options.watch_graph(options, session.graph, debug_urls="grpc://localhost:6064")
        with pytest.raises(tf.errors.UnimplementedError, match="grpc://localhost:6064"):
            session.run(y, options=options)


def test_a_watched_run_can_be_traced_too(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        y = tf.square(tf.placeholder_with_default(3.0, []), name="y")
        options, metadata = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), tf.RunMetadata()
        watch_options.watch_graph(options, session.graph, debug_urls=f"file://{tmp_path}")
        assert session.run(y, options=options, run_metadata=metadata) == 9.0
        (device,) = metadata.step_stats.dev_stats
        assert "y" in [node.node_name for node in device.node_stats]
        assert values(DebugDumpDir(str(tmp_path)), "y") == [9.0]


def test_a_feed_that_nothing_reads_is_not_dumped(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        x, unused = tf.placeholder(tf.float32, [], name="x"), tf.placeholder(tf.bool, [], name="unused")
        _, dump = dumped(session, tf.negative(x, name="y"), tmp_path, {x: 1.0, unused: True})
        assert {datum.tensor_name for datum in dump.dumped_tensor_data} == {"_arg_x_0_0:0", "y:0"}
