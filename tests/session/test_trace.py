"""RunOptions and RunMetadata: what a traced run records, and that it computes the same."""

import importlib
import json
import warnings

import numpy as np
import pytest
from tensorboard.backend.event_processing.data_provider import MultiplexerDataProvider
from tensorboard.backend.event_processing.plugin_event_multiplexer import EventMultiplexer
from tensorboard.context import RequestContext
from tensorboard.plugins.base_plugin import TBContext

import graphlab as tf
from graphlab._src.proto import ConfigProto, GraphOptions, text_format
from graphlab.client import timeline

CPU = "/job:localhost/replica:0/task:0/device:CPU"
FULL = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def node_stats(metadata):
    return {node.node_name: node for device in metadata.step_stats.dev_stats for node in device.node_stats}


def dims(output):
    return [dim.size for dim in output.tensor_description.shape.dim]


def traced(sess, fetches, feed_dict=None, options=FULL):
    metadata = tf.RunMetadata()
    return sess.run(fetches, feed_dict, options=options, run_metadata=metadata), metadata


def test_step_stats_have_each_operation():
    x = tf.placeholder(tf.float32, [2, None], name="x")
    w = tf.Variable(tf.ones([3, 4]), name="w")
    product = tf.matmul(x, w, name="dense/MatMul")
    with tf.Session() as sess:
        sess.run(w.initializer)
        value, metadata = traced(sess, product, {x: np.ones((2, 3))})
    np.testing.assert_array_equal(value, np.full((2, 4), 3))
    assert [device.device for device in metadata.step_stats.dev_stats] == [f"{CPU}:0"]
    nodes = node_stats(metadata)
    assert {node.timeline_label for node in nodes.values()} == {
        "w = VariableV2()",
        "w/read = Identity(w)",
        "dense/MatMul = MatMul(x, w/read)",
    }
    node = nodes["dense/MatMul"]
    assert 0 <= node.op_start_rel_micros <= node.op_end_rel_micros <= node.all_end_rel_micros
    assert node.all_end_rel_micros > 0 and node.all_start_micros > 1_500_000_000_000_000
    (output,) = node.output
    assert dims(output) == [2, 4]
    assert output.tensor_description.dtype == tf.float32.as_datatype_enum
    assert output.tensor_description.allocation_description.allocated_bytes == 32
    assert [(memory.allocator_name, memory.total_bytes) for memory in node.memory] == [("cpu", 32)]
    assert nodes["w"].memory_stats.persistent_memory_size == 48


def test_operations_come_in_the_order_in_which_they_ran():
    a = tf.constant(1.0, name="a")
    b = tf.sin(a, name="b")
    with tf.control_dependencies([b]):
        c = tf.cos(a, name="c")
    with tf.Session() as sess:
        _, metadata = traced(sess, c)
    nodes = node_stats(metadata)
    assert list(nodes) == ["a", "b", "c"]
    starts = [node.all_start_micros for node in nodes.values()]
    assert starts == sorted(starts)
    assert nodes["c"].timeline_label == "c = Cos(a, ^b)"


def test_each_device_reports_its_own():
    with tf.device("/cpu:0"):
        num1 = tf.Variable(1.0, name="num1")
    with tf.device("/cpu:1"):
        num2 = tf.Variable(2.0, name="num2")
    with tf.device("/cpu:2"):
        result = num1 + num2 + num1 * num2
    with tf.Session(config=tf.ConfigProto(device_count={"CPU": 3})) as sess:
        sess.run(tf.global_variables_initializer())
        value, metadata = traced(sess, result)
    assert value == 5
    found = {device.device: {node.node_name for node in device.node_stats} for device in metadata.step_stats.dev_stats}
    assert found == {
        f"{CPU}:0": {"num1", "num1/read"},
        f"{CPU}:1": {"num2", "num2/read"},
        f"{CPU}:2": {"add", "mul", "add_1"},
    }


@pytest.mark.slow
def test_a_traced_run_changes_state_as_any_other():
    def program(sess, options):
        x = tf.placeholder(tf.float32, [None, 3])
        tf.set_random_seed(5)
        w = tf.get_variable("w", [3, 2], initializer=tf.random_normal_initializer())
        loss = tf.reduce_mean(tf.square(tf.matmul(tf.nn.dropout(x, 0.5), w)))
        train = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
        count = tf.while_loop(lambda i: i < 4, lambda i: i + 1, [0])
        text = tf.as_string(count)
        sess.run(tf.global_variables_initializer())
        results = []
        for i in range(3):
            metadata = tf.RunMetadata() if options else None
            results.append(
                sess.run([train, loss, text], {x: np.full((2, 3), i + 1.0)}, options=options, run_metadata=metadata)
            )
        return results, sess.run(w)

    outcomes = []
    for options in (None, FULL):
        with tf.Graph().as_default(), tf.Session() as sess:
            outcomes.append(program(sess, options))
    (plain, plain_w), (traced, traced_w) = outcomes
    np.testing.assert_allclose(traced_w, plain_w, rtol=1e-6)
    for one, other in zip(plain, traced, strict=True):
        np.testing.assert_allclose(other[1], one[1], rtol=1e-6)
        assert one[0] is other[0] is None and one[2] == other[2] == b"4"


@pytest.mark.parametrize("choose", [True, False])
def test_branches_and_loops_count_as_a_whole(choose):
    x = tf.placeholder(tf.float32, [])
    doubled = tf.cond(x > 0, lambda: x * 2, lambda: -x, name="choice")
    total = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + doubled), [0, 0.0], name="sum")[1]
    value = 2.0 if choose else -5.0
    with tf.Session() as sess:
        result, metadata = traced(sess, total, {x: value})
    assert result == (12 if choose else 15)
    types = [node.timeline_label for node in node_stats(metadata).values()]
    assert any("= cond(" in label for label in types) and any("= while(" in label for label in types)


def test_a_loop_without_iterations_can_be_traced():
    rows = tf.placeholder(tf.int32, [None])
    doubled = tf.map_fn(lambda row: row + row, rows)
    with tf.Session() as sess:
        for given in ([], [1, 2]):
            assert traced(sess, doubled, {rows: given})[0].tolist() == [2 * row for row in given]


def test_queues_can_be_traced():
    queue = tf.FIFOQueue(3, [tf.float32], [[]])
    put, take = queue.enqueue([7.0]), queue.dequeue()
    with tf.Session() as sess:
        traced(sess, put)
        value, metadata = traced(sess, take)
    assert value == 7
    assert any("QueueDequeueV2" in node.timeline_label for node in node_stats(metadata).values())


def test_metadata_has_its_own_run_only():
    a = tf.constant(1.0)
    with tf.Session() as sess:
        _, metadata = traced(sess, a)
        assert metadata.HasField("step_stats")
        sess.run(a, run_metadata=metadata)
        assert not metadata.HasField("step_stats")
        sess.run(a, options=FULL)
        sess.run(a, options=tf.RunOptions(output_partition_graphs=True), run_metadata=metadata)
        assert len(metadata.partition_graphs) == 1
        sess.run(a, run_metadata=metadata)
        assert len(metadata.partition_graphs) == 0


@pytest.mark.slow
def test_a_training_step_of_layers_gives_what_it_gives_untraced():
    """Each operation is code of its own then, and shapes of what others make are still known where they decide."""
    x, y = tf.placeholder(tf.float32, [None, 6, 6, 1]), tf.placeholder(tf.int64, [None])
    tf.set_random_seed(1)
    hidden = tf.layers.conv2d(x, 4, 3, activation=tf.nn.relu)
    hidden = tf.layers.max_pooling2d(tf.layers.batch_normalization(hidden, training=True), 2, 2)
    hidden = tf.layers.batch_normalization(tf.layers.dense(tf.layers.flatten(hidden), 5), training=True)
    loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(hidden, 3))
    train = tf.train.AdamOptimizer().minimize(loss)
    feeds = {x: np.random.RandomState(0).rand(4, 6, 6, 1), y: [0, 1, 2, 0]}
    found = []
    for options in (None, tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)):
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            session.run(train, feeds, options, tf.RunMetadata())
            found.append(session.run(loss, feeds))
    np.testing.assert_allclose(*found, rtol=1e-5)


@pytest.mark.parametrize("level", ["SOFTWARE_TRACE", "HARDWARE_TRACE", "FULL_TRACE"])
def test_every_level_fills_step_stats(level):
    with tf.Session() as sess:
        options = tf.RunOptions(trace_level=getattr(tf.RunOptions, level))
        _, metadata = traced(sess, tf.constant(1.0), options=options)
    assert len(metadata.step_stats.dev_stats) == 1


def test_partition_graphs_show_what_each_device_runs():
    x = tf.placeholder(tf.float32, [], name="x")
    with tf.device("/cpu:1"):
        a = tf.sin(x, name="a")
    with tf.device("/cpu:2"):
        b = tf.cos(a, name="b")
    with tf.Session(config=tf.ConfigProto(device_count={"CPU": 3})) as sess:
        _, metadata = traced(sess, b, {x: 1.0}, tf.RunOptions(output_partition_graphs=True))
    graphs = [
        {node.name: (node.op, list(node.input), node.device) for node in g.node} for g in metadata.partition_graphs
    ]
    assert graphs == [
        {"a": ("Sin", ["_arg_x_0_0"], f"{CPU}:1"), "_arg_x_0_0": ("_Arg", [], f"{CPU}:1")},
        {"b": ("Cos", ["a/_recv_0"], f"{CPU}:2"), "a/_recv_0": ("_Recv", [], f"{CPU}:2")},
    ]


def test_the_cost_graph_lists_the_inputs_of_each_node():
    a = tf.constant([1.0, 2.0], name="a")
    b = tf.add(a, a, name="b")
    with tf.Session() as sess:
        _, metadata = traced(sess, b)
    first, second = metadata.cost_graph.node
    assert (first.name, second.name) == ("a", "b")
    assert [info.preceding_node for info in second.input_info] == [first.id, first.id]
    assert second.output_info[0].size == 8 and second.compute_cost > 0
    assert second.is_final and not first.is_final
    assert second.device == f"{CPU}:0"


def test_a_cost_model_is_built_as_often_as_the_config_says():
    x = tf.placeholder(tf.float32, [])
    y = tf.identity(x + x)
    config = ConfigProto(graph_options=GraphOptions(build_cost_model=3, build_cost_model_after=2))
    built = []
    with tf.Session(config=config) as sess:
        for _ in range(9):
            _, metadata = traced(sess, y, {x: 1.0}, tf.RunOptions())
            built.append(metadata.HasField("cost_graph"))
    assert built == [False] * 4 + [True, False, False, True, False]


def validate(text):
    """Checks a trace against Chrome's format, and returns its events."""
    trace = json.loads(text)
    assert list(trace) == ["traceEvents"]
    events = trace["traceEvents"]
    names = {event["pid"] for event in events if event["ph"] == "M" and event["name"] == "process_name"}
    for event in events:
        assert event["ph"] in "MXNODCst" and event["pid"] in names
        if event["ph"] == "X":
            assert event["dur"] > 0 and event["ts"] > 0 and isinstance(event["tid"], int)
    begun = {event["id"]: event for event in events if event["ph"] == "s"}
    for event in events:
        if event["ph"] == "t":
            assert begun[event["id"]]["ts"] <= event["ts"] and begun[event["id"]]["name"] == event["name"]
            assert any(
                slice_["ph"] == "X"
                and (slice_["pid"], slice_["tid"]) == (event["pid"], event["tid"])
                and slice_["ts"] <= event["ts"] <= slice_["ts"] + slice_["dur"]
                for slice_ in events
            )
    return events


def test_a_timeline_shows_who_ran_when():
    a, b = tf.constant(1.0, name="a"), tf.constant(2.0, name="b")
    result = tf.add(tf.add(a, b, name="sum"), tf.multiply(a, b, name="product"), name="result")
    with tf.Session() as sess:
        _, metadata = traced(sess, result)
    for show_dataflow in (True, False):
        for show_memory in (True, False):
            events = validate(
                timeline.Timeline(metadata.step_stats).generate_chrome_trace_format(show_dataflow, show_memory)
            )
            shown = {event["args"]["name"]: event["name"] for event in events if event["ph"] == "X"}
            assert shown == {"a": "Const", "b": "Const", "sum": "Add", "product": "Mul", "result": "Add"}
            assert any(event["ph"] == "s" for event in events) == show_dataflow
            assert any(event["ph"] == "C" for event in events) == show_memory
    inputs = next(event["args"] for event in events if event["ph"] == "X" and event["args"]["name"] == "result")
    assert (inputs["input0"], inputs["input1"]) == ("sum", "product")


def test_lanes_keep_apart_what_overlaps():
    stats = tf.RunMetadata().step_stats
    device = stats.dev_stats.add(device=f"{CPU}:0")
    for name, start, duration in (("a", 10, 10), ("b", 15, 10), ("c", 21, 2)):
        device.node_stats.add(
            node_name=name, timeline_label=f"{name} = NoOp()", all_start_micros=start, all_end_rel_micros=duration
        )
    events = validate(timeline.Timeline(stats).generate_chrome_trace_format())
    assert {e["args"]["name"]: e["tid"] for e in events if e["ph"] == "X"} == {"a": 0, "b": 1, "c": 0}


def test_analysis_finds_when_most_memory_was_taken():
    num1, num2 = tf.Variable(1.0, name="num1"), tf.Variable(2.0, name="num2")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        _, metadata = traced(sess, num1 + num2 + num1 * num2)
    analysis = timeline.Timeline(metadata.step_stats).analyze_step_stats()
    validate(analysis.chrome_trace.format_to_string())
    assert list(analysis.allocator_maximums) == ["cpu"]
    maximum = analysis.allocator_maximums["cpu"]
    assert maximum.num_bytes >= 8 and maximum.timestamp > 0 and maximum.tensors


def test_tensorboard_reads_times_and_memory(tmp_path):
    x = tf.constant(np.ones((4, 4), np.float32), name="x")
    y = tf.matmul(x, x, name="layer/y")
    with tf.Session() as sess, tf.summary.FileWriter(tmp_path, sess.graph) as writer:
        _, metadata = traced(sess, y)
        writer.add_run_metadata(metadata, "step 1", 1)
    multiplexer = EventMultiplexer().AddRunsFromDirectory(str(tmp_path)).Reload()
    (run,) = multiplexer.Runs()
    provider = MultiplexerDataProvider(multiplexer, str(tmp_path))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it brings along is deprecated
        plugins = importlib.import_module("tensorboard.plugins.graph.graphs_plugin")
    plugin = plugins.GraphsPlugin(TBContext(data_provider=provider, logdir=str(tmp_path)))
    found = plugin.run_metadata_impl(RequestContext(), "", run, "step 1")
    assert found is not None
    read = text_format.Parse(found[0], tf.RunMetadata())
    graph_nodes = {node.name for node in multiplexer.Graph(run).node}
    for node in node_stats(read).values():  # what TensorBoard's front end reads of each
        assert node.node_name in graph_nodes
        assert node.all_end_rel_micros > 0
        assert sum(memory.total_bytes for memory in node.memory) == 64
        assert dims(node.output[0]) == [4, 4]


def test_jax_profiles_the_same_call(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHLAB_PROFILE_DIR", str(tmp_path))
    with tf.Session() as sess:
        traced(sess, tf.constant(1.0) + 1.0, options=tf.RunOptions(trace_level=tf.RunOptions.SOFTWARE_TRACE))
        assert not list(tmp_path.rglob("*.xplane.pb"))
        traced(sess, tf.constant(1.0) + 1.0)
    assert list(tmp_path.rglob("*.xplane.pb"))
