"""Layers by name: what wrappers and models make of a configuration."""

from graphlab._src.keras.layers.object_registry import deserialize_object

LAYERS = {}  # {class name: class}, filled where tf.keras.layers is put together
# Of TensorFlow 1.13.
_FORMER_NAMES = dict.fromkeys(("BatchNormalizationV1", "BatchNormalizationV2"), "BatchNormalization")


def layer_from(config, custom_objects=None):
    """The layer that a {"class_name": …, "config": …} describes."""
    if isinstance(config, dict) and config.get("class_name") in _FORMER_NAMES:
        config = {**config, "class_name": _FORMER_NAMES[config["class_name"]]}
    return deserialize_object("layer", LAYERS, config, custom_objects)
