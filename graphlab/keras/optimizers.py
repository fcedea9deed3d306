"""tf.keras.optimizers: Keras' optimizers by name and as classes."""

from graphlab._src.keras.optimizers import (
    SGD,
    Adadelta,
    Adagrad,
    Adam,
    Adamax,
    Ftrl,
    Nadam,
    Optimizer,
    RMSprop,
    deserialize,
    get,
    schedules,
    serialize,
)

__all__ = [
    "Adadelta",
    "Adagrad",
    "Adam",
    "Adamax",
    "Ftrl",
    "Nadam",
    "Optimizer",
    "RMSprop",
    "SGD",
    "deserialize",
    "get",
    "schedules",
    "serialize",
]
