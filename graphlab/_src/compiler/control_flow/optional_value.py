"""Maybe: the value of an Optional, also of one that a branch in compiled code returns."""

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.compiler.control_flow.run_state import CantCompile


@jax.tree_util.register_pytree_node_class
class Maybe:
    """The value of an Optional: the parts of an element, or None.

    alternatives: in compiled code, what it may hold: the elements that branches return, zeros for those that did not run.
    """

    def __init__(self, element: Any, alternatives: Any = None) -> None:
        self.element = None if element is None else tuple(element)
        self.alternatives = alternatives

    def tree_flatten(self) -> tuple[tuple[Any, Any], None]:
        return (self.element, self.alternatives), None

    @classmethod
    def tree_unflatten(cls, aux: None, children: tuple[Any, Any]) -> "Maybe":
        return cls(*children)

    @property
    def present(self) -> bool:
        """Whether it has a value; CantCompile where only the run knows."""
        if self.alternatives is not None:
            raise CantCompile("it is not known whether an Optional has a value")
        return self.element is not None

    def in_numpy(self, convert: Any) -> "Maybe":
        """The same of NumPy's arrays; CantCompile where only the run knows whether it has a value.

        convert(array): makes one.
        """
        return Maybe(jax.tree.map(convert, self.element) if self.present else None)

    def alternative(self, types: Sequence[dtypes.DType], dims: Sequence[Any]) -> Any:
        """The element of such types and shapes; CantCompile where there are several or none."""
        found = [element for element in self.alternatives if _fits(element, types, dims)]
        if len(found) != 1:
            raise CantCompile("it is not known which branch an Optional is of")
        return found[0]

    def zeros_like(self) -> "Maybe":
        """One with zeros in place of its value, or without one where it has none."""
        return self._each(lambda element: [_zeros_like(part) for part in element])

    def __add__(self, other: "Maybe") -> "Maybe":
        """One with the sums of both values; without a value where one of the two has none."""
        if self.alternatives is not None or other.alternatives is not None:
            if jax.tree.structure(self) != jax.tree.structure(other):
                raise CantCompile("two Optionals that hold different values are added")
            return jax.tree.map(jnp.add, self, other)
        if self.element is None or other.element is None:
            return Maybe(None)
        return Maybe([a + b for a, b in zip(self.element, other.element, strict=True)])

    def _each(self, function: Any) -> "Maybe":
        if self.alternatives is not None:
            return Maybe(None, tuple(tuple(function(element)) for element in self.alternatives))
        return Maybe(None if self.element is None else function(self.element))

    def elements(self) -> tuple[Any, ...]:
        """What it may hold."""
        if self.alternatives is not None:
            return tuple(self.alternatives)
        return () if self.element is None else (self.element,)

    def among(self, forms: Sequence[Any]) -> "Maybe":
        """The same as one of several that branches return. forms: of the elements that these hold."""
        own = self.elements()
        found: list[Any] = []
        for form in forms:
            element = next((one for one in own if _same_form(one, form)), None)
            if element is None:
                element = jax.tree.map(lambda leaf: jnp.zeros(leaf.shape, leaf.dtype), form)
            found.append(jax.tree.map(jnp.asarray, element))
        return Maybe(None, tuple(found))


def _zeros_like(part: Any) -> Any:
    if hasattr(part, "zeros_like"):
        return part.zeros_like()
    return jnp.zeros_like(part) if isinstance(part, jax.Array) else np.zeros_like(part)


def _same_form(one: Any, other: Any) -> bool:
    return jax.tree.structure(one) == jax.tree.structure(other) and all(
        a.shape == b.shape and a.dtype == b.dtype
        for a, b in zip(jax.tree.leaves(one), jax.tree.leaves(other), strict=True)
    )


def _fits(element: Sequence[Any], types: Sequence[dtypes.DType], dims: Sequence[Any]) -> bool:
    if len(element) != len(types):
        return False
    for part, dtype, size in zip(element, types, dims, strict=True):
        if hasattr(part, "zeros_like") or dtype is dtypes.variant:
            if not (hasattr(part, "zeros_like") and dtype is dtypes.variant):
                return False
        elif part.dtype != dtypes.storage(dtype) or not shapes.compatible(tuple(part.shape), size):
            return False
    return True


def forms_of(results: Sequence[Maybe]) -> list[Any]:
    """The different forms of the elements that the Optionals of several branches hold."""
    forms: list[Any] = []
    for result in results:
        for element in result.elements():
            if not any(_same_form(element, form) for form in forms):
                forms.append(element)
    return forms
