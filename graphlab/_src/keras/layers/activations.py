"""Activations by name: the functions of a tensor that Keras accepts as strings."""

from graphlab._src.graph import constant
from graphlab._src.keras.layers.object_registry import CUSTOM, deserialize_object, serialize_object
from graphlab._src.ops import activation as ops
from graphlab._src.ops.arithmetic import add, multiply
from graphlab._src.ops.cast import cast
from graphlab._src.ops.clip import clip_by_value
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.power import exp
from graphlab._src.ops.reduction import reduce_max, reduce_sum
from graphlab._src.ops.select import where
from graphlab._src.ops.softmax import softmax as softmax_op
from graphlab._src.ops.trigonometry import tanh as tanh_op

_SELU_ALPHA = 1.6732632423543772848170429916717
_SELU_SCALE = 1.0507009873554804934193349852946


def softmax(x, axis=-1):
    """Probabilities along an axis: exp(x) / sum(exp(x)). x: of rank 2 or more."""
    rank = x.shape.ndims
    if rank == 2:
        return softmax_op(x)
    if rank is None or rank < 2:
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x}")
    powers = exp(x - reduce_max(x, axis=axis, keepdims=True))
    return powers / reduce_sum(powers, axis=axis, keepdims=True)


def elu(x, alpha=1.0):
    """x above 0, alpha·(exp(x) - 1) below."""
    result = ops.elu(x)
    return result if alpha == 1 else where(greater(x, 0), result, alpha * result)


def selu(x):
    """An elu that keeps mean 0 and variance 1 (Klambauer et al., 2017)."""
    return _SELU_SCALE * elu(x, _SELU_ALPHA)


def softplus(x):
    """log(exp(x) + 1)."""
    return ops.softplus(x)


def softsign(x):
    """x / (|x| + 1)."""
    return ops.softsign(x)


def relu(x, alpha=0.0, max_value=None, threshold=0):
    """x above threshold, alpha·(x - threshold) below, and never more than max_value."""
    if alpha:
        if max_value is None and threshold == 0:
            return ops.leaky_relu(x, alpha=alpha)
        below = ops.relu(-x + threshold) if threshold else ops.relu(-x)
    clip = max_value is not None
    if threshold:
        x = x * cast(greater(x, threshold), x.dtype.base_dtype)
    elif max_value == 6:
        x, clip = ops.relu6(x), False
    else:
        x = ops.relu(x)
    if clip:
        kind = x.dtype.base_dtype
        x = clip_by_value(x, constant(0.0, kind), constant(max_value, kind))
    return x - constant(alpha, x.dtype.base_dtype) * below if alpha else x


def tanh(x):
    """The hyperbolic tangent."""
    return tanh_op(x)


def sigmoid(x):
    """1 / (1 + exp(-x))."""
    return ops.sigmoid(x)


def exponential(x):
    """exp(x)."""
    return exp(x)


def hard_sigmoid(x):
    """0.2·x + 0.5 between 0 and 1."""
    kind = x.dtype.base_dtype
    factor, middle = constant(0.2, kind), constant(0.5, kind)
    return clip_by_value(add(multiply(x, factor), middle), 0.0, 1.0)


def linear(x):
    """x itself."""
    return x


KNOWN = {
    function.__name__: function
    for function in (
        softmax,
        elu,
        selu,
        softplus,
        softsign,
        relu,
        tanh,
        sigmoid,
        exponential,
        hard_sigmoid,
        linear,
    )
}


def serialize(activation):
    """The name of an activation."""
    return serialize_object(activation)


def deserialize(name, custom_objects=None):
    """The activation of that name."""
    return deserialize_object("activation function", KNOWN, name, custom_objects)


def get(identifier):
    """The activation that a name, a function or None (linear) means."""
    if identifier is None:
        return linear
    if isinstance(identifier, str):
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    if isinstance(identifier, dict):
        return deserialize_object("activation", CUSTOM, identifier)
    raise TypeError(f"Could not interpret activation function identifier: {identifier!r}")
