"""What a run is given: feed_dict keys as tensors, and values as arrays of the tensor's type and shape."""

import numbers

import jax
import numpy as np

from graphlab import shapes
from graphlab.errors import explain
from graphlab.graph.tensor import IndexedSlices, Tensor
from graphlab.session.fetches import feed_function_of


def expand(graph, feed_dict):
    """[(tensor, value), …] of a feed_dict, whose keys may be tensors, names, variables, or objects of several tensors.

    Raises TypeError for a key that is no tensor, ValueError for a tensor that may not be fed.
    """
    pairs = []
    for key, value in feed_dict.items():
        for item, part in _parts(key, value):
            try:
                tensor = graph.as_graph_element(item, allow_operation=False)
            except (TypeError, ValueError, KeyError) as error:
                raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from None
            if not graph.is_feedable(tensor):
                raise ValueError(explain(f"Tensor {tensor.name} may not be fed.", at=tensor))
            pairs.append((tensor, part))
    return pairs


def _parts(key, value):
    if isinstance(key, IndexedSlices):
        keys = [key.values, key.indices] + ([] if key.dense_shape is None else [key.dense_shape])
        return zip(keys, value, strict=False)
    function = feed_function_of(key)
    if function is not None:
        return function(key, value)
    if isinstance(key, tuple):
        return _flat_pairs(key, value)
    return [(key, value)]


def _flat_pairs(keys, values):
    if len(keys) != len(values):
        raise ValueError(f"A feed of {len(keys)} tensors needs as many values, got {len(values)}")
    pairs = []
    for key, value in zip(keys, values, strict=True):
        pairs.extend(_flat_pairs(key, value) if isinstance(key, tuple) else [(key, value)])
    return pairs


class Feed:
    """Takes the values that runs feed for one tensor."""

    __slots__ = ("_dims", "_last_shape", "_numpy_type", "is_64_bit", "tensor")

    def __init__(self, tensor):
        self.tensor = tensor
        self._numpy_type = np.dtype(tensor.dtype.base_dtype.as_numpy_dtype)
        self._dims = tensor._dims
        self._last_shape = None
        self.is_64_bit = (
            self._numpy_type.itemsize >= 8 and self._numpy_type.kind in "iufc" and self._numpy_type != np.complex64
        )

    def take(self, value):
        """value as an array of the tensor's type.

        A NumPy or JAX array of that type is taken without a copy.
        Raises TypeError or ValueError when it is not one, or its shape is not one that the tensor may have.
        """
        if type(value) is not np.ndarray or value.dtype != self._numpy_type or self._numpy_type.kind == "O":
            value = self._convert(value)
        shape = value.shape
        if shape == self._last_shape:
            return value
        dims = self._dims
        if dims is not None and not shapes.compatible(dims, shape):
            raise ValueError(
                explain(
                    f"Cannot feed value of shape {value.shape} for Tensor {self.tensor.name!r}, which has shape "
                    f"'{shapes.TensorShape._of(dims)}'",
                    at=self.tensor,
                    fix="feed an array of that shape, or build the placeholder with None where any size will do",
                )
            )
        self._last_shape = shape
        return value

    def _convert(self, value):
        if isinstance(value, jax.Array) and value.dtype == self._numpy_type:
            return value
        tensor = self.tensor
        if isinstance(value, Tensor):
            raise TypeError(
                explain(
                    "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, "
                    f"strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was {value} "
                    f"which was passed to the feed with key {tensor}.",
                    at=tensor,
                    fix="run the tensor first, and feed what it gives",
                )
            )
        if value is None:
            raise self._refused("None", TypeError)
        try:
            array = np.asarray(value, self._numpy_type)
        except OverflowError:
            raise self._too_large(value) from None
        except (ValueError, TypeError) as error:
            raise self._refused(f"{_short(value)} ({str(error).splitlines()[0]})", type(error)) from None
        if type(value) is int and array != value:
            raise self._too_large(value)
        return self._as_bytes(array, value) if array.dtype == object else array

    def _as_bytes(self, array, value):
        flat = [item.encode() if isinstance(item, str) else item for item in array.reshape(-1)]
        if any(isinstance(item, numbers.Number) for item in flat):
            raise self._refused(_short(value), TypeError)
        result = np.empty(len(flat), object)
        result[:] = flat
        return result.reshape(array.shape)

    def _too_large(self, value):
        return TypeError(
            explain(
                f"Type of feed value {_short(value)} with type {type(value)} is not compatible with Tensor type "
                f"{self._numpy_type.type}. Try explicitly setting the type of the feed tensor to a larger type (e.g. int64).",
                at=self.tensor,
            )
        )

    def _refused(self, what, kind):
        dtype = self.tensor.dtype.base_dtype.name
        message = f"Cannot feed {what} for Tensor {self.tensor.name!r}, which takes {dtype} values"
        return kind(
            explain(message, at=self.tensor, fix="feed a number, a list of equally long rows, or a NumPy array")
        )


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
