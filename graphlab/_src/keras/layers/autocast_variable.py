"""AutoCastVariable: a variable that is read in the type that the layer around it computes in."""

import functools
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.keras.layers.call_context import calls
from graphlab._src.ops.cast import cast
from graphlab._src.state.resource_variable import HandledVariable


class AutoCastVariable(HandledVariable):
    """A floating variable, the same in the graph and in sessions, whose reads in a layer's `call` have its compute dtype.

    variable: the ResourceVariable, or variable of a strategy, that it is another object for; it is of the same class, too.
    """

    def __new__(cls, variable: Any) -> Any:
        if not isinstance(variable, HandledVariable):
            raise ValueError(f"variable must be of type tf.ResourceVariable, but got: {variable}")
        return object.__new__(_casting(type(variable)))

    def __init__(self, variable: Any) -> None:
        if not variable.dtype.is_floating:
            raise ValueError(
                f"variable must be a floating point variable but has type: {variable.dtype.name} ({variable.name})"
            )
        vars(self).update(vars(variable))

    @property
    def true_dtype(self) -> Any:
        """The DType of the value in a session."""
        return self._dtype

    @property
    def dtype(self) -> Any:
        """The DType that a read has here."""
        kind = calls.compute_dtype
        return self._dtype if kind is None else dtypes.as_dtype(kind)

    def _as_read(self, value: Any) -> Any:
        return value if self.dtype == self._dtype else cast(value, self.dtype)

    def value(self) -> Any:
        """A read, in the type that is read here."""
        return self._as_read(super().value())

    def read_value(self) -> Any:
        """A new read, in the type that is read here."""
        return self._as_read(super().read_value())

    def sparse_read(self, indices: Any, name: str | None = None) -> Any:
        """The rows at indices, in the type that is read here."""
        return self._as_read(super().sparse_read(indices, name=name))

    def gather_nd(self, indices: Any, name: str | None = None) -> Any:
        """The parts at coordinates, in the type that is read here."""
        return self._as_read(super().gather_nd(indices, name=name))

    def __repr__(self) -> str:
        return (
            f"<AutoCastVariable '{self.name}' shape={self.shape} dtype={self.dtype.name} true_dtype={self._dtype.name}>"
        )


@functools.cache
def _casting(kind: type) -> type:
    return type(AutoCastVariable.__name__, (AutoCastVariable, kind), {})
