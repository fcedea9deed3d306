"""TensorArrays as values that compiled code can carry: each operation on one returns the array that is there after it.

Where places are known while a segment is traced, an array is a tuple of elements, and what is wrong is found at once. A
compiled loop packs it: one buffer with a row for each element. Strings, which JAX does not know, are elements always.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Self

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.core import Tracer

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import Dims
from graphlab._src.compiler.control_flow.run_state import CantCompile, StateError, UnsupportedError, known_index


class About(NamedTuple):
    """What is said of an array when it is made.

    dims: of an element, as far as they are said.  uniform: all elements have one shape.  grows: writing beyond the end
    makes it longer.  clears: what was read is gone.  adds: what is written to one place twice adds up, as gradients
    do.  pieces: into how many a tensor was split, which are those that its gradient is joined from.
    in_numpy: its elements are NumPy's arrays, not JAX's.
    """

    name: str
    dtype: Any
    dims: Dims
    uniform: bool = False
    grows: bool = False
    clears: bool = False
    adds: bool = False
    pieces: int | None = None
    in_numpy: bool = False


@jax.tree_util.register_pytree_node_class
class ArrayState:
    """A TensorArray: `elements`, a tuple with None where nothing was written, or `buffer` with a row for each.

    read: the places that were read and cleared, written: those of the buffer that were written, each noted where it is
    known.  carried: it goes from one iteration of a compiled loop to the next, which does not carry what was read.
    """

    def __init__(
        self,
        about: About,
        size: int,
        elements: Any = None,
        buffer: Any = None,
        read: Iterable[int] = (),
        written: Iterable[int] = (),
        carried: bool = False,
    ) -> None:
        self.about = about
        self.size = size
        self.elements: Any = (None,) * size if elements is None and buffer is None else elements
        self.buffer: Any = buffer
        self.read = set(read)
        self.written = frozenset(written)
        self.carried = carried

    def tree_flatten(self) -> tuple[tuple[Any, Any], tuple[About, int]]:
        return (self.elements, self.buffer), (self.about, self.size)

    @classmethod
    def tree_unflatten(cls, about_and_size: tuple[About, int], children: tuple[Any, Any]) -> Self:
        elements, buffer = children
        self = cls.__new__(cls)
        self.about, self.size = about_and_size
        self.elements, self.buffer, self.read, self.written = elements, buffer, set(), frozenset()
        self.carried = False
        return self

    def apart(self) -> "ArrayState":
        """The same array, for a branch or an iteration of a loop: what is read there is not read here."""
        return self._with(self.elements, self.buffer, self.written)

    def carried_by_loop(self) -> "ArrayState":
        """The same array, for an iteration of a compiled loop that changes it."""
        array = self.apart()
        array.carried = True
        return array

    @property
    def dtype(self) -> Any:
        return self.about.dtype

    @property
    def _library(self) -> Any:
        """What makes its arrays."""
        return np if self.about.in_numpy or self.dtype is np.object_ else jnp

    @property
    def adds(self) -> bool:
        return self.about.adds

    def dims(self) -> tuple[int, ...] | None:
        """The dims of an element: of one that was written, or what was said; None when not all are known."""
        if self.buffer is not None:
            return tuple(self.buffer.shape[1:])
        for element in self.elements or ():
            if element is not None:
                return tuple(element.shape)
        said = self.about.dims
        return None if said is None or None in said else tuple([size for size in said if size is not None])

    def _with(self, elements: Any = None, buffer: Any = None, written: Iterable[int] = ()) -> "ArrayState":
        size = self.size if elements is None else len(elements)
        return ArrayState(self.about, size, elements, buffer, self.read, written, self.carried)

    def _wrong(self, what: str) -> StateError:
        return StateError(f"TensorArray {self.about.name}: {what}")

    def check_type(self, dtype: dtypes.DType, what: str) -> None:
        """Raises StateError when an operation writes or reads elements of another type."""
        if dtypes.as_dtype(self.dtype) is not dtype.base_dtype:
            raise StateError(
                f"TensorArray dtype is {dtypes.runtime_name(dtypes.as_dtype(self.dtype))} but Op {what} dtype "
                f"{dtypes.runtime_name(dtype.base_dtype)}."
            )

    def write(self, index: Any, value: Any) -> "ArrayState":
        """The array with `value` at a place."""
        place = known_index(index)
        self._check_dims(place, value.shape)
        if place is None:
            return self._write_row(index, value)
        if place < 0 or place >= self.size and not self.about.grows:
            raise self._wrong(f"Tried to write to index {place} but array is not resizeable and size is: {self.size}")
        if place in self.read:
            raise self._wrong(f"Could not write to TensorArray index {place} because it has already been read.")
        if place in self.written and not self.adds:
            raise StateError(self.said_of_second_write(place))
        if self.buffer is not None and place < self.size and not self.about.in_numpy:
            return self._write_row(index, value)
        elements: list[Any] = list(self.elements if self.buffer is None else self.buffer)
        elements += [None] * (place + 1 - len(elements))
        before = elements[place]
        if before is not None:
            if not self.adds:
                raise StateError(self.said_of_second_write(place))
            if before.shape != value.shape:
                raise self._wrong(
                    f"Could not aggregate to TensorArray index {place} because the existing shape is "
                    f"{_text(before.shape)} but the new input shape is {_text(value.shape)}."
                )
            value = before + value
        elements[place] = value
        return self._with(tuple(elements))

    def taken(self) -> list[int]:
        """The places that are known to be written, where none may be written twice."""
        if self.adds:
            return []
        if self.buffer is not None:
            return sorted(self.written)
        return [place for place, element in enumerate(self.elements) if element is not None]

    def said_of_second_write(self, place: int) -> str:
        """What is said of writing to a place that was written."""
        about = f"Could not write to TensorArray index {place} because it has already been written to."
        return f"TensorArray {self.about.name}: {about}"

    def _check_dims(self, place: int | None, dims: tuple[int, ...]) -> None:
        said = self.about.dims
        if self.about.uniform and not self.adds:
            said = self.dims() or said
        if said is not None and (
            len(said) != len(dims) or any(a is not None and a != b for a, b in zip(said, dims, strict=True))
        ):
            raise self._wrong(
                f"Could not write to TensorArray index {place} because the value shape is {_text(dims)} which is "
                f"incompatible with the TensorArray's inferred element shape: {_text(said)} (consider setting "
                "infer_shape=False)."
            )

    def _write_row(self, index: Any, value: Any) -> "ArrayState":
        packed = self if self.buffer is not None else self.packed(tuple(value.shape))
        if packed.buffer.shape[1:] != value.shape:
            raise CantCompile("the elements of a TensorArray have different shapes")
        place = known_index(index)
        written = packed.written if place is None else packed.written | {place}
        row = packed.buffer.at[index]
        return packed._with(buffer=row.add(value) if self.adds else row.set(value), written=written)

    def take(self, index: Any) -> Any:
        """The element at a place."""
        place = known_index(index)
        if place is None:
            packed = self._as_rows()
            return jax.lax.dynamic_index_in_dim(packed.buffer, jnp.asarray(index), 0, keepdims=False)
        if not 0 <= place < self.size:
            raise StateError(f"Tried to read from index {place} but array size is: {self.size}")
        self._note_read([place])
        return self._element(place) if self.buffer is None else self.buffer[place]

    def _as_rows(self) -> "ArrayState":
        packed = self if self.buffer is not None else self.packed()
        if packed.buffer is None:
            raise CantCompile("it reads a TensorArray whose elements have no known shape")
        return packed

    def _note_read(self, places: Iterable[int]) -> None:
        for place in places:
            if place in self.read:
                raise self._wrong(
                    f"Could not read index {place} twice because it was cleared after a previous read (perhaps try "
                    "setting clear_after_read = false?)."
                )
            if self.about.clears:
                if self.carried:
                    raise CantCompile("each iteration of a loop reads the same place of a TensorArray")
                self.read.add(place)

    def _element(self, place: int) -> Any:
        element = self.elements[place]
        if element is not None:
            return element
        dims, said = self.dims(), self.about.dims
        if dims is None or not (self.adds or self.about.uniform or said is not None and None not in said):
            raise self._wrong(
                f"Could not read from TensorArray index {place}.  Furthermore, the element shape is not fully defined: "
                f"{_text(said)}. It is possible you are working with a resizeable TensorArray and stop_gradients is not "
                "allowing the gradients to be written.  If you set the full element_shape property on the forward "
                "TensorArray, the proper all-zeros tensor will be returned instead of incurring this error."
            )
        return self._zeros(dims)

    def _zeros(self, dims: Sequence[int]) -> Any:
        return np.full(dims, b"", object) if self.dtype is np.object_ else self._library.zeros(dims, self.dtype)

    def _joined(self, join: str, found: Sequence[Any]) -> Any:
        return getattr(self._library, join)(found)

    def gather(self, indices: Any, dims: Dims = None) -> Any:
        """The elements at some places, stacked. dims: of an element, as far as the operation says them."""
        places = None if isinstance(indices, Tracer) else np.asarray(indices)
        if places is None:
            if self.carried and self.adds:
                raise CantCompile("each iteration of a loop reads many places of an array of gradients")
            return jnp.take(self._as_rows().buffer, jnp.asarray(indices), axis=0)
        if not len(places):
            return self._zeros((0, *self._dims_of_none("size zero", "packing", dims)))
        if self.buffer is not None and ((places >= 0) & (places < self.size)).all():
            self._note_read(places.tolist())
            if len(places) == self.size and (places == np.arange(self.size)).all():
                return self.buffer
            return self.buffer[places]
        found = [self.take(place) for place in places]
        if any(element.shape != found[0].shape for element in found):
            other = next(i for i, element in enumerate(found) if element.shape != found[0].shape)
            raise StateError(
                f"TensorArray has inconsistent shapes.  Index 0 has shape: {_text(found[0].shape)} but index {other} has "
                f"shape: {_text(found[other].shape)}"
            )
        return self._joined("stack", found)

    def _dims_of_none(self, size: str, doing: str, said: Dims) -> list[int]:
        dims = said if self.dims() is None else self.dims()
        if dims is None or None in dims:
            raise UnsupportedError(
                f"TensorArray has {size}, but element shape {_text(dims)} is not fully defined. Currently only static "
                f"shapes are supported when {doing} zero-size TensorArrays."
            )
        return [size for size in dims if size is not None]

    def scatter(self, indices: Any, value: Any) -> "ArrayState":
        """The array with the rows of `value` at some places."""
        places = None if isinstance(indices, Tracer) else np.asarray(indices)
        if places is None:
            packed = self if self.buffer is not None else self.packed(tuple(value.shape[1:]))
            at = packed.buffer.at[jnp.asarray(indices)]
            return packed._with(buffer=at.add(value) if self.adds else at.set(value))
        if not value.ndim or value.shape[0] != len(places):
            raise StateError(
                "Expected len(indices) == values.shape[0], but saw: "
                f"{len(places)} vs. {value.shape[0] if value.ndim else 0}"
            )
        if len(places) and places.max() >= self.size and not self.about.grows:
            raise StateError(f"Max scatter index must be < array size ({places.max()} vs. {self.size})")
        empty = self.buffer is None and all(element is None for element in self.elements) and not self.read
        said = self.about.dims
        fits = self.dtype is not np.object_ and (said is None or len(said) == value.ndim - 1)
        if empty and fits and len(places) == self.size > 0 and (places == np.arange(self.size)).all():
            self._check_dims(0, value.shape[1:])
            return self._with(buffer=self._library.asarray(value), written=range(self.size))
        array = self
        for row, place in enumerate(places):
            array = array.write(place, _row(value, row))
        return array

    def concat(self, dims: Dims = None) -> tuple[Any, npt.NDArray[np.int64]]:
        """(all elements on one axis, the length of each there). dims: of an element but for the first, where said."""
        count = self.about.pieces if self.adds and self.about.pieces is not None else self.size
        if self.buffer is not None:
            self._note_read(range(count))
            rows = self.buffer[:count]
            length = rows.shape[1] if rows.ndim > 1 else 1
            return rows.reshape((count * length, *rows.shape[2:])), np.full(count, length, np.int64)
        if any(element is not None and not element.ndim for element in self.elements):
            place = next(i for i, element in enumerate(self.elements) if element is not None and not element.ndim)
            raise StateError(f"Concat saw a scalar shape at index {place} but requires at least vectors.")
        found = [self.take(place) for place in range(count)]
        if not found:
            known = self.dims()
            rest = known[1:] if known else self._dims_of_none("size zero", "concatenating", dims)
            return self._zeros((0, *rest)), np.zeros(0, np.int64)
        for i, element in enumerate(found):
            if element.shape[1:] != found[0].shape[1:]:
                raise StateError(
                    "TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: "
                    f"{_text(found[0].shape[1:])} but index {i} has (excepting dimension 0) shape: "
                    f"{_text(element.shape[1:])}"
                )
        return self._joined("concatenate", found), np.asarray([element.shape[0] for element in found], np.int64)

    def split(self, value: Any, lengths: Any) -> "ArrayState":
        """The array with `value` cut into pieces of these lengths."""
        lengths = np.asarray(lengths)
        if lengths.ndim != 1:
            raise StateError(f"Expected lengths to be a vector, received shape: {_text(lengths.shape)}")
        if not value.ndim:
            raise StateError("Expected value to be at least a vector, but received shape: []")
        if int(lengths.sum()) != value.shape[0]:
            raise StateError(
                f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {int(lengths.sum())} and "
                f"value's shape is: {_text(value.shape)} "
            )
        if len(lengths) != self.size and not self.about.grows:
            raise StateError(
                "TensorArray's size is not equal to the size of lengths ("
                f"{self.size} vs. {len(lengths)}), and the TensorArray is not marked as dynamically resizeable"
            )
        array = self._with(self.elements, self.buffer, self.written)
        if self.about.grows:
            array.about = self.about._replace(pieces=len(lengths))
        start = 0
        for place, length in enumerate(lengths):
            array = array.write(place, value[start : start + int(length)])
            start += int(length)
        return array

    def gradient(self, source: bytes, in_front: tuple[int, ...] = ()) -> "ArrayState":
        """An array of as many zeros, to which writing adds."""
        dims = self._common_dims()
        dims = None if dims is None else (*in_front, *dims)
        about = self.about._replace(
            name=f"{self.about.name}@{source.decode()}", dims=dims, grows=False, clears=True, adds=True
        )
        return ArrayState(about, self.size, self._none_yet(dims))

    def _none_yet(self, dims: Dims) -> tuple[Any, ...] | None:
        """Elements of different shapes have gradients of different shapes."""
        if self.buffer is None and (dims is None or None in dims):
            return tuple(
                None if element is None else self._library.zeros(element.shape, element.dtype)
                for element in self.elements
            )
        return None

    def without_values(self) -> "ArrayState":
        """Only what is known of it."""
        return ArrayState(self.about._replace(dims=self._common_dims()), self.size)

    def _common_dims(self) -> Dims:
        """What all elements' dims have in common, or what was said of them before any was written."""
        if self.buffer is not None:
            return tuple(self.buffer.shape[1:])
        written = [element.shape for element in self.elements or () if element is not None]
        if not written:
            return self.about.dims
        if any(len(dims) != len(written[0]) for dims in written):
            return None
        return tuple([sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*written, strict=True)])

    def packed(self, dims: tuple[int, ...] | None = None) -> "ArrayState":
        """With one buffer, when the dims of an element are known."""
        if self.buffer is not None:
            return self
        if self.about.grows:
            raise CantCompile("a TensorArray may grow")
        dims = self.dims() or dims
        if dims is None:
            return self
        if any(element is not None and element.shape != dims for element in self.elements):
            raise CantCompile("the elements of a TensorArray have different shapes")
        written = [place for place, element in enumerate(self.elements) if element is not None]
        if not written:
            return self._with(buffer=jnp.zeros((self.size, *dims), self.dtype))
        nothing = jnp.zeros(dims, self.dtype)
        rows = [nothing if element is None else element for element in self.elements]
        return self._with(buffer=jnp.stack(rows), written=written)

    def in_numpy(self, convert: Callable[[Any], np.ndarray]) -> "ArrayState":
        """The same of NumPy's arrays. convert(array): makes one."""
        return self._each(convert, True)

    def in_jax(self, convert: Callable[[Any], jax.Array]) -> "ArrayState":
        """The same of JAX's arrays, in one buffer where it has all elements, as a compiled loop returns it.

        convert(array): makes one.
        """
        elements = self.elements
        if elements and not self.about.grows and all(element is not None for element in elements):
            if len({element.shape for element in elements}) == 1:
                written = range(self.size)
                return self._with(buffer=np.stack(elements), written=written)._each(convert, False)
        return self._each(convert, False)

    def _each(self, convert: Callable[[Any], Any], in_numpy: bool) -> "ArrayState":
        if self.buffer is not None:
            array = self._with(buffer=convert(self.buffer), written=self.written)
        else:
            array = self._with(
                tuple(None if one is None else convert(one) for one in self.elements), None, self.written
            )
        array.about = self.about._replace(in_numpy=in_numpy)
        array.read = self.read  # what is read of one is read of the other
        return array

    def like(self, after: "ArrayState") -> "ArrayState":
        """With the buffer that it has after an iteration of a loop."""
        if self.buffer is None and after.buffer is not None:
            return self.packed(tuple(after.buffer.shape[1:]))
        return self


def _row(value: Any, row: int) -> Any:
    """A row as an array, also of strings."""
    return np.asarray(value[row], object) if value.dtype == object else value[row]


def _text(dims: Dims) -> str:
    """Dims as TensorFlow prints them: [2,?]."""
    if dims is None:
        return "<unknown>"
    return "[" + ",".join("?" if size is None else str(size) for size in dims) + "]"
