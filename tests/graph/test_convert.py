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


def test_none_is_no_tensor():
    with pytest.raises(ValueError, match="None values not supported"):
        tf.convert_to_tensor(None)


def test_a_tensor_is_no_constant():
    with pytest.raises(TypeError, match="List of Tensors when single Tensor expected"):
        tf.constant(tf.constant(1.0))
