"""tensorflow.python.ops.ragged.ragged_dispatch: what lets a function of tensors accept ragged ones."""

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.base.overrides import override
from graphlab._src.graph.ragged_tensor import RaggedParts, RaggedTensorValue
from graphlab._src.ops.ragged import overrides


class _Dispatcher:
    """Lets an overridable function do something else for ragged tensors, from register() on."""

    def __init__(self, original_op: Callable[..., Any]) -> None:
        self._original_op = original_op


class UnaryRaggedElementwiseDispatcher(_Dispatcher):
    """Applies a function to the elements of its first argument. arg_is_list: that is a list of tensors with equal rows."""

    def __init__(self, original_op: Callable[..., Any], arg_is_list: bool = False) -> None:
        super().__init__(original_op)
        self._register = overrides.override_list if arg_is_list else overrides.override_unary

    def register(self, op: Callable[..., Any]) -> None:
        """Does that for calls of `op`, the function or what wraps it."""
        self._register(op)


class BinaryRaggedElementwiseDispatcher(_Dispatcher):
    """Applies a function to the elements of its first two arguments, broadcast against each other."""

    def register(self, op: Callable[..., Any]) -> None:
        """Does that for calls of `op`, the function or what wraps it."""
        overrides.override_binary(op)


class RaggedDispatcher(_Dispatcher):
    """Calls another function where one of some arguments is ragged.

    ragged_op: has the same arguments.  ragged_args: the names of those that may be ragged, in brackets for lists.
    """

    def __init__(
        self, original_op: Callable[..., Any], ragged_op: Callable[..., Any], ragged_args: Sequence[str]
    ) -> None:
        super().__init__(original_op)
        ours, theirs = overrides.names_of(original_op), overrides.names_of(ragged_op)
        if ours != theirs:
            raise AssertionError(
                f"Signature must exactly match when overriding {original_op} with {ragged_op}: {ours} vs {theirs}"
            )
        self._ragged_op, self._ragged_args = ragged_op, [name.strip("[]") for name in ragged_args]

    def register(self, op: Callable[..., Any]) -> None:
        """Does that for calls of `op`, the function or what wraps it."""
        override(op, RaggedParts, RaggedTensorValue, arguments=self._ragged_args)(self._ragged_op)


def auto_cast_partition_dtype() -> bool:
    """False: ragged tensors with row splits of different types are refused, not cast."""
    return False
