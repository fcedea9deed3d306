"""What the operations of all optimizers have in common."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp

from graphlab import dtypes
from graphlab.compiler.checks import out_of_rows
from graphlab.graph import Operation, opdef
from graphlab.ops.define import undefined_gradient
from graphlab.state.updates import update_op


def apply_op(op_type, signature, updates, **options) -> Callable[[Callable], Callable[..., Any]]:
    """Registers the kernel of one step, on references and on handles, and gives the function that adds its Operation.

    signature: of the one on references.  updates: the names of the inputs that the kernel returns new values for.
    """
    names = [arg.name for arg in opdef.parse(signature)[0]]
    if "indices" in names:
        place = names.index("indices")
        options["checks"] = lambda result, *inputs, **attrs: [out_of_rows(inputs[place], inputs[0].shape[0])]
    types = {"T": dtypes.NUMERIC} | ({"Tindices": dtypes.INDEX} if "Tindices" in signature else {})

    def decorate(kernel):
        attrs = {"use_locking": (bool, False)}
        update = update_op(op_type, signature, updates, types=types, attrs=attrs, grad=undefined_gradient, **options)(
            kernel
        )

        def add(*inputs, **attrs):
            result = update(*inputs, **attrs)
            return result if isinstance(result, Operation) else result.op

        return add

    return decorate


def on_rows(step, variables, indices, *rest):
    """What step(*variables, *rest) makes of the rows that indices name, in the variables, whose other rows stay."""
    new = step(*[variable[indices] for variable in variables], *rest)
    return tuple(variable.at[indices].set(rows) for variable, rows in zip(variables, new, strict=True))


def shrunk(value, by):
    """value moved towards 0 by an amount, and to 0 where that is more than its size: the proximal step of an L1 term."""
    return jnp.sign(value) * jnp.maximum(jnp.abs(value) - by, 0)
