"""Wrapper and TimeDistributed: a layer around a layer."""

from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.recurrence import rnn
from graphlab._src.ops.joining import stack
from graphlab._src.ops.reduction import reduce_any
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.shape import shape as shape_of


class Wrapper(Layer):
    """The base of layers that wrap a layer."""

    def __init__(self, layer, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError(
                f"Please initialize `{type(self).__name__}` layer with a `Layer` instance. You passed: {layer}"
            )
        self.layer: Any = layer
        super().__init__(**kwargs)

    def build(self, input_shape=None):
        """Builds the layer."""
        if not self.layer.built:
            self.layer.build(input_shape)
            self.layer.built = True
        self.built = True

    @property
    def activity_regularizer(self):
        """The layer's."""
        return getattr(self.layer, "activity_regularizer", None)

    def get_config(self):
        """The arguments that make an equal layer."""
        inner = {"class_name": type(self.layer).__name__, "config": self.layer.get_config()}
        return {**super().get_config(), "layer": inner}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The layer that get_config describes."""
        config = dict(config)
        return cls(layer_from(config.pop("layer"), custom_objects), **config)


def is_builtin_layer(layer: Any) -> bool:
    """True for a layer of a class of Keras, or below one, other than Layer itself."""
    kinds = [kind for kind in type(layer).__mro__ if kind.__module__.startswith("graphlab._src.keras.")]
    return kinds[0] is not Layer if kinds else False


class TimeDistributed(Wrapper):
    """A layer for each step of sequences: [batch, steps, …].

    The steps become a part of the batch for Keras' own layers without states, and where the size of the batch isn't known.
    Others may look at the whole batch: they are called once per step.
    """

    def __init__(self, layer, **kwargs):
        super().__init__(layer, **kwargs)
        self.supports_masking = True
        self._always_use_reshape = is_builtin_layer(layer) and not getattr(layer, "stateful", False)

    def build(self, input_shape=None):
        """Builds the layer for a step."""
        sizes = TensorShape(input_shape).as_list()
        if len(sizes) < 3:
            raise ValueError(
                f"`TimeDistributed` Layer should be passed an `input_shape ` with at least 3 dimensions, received: {sizes}"
            )
        self.input_spec = InputSpec(shape=(None, None, *sizes[2:]))
        super().build(TensorShape([sizes[0], *sizes[2:]]))

    def compute_output_shape(self, input_shape):
        """The layer's, with the steps after the batch."""
        batch, steps, *rest = TensorShape(input_shape).as_list()
        inner = TensorShape(self.layer.compute_output_shape(TensorShape([batch, *rest]))).as_list()
        return TensorShape([inner[0], steps, *inner[1:]])

    def call(self, inputs, training=None, mask=None):
        """What the layer makes of each step."""
        keywords: Any = {"training": training} if self.layer._call_accepts("training") else {}
        batch, steps = inputs.shape.as_list()[:2]
        if batch and not self._always_use_reshape:
            return rnn(lambda x, _: (self.layer(x, **keywords), []), inputs, [], input_length=steps)[1]
        if self.layer._call_accepts("mask") and mask is not None:
            keywords["mask"] = _merged(mask)
        found = self.layer(_merged(inputs), **keywords)
        return nest.map_structure(lambda tensor: _parted(tensor, inputs), found)

    def compute_mask(self, inputs, mask=None):
        """The layer's mask, or else whether there is anything in a step."""
        if inputs.shape.as_list()[0] and not self._always_use_reshape:
            return mask
        looks_at_inputs = type(self.layer).compute_mask is not Layer.compute_mask
        steps = _merged(inputs) if looks_at_inputs else inputs
        inner = self.layer.compute_mask(steps, None if mask is None else _merged(mask))
        if inner is not None:
            return _parted(inner, inputs)
        for _ in range(0 if mask is None else mask.shape.ndims - 2):
            mask = reduce_any(mask, axis=-1)
        return mask


def _sizes(tensor, start) -> Any:
    """The sizes of a tensor's axes from one on: numbers where they are known, else tensors."""
    whole: Any = shape_of(tensor) if None in tensor.shape.as_list()[start:] else None
    return [n if n is not None else whole[start + i] for i, n in enumerate(tensor.shape.as_list()[start:])]


def _merged(tensor):
    """[batch, steps, …] as [batch · steps, …]."""
    return reshape(
        tensor, stack([-1, *_sizes(tensor, 2)]) if None in tensor.shape.as_list()[2:] else (-1, *_sizes(tensor, 2))
    )


def _parted(tensor, inputs):
    """[batch · steps, …] as [batch, steps, …], as many steps as the inputs have."""
    sizes = [-1, *_sizes(inputs, 1)[:1], *_sizes(tensor, 1)]
    found = reshape(tensor, sizes if all(isinstance(n, int) for n in sizes) else stack(sizes))
    found.set_shape([*inputs.shape.as_list()[:2], *tensor.shape.as_list()[1:]])
    return found
