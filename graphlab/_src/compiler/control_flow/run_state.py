"""The state that begins and ends with a run, as values that compiled code can carry: what stacks are made of.

Where places are known while a segment is traced, a state is a tuple of elements, and what is wrong is found at once.
A compiled loop packs it: one buffer with a row for each element.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Self

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

if TYPE_CHECKING:
    from graphlab._src.compiler.control_flow.regions import Region, While


class CantCompile(Exception):  # noqa: N818  a signal, not a failure
    """A compiled function can't do this: the host has to interpret it.

    regions: {branch, loop or call that can't be compiled: why}; empty where the segment itself can't be.
    """

    def __init__(self, reason: str, regions: "Iterable[Region]" = ()) -> None:
        super().__init__(reason)
        self.regions: dict[Region, str] = dict.fromkeys(regions, reason)


class NeedsCount(CantCompile):
    """A compiled loop that pushes on stacks needs to know its number of iterations. region: the loop."""

    def __init__(self, region: "While") -> None:
        super().__init__("its number of iterations is not known beforehand")
        self.region = region


class StateError(ValueError):
    """What is done to a stack or TensorArray is not allowed."""


class UnsupportedError(StateError):
    """TensorFlow has no kernel for what is done to it."""


def known_index(index: Any) -> int | None:
    """An index as a number, or None while it is traced."""
    return None if isinstance(index, Tracer) else int(np.asarray(index))


@jax.tree_util.register_pytree_node_class
class StackState:
    """Elements, the last on top: a tuple of them, or `buffer` with space for `capacity` of which `count` are used."""

    def __init__(self, elements: Any = (), buffer: Any = None, count: Any = None, capacity: Any = None) -> None:
        self.elements = elements
        self.buffer = buffer
        self.count = count
        self.capacity = capacity

    def tree_flatten(self) -> tuple[tuple[Any, Any, Any], int | None]:
        return (self.elements, self.buffer, self.count), self.capacity

    @classmethod
    def tree_unflatten(cls, capacity: int | None, children: tuple[Any, Any, Any]) -> Self:
        elements, buffer, count = children
        return cls(elements, buffer, count, capacity)

    def push(self, value: Any) -> "StackState":
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

    def pop(self) -> tuple["StackState", Any]:
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

    def packed(self, space: int = 0) -> "StackState":
        """With one buffer, and space for that many more elements."""
        if self.capacity is not None:
            if not space:
                return self
            buffer = self.buffer
            if buffer is not None:
                buffer = jax.tree.map(
                    lambda rows: jnp.concatenate([rows, jnp.zeros((space, *rows.shape[1:]), rows.dtype)]), buffer
                )
            return StackState((), buffer, self.count, self.capacity + space)
        count = jnp.asarray(len(self.elements), jnp.int32)
        if not self.elements:
            return StackState((), None, count, space)
        if any(
            jax.tree.structure(item) != jax.tree.structure(self.elements[0])
            or [leaf.shape for leaf in jax.tree.leaves(item)]
            != [leaf.shape for leaf in jax.tree.leaves(self.elements[0])]
            for item in self.elements
        ):
            raise CantCompile("the elements of a stack have different shapes")

        def rows(*leaves: jax.Array) -> jax.Array:
            stacked = jnp.stack(leaves)
            return jnp.concatenate([stacked, jnp.zeros((space, *stacked.shape[1:]), stacked.dtype)])

        return StackState((), jax.tree.map(rows, *self.elements), count, len(self.elements) + space)

    def in_numpy(self, convert: Callable[[Any], np.ndarray]) -> "StackState":
        """The same as elements that are NumPy's arrays. convert(array): makes one."""
        if self.capacity is None:
            return StackState(tuple([jax.tree.map(convert, element) for element in self.elements]))
        if self.buffer is None:
            return StackState()
        rows = jax.tree.map(convert, self.buffer)
        return StackState(tuple([jax.tree.map(lambda row: row[i], rows) for i in range(int(convert(self.count)))]))  # noqa: B023

    def like(self, after: "StackState") -> "StackState":
        """With the buffer that it has after an iteration of a loop."""
        if self.buffer is None and after.buffer is not None:
            buffer = jax.tree.map(lambda rows: jnp.zeros(rows.shape, rows.dtype), after.buffer)
            return StackState((), buffer, self.count, self.capacity)
        return self
