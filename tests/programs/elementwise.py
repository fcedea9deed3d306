"""Functions of one number, their gradients, and the activations of neural networks."""

import numpy as np

ANY = ["abs", "negative", "sign", "square", "exp", "expm1", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh"]
ANY += ["asinh", "sigmoid", "erf", "erfc", "floor", "ceil", "round", "rint", "is_finite", "is_nan", "is_inf"]
POSITIVE = ["sqrt", "rsqrt", "log", "log1p", "reciprocal", "lgamma", "digamma"]
SMALL = ["asin", "acos", "atanh"]
ACTIVATIONS = ["relu", "relu6", "elu", "selu", "softplus", "softsign", "leaky_relu", "softmax", "log_softmax"]
ACTIVATIONS += ["l2_loss"]
NOT_SMOOTH = ["is_finite", "is_nan", "is_inf"]


def function(tf, name):
    return getattr(tf.nn, name) if name in ACTIVATIONS else getattr(tf, name)


def build(tf):
    any_number = tf.placeholder(tf.float32, [None, 3], name="any")
    positive = tf.placeholder(tf.float32, [None, 3], name="positive")
    small = tf.placeholder(tf.float32, [None, 3], name="small")
    for source, names in [(any_number, ANY + ACTIVATIONS), (positive, POSITIVE), (small, SMALL)]:
        for name in names:
            y = function(tf, name)(source, name="y/" + name)
            if name not in NOT_SMOOTH:
                gradient = tf.gradients(y, source, name="of_" + name)[0]
                if gradient is not None:
                    tf.identity(gradient, name="d/" + name)


FEEDS = {
    "any:0": np.array([[-7.5, -1.5, -0.25], [0.25, 0.5, 7.25], [2.5, 3.5, -2.5]], np.float32),
    "positive:0": np.array([[0.01, 0.5, 1.0], [1.5, 2.0, 30.0]], np.float32),
    "small:0": np.array([[-0.9, -0.5, 0.0], [0.1, 0.5, 0.9]], np.float32),
}
FLAT = ["floor", "ceil", "round", "rint"]
NAMES = ["y/" + name + ":0" for name in ANY + POSITIVE + SMALL + ACTIVATIONS]
GRADIENTS = ["d/" + name + ":0" for name in ANY + POSITIVE + SMALL + ACTIVATIONS if name not in NOT_SMOOTH + FLAT]
RUNS = [(NAMES, FEEDS), (GRADIENTS, FEEDS)]
