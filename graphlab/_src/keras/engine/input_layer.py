"""Input: the entry point of a model."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import dimension_value
from graphlab._src.graph import Tensor, nest
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.keras.layers.layer_names import unique_object_name
from graphlab._src.keras.layers.nodes import add_node, has_history, note_input
from graphlab._src.keras.placeholders import input_placeholder


class InputLayer(Layer):
    """A placeholder as a layer.

    input_shape: without the batch.  batch_size: where it is fixed.  input_tensor: taken instead of a new placeholder.
    sparse: makes a SparseTensor.
    dtype: of the placeholder; floatx() when left out.  ragged: makes a RaggedTensor.
    """

    def __init__(
        self,
        input_shape=None,
        batch_size=None,
        dtype=None,
        input_tensor: Any = None,
        sparse=False,
        name=None,
        ragged=False,
        **kwargs,
    ):
        batch_input_shape = kwargs.pop("batch_input_shape", None)
        if batch_input_shape is not None:
            if input_shape is not None:
                raise ValueError("Only provide the input_shape OR batch_input_shape argument to InputLayer.")
            batch_size, input_shape = batch_input_shape[0], tuple(batch_input_shape[1:])
        if kwargs:
            raise ValueError("Unrecognized keyword arguments:", list(kwargs))
        if isinstance(input_shape, int):
            input_shape = (input_shape,)
        if dtype is None:
            dtype = floatx() if input_tensor is None else input_tensor.dtype.name
        super().__init__(name=name or unique_object_name("input"), dtype=dtype)
        self.built = True
        self.sparse, self.ragged = sparse, ragged
        self.batch_size = dimension_value(batch_size)
        self.supports_masking = True
        if input_tensor is None:
            self.is_placeholder = True
            shape = None if input_shape is None else tuple(dimension_value(n) for n in (batch_size, *input_shape))
            input_tensor = input_placeholder(dtypes.as_dtype(dtype), shape, self.name, sparse, ragged)
            self._batch_input_shape = shape
        else:
            self.is_placeholder = False
            self._batch_input_shape = None if input_tensor.shape.ndims is None else tuple(input_tensor.shape.as_list())
        input_tensor._keras_mask = None
        add_node(self, [input_tensor], [input_tensor], ((), {}))
        note_input(input_tensor)

    def get_config(self):
        """The arguments that make an equal layer."""
        return {
            "batch_input_shape": self._batch_input_shape,
            "dtype": self.dtype,
            "sparse": self.sparse,
            "ragged": self.ragged,
            "name": self.name,
        }


def Input(  # noqa: N802  (Keras' name)
    shape=None, batch_size=None, name=None, dtype=None, sparse=False, tensor=None, ragged=False, **kwargs
):
    """A placeholder for the input of a model.

    shape: without the batch.  batch_size: where it is fixed.  tensor: taken instead of a new placeholder.
    """
    if sparse and ragged:
        raise ValueError("Cannot set both sparse and ragged to True in a Keras input.")
    batch_shape = kwargs.pop("batch_shape", None)
    if shape is not None and batch_shape is not None:
        raise ValueError("Only provide the `shape` OR `batch_shape` argument to Input, not both at the same time.")
    if kwargs:
        raise ValueError("Unrecognized keyword arguments:", list(kwargs))
    if shape is None and batch_shape is None and tensor is None:
        raise ValueError(
            "Please provide to Input either a `shape` or a `tensor` argument. Note that `shape` does not include the batch "
            "dimension."
        )
    if batch_shape is not None:
        batch_size, shape = batch_shape[0], tuple(batch_shape[1:])
    layer = InputLayer(
        input_shape=shape,
        batch_size=batch_size,
        name=name,
        dtype=dtype,
        sparse=sparse,
        input_tensor=tensor,
        ragged=ragged,
    )
    return layer._inbound_nodes[0].output_tensors[0]


def as_input(tensor):
    """The tensor, known as an Input from now on where it was not."""
    if not has_history(tensor):
        name = tensor.op.name.rpartition("/")[2] if isinstance(tensor, Tensor) else None
        InputLayer(input_tensor=tensor, name=unique_object_name(name or "input", zero_based=bool(name)))
    return tensor


def source_inputs(tensor):
    """The Inputs that a tensor comes from."""
    layer, index, _ = tensor._keras_history
    node = layer._inbound_nodes[index]
    if isinstance(layer, InputLayer):
        return nest.flatten(node.output_tensors)
    found = []
    for taken in nest.flatten(node.input_tensors):
        for source in source_inputs(taken):
            if not any(source is known for known in found):
                found.append(source)
    return found
