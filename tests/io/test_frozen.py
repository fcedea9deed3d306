"""Graphs that TensorFlow 1.15 saved run, and compute what it computed; tests/golden/frozen/make.py made them."""

import pathlib

import numpy as np
import pytest

import graphlab as tf

FOLDER = pathlib.Path(__file__).parents[1] / "golden" / "frozen"
GRAPHS = sorted(path.stem for path in FOLDER.glob("*.pb"))


def runs_of(name):
    """[(feeds, operations to run, {fetch: its value})] of each run."""
    found = {}
    with np.load(FOLDER / f"{name}.npz") as values:
        for key, value in values.items():
            index, kind, element = key.split("/", 2)
            found.setdefault(int(index), {"feed": {}, "run": {}, "fetch": {}})[kind][element] = value
    return [(found[i]["feed"], list(found[i]["run"]), found[i]["fetch"]) for i in sorted(found)]


def assert_same_runs(session, runs):
    for feeds, operations, expected in runs:
        _, got = session.run([operations, list(expected)], feeds)
        for (name, value), other in zip(expected.items(), got, strict=True):
            assert other.dtype == value.dtype, name
            np.testing.assert_allclose(other, value, rtol=3e-6, atol=3e-6, err_msg=name)


def test_there_are_six():
    assert len(GRAPHS) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("name", GRAPHS)
def test_a_graph_of_tensorflow_gives_its_values(name):
    message = tf.GraphDef.FromString((FOLDER / f"{name}.pb").read_bytes())
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(message, name="")
        assert_same_runs(session, runs_of(name))


@pytest.mark.slow
def test_a_graph_of_tensorflow_goes_out_as_it_came_in():
    message = tf.GraphDef.FromString((FOLDER / "recurrent.pb").read_bytes())
    with tf.Graph().as_default() as graph:
        tf.import_graph_def(message, name="")
    again = graph.as_graph_def()
    by_name = {node.name: (node.op, sorted(node.input)) for node in again.node}
    assert by_name == {node.name: (node.op, sorted(node.input)) for node in message.node}
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(again, name="")
        assert_same_runs(session, runs_of("recurrent"))


@pytest.mark.slow
@pytest.mark.parametrize("scope", [None, "below"])
def test_gradients_go_through_the_branches_and_loops_of_a_meta_graph(scope):
    prefix = f"{scope}/" if scope else ""
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.train.import_meta_graph(str(FOLDER / "loops.meta"), import_scope=scope)
        (result,) = tf.get_collection("result")
        xs = [graph.get_tensor_by_name(f"{prefix}x:0"), *tf.trainable_variables()]
        tensors = [result, *tf.gradients(result, xs)]
        session.run(tf.global_variables_initializer())
        for feeds, _, expected in runs_of("loops"):
            got = session.run(tensors, {prefix + name: value for name, value in feeds.items()})
            for value, other in zip(expected.values(), got, strict=True):
                np.testing.assert_allclose(other, value, rtol=3e-6)


@pytest.mark.slow
def test_one_file_with_loops_imported_twice():
    message = tf.GraphDef.FromString((FOLDER / "recurrent.pb").read_bytes())
    feeds, _, expected = runs_of("recurrent")[0]
    with tf.Graph().as_default(), tf.Session() as session:
        for scope in ("a", "b"):
            tf.import_graph_def(message, name=scope)
        feeds = {f"{scope}/{name}": value for scope in ("a", "b") for name, value in feeds.items()}
        for value in session.run(["a/outputs:0", "b/outputs:0"], feeds):
            np.testing.assert_allclose(value, expected["outputs:0"], rtol=3e-6, atol=3e-6)
