"""What a notebook calls its tensors, graphs and sessions, and the names that are still free."""

import sys
from typing import Any

import pytest

import graphlab as tf
from graphlab._src.editor.notebook_names import Names, identifier, snake_case


def namespace(cell) -> dict[str, Any]:
    names: dict[str, Any] = {"tf": tf}
    exec(cell, names)
    return names


@pytest.mark.parametrize(
    ("cell", "tensor", "expression"),
    [
        ("hidden = tf.constant(1.0)", "hidden", "hidden"),
        ("layers = [tf.constant(1.0), tf.constant(2.0)]", "layers[1]", "layers[1]"),
        ("net = {'logits': tf.constant(1.0), 2: tf.constant(2.0)}", "net['logits']", 'net["logits"]'),
        ("net = {'logits': tf.constant(1.0), 2: tf.constant(2.0)}", "net[2]", "net[2]"),
        ("blocks = [{'out': tf.constant(1.0)}]", "blocks[0]['out']", 'blocks[0]["out"]'),
        ("best = tf.nn.top_k(tf.constant([1.0]))", "best.indices", "best.indices"),
        ("all_ = [tf.constant(1.0)]; first = all_[0]", "first", "first"),
        ("relu = tf.nn.relu(tf.constant(1.0)).op", "relu.outputs[0]", "relu.outputs[0]"),
        ("_ = tf.constant(1.0, name='c')", "_", 'tf.get_default_graph().get_tensor_by_name("c:0")'),
        ("_hidden = tf.constant(1.0, name='c')", "_hidden", 'tf.get_default_graph().get_tensor_by_name("c:0")'),
        ("w = tf.Variable(1.0)", "w._variable", "w"),
        ("w = tf.Variable(1.0)", "w.value()", "w"),
        ("w = tf.Variable(1.0, use_resource=True)", "w.handle", "w"),
        ("w = tf.Variable(1.0); read = w.value()", "read", "read"),
        ("y = tf.layers.dense(tf.ones([2, 3]), 4)", "tf.trainable_variables()[0]._variable",
         'tf.trainable_variables("dense/kernel")[0]'),
        ("s = tf.sparse.placeholder(tf.float32, [3])", "s.values", "s.values"),
        ("x = tf.keras.layers.Input([3]); model = tf.keras.Model(x, tf.keras.layers.Dense(2)(x))", "model.output",
         "model.output"),
        ("with tf.Graph().as_default() as g:\n    c = tf.constant(1.0, name='c')\nd = c\ndel c", "d", "d"),
    ],
)  # fmt: skip
def test_a_tensor_has_the_name_that_the_notebook_has_for_it(cell, tensor, expression):
    names = namespace(cell)
    value = eval(tensor, names)
    assert Names(names).of_tensor(value) == expression


def test_names_that_ipython_makes_are_no_names():
    c = tf.constant(1.0, name="c")
    names = Names({"tf": tf, "_": c, "__": c, "_1": c, "_i1": c, "Out": {1: c}, "In": [c]})
    assert names.of_tensor(c) == 'tf.get_default_graph().get_tensor_by_name("c:0")'


def test_all_parts_of_a_sparse_or_ragged_tensor_are_that_tensor():
    names = namespace("s = tf.sparse.placeholder(tf.float32, [3]); r = tf.ragged.placeholder(tf.float32, 1)")
    s, r = names["s"], names["r"]
    selected = [s.dense_shape, r.row_splits, s.values, r.flat_values, s.indices]
    assert Names(names).things_of(selected) == [(s, "s"), (r, "r")]
    assert Names(names).things_of([s.values]) == [(s.values, "s.values")]


@pytest.mark.parametrize(
    ("names", "alias"),
    [({"tf": tf}, "tf"), ({"gl": tf}, "gl"), ({"gl": tf, "tf": tf}, "tf"), ({"graphlab": tf}, "graphlab"),
     ({"tf": sys, "gl": tf}, "gl"), ({}, None)],
)  # fmt: skip
def test_graphlab_has_the_notebooks_own_name(names, alias):
    assert Names(names).module() == alias


def test_a_graph_has_a_name_unless_it_is_the_default_one():
    graph, other = tf.Graph(), tf.Graph()
    names = Names({"tf": tf, "graph": graph})
    assert names.of_graph(graph) == "graph"
    assert names.of_graph(other) is None
    assert names.of_graph(tf.get_default_graph()) == ""
    with other.as_default():
        assert names.of_graph(other) == ""


def test_the_newest_open_session_of_a_graph_is_its_session():
    names = namespace("a = tf.Session(); b = tf.Session(); c = tf.Session(graph=tf.Graph())")
    assert Names(names).of_session(tf.get_default_graph()) == "b"
    names["b"].close()
    assert Names(names).of_session(tf.get_default_graph()) == "a"
    names["a"].close()
    assert Names(names).of_session(tf.get_default_graph()) is None


@pytest.mark.parametrize(
    ("wanted", "name"),
    [("hidden", "hidden"), ("x", "x_1"), ("block/relu", "relu"), ("block/", "block"), ("W", "W"), ("my layer", "my_layer"), ("2 layers", "_2_layers"), ("lambda", "lambda_"),
     ("abs", "abs_"), ("", "tensor"), ("größe", "größe"), ("λ", "λ")],
)  # fmt: skip
def test_a_new_name_is_free_and_hides_nothing(wanted, name):
    assert Names({"x": 1}).free(wanted) == name
    assert identifier(wanted).isidentifier()
    assert snake_case("MaxPooling2D") == "max_pooling2d"
