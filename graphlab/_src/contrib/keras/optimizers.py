"""The optimizers that Keras had before those of tf.keras.optimizers: tf.contrib.keras.optimizers.

They have other arguments and learning rates than tf.keras.optimizers, which they are otherwise: Adagrad begins with
accumulators of 0.
"""

from typing import Any

from graphlab._src.keras import optimizers as current
from graphlab._src.keras.layers.backend_config import epsilon as default_epsilon
from graphlab._src.keras.optimizers import Optimizer, deserialize, get, serialize

__all__ = [
    "Adadelta",
    "Adagrad",
    "Adam",
    "Adamax",
    "Nadam",
    "Optimizer",
    "RMSprop",
    "SGD",
    "deserialize",
    "get",
    "serialize",
]


class SGD(current.SGD):
    """Gradient descent, with momentum. decay: lr is divided by 1 + decay · the number of steps."""

    def __init__(
        self, lr: Any = 0.01, momentum: Any = 0.0, decay: float = 0.0, nesterov: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(lr, momentum, nesterov, decay=decay, **kwargs)


class RMSprop(current.RMSprop):
    """Steps divided by the root of an average of squared gradients."""

    def __init__(
        self, lr: Any = 0.001, rho: Any = 0.9, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any
    ) -> None:
        super().__init__(lr, rho, epsilon=_or_default(epsilon), decay=decay, **kwargs)


class Adagrad(current.Adagrad):
    """Steps divided by the root of the sum of squared gradients (Duchi et al., 2011)."""

    def __init__(self, lr: Any = 0.01, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any) -> None:
        super().__init__(lr, 0.0, _or_default(epsilon), decay=decay, **kwargs)


class Adadelta(current.Adadelta):
    """Adagrad over a window of steps (Zeiler, 2012)."""

    def __init__(
        self, lr: Any = 1.0, rho: Any = 0.95, epsilon: float | None = None, decay: float = 0.0, **kwargs: Any
    ) -> None:
        super().__init__(lr, rho, _or_default(epsilon), decay=decay, **kwargs)


class Adam(current.Adam):
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


class Adamax(current.Adamax):
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


class Nadam(current.Nadam):
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
    return default_epsilon() if epsilon is None else epsilon


sgd, rmsprop, adagrad, adadelta, adam, adamax, nadam = SGD, RMSprop, Adagrad, Adadelta, Adam, Adamax, Nadam
