"""tensorflow.python.ops.functional_ops: If, While and For of functions that Defun made, and calls of such functions.

If and While also accept the concrete functions of tf.function.
"""

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, explain
from graphlab._src.compat.defun import DefinedFunction, Defun
from graphlab._src.function.body import GraphFunction
from graphlab._src.function.calls import call
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.graph import Operation, Tensor, convert_to_tensor, get_default_graph, static_value
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.ops.checks.asserting import assert_
from graphlab._src.ops.define import raw_ops
from graphlab._src.ops.logical import logical_and, logical_or
from graphlab._src.ops.rounding import abs as absolute


def If(cond, inputs, then_branch, else_branch, name=None):  # noqa: N802
    """The list of what then_branch, or else_branch, returns for `inputs`, as an If operation chooses in a run.

    cond: a tensor: true where it is not 0 and not empty.  inputs: tensors.  then_branch, else_branch: made by Defun.
    """
    types = [tensor.dtype for tensor in _library_function(then_branch).outputs]
    return raw_ops.If(cond, inputs, Tout=types, then_branch=then_branch, else_branch=else_branch, name=name)


def While(input_, cond, body, name=None, hostmem=None):  # noqa: N802
    """The list of the tensors that a While operation computes: body(*input_), again and again while cond(*input_) is true.

    cond, body: made by Defun for the same types. What body uses of the graph around it is the same in each iteration.
    hostmem: has no effect.  Raises ValueError for functions that do not fit together.
    """
    if cond.captured_inputs:
        raise ValueError("While op 'cond' argument must be a function without implicitly captured inputs.")
    types, tested = _input_types(body), _input_types(cond)
    if tested != types:
        raise ValueError(f"While op 'cond' and 'body' signatures do not match. {tested!r} vs {types!r}")
    _check_count("Expected a single scalar return value from cond, got {} tensors.", cond, 1)
    _check_count(f"While loop body returned {{}} arguments. Expected: {len(types)}", body, len(types))
    count, captured = len(types), body.captured_inputs
    values = [convert_to_tensor(value, kind.base_dtype) for value, kind in zip(input_, types, strict=True)]
    functions = {"cond": cond, "body": body}
    if captured:
        all_types = [*types, *(tensor.dtype for tensor in captured)]
        shorter = Defun(*all_types, func_name=f"{cond.name}_Wrapper")(lambda *args: cond(*args[:count]))
        functions = {"cond": shorter, "body": _returning_captured(body)}
    return list(raw_ops.While([*values, *captured], name=name, **functions))[:count]


def _library_function(function: DefinedFunction | ConcreteFunction) -> GraphFunction:
    return function.library_function if isinstance(function, DefinedFunction) else function._inference_function


def _input_types(function: DefinedFunction | ConcreteFunction) -> tuple[dtypes.DType, ...]:
    if isinstance(function, DefinedFunction):
        return function.declared_input_types
    count = len(function.inputs) - len(function.captured_inputs)
    return tuple(tensor.dtype for tensor in function.inputs[:count])


def _returning_captured(body: DefinedFunction | ConcreteFunction) -> str:
    """The name of the function that also returns what it captured, as the arguments of the next iteration."""
    function = _library_function(body)
    outputs = [*function.outputs, *function.graph.internal_captures]
    longer = GraphFunction(f"{function.name}_Wrapper", function.graph, function.inputs, outputs)
    longer.add_to(get_default_graph())
    return longer.name


def _check_count(message: str, function: DefinedFunction | ConcreteFunction, count: int) -> None:
    found = len(_library_function(function).outputs)
    if found != count:
        raise InvalidArgumentError(None, None, explain(message.format(found)))


def For(start, limit, delta, inputs, body, name=None, hostmem=None, rewrite_with_while=None):  # noqa: N802
    """The list that `inputs` become: inputs = body(i, *inputs) for each i in range(start, limit, delta), by a While operation.

    body: made by Defun.  hostmem: has no effect.  rewrite_with_while: True: the sign of delta need not fit the limits.
    A run fails with InvalidArgumentError for limits that no step of delta leads to.
    """
    types = body.declared_input_types
    _check_count(f"For loop body returned {{}} arguments. Expected: {len(inputs)}", body, len(inputs))
    start, limit, delta = [_number(what, value) for what, value in zip(_LIMITS, (start, limit, delta), strict=True)]
    checks = []
    if not rewrite_with_while:
        rising, falling = logical_and(delta > 0, start <= limit), logical_and(delta < 0, start >= limit)
        checks = [assert_(logical_or(rising, falling), ["Invalid start/limit/delta:", start, limit, delta])]
    with control_dependencies(checks):
        count = (absolute(limit - start) + absolute(delta) - 1) // absolute(delta)
    signature = [*[dtypes.int32] * 4, *types[1:]]

    @Defun(*signature, func_name=f"{body.name}_Cond")
    def more(i, count, *_others):
        return i < count

    @Defun(*signature, func_name=f"{body.name}_Body")
    def step(i, count, start, delta, *values):
        after = body(start + i * delta, *values)
        after = () if after is None or isinstance(after, Operation) else after
        return i + 1, count, start, delta, *(after if isinstance(after, tuple) else (after,))

    body.add_to_graph()
    name = name or (None if rewrite_with_while else "For")
    return While([0, count, start, delta, *inputs], more, step, name=name)[4:]


def for_using_while(start, limit, delta, inputs, forbody, name=None, hostmem=None):
    """For with rewrite_with_while=True."""
    return For(start, limit, delta, inputs, forbody, name, hostmem, rewrite_with_while=True)


_LIMITS = ("start", "limit", "delta")


def _number(what, value):
    tensor = convert_to_tensor(value, dtypes.int32, name=what)
    if tensor.shape.ndims not in (0, None):
        raise InvalidArgumentError(None, None, explain(f"{what} must be a scalar, not of shape {tensor.shape}"))
    return tensor


def Gradient(inputs, f, name=None):  # noqa: N802
    """The gradients of a function that Defun made, by its arguments, as an operation computes them.

    inputs: the arguments, and then what flows back to each output of f.
    """
    return symbolic_gradient(inputs, [arg.type for arg in f.definition.signature.input_arg], f, name)


def symbolic_gradient(input, Tout, f, name=None):  # noqa: A002, N803
    """The list of the gradients of a function of the library, as an operation computes them. Tout: their types.

    input: the arguments, and then what flows back to each output of f.  f: made by Defun, or the function's name.
    """
    return raw_ops.SymbolicGradient(input, Tout=Tout, f=f, name=name)


def partitioned_call(args, f, tout=None, executing_eagerly=None, config=None, executor_type=None):
    """The list of what a function that Defun made returns, or the operation where that is nothing.

    args: with the tensors that f captured.  The other arguments have no effect.
    """
    op = call(_library_function(f), [convert_to_tensor(arg) for arg in args])
    return list(op.outputs) or op


def remote_call(args, Tout, f, name=None, target=None):  # noqa: N803
    """The list of what a function that Defun made returns, computed on the device `target`.

    Tout: the types of the results.  target: a name, or a tensor; where only a run knows its value, it has no effect.
    """
    if isinstance(target, Tensor):
        known = static_value(target)
        target = None if known is None else known.item().decode()
    with device(target):
        results = f(*args, name=name)
    return list(results) if isinstance(results, tuple) else [results]
