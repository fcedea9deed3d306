"""Lambda: any function as a layer."""

import numpy as np

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Graph, nest
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.function_code import deserialized, serialized
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.nodes import shape_tuple, shapes_in
from graphlab._src.keras.layers.weight_values import track_variable
from graphlab._src.ops.identity import placeholder
from graphlab._src.state.variable_creators import variable_creator_scope

_FIELDS = {"function": "module", "output_shape": "output_shape_module", "mask": "mask_module"}


class Lambda(Layer):
    """A function as a layer.

    function: of the inputs, and of `mask` where it has that parameter.  output_shape: without the batch; seldom needed.
    mask: of the output; a tensor, or a function of inputs and mask.  arguments: other arguments of the function.
    Variables that the function makes are the layer's, and are used again by name when it is called again; those among the
    arguments are not.
    """

    _untracked = frozenset(("function", "arguments"))

    def __init__(self, function, output_shape=None, mask=None, arguments=None, **kwargs):
        super().__init__(**kwargs)
        self.function = function
        self.arguments = arguments or {}
        self.mask = mask
        self.supports_masking = mask is not None
        if output_shape is not None and not isinstance(output_shape, (list, tuple)) and not callable(output_shape):
            raise TypeError(f"In Lambda, `output_shape` must be a list, a tuple, or a function. Found: {output_shape}")
        self._output_shape = tuple(output_shape) if isinstance(output_shape, list) else output_shape
        code = getattr(function, "__code__", None)
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount] if code else ()
        self._made = {}  # name of a variable -> the variable
        self._optional_arguments = {name for name in ("mask", "training") if name in names}

    def call(self, inputs, mask=None, training=None):
        """function(inputs)."""
        arguments = dict(self.arguments)
        if "mask" in self._optional_arguments:
            arguments["mask"] = mask
        if "training" in self._optional_arguments:
            arguments["training"] = training
        with variable_creator_scope(self._variable):
            return self.function(inputs, **arguments)

    def _variable(self, next_creator, **kwargs):
        name = kwargs["name"]
        if name not in self._made:
            made = self._made[name] = next_creator(**kwargs)
            track_variable(made)
            (self._trainable_weights if made.trainable else self._non_trainable_weights).append(made)
        return self._made[name]

    def compute_mask(self, inputs, mask=None):
        """The mask that was given."""
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def compute_output_shape(self, input_shape):
        """[batch, *output_shape], where that was given; else that of the function's result in a graph of its own."""
        if self._output_shape is None:
            return self._inferred_shape(input_shape)
        if callable(self._output_shape):
            return shapes_in(self._output_shape(nest.map_structure(shape_tuple, shapes_in(input_shape))))
        sizes = shape_tuple(nest.flatten(shapes_in(input_shape))[0])
        batch = sizes[0] if sizes else None
        return nest.map_structure(lambda shape: TensorShape([batch, *shape.as_list()]), shapes_in(self._output_shape))

    def _inferred_shape(self, input_shape):
        made = dict(self._made)
        try:
            with Graph().as_default():
                inputs = nest.map_structure(lambda shape: placeholder(floatx(), shape), shapes_in(input_shape))
                outputs = self.call(inputs, training=False)
            return nest.map_structure(lambda output: output.shape, outputs)
        except TypeError:
            raise NotImplementedError(
                "We could not automatically infer the shape of the Lambda's output. Please specify `output_shape` for "
                "this Lambda."
            ) from None
        finally:
            self._made = made

    def get_config(self):
        """The arguments that make an equal layer; of a function its byte code, or its name if graphlab has it."""
        config = {**super().get_config(), "arguments": self.arguments}
        for field, value in (("function", self.function), ("output_shape", self._output_shape), ("mask", self.mask)):
            if field != "mask" or value is not None:
                found = serialized(value, allow_raw=field == "output_shape")
                config[field], config[f"{field}_type"], config[_FIELDS[field]] = found
        return config

    @classmethod
    def from_config(cls, config):
        """The layer that get_config describes; a function may also be in `custom_objects`, by its name or the layer's."""
        config = {**config, "arguments": dict(config.get("arguments") or {})}
        for field, place in _FIELDS.items():
            kind, module = config.pop(f"{field}_type", None), config.pop(place, None)
            if kind is not None or isinstance(config.get(field), str):
                config[field] = deserialized(config[field], kind, module, config.get("name"))
        for key, value in config["arguments"].items():
            if isinstance(value, dict) and value.get("type") == "ndarray":
                config["arguments"][key] = np.array(value["value"])
        return cls(**config)
