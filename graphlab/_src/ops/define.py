"""@op: defines an operation type by one function, its JAX kernel, with signature, shape rule and gradient.

    @op("Relu", "features: T -> activations: T", types={"T": REAL}, infer=same_as_input(0),
        grad=lambda op, dy: [relu_grad(dy, op.outputs[0])])
    def relu(features):
        \"\"\"max(features, 0), element by element.\"\"\"
        return jnp.maximum(features, 0)

The name then is the function that adds such an operation to a graph: relu(x, name="hidden").
Positional parameters are the inputs, keyword-only ones the attributes: their annotations say the kind, their defaults
the default.
"""

import dataclasses
import functools
import inspect
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

from graphlab._src.base import dtypes, overrides, shapes
from graphlab._src.base.shapes import ShapeError
from graphlab._src.base.signals import delayed
from graphlab._src.compiler.random_streams import WORDS, random_input
from graphlab._src.graph import opdef
from graphlab._src.graph.apply import apply_op
from graphlab._src.graph.constant import constant_value, group_inputs, kernel_attrs
from graphlab._src.graph.op_types import OP_MODULES

REQUIRED = inspect.Parameter.empty  # in place of an attribute's default
# In attrs=, in place of an attribute: one that the kernel or the signature has is given by place here.
HERE = None


class SHAPE:
    """Annotation of an attribute that is a shape: plain dims."""


class SHAPES:
    """Annotation of an attribute that is a list of shapes."""


class FUNCTION:
    """Annotation of an attribute that names a function of the graph's library."""


class FUNCTIONS:
    """Annotation of an attribute that is a list of functions."""


class TENSOR:
    """Annotation of an attribute that is a constant: a NumPy array."""


class TENSORS:
    """Annotation of an attribute that is a list of constants."""


_KINDS = {
    SHAPE: "shape",
    SHAPES: "list(shape)",
    TENSOR: "tensor",
    TENSORS: "list(tensor)",
    FUNCTION: "func",
    FUNCTIONS: "list(func)",
    bool: "bool",
    int: "int",
    float: "float",
    str: "string",
    bytes: "string",
    dtypes.DType: "type",
    list[int]: "list(int)",
    list[bool]: "list(bool)",
    list[float]: "list(float)",
    list[str]: "list(string)",
    list[dtypes.DType]: "list(type)",
}


def op(
    op_type,
    signature,
    *,
    types: Any = None,
    infer: Any = None,
    grad: Any = None,
    fold: Any = None,
    static: Any = (),
    scalars: Any = None,
    ranks: Any = None,
    same_shape: Any = (),
    varying: Any = None,
    updates: Any = (),
    accepts_uninitialized: Any = False,
    host: Any = False,
    padded: Any = None,
    random: Any = False,
    holds_state: Any = False,
    stateful: Any = False,
    commutative: Any = False,
    structural: Any = False,
    on_state: Any = False,
    makes_state: Any = False,
    checks: Any = None,
    attrs: Any = None,
    **capabilities: Any,
) -> Callable[[Callable], Callable[..., Any]]:
    """Registers the decorated function as the kernel of an operation type, and returns what adds such operations.

    signature: inputs -> outputs as graph/opdef.py says.  types: {attribute: allowed DTypes, or bytes}.
    infer(op) -> dims, or a list of dims for several outputs; left out: an abstract trace of the kernel, cached.
    grad(op, *gradients) -> a gradient or None for each input; no_gradient: nothing flows back; left out, and where grad
    returns NotImplemented: the VJP of the kernel (autodiff/vjp.py).  gradient_operations: as how many that one counts for seeds.
    fold: the NumPy form of the kernel; True when the kernel itself accepts NumPy arrays.
    static: the inputs whose values must be known when the kernel is traced, because they decide shapes.
    scalars: {input: message of the error of a run in which it is no scalar, with {name} and {shape} in it}.
    ranks: {input: (rank, message)}, for other ranks.  same_shape: inputs whose shapes must be equal.
    varying(op) -> those of them that decide no shape in an operation where they are not known; `checks` look at them.
    updates: the reference inputs that the kernel returns new values for, before its other outputs.
    host: the kernel computes on NumPy arrays; UNLESS_KNOWN: also on JAX's, and compiles where the values of its static
    inputs are known beforehand, which elsewhere would compile anew for each value that comes. With a parameter `context` it gets the RunContext and may wait in it.
    padded: for one on the host, a JAX kernel that pads a result whose size depends on values (compiler/padding.py).
    structural: there is no kernel, the function is signature and documentation; control_flow= or calls= says what it does.
    on_state: the function gets the state that a handle refers to, a stack or a TensorArray, in place of the handle.
    random: True: the kernel has a parameter key=, a JAX key. A function (shape of the output, attributes) -> blocks that it
    reserves: the kernel has a parameter stream=, the state of the Philox generator (compiler/random_streams.py).
    makes_state: such state begins with the operation; the function returns it before its other outputs.
    checks(result, *inputs, **attributes) -> Checks of the values, on NumPy and on traced arrays (compiler/checks.py). result:
    what the kernel returned. What the kernel makes of values that are wrong does not count then, but must not fail.
    attrs: attributes that the kernel does not need, {name: (annotation, default)}. They follow the kernel's where attributes
    are given by place; {name: HERE} has one of the kernel's or of the signature's follow them.
    capabilities: what other layers need to know of the type, control_flow= or vectorize= for instance: graph/capabilities.py.
    """

    def decorate(function) -> Callable[..., Any]:
        inputs, outputs, implied = opdef.parse(signature)
        kernel, folds, forms = function, fold, capabilities
        if scalars or ranks or same_shape:
            look = _check_of_shapes([arg.name for arg in inputs], scalars or {}, ranks or {}, same_shape)
            kernel, folds = _after(look, function), _after(look, fold)
            forms = {name: _after(look, form) if name == "interpret" else form for name, form in capabilities.items()}
        parameters = inspect.signature(kernel).parameters.values()
        given = ("context", "key", "stream") if random else ("context",)  # by who calls the kernel, not attributes
        keywords = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in given]
        found = dict(implied)
        for parameter in keywords:
            found.pop(parameter.name, None)  # the order in which attributes are given by place is that of the kernel
            found[parameter.name] = _attr(parameter.name, parameter.annotation, parameter.default)
        for name, said in (attrs or {}).items():
            declared = found.pop(name) if said is HERE else _attr(name, *said)
            found.pop(name, None)
            found[name] = declared
        for name, allowed in (types or {}).items():
            attr = found[name]
            choices = tuple(allowed) if attr.kind == "string" else frozenset(allowed)
            found[name] = opdef.Attr(name, attr.kind, attr.default, attr.required, choices)
        definition = opdef.register(
            opdef.OpDef(
                name=op_type,
                inputs=inputs,
                outputs=outputs,
                attrs=found,
                infer=infer,
                kernel=None if structural or on_state else kernel,
                on_state=kernel if on_state else None,
                makes_state=makes_state,
                structural=structural,
                fold=kernel if folds is True else folds,
                gradient=grad,
                kernel_attrs=tuple(p.name for p in keywords),
                static=tuple(static),
                varying=varying,
                updates=tuple(updates),
                accepts_uninitialized=accepts_uninitialized,
                host=host,
                padded=padded,
                random=random,
                waits=any(p.name == "context" for p in parameters),
                holds_state=holds_state,
                stateful=stateful or bool(random) or holds_state,
                commutative=commutative,
                checks=checks,
                doc=inspect.getdoc(kernel) or "",
                **forms,
            )
        )
        if infer is None and definition.kernel is not None:
            definition.infer = functools.partial(_trace_shapes, definition)

        return _builder(definition, function)

    return decorate


def _check_of_shapes(names, scalars, ranks, same_shape):
    """function(inputs): raises ValueError where an input has another rank than it must have, or another shape than its like."""
    wanted = {**{name: (0, said) for name, said in scalars.items()}, **ranks}
    places = [(names.index(name), name, rank, said) for name, (rank, said) in wanted.items()]
    same = [names.index(name) for name in same_shape]

    def check(inputs):
        for place, name, rank, said in places:
            if np.ndim(inputs[place]) != rank:
                raise ValueError(said.format(name=name, shape=shapes.text(np.shape(inputs[place]))))
        for place in same[1:]:
            first, other = np.shape(inputs[same[0]]), np.shape(inputs[place])
            if shapes.differ(first, other):
                raise ValueError(
                    f"Inputs must have the same size and shape.  Input {same[0]}: {shapes.text(first)} != "
                    f"input {place}: {shapes.text(other)}"
                )

    return check


def _after(check, form):
    """A form of a kernel that looks at its inputs first."""
    if not callable(form):
        return form

    @functools.wraps(form)
    def checked(*inputs, **attributes):
        check(inputs)
        return form(*inputs, **attributes)

    return checked


def former(op_type, current, signature=None, types=None) -> Callable[..., Any]:
    """Registers a type of old graphs that computes what another type does now; returns what adds such operations.

    signature, types: where they differ from those of the current type, which keeps its other attributes.
    """
    definition = opdef.lookup(current)
    assert definition is not None
    inputs, outputs, attrs = definition.inputs, definition.outputs, dict(definition.attrs)
    if signature is not None:
        said = {arg.type_attr or arg.number_attr for arg in (*inputs, *outputs)}
        inputs, outputs, implied = opdef.parse(signature)
        attrs = {**implied, **{name: attr for name, attr in attrs.items() if name not in said}}
    for name, allowed in (types or {}).items():
        attrs[name] = dataclasses.replace(attrs[name], allowed=frozenset(allowed))
    infer = definition.infer
    if isinstance(infer, functools.partial) and infer.func is _trace_shapes:
        infer = None
    made = opdef.register(
        dataclasses.replace(definition, name=op_type, inputs=inputs, outputs=outputs, attrs=attrs, infer=infer)
    )
    if infer is None:
        made.infer = functools.partial(_trace_shapes, made)
    return _builder(made, _documented(definition.doc))


def _documented(doc):
    def function():
        pass

    function.__doc__ = doc
    return function


_builders = {}


def _builder(definition, function):
    """The function that adds operations of a type: inputs, then attributes, then a name, in place or by keyword."""
    inputs = [arg.name for arg in definition.inputs]
    said = {arg.type_attr for arg in definition.inputs} | {arg.number_attr for arg in definition.inputs}
    attributes = [attr for attr in definition.attrs.values() if attr.name not in said]
    attributes.sort(key=lambda attr: not attr.required)
    signature = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in inputs]
        + [
            inspect.Parameter(
                attr.name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=inspect.Parameter.empty if attr.required else attr.default,
            )
            for attr in attributes
        ]
        + [inspect.Parameter("name", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)]
    )
    count = len(inputs)
    op_type = definition.name

    @functools.wraps(function)
    def build(*values, name=None, **attrs):
        if len(values) != count:  # fewer: some were given by name; more: attributes follow, or the name
            given = signature.bind(*values, **attrs, **({} if name is None else {"name": name})).arguments
            name = given.pop("name", None)
            values = [given.pop(key) for key in inputs]
            attrs = given
        try:
            return apply_op(op_type, *values, name=name, **attrs)
        except (TypeError, ValueError):
            result = overrides.dispatch(build, *values, name=name, **attrs)
            if result is overrides.Dispatcher.NOT_SUPPORTED:
                raise
        return result

    setattr(build, overrides.DISPATCHERS, [])
    build.op_type = op_type  # pyright: ignore[reportAttributeAccessIssue]
    build.__signature__ = signature  # pyright: ignore[reportAttributeAccessIssue]
    del build.__wrapped__
    _builders[op_type] = build
    return build


class _RawOps:
    """Every operation type as a function: raw_ops.MatMul(a, b, transpose_a=True, name="product")."""

    def __getattr__(self, op_type) -> Callable[..., Any]:
        if opdef.lookup(op_type) is None or op_type not in _builders:
            raise AttributeError(f"graphlab has no operation type {op_type}")
        builder = _builders[op_type]
        setattr(self, op_type, builder)
        return builder

    def __dir__(self):
        return sorted({*OP_MODULES, *_builders})


raw_ops = _RawOps()


def _attr(name, annotation, default):
    kind = _KINDS[annotation]
    required = default is REQUIRED
    if not required and kind == "string":
        default = default.encode() if isinstance(default, str) else default
    return opdef.Attr(name, kind, None if required else default, required)


def no_gradient(op, *gradients):
    """The gradient rule of operations that nothing flows back through."""
    return [None] * len(op.inputs)


def undefined_gradient(op, *gradients):
    """The gradient rule of operations that TensorFlow has none for either: LookupError."""
    raise LookupError(f"No gradient defined for operation '{op.name}' (op type: {op.type}), nor is there in TensorFlow")


contrib_gradients = set()


def contrib_gradient(rule):
    """A decorator of gradient rules that TensorFlow registers when tf.contrib is imported: one of a program replaces it."""
    contrib_gradients.add(rule)
    return rule


# Shape rules that many operations share; more are in rules.py.


def same_as_input(index):
    """The output has the shape of that input."""
    return lambda op: op.inputs[index].dims


def scalar(op):
    """The output is a single number."""
    return ()


def unknown(op):
    """Nothing is known of the output's shape."""
    return


def no_outputs(op):
    """There is nothing to infer."""
    return []


def _trace_shapes(definition, op):
    """The shapes from an abstract trace of the kernel; unknown sizes make unknown results."""
    dims = [tensor.dims for tensor in op.inputs]
    unknown_outputs = [None] * _count_outputs(definition, op)
    if any(d is None or None in d for d in dims):
        return unknown_outputs[0] if definition.single_output else unknown_outputs
    values = []
    static = definition.static_positions(op)
    for i, tensor in enumerate(op.inputs):
        if i in static:
            value = constant_value(tensor)
            if value is None:
                return unknown_outputs[0] if definition.single_output else unknown_outputs
            values.append(value)
        else:
            values.append(jax.ShapeDtypeStruct(tensor.dims, tensor.dtype.as_numpy_dtype))
    try:
        result = trace(definition, op, values)
    except (TypeError, ValueError) as error:
        raise ShapeError(str(error).splitlines()[0]) from error
    if definition.single_output:
        return result.shape
    return [item.shape for item in jax.tree_util.tree_leaves(result)]


def _count_outputs(definition, op):
    count = 0
    for arg in definition.outputs:
        if arg.number_attr:
            count += op.attrs[arg.number_attr]
        else:
            count += len(op.attrs[arg.type_attr]) if arg.type_list else 1
    return count


def trace(definition, op, values):
    """The abstract outputs of a kernel; values: ShapeDtypeStructs, or NumPy arrays where a value must be concrete."""
    abstract = [value for value in values if not isinstance(value, np.ndarray)]

    def call(*given):
        rest = iter(given)
        full = [value if isinstance(value, np.ndarray) else next(rest) for value in values]
        extra = random_input(definition, np.zeros(WORDS, np.uint32))
        return definition.kernel(*group_inputs(definition, op, full), **kernel_attrs(op, definition), **extra)

    with delayed(), jax.enable_x64(True):
        return jax.eval_shape(call, *abstract)


def twice(op_type, signature, infer=no_outputs, stateful=False, **options):
    """Makes a function the kernel of two operation types: the given one, and the one with V2 at the end of its name.

    What works on a named resource TensorFlow has twice: with a handle of type resource (QueueEnqueueV2) and, as older graphs
    have it, with a reference to a string (QueueEnqueue).

    signature: of the latter, with handles of type resource.  stateful: whether the former is, too.
    Returns the function that adds an operation of the latter type.
    """
    options = {"infer": infer, "host": True, "grad": no_gradient, **options}

    def decorate(kernel):
        op(op_type, signature.replace("resource", "Ref(string)"), stateful=stateful, **options)(kernel)
        return op(f"{op_type}V2", signature, stateful=True, **options)(kernel)

    return decorate
