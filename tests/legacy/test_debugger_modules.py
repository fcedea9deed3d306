"""Modules of tensorflow.python.debug, pywrap_tensorflow and compat.compat as TensorFlow's unit tests call them."""

from importlib import import_module

import pytest
from google.protobuf import text_format

import graphlab as tf

pytestmark = pytest.mark.usefixtures("tensorflow")


def watched(options):
    return [(watch.node_name, watch.output_slot) for watch in options.debug_options.debug_tensor_watch_opts]


def test_watches_of_a_graph():
    debug_utils = import_module("tensorflow.python.debug.lib.debug_utils")
    with tf.Graph().as_default() as graph:
        v = tf.Variable(1.0, name="v", use_resource=False)
        tf.split(tf.stack([v, v], name="both"), 2, name="parts")
        tf.no_op(name="nothing")
    options = tf.RunOptions()
    debug_utils.watch_graph(options, graph, debug_urls="file:///tmp/x", node_name_regex_whitelist="parts$|nothing")
    assert watched(options) == [("parts", 0), ("parts", 1)]
    (first, _) = options.debug_options.debug_tensor_watch_opts
    assert (list(first.debug_ops), list(first.debug_urls)) == (["DebugIdentity"], ["file:///tmp/x"])
    options = tf.RunOptions()
    debug_utils.watch_graph(options, graph, ["DebugNanCount"], "file:///tmp/x")
    assert watched(options)[-1] == ("*", -1)
    options = tf.RunOptions()
    debug_utils.watch_graph_with_blacklists(
        options,
        graph,
        debug_urls="file:///tmp/x",
        op_type_regex_blacklist="Const|Split",
        tensor_dtype_regex_blacklist=".*_ref",
    )
    assert watched(options) == [("v/read", 0), ("both", 0)]
    with pytest.raises(ValueError, match="debug_urls must not be empty"):
        debug_utils.watch_graph(options, graph)


def test_a_graph_without_what_the_debugger_added():
    debug_graphs = import_module("tensorflow.python.debug.lib.debug_graphs")
    message = text_format.Parse(
        """
        node { name: "v" op: "VariableV2" device: "/cpu:0" }
        node { name: "c" op: "Const" }
        node { name: "__copy_v_0" op: "Copy" input: "v" }
        node { name: "__dbg_v:0_0_DebugIdentity" op: "DebugIdentity" input: "__copy_v_0" }
        node { name: "read" op: "Identity" input: "__copy_v_0" input: "^__dbg_v:0_0_DebugIdentity" input: "^c" }
        node { name: "sum" op: "Add" input: "read" input: "c:0" input: "^read" }
        """,
        tf.GraphDef(),
    )
    graph = debug_graphs.DebugGraph(message)
    assert (graph.device_name, graph.node_devices["c"]) == ("/cpu:0", {"/cpu:0"})
    assert graph.node_recipients == {"v": ["read"], "c": ["sum"], "read": ["sum"], "sum": []}
    assert graph.node_ctrl_recipients == {"v": [], "c": ["read"], "read": ["sum"], "sum": []}
    assert graph.node_reversed_ref_inputs == {"v": ["read"]}
    plain = debug_graphs.reconstruct_non_debug_graph_def(message)
    assert [list(node.input) for node in plain.node] == [[], [], ["v", "^c"], ["read", "c:0", "^read"]]
    tracer = debug_graphs.DFSGraphTracer([graph.node_inputs, graph.node_ctrl_inputs], skip_node_names=["v"])
    tracer.trace("sum:0")
    assert (tracer.inputs(), tracer.depth_list()) == (["read", "v", "c"], [1, 2, 2])
    name = debug_graphs.parse_debug_node_name("__dbg_ns/b:1_0_DebugIdentity")
    assert name == ("ns/b", 1, 0, "DebugIdentity")
    with pytest.raises(ValueError, match="Invalid tensor name"):
        debug_graphs.parse_debug_node_name("__dbg_node_a_0_DebugIdentity")


def test_events_in_a_file_of_a_programs_name(tmp_path):
    writer = import_module("tensorflow.python.pywrap_tensorflow").EventsWriter(str(tmp_path / "mine"))
    writer.InitWithSuffix(".suffix")
    writer.WriteEvent(tf.Event(step=3))
    writer.Close()
    (path,) = tmp_path.iterdir()
    assert path.name.startswith("mine.out.tfevents.") and path.name.endswith(".suffix")
    assert [event.step for event in tf.train.summary_iterator(str(path))] == [0, 3]
    with pytest.raises(TypeError, match="Expected an event_pb2.Event"):
        writer.WriteEvent("event")


def test_the_environment_moves_the_horizon_of_compatibility(monkeypatch):
    compat = import_module("tensorflow.python.compat.compat")
    assert tf.compat.forward_compatible(2019, 8, 20) and not tf.compat.forward_compatible(2019, 8, 21)
    monkeypatch.setenv("TF_FORWARD_COMPATIBILITY_DELTA_DAYS", "10")
    compat._update_forward_compatibility_date_number()
    assert tf.compat.forward_compatible(2019, 8, 30) and not tf.compat.forward_compatible(2019, 8, 31)
    monkeypatch.delenv("TF_FORWARD_COMPATIBILITY_DELTA_DAYS")
    with tf.compat.forward_compatibility_horizon(2020, 1, 1):
        assert tf.compat.forward_compatible(2019, 12, 31)
    assert not tf.compat.forward_compatible(2019, 8, 21)
