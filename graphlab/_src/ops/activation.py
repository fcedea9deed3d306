"""Activation functions and their gradients, which are operations of their own as TensorFlow has them."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.overrides import overridable
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.convert import is_tensor
from graphlab._src.ops.arithmetic import negative
from graphlab._src.ops.cast import cast
from graphlab._src.ops.complex import conj
from graphlab._src.ops.constants import zeros, zeros_like
from graphlab._src.ops.define import op, raw_ops, same_as_input
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.joining import concat
from graphlab._src.ops.numpy_forms import on_numbers
from graphlab._src.ops.power import FLOATING, after, exp
from graphlab._src.ops.rules import merged_inputs
from graphlab._src.ops.select import select
from graphlab._src.ops.shape import shape

_FUNCTION = {"signature": "features: T -> activations: T", "infer": same_as_input(0)}
_REAL = {"types": {"T": dtypes.REAL}}
_FLOAT = {"types": {"T": dtypes.FLOATING}}
_BACK = {
    "signature": "gradients: T, features: T -> backprops: T",
    "infer": merged_inputs,
    "same_shape": ("gradients", "features"),
}
_BACK_BY_RESULT = {
    "signature": "gradients: T, outputs: T -> backprops: T",
    "infer": merged_inputs,
    "same_shape": ("gradients", "outputs"),
}


def _flat_beyond(function):
    """The gradient of the gradient of a piecewise linear function, whose derivative is constant."""

    def grad(op, dz):
        x = op.inputs[1]
        return [function(dz, x), zeros(shape(x), x.dtype)]

    return grad


def _relu_grad_in_numpy(gradients, features):
    return gradients * (features > 0) if features.dtype.char in "fd" else None


@op(
    "ReluGrad",
    grad=_flat_beyond(lambda dz, x: raw_ops.ReluGrad(dz, x)),
    **_BACK,
    **_REAL,
    barrier=False,
    interpret=_relu_grad_in_numpy,
)
def relu_grad(gradients, features):
    """The gradient of relu: that of the result where features are above 0, and 0 at exactly 0.

    Elsewhere it is 0 times the gradient, as TensorFlow has it: NaN for one that is NaN or infinite.
    """
    return jnp.where(features > 0, gradients, gradients * 0)  # XLA makes a selection of 0 of a product with a mask


@op(
    "Relu",
    grad=lambda op, dy: [relu_grad(dy, op.outputs[0])],
    **_FUNCTION,
    **_REAL,
    vectorize="elementwise",
    barrier=False,
    interpret=on_numbers(lambda features: np.maximum(features, features.dtype.type(0))),
    numpy=lambda features: np.maximum(features, 0),
)
def relu(features):
    """max(features, 0), element by element.

    The gradient at exactly 0 is 0, as TensorFlow's is; the VJP of `maximum` says 1/2.
    """
    return jnp.maximum(features, 0)


@op("Relu6Grad", grad=_flat_beyond(lambda dz, x: raw_ops.Relu6Grad(dz, x)), **_BACK, **_REAL)
def relu6_grad(gradients, features):
    """The gradient of relu6: that of the result where features are between 0 and 6, 0 times that elsewhere."""
    return jnp.where((features > 0) & (features < 6), gradients, gradients * 0)


@op("Relu6", grad=lambda op, dy: [relu6_grad(dy, op.outputs[0])], **_FUNCTION, **_REAL)
def _relu6(features):
    """min(max(features, 0), 6), element by element."""
    return jnp.clip(features, 0, 6)


def relu6(features, name=None):
    """min(max(features, 0), 6), element by element."""
    with name_scope(name, "Relu6", [features]) as scope:
        return _relu6(convert_to_tensor(features, name="features"), name=scope)


def _leaky_grad_grad(op, dz):
    x = op.inputs[1]
    return [leaky_relu_grad(dz, x, alpha=op.get_attr("alpha")), zeros(shape(x), x.dtype)]


@op(
    "LeakyReluGrad",
    "gradients: T=float32, features: T=float32 -> backprops: T",
    infer=merged_inputs,
    same_shape=("gradients", "features"),
    grad=_leaky_grad_grad,
    **_FLOAT,
)
def leaky_relu_grad(gradients, features, *, alpha: float = 0.2):
    """The gradient of leaky_relu."""
    return jnp.where(features > 0, gradients, gradients * jnp.asarray(alpha, gradients.dtype))


@op(
    "LeakyRelu",
    "features: T=float32 -> activations: T",
    infer=same_as_input(0),
    **_FLOAT,
    grad=lambda op, dy: [leaky_relu_grad(dy, op.inputs[0], alpha=op.get_attr("alpha"))],
)
def _leaky_relu(features, *, alpha: float = 0.2):
    """features where above 0, alpha · features elsewhere."""
    return jnp.where(features > 0, features, features * jnp.asarray(alpha, features.dtype))


def leaky_relu(features, alpha: Any = 0.2, name=None):
    """features where above 0, alpha · features elsewhere; integers become float32 first.

    alpha: a number, or a tensor below 1, as in a PReLU where it is trained.
    """
    with name_scope(name, "LeakyRelu", [features, alpha]) as scope:
        features = convert_to_tensor(features, name="features")
        if features.dtype.is_integer:
            features = cast(features, dtypes.float32)
        if is_tensor(alpha):
            return maximum(alpha * features, features, name=scope)
        return _leaky_relu(features, alpha=float(alpha), name=scope)


def _elu_grad_grad(op, dz):
    x = op.inputs[1]
    return [elu_grad(dz, x), select(x < 0, dz * op.inputs[0], zeros_like(x))]


@op("EluGrad", grad=_elu_grad_grad, **_BACK_BY_RESULT, **_FLOAT)
def elu_grad(gradients, outputs):
    """The gradient of elu, from its result."""
    return jnp.where(outputs < 0, gradients * (outputs + 1), gradients)


@op("Elu", grad=lambda op, dy: [elu_grad(dy, op.outputs[0])], **_FUNCTION, **_FLOAT)
def elu(features):
    """features where above 0, exp(features) - 1 elsewhere (Clevert et al., 2015)."""
    return jnp.where(features > 0, features, jnp.expm1(jnp.minimum(features, 0)))


# Klambauer et al., 2017: the fixed point at mean 0 and variance 1.
_SELU_SCALE = 1.0507009873554804934193349852946
_SELU_SCALE_ALPHA = 1.7580993408473768599402175208123


def _selu_grad_grad(op, dz):
    x = op.inputs[1]
    return [selu_grad(dz, x), select(x < 0.0, dz * op.inputs[0], zeros_like(x))]


@op("SeluGrad", grad=_selu_grad_grad, **_BACK_BY_RESULT, **_FLOAT)
def selu_grad(gradients, outputs):
    """The gradient of selu, from its result."""
    below = outputs + jnp.asarray(_SELU_SCALE_ALPHA, outputs.dtype)
    return gradients * jnp.where(outputs < 0, below, jnp.asarray(_SELU_SCALE, outputs.dtype))


@op("Selu", grad=lambda op, dy: [selu_grad(dy, op.outputs[0])], **_FUNCTION, **_FLOAT)
def selu(features):
    """elu of `features` scaled so that layers keep mean 0 and variance 1 (Klambauer et al., 2017)."""
    below = jnp.asarray(_SELU_SCALE_ALPHA, features.dtype) * jnp.expm1(jnp.minimum(features, 0))
    return jnp.where(features > 0, features * jnp.asarray(_SELU_SCALE, features.dtype), below)


def _softplus_grad_grad(op, dz):
    dy, x = op.inputs
    with after(dz):
        back = softplus_grad(dz, x)
        return [back, dz * dy / (exp(-x) + 2.0 + exp(x))]


@op("SoftplusGrad", grad=_softplus_grad_grad, **_BACK, **_FLOAT)
def softplus_grad(gradients, features):
    """The gradient of softplus."""
    return gradients * jax.nn.sigmoid(features)


@op("Softplus", grad=lambda op, dy: [dy * sigmoid(op.inputs[0])], **_FUNCTION, **_FLOAT)
def softplus(features):
    """log(exp(features) + 1), element by element."""
    return jnp.maximum(features, 0) + jnp.log1p(jnp.exp(-jnp.abs(features)))


@op("SoftsignGrad", **_BACK, **_FLOAT)
def softsign_grad(gradients, features):
    """The gradient of softsign."""
    return gradients / jnp.square(1 + jnp.abs(features))


@op("Softsign", grad=lambda op, dy: [softsign_grad(dy, op.inputs[0])], **_FUNCTION, **_FLOAT)
def softsign(features):
    """features / (|features| + 1), element by element."""
    return features / (1 + jnp.abs(features))


def _sigmoid_grad_grad(op, dz):
    with after(dz):
        a, b = conj(op.inputs[0]), conj(op.inputs[1])
        scaled = dz * b
        return [scaled - 2.0 * scaled * a, sigmoid_grad(a, dz)]


@op(
    "SigmoidGrad",
    "y: T, dy: T -> z: T",
    types={"T": FLOATING},
    infer=same_as_input(0),
    grad=_sigmoid_grad_grad,
    interpret=on_numbers(lambda y, dy: dy * y * (y.dtype.type(1) - y)),
)
def sigmoid_grad(y, dy):
    """The gradient of a sigmoid whose conjugate is y."""
    return dy * y * (1 - y)


def _sigmoid_back(op, dy):
    with after(dy):
        return [sigmoid_grad(conj(op.outputs[0]), dy)]


def _sigmoid_in_numpy(x):
    one = x.dtype.type(1)
    return one / (one + np.exp(-x))


@op(
    "Sigmoid",
    "x: T -> y: T",
    types={"T": FLOATING},
    infer=same_as_input(0),
    grad=_sigmoid_back,
    interpret=on_numbers(_sigmoid_in_numpy),
)
def _sigmoid(x):
    """1 / (1 + exp(-x)), element by element."""
    if not jnp.iscomplexobj(x):
        return jax.nn.sigmoid(x)
    # exp of an infinite or very large part is no number that one could divide by
    grown = jnp.exp(-x)
    below = jnp.isinf(grown.real) | jnp.isinf(grown.imag) | (x.real == -np.inf)
    above = x.real == np.inf
    return jnp.where(above, 1, jnp.where(below, 0, 1 / (1 + jnp.where(above | below, 0, grown)))).astype(x.dtype)


def sigmoid(x, name=None):
    """1 / (1 + exp(-x)), element by element."""
    with name_scope(name, "Sigmoid", [x]) as scope:
        return _sigmoid(convert_to_tensor(x, name="x"), name=scope)


@overridable
def log_sigmoid(x, name=None):
    """log(1 / (1 + exp(-x))), element by element, exact also for large negative x."""
    with name_scope(name, "LogSigmoid", [x]) as scope:
        return negative(softplus(-convert_to_tensor(x, name="x")), name=scope)


def crelu(features, name=None, axis=-1):
    """relu(features) and relu(-features) side by side along an axis (Shang et al., 2016)."""
    with name_scope(name, "CRelu", [features]) as scope:
        features = convert_to_tensor(features, name="features")
        return relu(concat([features, -features], axis, name=scope))
