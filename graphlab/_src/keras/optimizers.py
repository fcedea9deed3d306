"""tf.keras.optimizers: Keras' optimizers by name and as classes."""

from typing import Any

from graphlab._src.keras.engine import schedules as schedules
from graphlab._src.keras.engine.optimizer import Optimizer
from graphlab._src.keras.engine.optimizer_classes import SGD, Adadelta, Adagrad, Adam, Adamax, Ftrl, Nadam, RMSprop
from graphlab._src.keras.engine.train_optimizer import TFOptimizer
from graphlab._src.keras.layers.object_registry import deserialize_object, serialize_object
from graphlab._src.train.optimizers.optimizer import Optimizer as TrainOptimizer

KNOWN = {
    name: kind
    for kind in (SGD, Adadelta, Adagrad, Adam, Adamax, Ftrl, Nadam, RMSprop)
    for name in (kind.__name__, kind.__name__.lower())
}


def serialize(optimizer):
    """What `deserialize` makes an equal optimizer of."""
    return serialize_object(optimizer)


def deserialize(config, custom_objects=None) -> Any:
    """The optimizer that a name or a config means."""
    return deserialize_object("optimizer", KNOWN, config, custom_objects)


def get(identifier):
    """The optimizer that a name, a config or an optimizer of tf.train means."""
    if isinstance(identifier, (Optimizer, TFOptimizer)):
        return identifier
    if isinstance(identifier, TrainOptimizer):
        return TFOptimizer(identifier)
    if isinstance(identifier, str):
        name = identifier if identifier in KNOWN else identifier.lower()
        return deserialize({"class_name": name, "config": {}})
    if isinstance(identifier, dict):
        return deserialize(identifier)
    raise ValueError("Could not interpret optimizer identifier:", identifier)
