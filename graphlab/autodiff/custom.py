"""custom_gradient: a function with a gradient that its writer gives."""

import functools
import itertools
from collections.abc import Callable
from typing import Any

from graphlab.autodiff.registry import RegisterGradient
from graphlab.graph import convert_to_tensor, get_default_graph
from graphlab.ops.identity import identity_n

_serial = itertools.count(1)


def custom_gradient(f) -> Callable[..., Any]:
    """A decorator for f(*args) -> (results, grad): grad(*result gradients) gives the gradients of args.

    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))

    results: a tensor, or a list or tuple of them.  grad: as many gradients as f takes arguments.
    """

    @functools.wraps(f)
    def decorated(*args, **kwargs):
        if kwargs:
            raise ValueError(
                "The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled."
            )
        args = [convert_to_tensor(arg) for arg in args]
        result, grad = f(*args)
        results = _as_list(result)
        name = f"CustomGradient-{next(_serial)}"

        @RegisterGradient(name)
        def rule(op, *grads):
            # The arguments go through the operation too, so that gradients find them above it.
            return [None] * len(results) + _as_list(grad(*grads[: len(results)]))

        with get_default_graph().gradient_override_map({"IdentityN": name}):
            passed = identity_n([*results, *args])[: len(results)]
        return type(result)(passed) if isinstance(result, (list, tuple)) else passed[0]

    return decorated


def _as_list(items):
    return list(items) if isinstance(items, (list, tuple)) else [items]
