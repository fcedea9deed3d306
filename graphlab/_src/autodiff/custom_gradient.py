"""custom_gradient: a function with a gradient that its author defines; swish, recompute_grad and grad_pass_through."""

# The operation library, the contexts of control flow and JAX state few types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

import functools
import inspect
import itertools
import logging
from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.autodiff.gradients import gradients
from graphlab._src.autodiff.registry import RegisterGradient, is_differentiable
from graphlab._src.graph import Operation, Tensor, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.references import is_variable
from graphlab._src.ops.activation import sigmoid
from graphlab._src.ops.identity import identity, identity_n
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.scope import get_variable_scope

_serial = itertools.count(1)
_log = logging.getLogger("graphlab")


def custom_gradient(f: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator for f(*args) -> (results, grad): grad(*result gradients) returns the gradients of args.

    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))

    results: a tensor, or a structure of them.  grad: returns a gradient for each argument of f. Where f reads
    variables, grad has the keyword `variables` and returns (gradients of args, gradients of these).
    Raises TypeError when f makes variables of another kind, or grad does not accept them.
    """

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        if kwargs:
            raise ValueError(
                "The custom_gradient decorator currently supports keywords arguments only when eager execution is enabled."
            )
        tensors = [convert_to_tensor(arg) for arg in args]
        before = set(_variables())
        result, grad = f(*tensors)
        results = nest.flatten(result)
        if any(not isinstance(variable, HandledVariable) for variable in _variables() if variable not in before):
            raise TypeError(
                "All variables used by a function wrapped with @custom_gradient must be `ResourceVariable`s. Ensure that "
                "no `variable_scope` is created with `use_resource=False`."
            )
        for tensor in results:
            identity(tensor)  # TensorFlow looks for variables above these, and its graphs hold them
        used = [variable for variable in read_between(tensors, results) if variable not in args]
        _check_variables(grad, used)
        name = f"CustomGradient-{next(_serial)}"

        @RegisterGradient(name)
        def rule(op: Operation, *grads: Any) -> list[Any]:
            # The arguments pass the operation too, so that gradients find them above it.
            given = grad(*grads[: len(results)], **({"variables": used} if used else {}))
            of_args, of_variables = given if used else (given, [])
            if len(of_variables) != len(used):
                raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
            return [None] * len(results) + _as_list(of_args) + list(of_variables)

        op_type: str = identity_n.op_type  # pyright: ignore[reportFunctionMemberAccess]
        with get_default_graph().gradient_override_map({op_type: name}):
            passed = identity_n([*results, *tensors, *used])[: len(results)]
        return nest.pack_sequence_as(result, passed)

    decorated._custom_gradient_of = f  # pyright: ignore[reportAttributeAccessIssue]
    return decorated


def _variables() -> list[Any]:
    scope = get_variable_scope()
    return [*scope.global_variables(), *scope.local_variables()]


def read_between(args: list[Tensor], results: list[Tensor]) -> list[Any]:
    """The variables that gradients of results reach other than through args."""
    handles: set[Operation] = set()
    arguments = set(args)
    seen: set[Operation] = set()
    waiting = [tensor.op for tensor in results if tensor not in arguments]
    while waiting:
        op = waiting.pop()
        if op in seen:
            continue
        seen.add(op)
        if is_variable(op):
            handles.add(op)
        if is_differentiable(op):
            waiting.extend(tensor.op for tensor in op.inputs if tensor not in arguments)
    return [variable for variable in _variables() if variable.op in handles and variable.trainable]


def _check_variables(grad: Callable[..., Any], used: list[Any]) -> None:
    # A gradient may have a gradient of its own: its arguments are those of its function, not (*args, **kwargs).
    spec = inspect.getfullargspec(getattr(grad, "_custom_gradient_of", grad))
    accepts = "variables" in spec.args or "variables" in spec.kwonlyargs or spec.varkw is not None
    if used and not accepts:
        raise TypeError(
            "If using @custom_gradient with a function that uses variables, then grad_fn must accept a keyword argument "
            "'variables'."
        )
    if ("variables" in spec.args or spec.varkw is not None) and not used:
        if not get_variable_scope().use_resource:
            raise TypeError(
                "If using @custom_gradient with a function that uses variables, the enclosing variable scope must have "
                "use_resource=True."
            )
        _log.warning(
            "@custom_gradient grad_fn has 'variables' in signature, but no ResourceVariables were used on the forward pass."
        )


def _as_list(items: Any) -> list[Any]:
    return list(nest.flatten(items)) if isinstance(items, (list, tuple)) else [items]


@custom_gradient
def swish(features: Tensor) -> Any:
    """features · sigmoid(features), element by element (Ramachandran et al., 2017).

    The sigmoid is computed again for the gradient, so that nothing but features has to stay in memory until then.
    """

    def grad(dy: Any) -> Any:
        with get_default_graph().control_dependencies([dy]):
            again = sigmoid(features)
        return dy * (again * (1.0 + features * (1.0 - again)))

    return features * sigmoid(features), grad


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function that returns f(*args) and computes it again for its gradient, which saves memory.

    f: a function of tensors that returns a tensor or a list of them, and may read resource variables.
    """

    @custom_gradient
    def decorated(*args: Any) -> tuple[Any, Callable[..., Any]]:
        def grad(*dresults: Any, variables: Sequence[Any] = ()) -> Any:
            with get_default_graph().control_dependencies(list(dresults)):
                own = [identity(arg) for arg in args]  # two arguments may be one tensor, and each has its own part
                again = nest.flatten(f(*own))
            found = gradients(again, [*own, *variables], list(dresults))
            return (found[: len(args)], found[len(args) :]) if variables else found

        return f(*args), grad

    return functools.wraps(f)(decorated)


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """A function that returns f(*args) with the gradient of the identity: that of the result becomes that of args."""

    @custom_gradient
    def decorated(*args: Any) -> tuple[Any, Callable[..., Any]]:
        def grad(*dresults: Any, variables: Sequence[Any] | None = None) -> Any:
            return dresults if variables is None else (dresults, [None] * len(variables))

        return f(*args), grad

    return functools.wraps(f)(decorated)
