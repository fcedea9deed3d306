"""The state that begins and ends with a run: stacks and TensorArrays, as values that compiled code can carry.

Where places are known while a segment is traced, a state is a tuple of elements, and what is wrong is found at once.
A compiled loop packs it: one buffer with a row for each element.
"""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer


class CantCompile(Exception):  # noqa: N818  a signal, not a failure
    """One compiled function can't do this; the host has to go through the region step by step."""


class NeedsCount(CantCompile):
    """A compiled loop that pushes on stacks needs to know how many turns it takes. region: the loop."""

    def __init__(self, region):
        super().__init__("how many turns it takes is not known beforehand")
        self.region = region


class StateError(ValueError):
    """What is done to a stack or TensorArray is not allowed."""


def known_index(index):
    """The number that an index stands for, or None while it is traced."""
    return None if isinstance(index, Tracer) else int(np.asarray(index))


@jax.tree_util.register_pytree_node_class
class StackState:
    """Elements, the last on top: a tuple of them, or `buffer` with room for `capacity` of which `count` are taken."""

    def __init__(self, elements: Any = (), buffer: Any = None, count: Any = None, capacity: Any = None):
        self.elements = elements
        self.buffer = buffer
        self.count = count
        self.capacity = capacity

    def tree_flatten(self):
        return (self.elements, self.buffer, self.count), self.capacity

    @classmethod
    def tree_unflatten(cls, capacity, children):
        elements, buffer, count = children
        return cls(elements, buffer, count, capacity)

    def push(self, value):
        if self.capacity is None:
            return StackState((*self.elements, value))
        buffer = self.buffer
        if buffer is None:
            buffer = jax.tree.map(lambda leaf: jnp.zeros((self.capacity, *leaf.shape), leaf.dtype), value)
        elif jax.tree.structure(buffer) != jax.tree.structure(value) or any(
            row.shape[1:] != leaf.shape
            for row, leaf in zip(jax.tree.leaves(buffer), jax.tree.leaves(value), strict=True)
        ):
            raise CantCompile("what it pushes on a stack changes its shape")
        buffer = jax.tree.map(
            lambda rows, leaf: jax.lax.dynamic_update_index_in_dim(rows, leaf.astype(rows.dtype), self.count, 0),
            buffer,
            value,
        )
        return StackState((), buffer, self.count + 1, self.capacity)

    def pop(self):
        """(the stack without its top, the top)."""
        if self.capacity is None:
            if not self.elements:
                raise StateError("Stack is empty when calling Pop().")
            return StackState(self.elements[:-1]), self.elements[-1]
        if self.buffer is None:
            raise CantCompile("it pops from a stack on which nothing was pushed")
        count = self.count - 1
        top = jax.tree.map(lambda rows: jax.lax.dynamic_index_in_dim(rows, count, 0, keepdims=False), self.buffer)
        return StackState((), self.buffer, count, self.capacity), top

    def packed(self, room=0):
        """With one buffer, and room for that many more elements."""
        if self.capacity is not None:
            if not room:
                return self
            buffer = self.buffer
            if buffer is not None:
                buffer = jax.tree.map(
                    lambda rows: jnp.concatenate([rows, jnp.zeros((room, *rows.shape[1:]), rows.dtype)]), buffer
                )
            return StackState((), buffer, self.count, self.capacity + room)
        count = jnp.asarray(len(self.elements), jnp.int32)
        if not self.elements:
            return StackState((), None, count, room)
        if any(
            jax.tree.structure(item) != jax.tree.structure(self.elements[0])
            or [leaf.shape for leaf in jax.tree.leaves(item)]
            != [leaf.shape for leaf in jax.tree.leaves(self.elements[0])]
            for item in self.elements
        ):
            raise CantCompile("the elements of a stack have different shapes")

        def rows(*leaves):
            stacked = jnp.stack(leaves)
            return jnp.concatenate([stacked, jnp.zeros((room, *stacked.shape[1:]), stacked.dtype)])

        return StackState((), jax.tree.map(rows, *self.elements), count, len(self.elements) + room)

    def like(self, after):
        """With the buffer that it has after a turn of a loop."""
        if self.buffer is None and after.buffer is not None:
            buffer = jax.tree.map(lambda rows: jnp.zeros(rows.shape, rows.dtype), after.buffer)
            return StackState((), buffer, self.count, self.capacity)
        return self


@jax.tree_util.register_pytree_node_class
class ArrayState:
    """A TensorArray: `elements`, a tuple with None where nothing was written, or `buffer` with a row for each.

    about: (name, element type, dims of an element as far as they are said, grows, clears what was read, adds up what is
    written twice).  read: the places that were read and cleared, noted where they are known.
    """

    def __init__(self, about, size, elements: Any = None, buffer: Any = None, read: Any = None):
        self.about = about
        self.size = size
        self.elements: Any = (None,) * size if elements is None and buffer is None else elements
        self.buffer: Any = buffer
        self.read = set() if read is None else read

    def tree_flatten(self):
        return (self.elements, self.buffer), (self.about, self.size)

    @classmethod
    def tree_unflatten(cls, about_and_size, children):
        elements, buffer = children
        self = cls.__new__(cls)
        self.about, self.size = about_and_size
        self.elements, self.buffer, self.read = elements, buffer, set()
        return self

    @property
    def name(self):
        return self.about[0]

    @property
    def dtype(self):
        return self.about[1]

    @property
    def adds(self):
        return self.about[5]

    def dims(self):
        """The dims of an element: of one that was written, or what was said; None when not all are known."""
        if self.buffer is not None:
            return tuple(self.buffer.shape[1:])
        for element in self.elements or ():
            if element is not None:
                return tuple(element.shape)
        said = self.about[2]
        return None if said is None or None in said else tuple(said)

    def _with(self, elements=None, buffer=None):
        size = self.size if elements is None else len(elements)
        return ArrayState(self.about, size, elements, buffer, self.read)

    def write(self, index, value):
        place = known_index(index)
        said = self.about[2]
        if said is not None and (
            len(said) != value.ndim or any(a is not None and a != b for a, b in zip(said, value.shape, strict=True))
        ):
            raise StateError(
                f"TensorArray {self.name}: Could not write to TensorArray index {place} because the value shape is "
                f"{_text(value.shape)} which is incompatible with the TensorArray's inferred element shape: {_text(said)} "
                "(consider setting infer_shape=False)."
            )
        if self.buffer is not None or place is None:
            return self._write_row(index, value)
        elements = list(self.elements)
        if place < 0 or place >= len(elements) and not self.about[3]:
            raise StateError(
                f"TensorArray {self.name}: Tried to write to index {place} but array is not resizeable and size is: "
                f"{self.size}"
            )
        elements += [None] * (place + 1 - len(elements))
        if place in self.read:
            raise StateError(
                f"TensorArray {self.name}: Could not write to TensorArray index {place} because it has already been read."
            )
        if elements[place] is not None:
            if not self.adds:
                raise StateError(
                    f"TensorArray {self.name}: Could not write to TensorArray index {place} because it has already been "
                    "written to."
                )
            if elements[place].shape != value.shape:
                raise StateError(
                    f"TensorArray {self.name}: Could not aggregate to TensorArray index {place} because the existing "
                    f"shape is {_text(elements[place].shape)} but the new input shape is {_text(value.shape)}."
                )
            value = elements[place] + value
        elements[place] = value
        return self._with(tuple(elements))

    def _write_row(self, index, value):
        packed = self if self.buffer is not None else self.packed(tuple(value.shape))
        if packed.buffer.shape[1:] != value.shape:
            raise CantCompile("the elements of a TensorArray have different shapes")
        if self.adds:
            return packed._with(buffer=packed.buffer.at[index].add(value))
        return packed._with(buffer=packed.buffer.at[index].set(value))

    def take(self, index):
        """The element at a place."""
        place = known_index(index)
        if self.buffer is not None or place is None:
            packed = self if self.buffer is not None else self.packed()
            if packed.buffer is None:
                raise CantCompile("it reads a TensorArray whose elements have no known shape")
            return jax.lax.dynamic_index_in_dim(packed.buffer, jnp.asarray(index), 0, keepdims=False)
        if not 0 <= place < self.size:
            raise StateError(
                f"TensorArray {self.name}: Tried to read from index {place} but array size is: {self.size}"
            )
        if place in self.read:
            raise StateError(
                f"TensorArray {self.name}: Could not read index {place} twice because it was cleared after a previous read "
                "(perhaps try setting clear_after_read = false?)."
            )
        if self.about[4]:
            self.read.add(place)
        return self._element(place)

    def _element(self, place):
        element = self.elements[place]
        if element is not None:
            return element
        dims = self.dims()
        if dims is None or not (self.adds or self.about[2] is not None and None not in self.about[2]):
            raise StateError(
                f"TensorArray {self.name}: Could not read from TensorArray index {place}.  Furthermore, the element shape "
                f"is not fully defined: {_text(self.about[2])}. It is possible you are working with a resizeable TensorArray "
                "and stop_gradients is not allowing the gradients to be written.  If you set the full element_shape "
                "property on the forward TensorArray, the proper all-zeros tensor will be returned instead of incurring "
                "this error."
            )
        return jnp.zeros(dims, self.dtype)

    def gather(self, indices):
        places = None if isinstance(indices, Tracer) else np.asarray(indices)
        if self.buffer is not None or places is None:
            packed = self if self.buffer is not None else self.packed()
            if packed.buffer is None:
                raise CantCompile("it reads a TensorArray whose elements have no known shape")
            if places is not None and len(places) == self.size and (places == np.arange(self.size)).all():
                return packed.buffer
            return jnp.take(packed.buffer, jnp.asarray(indices), axis=0)
        if not len(places):
            dims = self.dims()
            if dims is None:
                raise StateError(
                    f"TensorArray {self.name}: has size zero, but element shape {_text(self.about[2])} is not fully "
                    "defined. Currently only static shapes are supported when packing zero-size TensorArrays."
                )
            return jnp.zeros((0, *dims), self.dtype)
        found = [self.take(place) for place in places]
        if any(element.shape != found[0].shape for element in found):
            other = next(i for i, element in enumerate(found) if element.shape != found[0].shape)
            raise StateError(
                f"TensorArray has inconsistent shapes.  Index 0 has shape: {_text(found[0].shape)} but index {other} has "
                f"shape: {_text(found[other].shape)}"
            )
        return jnp.stack(found)

    def scatter(self, indices, value):
        places = None if isinstance(indices, Tracer) else np.asarray(indices)
        if places is None or self.buffer is not None:
            packed = self if self.buffer is not None else self.packed(tuple(value.shape[1:]))
            at = packed.buffer.at[jnp.asarray(indices)]
            return packed._with(buffer=at.add(value) if self.adds else at.set(value))
        empty = all(element is None for element in self.elements) and not self.read
        said = self.about[2]
        fits = said is None or len(said) == value.ndim - 1
        if empty and fits and len(places) == self.size > 0 and (places == np.arange(self.size)).all():
            return self._with(buffer=jnp.asarray(value))
        array = self
        for row, place in enumerate(places):
            array = array.write(place, value[row])
        return array

    def concat(self):
        """(all elements on one axis, the length of each there)."""
        if self.buffer is not None:
            rows = self.buffer
            lengths = np.full(self.size, rows.shape[1] if rows.ndim > 1 else 1, np.int64)
            return rows.reshape((-1, *rows.shape[2:])), lengths
        if any(element is not None and not element.ndim for element in self.elements):
            place = next(i for i, element in enumerate(self.elements) if element is not None and not element.ndim)
            raise StateError(f"Concat saw a scalar shape at index {place} but requires at least vectors.")
        found = [self.take(place) for place in range(self.size)]
        if not found:
            dims = self.dims()
            return jnp.zeros((0, *(dims or (0,))[1:]), self.dtype), np.zeros(0, np.int64)
        for i, element in enumerate(found):
            if element.shape[1:] != found[0].shape[1:]:
                raise StateError(
                    "TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: "
                    f"{_text(found[0].shape[1:])} but index {i} has (excepting dimension 0) shape: "
                    f"{_text(element.shape[1:])}"
                )
        return jnp.concatenate(found), np.asarray([element.shape[0] for element in found], np.int64)

    def split(self, value, lengths):
        lengths = np.asarray(lengths)
        if not value.ndim:
            raise StateError("Expected value to be at least a vector, but received shape: []")
        if int(lengths.sum()) != value.shape[0]:
            raise StateError(
                f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {int(lengths.sum())} and "
                f"value's shape is: {_text(value.shape)} "
            )
        if len(lengths) != self.size and not self.about[3]:
            raise StateError(
                "TensorArray's size is not equal to the size of lengths ("
                f"{self.size} vs. {len(lengths)}), and the TensorArray is not marked as dynamically resizeable"
            )
        array = self
        start = 0
        for place, length in enumerate(lengths):
            array = array.write(place, value[start : start + int(length)])
            start += int(length)
        return array

    def gradient(self, source, in_front=()):
        """An array of as many zeros, to which writing adds."""
        name, dtype, _, _, _, _ = self.about
        dims = self._common_dims()
        dims = None if dims is None else (*in_front, *dims)
        return ArrayState((f"{name}@{source}", dtype, dims, False, False, True), self.size, self._zeros(dims))

    def _zeros(self, dims):
        """Elements of different shapes have gradients of different shapes."""
        if self.buffer is None and (dims is None or None in dims):
            return tuple(
                None if element is None else jnp.zeros(element.shape, element.dtype) for element in self.elements
            )
        return None

    def without_values(self):
        """Only what is known of it."""
        name, dtype, _, *flags = self.about
        return ArrayState((name, dtype, self._common_dims(), *flags), self.size)

    def _common_dims(self):
        """What all elements' dims have in common, or what was said of them before any was written."""
        if self.buffer is not None:
            return tuple(self.buffer.shape[1:])
        written = [element.shape for element in self.elements or () if element is not None]
        if not written:
            return self.about[2]
        if any(len(dims) != len(written[0]) for dims in written):
            return None
        return tuple([sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*written, strict=True)])

    def packed(self, dims=None):
        """With one buffer, when the dims of an element are known."""
        if self.buffer is not None:
            return self
        if self.about[3]:
            raise CantCompile("a TensorArray may grow")
        dims = self.dims() or dims
        if dims is None:
            return self
        if any(element is not None and element.shape != dims for element in self.elements):
            raise CantCompile("the elements of a TensorArray have different shapes")
        if all(element is None for element in self.elements):
            return self._with(buffer=jnp.zeros((self.size, *dims), self.dtype))
        nothing = jnp.zeros(dims, self.dtype)
        return self._with(buffer=jnp.stack([nothing if element is None else element for element in self.elements]))

    def like(self, after):
        """With the buffer that it has after a turn of a loop."""
        if self.buffer is None and after.buffer is not None:
            return self.packed(tuple(after.buffer.shape[1:]))
        return self


def _text(dims):
    """Dims as TensorFlow prints them: [2,?]."""
    if dims is None:
        return "<unknown>"
    return "[" + ",".join("?" if size is None else str(size) for size in dims) + "]"
