"""Lambda: any function as a layer."""

from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import nest
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.nodes import shape_tuple


class Lambda(Layer):
    """A function as a layer.

    function: of the inputs, and of `mask` where it has that parameter.  output_shape: without the batch; seldom needed.
    mask: of the output; a tensor, or a function of inputs and mask.  arguments: other arguments of the function.
    """

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
        self._optional_arguments = {name for name in ("mask", "training") if name in names}

    def call(self, inputs, mask=None, training=None):
        """function(inputs)."""
        arguments = dict(self.arguments)
        if "mask" in self._optional_arguments:
            arguments["mask"] = mask
        if "training" in self._optional_arguments:
            arguments["training"] = training
        return self.function(inputs, **arguments)

    def compute_mask(self, inputs, mask=None):
        """The mask that was given."""
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def compute_output_shape(self, input_shape):
        """[batch, *output_shape], where that was given."""
        if self._output_shape is None:
            raise NotImplementedError(
                "We could not automatically infer the shape of the Lambda's output. Please specify `output_shape` for "
                "this Lambda."
            )
        if callable(self._output_shape):
            shapes = nest.map_structure(TensorShape, input_shape) if isinstance(input_shape, list) else input_shape
            return TensorShape(self._output_shape(shapes))
        batch = shape_tuple(TensorShape(nest.flatten(input_shape)[0] if isinstance(input_shape, list) else input_shape))
        return TensorShape([None if batch is None else batch[0], *self._output_shape])

    def get_config(self):
        """The arguments that make an equal layer, with the function itself."""
        return {
            **super().get_config(),
            "function": self.function,
            "output_shape": self._output_shape,
            "arguments": self.arguments,
        }
