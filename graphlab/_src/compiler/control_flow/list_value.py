"""TensorList: a list of tensors as a value, which is never changed: what changes it returns another."""

# What JAX's functions accept and return is partly unknown to type checkers.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownLambdaType=false

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.core import Tracer

from graphlab._src.base import shapes
from graphlab._src.compiler.control_flow.run_state import CantCompile


def merged(a: Any, b: Any) -> Any:
    """The dims that two shapes agree on, where each may say less; ValueError when they contradict each other."""
    if a is None or b is None:
        return b if a is None else a
    if len(a) != len(b):
        raise ValueError(f"Incompatible ranks during merge: {len(a)} vs. {len(b)}")
    if any(None not in pair and pair[0] != pair[1] for pair in zip(a, b, strict=True)):
        raise ValueError(f"Incompatible shapes during merge: {shapes.text(a)} vs. {shapes.text(b)}")
    return tuple(y if x is None else x for x, y in zip(a, b, strict=True))


@jax.tree_util.register_pytree_node_class
class TensorList:
    """items: arrays, None where nothing was set.  dims: of each, None where a size is not known, or None altogether.

    most: how many items there may be, -1 for any number.
    rows: in compiled code, where places are traced: one array with a row for each item and for those that may come.
    count: how many of the rows are items: a number, or traced.  reserved: whether there are rows for all that is pushed.
    """

    def __init__(
        self,
        items: Any,
        dims: Any,
        dtype: Any,
        most: Any = -1,
        rows: Any = None,
        count: Any = None,
        reserved: Any = False,
    ) -> None:
        self.items = items
        self.dims = dims
        self.element_type = dtype
        self.most = most
        self.rows = rows
        self.count = len(items) if count is None else count
        self.reserved = reserved

    def tree_flatten(self) -> Any:
        known = self.count if isinstance(self.count, int) else None
        aux = self.dims, np.dtype(self.element_type), self.most, known, self.reserved
        return (self.items, self.rows, None if known is not None else self.count), aux

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Any:
        dims, dtype, most, known, reserved = aux
        items, rows, count = children
        return cls(items, dims, dtype, most, rows, count if known is None else known, reserved)

    def having(self, items: Any) -> Any:
        """A list with other items."""
        return TensorList(items, self.dims, self.element_type, self.most)

    def with_rows(self, rows: Any, count: Any, reserved: Any = None) -> Any:
        """A list with other rows."""
        reserved = self.reserved if reserved is None else reserved
        return TensorList((), self.dims, self.element_type, self.most, rows, count, reserved)

    def on_host(self) -> Any:
        """The same with items, where it came from compiled code with rows."""
        if self.rows is None or not isinstance(self.count, int) and isinstance(self.count, Tracer):
            return self
        if any(isinstance(leaf, Tracer) for leaf in jax.tree.leaves(self.rows)):
            return self
        return self.having([jax.tree.map(lambda rows: rows[i], self.rows) for i in range(int(self.count))])  # noqa: B023

    def in_numpy(self, convert: Any) -> Any:
        """The same with items that are NumPy's arrays. convert(array): makes one."""
        return jax.tree.map(convert, self.on_host())

    # Where places are traced

    def packed(self, item: Any = None, space: Any = 0) -> Any:
        """With rows, and `space` more for items to come. item: what an item is like, where there is none yet."""
        if self.rows is not None:
            if not space:
                return self
            more = lambda rows: jnp.concatenate([rows, jnp.zeros((space, *rows.shape[1:]), rows.dtype)])  # noqa: E731
            return self.with_rows(jax.tree.map(more, self.rows), self.count)
        like = next((one for one in self.items if one is not None), item)
        if (
            like is None
            and self.dims is not None
            and None not in self.dims
            and not np.dtype(self.element_type).hasobject
        ):
            like = jnp.zeros(self.dims, self.element_type)
        if like is None:
            raise CantCompile("nothing says what the items of a list of tensors are like")
        form = _form(like)
        if any(one is not None and _form(one) != form for one in self.items):
            raise CantCompile("the items of a list of tensors have different shapes")
        nothing = jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), like)
        all_items = [nothing if one is None else one for one in self.items] + [nothing] * space
        if all_items:
            rows = jax.tree.map(lambda *leaves: jnp.stack([jnp.asarray(leaf) for leaf in leaves]), *all_items)
        else:
            rows = jax.tree.map(lambda leaf: jnp.zeros((0, *leaf.shape), leaf.dtype), nothing)
        return self.with_rows(rows, len(self.items))

    def like_item(self) -> Any:
        """What an item is like; None where nothing says it."""
        if self.rows is not None:
            return jax.tree.map(lambda rows: jnp.zeros(rows.shape[1:], rows.dtype), self.rows)
        return next((one for one in self.items if one is not None), None)

    def unreserved(self) -> Any:
        """The same, with rows that are added one by one for what is pushed from now on."""
        return self.with_rows(self.rows, self.count, False) if self.reserved else self

    def for_loop(self, earlier: Any, later: Any, capacity: Any) -> Any:
        """The list as a loop begins with it: itself, where its form stays the same in an iteration.

        earlier, later: its forms before and after one.  capacity(): returns the number of iterations.
        """
        if self.rows is None:
            item = later.like_item() if isinstance(later, TensorList) else None
            if item is not None:
                item = jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), item)
            if item is None and not self.items and later.count == 0:
                return self
            return self.packed(item)
        if later.rows is None or _form(earlier.rows)[0] != _form(later.rows)[0]:
            raise CantCompile("a list that it carries to the next iteration changes its form")
        if not self.reserved and later.space > earlier.space:
            rows = self.packed(space=(later.space - earlier.space) * (capacity() + 1))
            return rows.with_rows(rows.rows, jnp.asarray(self.count, jnp.int32), True)
        if isinstance(self.count, int) and not (isinstance(later.count, int) and later.count == self.count):
            return self.with_count(jnp.asarray(self.count, jnp.int32))
        return self

    @property
    def space(self) -> Any:
        """How many rows there are."""
        return jax.tree.leaves(self.rows)[0].shape[0]

    def push(self, item: Any) -> Any:
        """The list with one item more at its end."""
        if self.rows is None:
            return self.having([*self.items, item])
        self._check_form(item)
        grown = self if self.reserved else self.packed(space=1)
        return grown.with_rows(_set(grown.rows, self.count, item), self.count + 1)

    def pop(self, dims: Any) -> Any:
        """(the list without its last item, that item)."""
        if self.rows is None:
            return self.having(self.items[:-1]), self.item(len(self.items) - 1, dims)
        if not self.space:
            raise CantCompile("an item is removed from a list of tensors that may be empty")
        count = self.count - 1
        return self.with_rows(self.rows, count), _at(self.rows, count)

    def get(self, index: Any, dims: Any) -> Any:
        """The item at a place."""
        if self.rows is None and not isinstance(index, Tracer):
            return self.item(int(index), dims)
        whole = merged(dims, self.dims)
        like = None if whole is None or None in whole else jnp.zeros(whole, self.element_type)
        packed = self.packed(like)
        if not packed.space:
            raise CantCompile("an item of a list of tensors is read that may be empty")
        return _at(packed.rows, index)

    def set(self, index: Any, item: Any) -> Any:
        """The list with another item at a place."""
        if self.rows is None and not isinstance(index, Tracer):
            items = list(self.items)
            items[int(index)] = item
            return self.having(items)
        packed = self.packed(item)
        packed._check_form(item)
        if not packed.space:
            return packed
        return packed.with_rows(_set(packed.rows, index, item), self.count)

    def resized(self, size: Any) -> Any:
        """The first items, or all, and more that are to be set."""
        if self.rows is None:
            items = list(self.items[:size])
            return self.having(items + [None] * (size - len(items)))
        if not isinstance(self.count, int):
            raise CantCompile("it changes the length of a list of tensors that is not known")
        cut = self.with_rows(jax.tree.map(lambda rows: rows[: min(size, self.count)], self.rows), min(size, self.count))
        return cut.packed(space=size - cut.count).with_count(size)

    def with_count(self, count: Any) -> Any:
        """The same rows, of which so many are items."""
        return self.with_rows(self.rows, count)

    def _check_form(self, item: Any) -> None:
        rows = [(leaf.shape[1:], leaf.dtype) for leaf in jax.tree.leaves(self.rows)]
        if rows != [(leaf.shape, leaf.dtype) for leaf in jax.tree.leaves(item)] or (
            jax.tree.structure(self.rows) != jax.tree.structure(item)
        ):
            raise CantCompile("the items of a list of tensors have different shapes")

    def all_rows(self) -> Any:
        """The rows that are items; CantCompile where it is not known how many these are."""
        if not isinstance(self.count, int):
            raise CantCompile("it needs the length of a list of tensors to know a shape")
        return jax.tree.map(lambda rows: rows[: self.count], self.rows)

    # Where places are known

    def of_dtype(self, dtype: Any) -> Any:
        """The list itself; ValueError where its items have another dtype of NumPy's."""
        if _plain(dtype) != _plain(self.element_type):
            wanted, own = (np.dtype(one).name for one in (dtype, self.element_type))
            raise ValueError(f"Invalid data types; op elements {wanted} but list elements {own}")
        return self

    def of_dtype_of(self, item: Any) -> Any:
        """The same with the dtype of an item, which may be a list itself."""
        return self.of_dtype(np.object_ if isinstance(item, TensorList) else item.dtype)

    def check(self, item: Any, words: Any) -> None:
        """ValueError for an item of a shape that the list does not allow."""
        if not shapes.compatible(np.shape(item), self.dims):
            own = shapes.text(np.shape(item))
            raise ValueError(f"{words} Item element shape: {own} list shape: {shapes.text(self.dims)}")

    def item(self, index: Any, dims: Any) -> Any:
        """One of the items; zeros where nothing was set."""
        item = self.items[index]
        if item is not None:
            return item
        whole = merged(dims, self.dims)
        for other in self.items:
            if other is not None and not shapes.fully_defined(whole):
                whole = merged(whole, other.shape)
        if not shapes.fully_defined(whole):
            raise ValueError(
                f"Trying to read an uninitialized tensor but element_shape is not fully defined. {shapes.text(whole)}"
            )
        return np.zeros(whole, self.element_type)

    def stacked(self, indices: Any, dims: Any, verb: Any) -> Any:
        """[index, …]: some of the items as one array. verb: what is done, in errors."""
        if self.rows is not None:
            rows = self.all_rows()
            return jnp.take(rows, jnp.asarray(indices), axis=0) if verb == "gather" else rows
        whole = merged(dims, self.dims)
        items = [self.items[index] for index in indices]
        for item in items:
            whole = whole if item is None else merged(whole, np.shape(item))
        if not shapes.fully_defined(whole):
            what = "elements of an empty list with" if not items else _UNSET[verb]
            said = "<unknown>" if whole is None else shapes.text(whole)
            raise ValueError(f"Tried to {verb} {what} non-fully-defined element_shape: {said}")
        if any(isinstance(item, jax.Array) for item in items):
            return jnp.stack([jnp.zeros(whole, self.element_type) if item is None else item for item in items])
        result = np.zeros((len(items), *whole), self.element_type)
        for place, item in enumerate(items):
            result[place, ...] = 0 if item is None else item
        return result

    def zeros_like(self) -> Any:
        """The list with zeros in place of what is set."""
        if self.rows is not None:
            return self.with_rows(jax.tree.map(jnp.zeros_like, self.rows), self.count)
        return self.having([None if item is None else _zeros_like(item) for item in self.items])

    def __add__(self, other: Any) -> Any:
        """The sums of the items; what one of the two has not set counts as zeros."""
        if _plain(self.element_type) != _plain(other.element_type):
            one, two = (np.dtype(each.element_type).name for each in (self, other))
            raise ValueError(
                f"Trying to add two lists of tensors of different dtypes. One is {one} and the other is {two}"
            )
        if not shapes.compatible(self.dims, other.dims):
            raise ValueError(
                "Trying to add two lists of tensors with incompatible element shapes. One is "
                f"{shapes.text(self.dims)} and the other is {shapes.text(other.dims)}"
            )
        if self.rows is not None or other.rows is not None:
            return self._plus_rows(other)
        if len(self.items) != len(other.items):
            raise ValueError(
                "Trying to add two lists of tensors with different lengths. One is "
                f"{len(self.items)} and the other is {len(other.items)}"
            )
        pairs = zip(self.items, other.items, strict=True)
        items = [a if b is None else b if a is None else a + b for a, b in pairs]
        return TensorList(items, other.dims if self.dims is None else self.dims, self.element_type, self.most)

    def _plus_rows(self, other: Any) -> Any:
        one, two = self.packed(), other.packed()
        if isinstance(one.count, int) and isinstance(two.count, int) and one.count != two.count:
            raise CantCompile("two lists of tensors of different lengths are added")
        space = max(one.space, two.space)
        one, two = one.packed(space=space - one.space), two.packed(space=space - two.space)
        if _form(one.rows) != _form(two.rows):
            raise CantCompile("two lists of tensors of different shapes are added")
        count = one.count if isinstance(one.count, int) else two.count
        return one.with_rows(jax.tree.map(jnp.add, one.rows, two.rows), count)


def _plain(dtype: Any) -> Any:
    """The dtype of the elements: quantized ones are a structure of one field."""
    dtype = np.dtype(dtype)
    return dtype[0] if dtype.names else dtype


def _zeros_like(item: Any) -> Any:
    if isinstance(item, TensorList):
        return item.zeros_like()
    return jnp.zeros_like(item) if isinstance(item, jax.Array) else np.zeros_like(item)


def _form(value: Any) -> Any:
    return jax.tree.structure(value), [(np.shape(leaf), np.dtype(leaf.dtype)) for leaf in jax.tree.leaves(value)]


def _set(rows: Any, index: Any, item: Any) -> Any:
    update = lambda all_rows, leaf: jax.lax.dynamic_update_index_in_dim(all_rows, jnp.asarray(leaf), index, 0)  # noqa: E731
    return jax.tree.map(update, rows, item)


def _at(rows: Any, index: Any) -> Any:
    return jax.tree.map(lambda all_rows: jax.lax.dynamic_index_in_dim(all_rows, index, 0, keepdims=False), rows)


_UNSET = {
    "stack": "list which only contains uninitialized tensors and has a",
    "gather": "uninitialized tensors from a list with",
}


def dims_of(element_shape: Any) -> Any:
    """The shape in a tensor: -1 is a size that is not known, a scalar -1 a rank that is not."""
    if np.ndim(element_shape) == 0 or isinstance(element_shape, Tracer):
        return None
    if np.ndim(element_shape) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {np.ndim(element_shape)}")
    return tuple(None if size < 0 else int(size) for size in element_shape)
