"""What shows where our renderer is not: text always, and a static diagram where there is Graphviz."""

import shutil
import xml.etree.ElementTree as ElementTree

import pytest

import graphlab as tf
from graphlab._src.viz import still_diagram, svg
from graphlab._src.viz.mimebundle import mimebundle
from graphlab._src.viz.outline import outline
from graphlab._src.viz.structure import Structure

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz's dot is optional")


def training_graph():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 784], name="x")
        with tf.name_scope("hidden"):
            w = tf.Variable([1.0, 2.0], name="w")
            tf.identity(w, name="copy")
            y = tf.identity(x, name="y")
        tf.group(y, name="done")
    return graph


def boxes_of(graph, depth=None):
    operations = graph.get_operations()
    return still_diagram.boxes(Structure(operations), operations, depth)


def test_outline_names_what_is_at_the_top():
    assert outline(training_graph()).splitlines() == [
        "Graph of 8 operations",
        "  x       Placeholder float32 ?×784",
        "  hidden  6 operations: VariableV2",
        "  done    NoOp",
    ]


def test_outline_says_what_layers_compute_in_the_columns_of_a_terminal():
    with tf.Graph().as_default() as graph:
        images = tf.placeholder(tf.float32, [None, 8, 8, 3], name="images")
        features = tf.layers.conv2d(images, 4, 3, activation=tf.nn.relu, name="a_convolution_with_a_name_of_many_words")
        features = tf.layers.flatten(features, name="flat")
        for layer in range(12):
            features = tf.layers.dense(features, 144, name=f"layer_{layer}")
        tf.while_loop(lambda i: i < 3, lambda i: i * 2, [1], name="doubled")
    assert outline(graph).splitlines()[1:] == [
        "  images                          Placeholder float32 ?×8×8×3",
        "  a_convolution_w…_of_many_words  18 operations: Conv2D, BiasAdd, Relu, …",
        "  flat                            8 operations: Reshape",
        "  layer_0 … layer_11 ×12          16 operations each: MatMul, BiasAdd, …",
        "  doubled                         12 operations: Less, Mul",
    ]


def test_what_an_optimizer_keeps_is_apart_in_a_still_diagram():
    with tf.Graph().as_default() as graph:
        loss = tf.square(tf.get_variable("w", [], initializer=tf.ones_initializer()), name="loss")
        tf.train.AdamOptimizer(0.1).minimize(loss, name="train")
    apart = {box.group.path for box in boxes_of(graph, 0) if box.auxiliary}
    assert apart == {"gradients", "beta1_power", "beta2_power", "train"}


def test_outline_of_nothing_says_so():
    assert outline(tf.Graph()) == "Graph without operations"


def test_outline_of_many_names_stays_short():
    graph = tf.Graph()
    with graph.as_default():
        for _ in range(100):
            tf.no_op()
    lines = outline(graph).splitlines()
    assert len(lines) == 42
    assert lines[-1] == "  … and 60 more names"


def test_outside_a_kernel_there_is_text_and_no_widget():
    data, metadata = mimebundle(training_graph())
    assert data["text/plain"] == outline(training_graph())
    assert set(data) <= {"text/plain", "image/svg+xml"}
    assert metadata == {}


def test_include_and_exclude_are_heeded():
    assert set(mimebundle(training_graph(), include=["text/plain"])[0]) == {"text/plain"}
    assert "text/plain" not in mimebundle(training_graph(), exclude=["text/plain"])[0]


@needs_dot
def test_static_diagram_shows_the_names():
    diagram = svg.fallback(training_graph(), {})
    assert diagram is not None
    texts = {element.text for element in ElementTree.fromstring(diagram).iter() if element.tag.endswith("text")}
    assert {"x", "hidden", "w", "float32 [2]", "done", "float32 ?×784"} <= texts


@needs_dot
def test_static_diagram_of_a_convolutional_network_is_no_list():
    with tf.Graph().as_default() as graph:
        y = tf.placeholder(tf.float32, [None, 28, 28, 1], name="images")
        for i in range(4):
            with tf.name_scope(f"stage{i}_of_the_network"):
                y = tf.identity(y, name="a_convolution_of_this_stage")
                bias = tf.constant([0.0], name="the_bias_of_this_stage")
                for step in ("add_the_bias", "normalize_the_batch", "rectified", "pooled"):
                    y = tf.add(y, bias, name=step)
    diagram = svg.fallback(graph, {"depth": 1})
    assert diagram is not None
    texts = {element.text for element in ElementTree.fromstring(diagram).iter() if element.tag.endswith("text")}
    assert {"images", "stage0_of_the_network", "rectified"} <= texts


@needs_dot
@pytest.mark.parametrize("name", ["<b>bold", r"back\nslash", 'quo"te', "port:1"])
def test_static_diagram_has_names_as_text(name):
    graph = training_graph()
    graph.get_operations()[0]._name = name
    diagram = svg.fallback(graph, {})
    assert diagram is not None
    assert name in {element.text for element in ElementTree.fromstring(diagram).iter()}


@needs_dot
def test_static_diagram_fits_on_a_printed_page():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 4], name="x")
        for i in range(4):
            tf.square(x, name=f"one_of_several_results_{i}")
    diagram = svg.fallback(graph, {})
    assert diagram is not None
    root = ElementTree.fromstring(diagram)
    assert float(root.attrib["width"].removesuffix("pt")) <= 400 < float(root.attrib["viewBox"].split()[2])


def test_no_static_diagram_of_a_tangle():
    graph = tf.Graph()
    with graph.as_default():
        for _ in range(100):
            tf.no_op()
    assert svg.fallback(graph, {}) is None


def test_no_static_diagram_without_graphviz(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert svg.fallback(training_graph(), {}) is None
    assert "text/plain" in mimebundle(training_graph())[0]
