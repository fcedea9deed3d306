"""Switches between the ways of TensorFlow 1 and 2. graphlab's is TensorFlow 1's: graphs that sessions run."""


def executing_eagerly():
    """False: operations are added to a graph, and run by a session."""
    return False


def disable_eager_execution():
    """Accepted: nothing runs eagerly."""


def disable_v2_behavior():
    """Accepted: everything behaves as in TensorFlow 1."""


def disable_v2_tensorshape():
    """Accepted: a TensorShape holds Dimensions, as in TensorFlow 1."""


def disable_tensor_equality():
    """Accepted: `==` of tensors says whether they are the same tensor, as in TensorFlow 1."""
