"""The static shapes of what a call returns: TensorFlow infers them by the inputs of each call."""

import numpy as np
import pytest

import graphlab as tf

MATRIX = tf.TensorSpec([None, None], tf.float32)
_inner = tf.function(lambda x: tf.matmul(x, x), input_signature=[MATRIX])

# {what: (function, shape of the argument, shape in TensorFlow 1.15)}
CASES = {
    "one operation": (lambda x: x + 1, [2, 3], [2, 3]),
    "an unknown size": (lambda x: x * 2, [None, 7], [None, 7]),
    "reshaped": (lambda x: tf.reshape(x, [-1, 2]), [2, 4], [4, 2]),
    "by a shape": (lambda x: tf.zeros(tf.shape(x)), [2, 4], [2, 4]),
    "by a size": (lambda x: tf.range(tf.shape(x)[0]), [5, 3], [5]),
    "repeated": (lambda x: tf.tile(x, [2, tf.shape(x)[0]]), [5, 3], [10, 15]),
    "a slice": (lambda x: x[1:, :2], [5, 3], [4, 2]),
    "a call": (lambda x: _inner(x) + 1, [2, 2], [2, 2]),
    "a branch": (lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: x + 1), [2, 4], [None, None]),
    "a loop": (
        lambda x: tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * 2), [0, x])[1],
        [2, 4],
        [None, None],
    ),
    "rows": (lambda x: tf.map_fn(lambda row: row * 2, x), [5, 3], [None, None]),
}


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize("case", CASES)
def test_results_have_the_shapes_that_the_arguments_decide(case):
    function, argument, expected = CASES[case]
    called = tf.function(function, input_signature=[MATRIX])
    assert called(tf.placeholder(tf.float32, argument)).shape.as_list() == expected
    assert called(tf.placeholder(tf.float32, [None, None])).shape.ndims == len(expected)


def test_an_argument_of_unknown_rank_is_known_in_the_call():
    total = tf.function(lambda x: tf.reduce_sum(x, -1), input_signature=[tf.TensorSpec(None, tf.float32)])
    x = tf.placeholder(tf.float32, [None, 5])
    assert total(x).shape.as_list() == [None]
    assert tf.gradients(total(x), x)[0].shape.as_list() == [None, 5]


def test_arguments_that_the_operations_do_not_allow_are_refused_at_the_call():
    with pytest.raises(ValueError, match=r"Dimensions must be equal, but are 3 and 2 for 'MatMul' \(op: 'MatMul'\)"):
        _inner(tf.zeros([2, 3]))


def test_calls_in_an_imported_graph_have_shapes(graph):
    x = tf.placeholder(tf.float32, [None, None], name="x")
    tf.identity(_inner(x), name="y")
    message = graph.as_graph_def(add_shapes=False)
    with tf.Graph().as_default(), tf.Session() as session:
        (y,) = tf.import_graph_def(message, {"x:0": np.ones([4, 4], np.float32)}, ["y:0"])
        assert y.shape.as_list() == [4, 4]
        assert session.run(y).tolist() == [[4.0] * 4] * 4


@pytest.mark.parametrize("columns", [4, 5])
def test_a_call_in_an_imported_graph_reads_the_variables_that_are_its_inputs(graph, columns):
    kernel = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[3, 4], name="kernel")

    @tf.function(input_signature=[MATRIX])
    def layer(x):
        return _inner(tf.matmul(x, tf.raw_ops.ReadVariableOp(resource=kernel, dtype=tf.float32)))

    tf.identity(layer(tf.ones([4, 3], name="x")), name="y")
    message = graph.as_graph_def(add_shapes=False)
    with tf.Graph().as_default():
        handle = tf.Variable(tf.ones([3, columns]), use_resource=True).handle
        given = {"kernel:0": handle, "x:0": tf.ones([columns, 3])}
        y, same = (tf.import_graph_def(message, one, ["y:0"])[0] for one in (given, {}))
    assert (y.shape.as_list(), same.shape.as_list()) == ([columns, columns], [4, 4])


@pytest.mark.parametrize("given", [[2, 3], [None, 3], None])
def test_an_imported_function_is_called_with_another_shape_than_it_was_traced_for(graph, given):
    double = tf.function(lambda x: x * 2)
    tf.identity(double(tf.placeholder(tf.float32, [5, 3], name="x")), name="y")
    message = graph.as_graph_def()
    for function in message.library.function:
        function.attr["_input_shapes"].list.shape.add().CopyFrom(tf.TensorShape([5, 3]).as_proto())
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder_with_default(tf.ones([2, 3]), given)
        (y,) = tf.import_graph_def(message, {"x:0": x}, ["y:0"])
        assert [value.tolist() for value in session.run([tf.shape(y), y[0]])] == [[2, 3], [2, 2, 2]]


def test_a_function_that_calls_itself_is_imported_without_a_shape(graph):
    tf.identity(_inner(tf.placeholder(tf.float32, [4, 4])), name="y")
    message = graph.as_graph_def()
    for function in message.library.function:
        call = function.node_def.add(name="again", op="PartitionedCall", input=[function.signature.input_arg[0].name])
        call.attr["Tin"].list.type.append(tf.float32.as_datatype_enum)
        call.attr["Tout"].list.type.append(tf.float32.as_datatype_enum)
        call.attr["f"].func.name = function.signature.name
        function.ret[function.signature.output_arg[0].name] = "again:output:0"
    with tf.Graph().as_default():
        (y,) = tf.import_graph_def(message, None, ["y:0"])
    assert y.shape.ndims is None


def test_functions_of_a_saved_model_have_the_shapes_of_their_arguments(tmp_path):
    class Policy(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
        def act(self, x):
            return tf.argmax(x, axis=-1)

    policy = Policy()
    with tf.Session():
        tf.saved_model.save(policy, str(tmp_path))
    loaded = tf.saved_model.load_v2(str(tmp_path))
    assert loaded.act(tf.zeros([2, 3])).shape.as_list() == [2]
