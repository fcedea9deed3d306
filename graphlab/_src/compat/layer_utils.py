"""tensorflow.python.training.tracking.layer_utils: the weights of layers and of what else has some."""

from collections.abc import Iterable, Sequence
from typing import Any

from graphlab._src.compat.object_identity import ObjectIdentitySet
from graphlab._src.keras.layers.layer import Layer


def is_layer(obj: Any) -> bool:
    """True for a layer, also for an object of a program that says `_is_layer`; not for a class."""
    return not isinstance(obj, type) and (isinstance(obj, Layer) or hasattr(obj, "_is_layer"))


def has_weights(obj: Any) -> bool:
    """True for an object whose class has trainable_weights and non_trainable_weights."""
    kind = type(obj)
    named = hasattr(kind, "trainable_weights") and hasattr(kind, "non_trainable_weights")
    return named and not isinstance(obj, type)


def filter_empty_layer_containers(layer_list: Sequence[Any]) -> list[Any]:
    """The layers of a list, each once, and those of lists and other objects in it that have `layers`."""
    seen = ObjectIdentitySet()
    to_visit, found = list(reversed(layer_list)), []
    while to_visit:
        item = to_visit.pop()
        if item in seen:
            continue
        seen.add(item)
        if is_layer(item):
            found.append(item)
        elif hasattr(item, "layers"):
            to_visit.extend(reversed(item.layers))
    return found


def gather_trainable_weights(trainable: bool, sub_layers: Iterable[Any], extra_variables: Iterable[Any]) -> list[Any]:
    """The trainable weights of what has layers and variables of its own; none where it is not trainable."""
    if not trainable:
        return []
    return [*_weights(sub_layers, "trainable_weights"), *(one for one in extra_variables if one.trainable)]


def gather_non_trainable_weights(
    trainable: bool, sub_layers: Iterable[Any], extra_variables: Iterable[Any]
) -> list[Any]:
    """The other weights; all where it is not trainable, the trainable ones first."""
    layers, variables = list(sub_layers), list(extra_variables)
    found = [*_weights(layers, "non_trainable_weights"), *(one for one in variables if not one.trainable)]
    if trainable:
        return found
    return [*_weights(layers, "trainable_weights"), *(one for one in variables if one.trainable), *found]


def _weights(layers: Iterable[Any], kind: str) -> list[Any]:
    return [weight for layer in layers for weight in getattr(layer, kind)]
