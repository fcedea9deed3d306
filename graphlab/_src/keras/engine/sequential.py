"""Sequential: one layer after the other."""

import copy
from typing import Any

from graphlab._src.base import logging
from graphlab._src.graph import nest
from graphlab._src.keras.engine.input_layer import Input, InputLayer, source_inputs
from graphlab._src.keras.engine.model import Model
from graphlab._src.keras.engine.network import check_styles
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_registry import layer_from
from graphlab._src.keras.layers.nodes import has_history
from graphlab._src.keras.layers.object_registry import custom_objects as known_as
from graphlab._src.state.variable import Variable


class Sequential(Model):
    """Layers one after the other, each with one input and one output.

    Where the first layer knows the shape of its input (input_shape, batch_input_shape, input_dim) everything is built
    as it is added, otherwise when data comes.
    layers: a list of layers to begin with.
    """

    _is_sequential = True

    def __init__(self, layers=None, name=None):
        super().__init__(name=name)
        self.supports_masking = True
        self._compute_output_and_mask_jointly = True
        self._build_input_shape: Any = None
        for layer in layers if isinstance(layers, (list, tuple)) else [layers] if layers else []:
            self.add(layer)

    def _track_value(self, value, structures=True):
        """Its layers are those that were added, whatever else its attributes are; not so those of a subclass."""
        if type(self) is not Sequential or isinstance(value, Variable):
            super()._track_value(value, structures)

    @property
    def layers(self):
        """The layers that were added."""
        layers = super().layers
        return layers[1:] if layers and isinstance(layers[0], InputLayer) else layers

    def add(self, layer):
        """Adds a layer at the end."""
        if has_history(layer) and isinstance(layer._keras_history[0], InputLayer):
            layer = layer._keras_history[0]
        if not isinstance(layer, Layer):
            raise TypeError(f"The added layer must be an instance of class Layer. Found: {layer}")
        check_styles([layer])
        self.built = False
        first = not self._layers
        if first:
            self._begin(layer)
        elif self.outputs:
            self.outputs = [_only_one(layer(self.outputs[0]))]
        if self.outputs and (first or self._is_graph_network):
            self._init_functional(self.inputs, self.outputs, name=self.name)
        else:
            self._layers.append(layer)
            self._track_layers()
        self.built = bool(self.outputs)

    def _track_layers(self):
        """Names the layers for checkpoints while there is no input to trace them from: a layer without weights by its number."""
        names = [f"layer-{i}" for i in range(len(self._layers))]
        weighted = [layer for layer in self._layers if layer.built and layer.weights]
        names += [f"layer_with_weights-{i}" for i in range(len(weighted))]
        for name, layer in zip(names, [*self._layers, *weighted], strict=True):
            self._track_trackable(layer, name, overwrite=True)

    def _begin(self, layer):
        """Makes the input, where the first layer says what it is."""
        if not isinstance(layer, InputLayer):
            shape, dtype = _input_of(layer)
            if shape is None:
                return
            layer(Input(batch_shape=shape, dtype=dtype, name=layer.name + "_input"))
        self.outputs = [_only_one(layer._inbound_nodes[-1].output_tensors, ValueError)]
        self.inputs = source_inputs(self.outputs[0])

    def _init_functional(self, inputs, outputs, name=None, trainable=True):
        self._inbound_nodes.clear()
        super()._init_functional(inputs, outputs, name=name, trainable=trainable)

    def pop(self):
        """Removes the last layer."""
        if not self.layers:
            raise TypeError("There are no layers in the model.")
        self._layers.pop()
        if not self.layers:
            self.inputs = self.outputs = None
            self.built = self._is_graph_network = False
        elif self._is_graph_network:
            self.outputs = [nest.flatten(self.layers[-1].output)[0]]
            self._init_functional(self.inputs, self.outputs, name=self.name)

    def build(self, input_shape=None):
        """Makes the variables, for inputs of a shape."""
        if not self._is_graph_network:
            if input_shape is None:
                raise ValueError("You must provide an `input_shape` argument.")
            input_shape = self._build_input_shape = tuple(input_shape)  # a list would be several shapes
        super().build(input_shape)

    build._is_default = True

    def call(self, inputs, training=None, mask=None):
        """What becomes of the inputs, layer by layer."""
        if self._is_graph_network:
            return super().call(inputs, training=training, mask=mask)
        outputs = inputs
        for layer in self.layers:
            keywords = {}
            if layer._call_accepts("mask"):
                keywords["mask"] = mask
            if layer._call_accepts("training"):
                keywords["training"] = training
            outputs = layer(outputs, **keywords)
            mask = getattr(outputs, "_keras_mask", None)
        return outputs

    def compute_output_shape(self, input_shape):
        """What the layers make of a shape."""
        for layer in self.layers:
            input_shape = layer.compute_output_shape(input_shape)
        return input_shape

    def predict_proba(self, x, batch_size=32, verbose=0):
        """predict, with a warning when what it returns are no probabilities."""
        found = self.predict(x, batch_size, verbose)
        if found.min() < 0.0 or found.max() > 1.0:
            logging.warning(
                "Network returning invalid probability values. The last layer might not normalize predictions into "
                "probabilities (like softmax or sigmoid would)."
            )
        return found

    def predict_classes(self, x, batch_size=32, verbose=0):
        """The number of the likeliest class for each example; of a single output whether it is above 1/2."""
        found = self.predict(x, batch_size=batch_size, verbose=verbose)
        return found.argmax(axis=-1) if found.shape[-1] > 1 else (found > 0.5).astype("int32")

    def get_config(self):
        """Its layers, and how each is configured."""
        layers = [{"class_name": type(layer).__name__, "config": layer.get_config()} for layer in self.layers]
        own = self._layers
        if self._is_graph_network and layers and isinstance(own[0], InputLayer):
            layers[0]["config"].setdefault("batch_input_shape", own[0]._batch_input_shape)
        config = {"name": self.name, "layers": copy.deepcopy(layers)}
        if self._build_input_shape:
            config["build_input_shape"] = self._build_input_shape
        return config

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The model that get_config describes."""
        layers = config["layers"] if isinstance(config, dict) else config
        named = config if isinstance(config, dict) else {}
        model = cls(name=named.get("name"))
        with known_as(custom_objects or {}):
            for description in layers:
                model.add(layer_from(description))
        if not model.inputs and named.get("build_input_shape"):
            model.build(named["build_input_shape"])
        return model


def _only_one(output, error: type[Exception] = TypeError):
    tensors = nest.flatten(output)
    if len(tensors) != 1:
        raise error(
            "All layers in a Sequential model should have a single output tensor. For multi-output layers, use the "
            "functional API."
        )
    return tensors[0]


def _input_of(layer):
    """(shape, type) of a layer's input, where it knows; a model's first layer knows for it."""
    if isinstance(layer, Model):
        if layer._is_graph_network:
            return tuple(layer.inputs[0].shape.as_list()), layer.inputs[0].dtype.name
        if not layer.layers:
            raise ValueError("Cannot infer the dtype from an empty model.")
        return _input_of(layer.layers[0])
    return getattr(layer, "_batch_input_shape", None), layer.dtype
