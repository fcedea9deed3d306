"""Feeds: keys of a feed_dict as tensors, and values as arrays of the tensor's type and shape."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import jax
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import InternalError, InvalidArgumentError, explain
from graphlab._src.base.fixes import Edit, Fix
from graphlab._src.graph import nest
from graphlab._src.graph.frozen_arrays import copied
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.session.annotations import Array
from graphlab._src.session.calls.conversions import conversion_of
from graphlab._src.session.calls.mistakes import fix_of_key
from graphlab._src.session.calls.tensor_handle import TensorHandle


def expand(graph: Graph, feed_dict: Mapping[Any, Any]) -> list[tuple[Tensor, Any]]:
    """Returns [(tensor, value), …] of a feed_dict, whose keys may be tensors, names, variables, or objects of several tensors.

    Raises TypeError for a key that is no tensor, ValueError for a tensor that may not be fed.
    """
    pairs: list[tuple[Tensor, Any]] = []
    for key, value in _flatten(feed_dict):
        conversion = conversion_of(key)
        parts = [(key, value)] if conversion is None or conversion.feed is None else conversion.feed(key, value)
        for item, part in parts:
            tensor = _tensor(graph, item, "feed_dict")
            _check_feedable(graph, tensor)
            pairs.append((tensor, part))
    return pairs


def expand_keys(graph: Graph, feeds: Iterable[Any], where: str = "feed_list") -> list[Tensor]:
    """The tensors that `feeds` refer to: keys as a feed_dict has them, without values."""
    tensors: list[Tensor] = []
    for key in feeds:
        conversion = conversion_of(key)
        for item in [key] if conversion is None or conversion.feed_keys is None else conversion.feed_keys(key):
            tensors.append(_tensor(graph, item, where))
    return tensors


def _tensor(graph: Graph, item: Any, where: str) -> Tensor:
    try:
        tensor: Any = graph.as_graph_element(item, allow_operation=False)
    except (TypeError, ValueError, KeyError) as error:
        message = f"Cannot interpret {where} key as Tensor: {error.args[0]}"
        fix = None if "\n" in message else fix_of_key(graph, item)
        raise TypeError(explain(message, fix=fix)) from None
    return tensor


def _check_feedable(graph: Graph, tensor: Tensor) -> None:
    if not graph.is_feedable(tensor):
        raise ValueError(explain(f"Tensor {tensor} may not be fed.", at=tensor))
    if not tensor.dtype.is_numpy_compatible:  # TensorFlow looks its NumPy type up in a dict
        raise KeyError(explain(f"{tensor.dtype.as_datatype_enum}: a handle can't be fed", at=tensor))


def _flatten(feed_dict: Mapping[Any, Any]) -> Iterator[tuple[Any, Any]]:
    for key, value in feed_dict.items():
        if not nest.is_nested(key):
            yield key, value
            continue
        keys, values = nest.flatten(key), nest.flatten(value)
        if len(keys) != len(values):
            raise ValueError(
                f"Could not flatten dictionary. Key had {len(keys)} elements, but value had {len(values)} elements. "
                f"Key: {keys}, value: {values}."
            )
        yield from zip(keys, values, strict=True)


class Feed:
    """Converts the values that runs feed for one tensor."""

    __slots__ = ("_dims", "_is_short", "_is_text", "_last_shape", "_numpy_type", "is_64_bit", "tensor")

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor
        self._numpy_type = np.dtype(dtypes.storage(tensor.dtype))
        self._is_text = self._numpy_type.kind == "O"
        self._is_short = self._numpy_type.itemsize == 2 and self._numpy_type.kind not in "iu"
        self._dims = None if tensor in tensor.graph.fed_in_any_shape else tensor.dims
        self._last_shape: tuple[int, ...] | None = None
        self.is_64_bit = (
            self._numpy_type.itemsize >= 8 and self._numpy_type.kind in "iufc" and self._numpy_type != np.complex64
        )

    def take(self, value: Any) -> Array:
        """Returns the value as an array of the tensor's type, and of a shape that it may have.

        A NumPy or JAX array of that type is taken without a copy; text becomes bytes.
        Raises TypeError or ValueError when it is not one, InternalError for what can't be an element of a string tensor.
        Such an error knows the tensor, as `error.tensor`.
        """
        given = value
        try:
            if type(value) is not np.ndarray or value.dtype != self._numpy_type:
                value = self._convert(value)
            if value.shape != self._last_shape:
                self._check_shape(value.shape, given is None)
            return self._as_bytes(value) if self._is_text else value
        except Exception as error:
            error.tensor = self.tensor  # pyright: ignore[reportAttributeAccessIssue]
            raise

    def take_own(self, value: Any) -> Array:
        """The same, with a copy of an array that the caller may change during the run, or after it."""
        taken = self.take(value)
        if isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__array__"):
            return taken if self._is_text or isinstance(taken, jax.Array) else copied(taken)
        return taken

    def as_fetched(self, value: Any) -> Array:
        """The value of a tensor that is fetched and fed this value: an array, text unchanged."""
        if isinstance(value, TensorHandle):
            return value.eval()
        if type(value) is not np.ndarray or value.dtype != self._numpy_type:
            value = np.asarray(self._convert(value))
        if value.shape != self._last_shape:
            self._check_shape(value.shape)
        return value.view(self.tensor.dtype.base_dtype.as_numpy_dtype) if self.tensor.dtype.is_quantized else value

    def _check_shape(self, shape: tuple[int, ...], is_none: bool = False) -> None:
        dims = self._dims
        if dims is not None and not shapes.compatible(dims, shape):
            raise ValueError(
                explain(
                    f"Cannot feed value of shape {shape} for Tensor {self.tensor.name!r}, which has shape "
                    f"'{shapes.TensorShape.from_dims(dims)}'",
                    at=self.tensor,
                    fix="the value is None: what returned it?" if is_none else self._other_shape(shape, dims),
                )
            )
        self._last_shape = shape

    def _other_shape(self, shape: tuple[int, ...], dims: tuple[int | None, ...]) -> str:
        """What to do about a value of another shape: an axis for the batch, or the same numbers in the shape that is wanted."""
        if len(dims) == len(shape) + 1 and dims[0] in (None, 1) and shapes.compatible(dims[1:], shape):
            return Fix("feed a batch: this is a single example, [value] is a batch of one", self._fed_as("[{}]"))
        if (
            len(shape) == len(dims) + 1
            and self.tensor.dtype.is_integer
            and shape[-1] > 1
            and shapes.compatible(dims, shape[:-1])
        ):
            said = "for labels that are numbers of classes, not one-hot vectors, np.argmax(value, axis=-1)"
            return Fix(said, self._fed_as("np.argmax({}, axis=-1)"))
        if len(dims) == len(shape) == 2 and shapes.compatible(dims, shape[::-1]):
            return Fix("np.transpose(value) has that shape", self._fed_as("np.transpose({})"))
        known = math.prod(size for size in dims if size is not None)
        unknown = sum(size is None for size in dims)
        if unknown <= 1 and known and (math.prod(shape) % known == 0 if unknown else math.prod(shape) == known):
            text = f"np.reshape({{}}, {[-1 if size is None else size for size in dims]})"
            return Fix(f"{text.format('value')} has that shape", self._fed_as(text))
        return "feed an array of that shape, or build the placeholder with None where any size will do"

    def _fed_as(self, text: str) -> Edit:
        return Edit("feed-as", text=text, operand=self.tensor)

    def _convert(self, value: Any) -> Array:
        if isinstance(value, jax.Array) and value.dtype == self._numpy_type:
            return value
        if isinstance(value, Tensor):
            raise self._is_a_tensor(value)
        if isinstance(value, TensorHandle):
            return self._stored(value)
        if isinstance(value, int) and self._is_text:
            raise self._too_large(value)
        if isinstance(value, np.ndarray) and value.dtype.names == (self.tensor.dtype.base_dtype.name,):
            value = value[self.tensor.dtype.base_dtype.name]  # TensorFlow's NumPy type of quantized numbers
        try:
            array = np.asarray(value, self._numpy_type) if not self._is_short else self._shortened(value)
        except OverflowError:
            raise self._too_large(value) from None
        except NotImplementedError:  # a symbolic tensor in a list has no value
            raise self._refused(value, "setting an array element with a sequence.", ValueError) from None
        except (ValueError, TypeError) as error:
            if "inhomogeneous" in str(error):
                raise self._ragged(value) from None
            raise self._refused(value, str(error).splitlines()[0], type(error)) from None
        if isinstance(value, int) and array.item() != value:
            raise self._too_large(value)
        return array

    def _shortened(self, value: Any) -> Array:
        with np.errstate(over="ignore"):  # a number that does not fit is refused by the caller
            return np.asarray(value, self._numpy_type)

    def _stored(self, handle: TensorHandle) -> Array:
        array = handle.stored()
        if array.dtype != self._numpy_type:
            wanted = dtypes.runtime_name(self.tensor.dtype.base_dtype)
            given = dtypes.runtime_name(dtypes.as_dtype(array.dtype))
            raise InvalidArgumentError(
                None, None, explain(f"Expects arg[0] to be {wanted} but {given} is provided", at=self.tensor)
            )
        return array

    def _as_bytes(self, array: Array) -> Array:
        items = array.reshape(-1).tolist()
        result = np.empty(len(items), object)
        for i, item in enumerate(items):
            if isinstance(item, str):
                result[i] = item.encode()
            elif isinstance(item, bytes):
                result[i] = item
            else:
                message = f"Unsupported object type {type(item).__name__}"
                fix = "feed bytes or str, or nested lists of these that are equally long"
                raise InternalError(None, None, explain(message, at=self.tensor, fix=fix))
        return result.reshape(array.shape)

    def _is_a_tensor(self, value: Tensor) -> TypeError:
        return TypeError(
            explain(
                "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, "
                f"strings, lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was {value} "
                f"which was passed to the feed with key {self.tensor}.",
                at=self.tensor,
                fix=Fix("run the tensor first, and feed its value", self._fed_as("{session}.run({})")),
            )
        )

    def _too_large(self, value: object) -> TypeError:
        return TypeError(
            explain(
                f"Type of feed value {_short(value, str)} with type {type(value)} is not compatible with Tensor type "
                f"{self._numpy_type.type}. Try explicitly setting the type of the feed tensor to a larger type (e.g. int64).",
                at=self.tensor,
            )
        )

    def _ragged(self, value: object) -> Exception:
        """Rows of different lengths: the error of NumPy's that TensorFlow raises, with what to do about them."""
        message = (
            f"Cannot feed {_short(value)} (setting an array element with a sequence.) for Tensor {self.tensor.name!r}, "
            f"which has {self.tensor.dtype.base_dtype.name} values"
        )
        fix = "its rows are not equally long: pad them with zeros, and feed the lengths as a second placeholder"
        return ValueError(explain(message, at=self.tensor, fix=fix))

    def _refused(self, value: object, reason: str, kind: type[Exception]) -> Exception:
        dtype = self.tensor.dtype.base_dtype.name
        message = f"Cannot feed {_short(value)} ({reason}) for Tensor {self.tensor.name!r}, which has {dtype} values"
        return kind(
            explain(message, at=self.tensor, fix="feed a number, a list of equally long rows, or a NumPy array")
        )


def _short(value: object, text_of: Callable[[object], str] = repr) -> str:
    text = text_of(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
