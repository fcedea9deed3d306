"""What becomes a tensor, and what is said of the rest."""

import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.mark.parametrize("values", [[1, None], [None], [[1, 2], [3, None]]])
def test_a_list_with_none_in_it_is_no_tensor(values):
    with pytest.raises(TypeError, match="Failed to convert object of type <class 'list'> to Tensor"):
        tf.convert_to_tensor(values)


def test_shapes_and_sizes_become_whole_numbers():
    shape = tf.convert_to_tensor(tf.TensorShape([2, 3]))
    assert (shape.name, shape.dtype) == ("shape_as_tensor:0", tf.int32)
    assert tf.convert_to_tensor(tf.Dimension(3), tf.int64).dtype is tf.int64
    with pytest.raises(TypeError, match="Cannot convert a TensorShape to dtype: <dtype: 'float32'>"):
        tf.convert_to_tensor(tf.TensorShape([2]), tf.float32)
    with pytest.raises(ValueError, match="Cannot convert a partially known TensorShape to a Tensor"):
        tf.convert_to_tensor(tf.TensorShape([None]))


def test_none_is_no_tensor():
    with pytest.raises(ValueError, match="None values not supported"):
        tf.convert_to_tensor(None)


def test_a_tensor_is_no_constant():
    with pytest.raises(TypeError, match="List of Tensors when single Tensor expected"):
        tf.constant(tf.constant(1.0))


def test_a_list_with_a_tensor_of_another_type_is_no_tensor_of_this_type():
    with pytest.raises(TypeError, match="Cannot convert a list containing a tensor of dtype <dtype: 'float32'> to"):
        tf.convert_to_tensor([tf.constant(1.0), 2], tf.int32)


def test_an_operation_prints_its_attributes_in_order():
    text = str(tf.constant([1.0, 2.0], name="a").op)
    assert text.index("dtype") < text.index("value")
