"""A JAX function is an operation: it has shapes, gradients of any order, and a saved graph holds it without the function."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def dense(x, layer):
    with jax.named_scope("layer"):
        return {"y": jnp.tanh(x @ layer["w"] + layer["b"]), "n": jnp.sum(x)}


LAYER = {"w": np.ones((3, 2), np.float32), "b": np.array([0.1, 0.2], np.float32)}
X = np.arange(12, dtype=np.float32).reshape(4, 3) / 20


def test_it_is_one_operation_with_the_shapes_of_its_results():
    x = tf.placeholder(tf.float32, [None, 3])
    out = tf.jax_call(dense, x, LAYER)
    assert out["y"].op is out["n"].op
    assert (out["y"].op.name, out["y"].op.type) == ("dense", "XlaCallModule")
    assert (out["y"].shape.as_list(), out["n"].shape.as_list()) == ([None, 2], [])
    assert tf.jax_call(lambda a: a * 2, x, name="twice").name == "twice:0"


def test_it_runs_for_batches_of_any_size(session):
    x = tf.placeholder(tf.float32, [None, 3])
    out = tf.jax_call(dense, x, LAYER)
    for size in (4, 2):
        found = session.run(out, {x: X[:size]})
        np.testing.assert_allclose(found["y"], dense(X[:size], LAYER)["y"], rtol=1e-6)


@pytest.mark.slow
def test_gradients_of_first_and_second_order(session):
    x = tf.constant(X)
    w = tf.Variable(LAYER["w"], use_resource=True)
    loss = tf.reduce_sum(tf.square(tf.jax_call(dense, x, {"w": w, "b": LAYER["b"]})["y"]))
    gradient = tf.gradients(loss, w)[0]
    product = tf.gradients(tf.reduce_sum(gradient * 0.5), w)[0]
    session.run(tf.global_variables_initializer())

    def by_hand(w):
        return jnp.sum(dense(X, {"w": w, "b": LAYER["b"]})["y"] ** 2)

    np.testing.assert_allclose(session.run(gradient), jax.grad(by_hand)(LAYER["w"]), rtol=1e-5)
    expected = jax.jvp(jax.grad(by_hand), (LAYER["w"],), (np.full((3, 2), 0.5, np.float32),))[1]
    np.testing.assert_allclose(session.run(product), expected, rtol=1e-4, atol=1e-5)


def test_a_saved_graph_runs_without_the_function():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        out = tf.jax_call(dense, x, LAYER)
        tf.identity(tf.gradients(tf.reduce_sum(out["y"]), x)[0], name="gradient")
        expected = [tf.Session(graph=graph).run("gradient:0", {x: X[:size]}) for size in (4, 2)]
    with tf.Graph().as_default() as copy:
        tf.import_graph_def(tf.GraphDef.FromString(graph.as_graph_def().SerializeToString()), name="")
        assert copy.as_graph_def().node == graph.as_graph_def().node
        with tf.Session() as session:
            found = [session.run("gradient:0", {"x:0": X[:size]}) for size in (4, 2)]
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)
        with pytest.raises(LookupError, match="that function is not in this process"):
            tf.gradients(copy.get_tensor_by_name("dense:1"), copy.get_tensor_by_name("x:0"))


def test_a_seed_makes_random_numbers(session):
    seed = tf.placeholder(tf.int32, [])
    drawn = tf.jax_call(lambda seed: jax.random.normal(jax.random.key(seed), (3,)), seed)
    first, again, other = (session.run(drawn, {seed: number}) for number in (1, 1, 2))
    assert first.tolist() == again.tolist() != other.tolist()


def test_doubles_stay_doubles_and_the_rest_narrow(session):
    wide = tf.jax_call(lambda x: x / 3, tf.constant(1.0, tf.float64))
    narrow = tf.jax_call(lambda x: (jnp.arange(3) + x, jnp.argmax(x)), tf.constant([1.0, 2.0, 3.0]))
    assert (wide.dtype, [tensor.dtype for tensor in narrow]) == (tf.float64, [tf.float32, tf.int32])
    assert session.run(wide) == 1 / 3


def test_what_a_function_decides_by_size_works_where_sizes_are_known(session):
    def halves(x):
        return x[: x.shape[0] // 2] if x.shape[0] > 2 else x

    x = tf.placeholder(tf.float32, [None, 3])
    out = tf.jax_call(halves, x)
    assert out.shape.as_list() == [None, 3]
    assert session.run(out, {x: X}).shape == (2, 3)
    with pytest.raises(ValueError, match="cannot be saved"):
        tf.get_default_graph().as_graph_def()


def test_what_the_function_raises_is_raised_where_it_is_called():
    with pytest.raises(TypeError, match="dot_general requires contracting dimensions"):
        tf.jax_call(dense, tf.zeros([2, 5]), LAYER)
    with pytest.raises(ValueError, match="inputs of a known rank"):
        tf.jax_call(dense, tf.placeholder(tf.float32), LAYER)


def test_a_jax_function_is_a_graph_of_its_equations():
    graph = tf.from_jax(dense, jax.ShapeDtypeStruct((4, 3), jnp.float32), LAYER)
    names = [op.name for op in graph.get_operations()]
    assert names[:3] == ["input_0", "input_1_b", "input_1_w"]
    assert "layer/dot_general" in names and "layer/tanh" in names
    assert graph.outputs["y"].name == "output_y:0"
    with tf.Session(graph=graph) as session:
        feeds = {graph.inputs[0]: X, graph.inputs[1]["w"]: LAYER["w"], graph.inputs[1]["b"]: LAYER["b"]}
        found = session.run(graph.outputs, feeds)
    np.testing.assert_allclose(found["y"], dense(X, LAYER)["y"], rtol=1e-6)


def test_jitted_functions_are_scopes_and_random_keys_go_through():
    @jax.jit
    def noisy(x):
        return jax.nn.relu(x) + jax.random.uniform(jax.random.key(3), (2,))

    graph = tf.from_jax(lambda x: noisy(x) * 2, np.array([-1.0, 1.0], np.float32))
    assert any(op.name.startswith("noisy/") for op in graph.get_operations())
    with tf.Session(graph=graph) as session:
        found = session.run(graph.outputs, {graph.inputs[0]: [-1.0, 1.0]})
    np.testing.assert_allclose(found, noisy(np.array([-1.0, 1.0], np.float32)) * 2, rtol=1e-6)


def test_an_operation_can_be_looked_into():
    x = tf.placeholder(tf.float32, [None, 3])
    inside = tf.expand(tf.jax_call(dense, x, LAYER)["y"])
    assert inside.get_operation_by_name("layer/tanh").outputs[0].shape.as_list() == [None, 2]
    with tf.Session(graph=inside) as session:
        feeds = dict(zip(inside.inputs, [X, LAYER["b"], LAYER["w"]], strict=True))
        found = session.run(inside.outputs, feeds)
    np.testing.assert_allclose(found[1], dense(X, LAYER)["y"], rtol=1e-6)
    with pytest.raises(ValueError, match="no JAX function to look into"):
        tf.expand(tf.ones([2]))
