"""Switches between the ways of TensorFlow 1 and 2. graphlab's is TensorFlow 1's: graphs that sessions run."""

from graphlab._src.base.shapes import TensorShape


def executing_eagerly():
    """False: operations are added to a graph, and run by a session."""
    return False


def disable_eager_execution():
    """Accepted: nothing runs eagerly."""


def disable_v2_behavior():
    """Accepted: everything behaves as in TensorFlow 1."""


def enable_v2_tensorshape():
    """Makes the items of every TensorShape plain numbers, or None, as in TensorFlow 2: `x.shape[0]` is 3."""
    TensorShape._v2_behavior = True


def disable_v2_tensorshape():
    """Makes the items of every TensorShape Dimensions, as they are at first: `x.shape[0].value` is 3."""
    TensorShape._v2_behavior = False


def disable_tensor_equality():
    """Accepted: `==` of tensors says whether they are the same tensor, as in TensorFlow 1."""
