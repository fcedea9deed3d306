"""Layers by name: what wrappers and models make of a configuration."""

from graphlab._src.keras.layers.object_registry import deserialize_object

LAYERS = {}  # {class name: class}, filled where tf.keras.layers is put together


def layer_from(config, custom_objects=None):
    """The layer that a {"class_name": …, "config": …} describes."""
    return deserialize_object("layer", LAYERS, config, custom_objects)
