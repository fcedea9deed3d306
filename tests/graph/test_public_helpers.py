"""Small helpers that programs call on graphs' parts: known values, TensorProtos, structures."""

import numpy as np
import pytest

import graphlab as tf


def test_a_value_may_be_known_in_part():
    x = tf.placeholder(tf.int32, [])
    assert tf.get_static_value(tf.stack([x, 3])) is None
    assert tf.get_static_value(tf.stack([x, 3]), partial=True).tolist() == [None, 3]
    assert tf.get_static_value(tf.stack([x, x]), partial=True).tolist() == [None, None]
    assert tf.get_static_value(tf.constant([1, 2]), partial=True).tolist() == [1, 2]


def test_a_value_that_is_stacked_along_another_axis_is_not_known():
    x = tf.placeholder(tf.int32, [2])
    assert tf.get_static_value(tf.stack([[1, 2], [3, 4]])).tolist() == [[1, 2], [3, 4]]
    assert tf.get_static_value(tf.stack([[1, 2], [3, 4]], axis=1)) is None
    assert tf.get_static_value(tf.stack([x, [3, 4]], axis=1), partial=True) is None


def test_the_items_of_shapes_become_plain_numbers():
    shape = tf.placeholder(tf.float32, [None, 3]).shape
    tf.enable_v2_tensorshape()
    try:
        assert (shape[0], shape[1], list(shape), tf.TensorShape(None)[0]) == (None, 3, [None, 3], None)
        assert (repr(shape), str(shape), shape.dims[1].value) == ("TensorShape([None, 3])", "(None, 3)", 3)
        assert tf.layers.dense(tf.zeros([2, 3]), 4).shape == (2, 4)
    finally:
        tf.disable_v2_tensorshape()
    assert (shape[1].value, repr(shape)) == (3, "TensorShape([Dimension(None), Dimension(3)])")


def test_a_tensor_proto_may_be_filled_with_one_value():
    assert tf.make_ndarray(tf.make_tensor_proto([1.0], shape=[3], allow_broadcast=True)).tolist() == [1, 1, 1]
    with pytest.raises(TypeError, match=r"Expected Tensor's shape: \(3,\), got \(2,\)"):
        tf.make_tensor_proto([1.0, 2.0], shape=[3], allow_broadcast=True)
    with pytest.raises(ValueError, match="not both allowed"):
        tf.make_tensor_proto([1.0], verify_shape=True, allow_broadcast=True)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_a_tensor_proto_holds_both_parts_of_complex_numbers(dtype):
    numbers = np.array([complex(-0.25, np.nan), complex(np.inf, 1), complex(1, -np.inf), 2j], dtype)
    assert tf.make_ndarray(tf.make_tensor_proto(numbers)).tobytes() == numbers.tobytes()


def test_a_function_is_mapped_over_structures():
    assert tf.nest.map_structure(lambda a, b: a + b, {"x": [1, 2]}, {"x": [3, 4]}) == {"x": [4, 6]}
    assert tf.nest.map_structure(lambda a, b: a + b, [1, 2], (3, 4), check_types=False) == [4, 6]
    assert tf.nest.map_structure(lambda a: a + 1, range(3)) == [1, 2, 3]
    with pytest.raises(TypeError, match="same nested structure"):
        tf.nest.map_structure(lambda a, b: a + b, [1, 2], (3, 4))
    with pytest.raises(TypeError, match="func must be callable"):
        tf.nest.map_structure(1, [1])


def test_the_values_of_a_dict_are_a_structure():
    weights = {"w": 1, "b": 2}
    assert tf.nest.flatten([weights.values(), weights.keys()]) == [1, 2, "w", "b"]
    assert tf.nest.map_structure(lambda a: a + 1, weights.values()) == [2, 3]
    assert tf.nest.map_structure(lambda a: (a,), weights.items()) == [(("w",), (1,)), (("b",), (2,))]
    assert tf.nest.is_nested(weights.values()) and not tf.nest.is_nested({1, 2})
    variables = {"w": tf.Variable(1.0), "b": tf.Variable(2.0)}
    loss = variables["w"] * variables["b"]
    minimize = tf.train.GradientDescentOptimizer(0.5).minimize(loss, var_list=variables.values())
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(minimize)
        assert sess.run([variables["w"], variables["b"]]) == [0.0, 1.5]


def test_the_third_argument_of_a_comparison_is_its_name():
    assert tf.equal(1, 2, "same").op.name == "same"
    assert tf.not_equal(1, 2, "other").op.name == "other"
    with tf.Session() as sess:
        assert sess.run(tf.equal([1, 2], [1, 3])).tolist() == np.equal([1, 2], [1, 3]).tolist()


def test_a_tensor_proto_is_a_value_of_a_constant_or_an_input():
    sizes, words = tf.make_tensor_proto([2, 2]), tf.make_tensor_proto(["a", "b"])
    with tf.Session() as sess:
        assert sess.run(tf.reshape(tf.range(4), sizes)).tolist() == [[0, 1], [2, 3]]
        assert sess.run(tf.constant(words)).tolist() == [b"a", b"b"]
    with pytest.raises(TypeError, match="Expected float32, got a TensorProto of int32"):
        tf.convert_to_tensor(sizes, tf.float32)


def test_some_of_the_inputs_of_an_operation_are_a_list():
    total = tf.add_n([tf.zeros([]), tf.ones([]), tf.ones([])]).op
    rest = total.inputs[1:]
    rest.append(total.outputs[0])
    assert [tensor.name for tensor in rest + [total.inputs[0]]] == ["ones:0", "ones_1:0", "AddN:0", "zeros:0"]
    assert [tensor.name for tensor in total.inputs] == ["zeros:0", "ones:0", "ones_1:0"]
