"""What the operations of all optimizers have in common."""

from collections.abc import Callable
from typing import Any

from graphlab import dtypes
from graphlab.graph import Operation
from graphlab.state.updates import update_op


def apply_op(op_type, signature, updates, **options) -> Callable[[Callable], Callable[..., Any]]:
    """Registers the kernel of one step, on references and on handles, and gives the function that adds its Operation.

    signature: of the one on references.  updates: the names of the inputs that the kernel returns new values for.
    """
    types = {"T": dtypes.NUMERIC} | ({"Tindices": dtypes.INDEX} if "Tindices" in signature else {})

    def decorate(kernel):
        update = update_op(op_type, signature, updates, types=types, attrs={"use_locking": (bool, False)}, **options)(
            kernel
        )

        def add(*inputs, **attrs):
            result = update(*inputs, **attrs)
            return result if isinstance(result, Operation) else result.op

        return add

    return decorate
