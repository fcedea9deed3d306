"""tensorflow.python.keras.optimizers: the optimizers that Keras had before those of tf.keras.optimizers.

They have other arguments and learning rates than tf.keras.optimizers, which they are otherwise: Adagrad begins with
accumulators of 0.
"""

from typing import Any

import graphlab as tf


class SGD(tf.keras.optimizers.SGD):
    """Gradient descent, with momentum. decay: lr is divided by 1 + decay · the number of steps."""

    def __init__(
        self, lr: Any = 0.01, momentum: Any = 0.0, decay: float = 0.0, nesterov: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(lr, momentum, nesterov, decay=decay, **kwargs)


class RMSprop(tf.keras.optimizers.RMSprop):
    """Steps divided by the root of an average of squared gradients."""

    def __init__(
        self, lr: Any = 0.001, rho: Any = 0.9, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any
    ) -> None:
        super().__init__(lr, rho, epsilon=_or_default(epsilon), decay=decay, **kwargs)


class Adagrad(tf.keras.optimizers.Adagrad):
    """Steps divided by the root of the sum of squared gradients (Duchi et al., 2011)."""

    def __init__(self, lr: Any = 0.01, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any) -> None:
        super().__init__(lr, 0.0, _or_default(epsilon), decay=decay, **kwargs)


class Adadelta(tf.keras.optimizers.Adadelta):
    """Adagrad over a window of steps (Zeiler, 2012)."""

    def __init__(
        self, lr: Any = 1.0, rho: Any = 0.95, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any
    ) -> None:
        super().__init__(lr, rho, _or_default(epsilon), decay=decay, **kwargs)


class Adam(tf.keras.optimizers.Adam):
    """Steps by averages of gradients and of their squares (Kingma and Ba, 2015)."""

    def __init__(
        self,
        lr: Any = 0.001,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: float | None = None,
        decay: float = 0.0,
        amsgrad: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(lr, beta_1, beta_2, _or_default(epsilon), amsgrad, decay=decay, **kwargs)


class Adamax(tf.keras.optimizers.Adamax):
    """Adam with the largest gradient in place of the average of squares (Kingma and Ba, 2015)."""

    def __init__(
        self,
        lr: Any = 0.002,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: float | None = None,
        decay: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__(lr, beta_1, beta_2, _or_default(epsilon), decay=decay, **kwargs)


class Nadam(tf.keras.optimizers.Nadam):
    """Adam with Nesterov momentum (Dozat, 2016)."""

    def __init__(
        self,
        lr: Any = 0.002,
        beta_1: Any = 0.9,
        beta_2: Any = 0.999,
        epsilon: float | None = None,
        schedule_decay: float = 0.004,
        **kwargs: Any,
    ) -> None:
        super().__init__(lr, beta_1, beta_2, _or_default(epsilon), decay=schedule_decay, **kwargs)


def _or_default(epsilon: float | None) -> float:
    return tf.keras.backend.epsilon() if epsilon is None else epsilon
