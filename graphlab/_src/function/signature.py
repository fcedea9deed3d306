"""FunctionSpec: how the arguments of a call are bound, and the signature by which a trace is found again."""

import functools
import inspect
import itertools
import weakref
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphlab._src.base.dtypes import DType
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import Tensor, constant, convert_to_tensor, nest
from graphlab._src.graph.type_spec import TensorSpec, TypeSpec
from graphlab._src.state.resource_variable import HandledVariable


class FunctionSpec:
    """How a Python function's arguments are bound.

    input_signature: TensorSpecs of all its arguments, or None.  is_method: whether it is bound to an object.
    arg_names: of its positional arguments, without the object that it is bound to.
    """

    @staticmethod
    def from_function_and_signature(python_function: Any, input_signature: Any) -> "FunctionSpec":
        """The FunctionSpec of a function."""
        return FunctionSpec(_argument_spec(python_function), hasattr(python_function, "__self__"), input_signature)

    def __init__(self, fullargspec: inspect.FullArgSpec, is_method: bool, input_signature: Any) -> None:
        self.fullargspec = fullargspec
        self.is_method = is_method
        self.arg_names = list(fullargspec.args)
        self.vararg_name = fullargspec.varargs
        defaults = fullargspec.defaults or ()
        self._defaults = dict(enumerate(defaults, len(self.arg_names) - len(defaults)))
        self._index = {name: i for i, name in enumerate(self.arg_names)}
        self.input_signature: Any = None
        self.flat_input_signature: Any = None
        if input_signature is not None:
            if fullargspec.kwonlyargs:
                raise ValueError(_KEYWORDS)
            if not isinstance(input_signature, (tuple, list)):
                raise TypeError(f"input_signature must be either a tuple or a list, received {type(input_signature)}")
            self.input_signature = tuple(input_signature)
            self.flat_input_signature = tuple(flatten(self.input_signature))

    def canonicalize_function_inputs(self, *args: Any, **kwargs: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """(all positional arguments, defaults among them; arguments that are keywords only). Arrays become tensors."""
        if self.input_signature is not None:
            self._check_covered(args, kwargs)
        values = {i: value for i, value in self._defaults.items() if i >= len(args)}
        for name in list(kwargs):
            i = self._index.get(name)
            if i is None:
                continue
            if i < len(args):
                raise TypeError(f"got multiple values for argument '{name}'")
            values[i] = kwargs.pop(name)
        bound = (*args, *(values[i] for i in sorted(values)))
        if self.input_signature is None:
            return nest.map_structure(_array_as_tensor, bound), nest.map_structure(_array_as_tensor, kwargs)
        return self._to_signature(bound), {}

    def _check_covered(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        covered = "When input_signature is provided, only pass arguments covered by it. Received"
        if len(args) > len(self.input_signature):
            raise TypeError(f"{covered} {len(args)} argument(s).")
        for name in kwargs:
            index = self._index.get(name)
            if index is None:
                raise TypeError(f"Function got an unexpected keyword argument {name}")
            if index >= len(self.input_signature):
                raise TypeError(f"{covered} argument {name}.")

    def _to_signature(self, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
        signature = self.input_signature
        inputs = inputs[: len(signature)]
        described = f"  inputs: (\n    {_lines(inputs)})\n  input_signature: (\n    {_lines(signature)})"
        flat = None
        if len(inputs) == len(signature):
            try:
                flat = [leaf for spec, value in zip(signature, inputs, strict=True) for leaf in _up_to(spec, value)]
            except (ValueError, TypeError):
                flat = None
        if flat is None or len(flat) != len(self.flat_input_signature):
            raise ValueError(f"Structure of Python function inputs does not match input_signature:\n{described}")
        for i, (value, spec) in enumerate(zip(flat, self.flat_input_signature, strict=True)):
            if isinstance(value, Tensor):
                continue
            try:
                flat[i] = convert_to_tensor(value, dtype_hint=spec.dtype)
            except (ValueError, TypeError):
                raise ValueError(
                    "When input_signature is provided, all inputs to the Python function must be convertible to "
                    f"tensors:\n{described}"
                ) from None
        if not all(spec.is_compatible_with(value) for spec, value in zip(self.flat_input_signature, flat, strict=True)):
            raise ValueError(f"Python inputs incompatible with input_signature:\n{described}")
        return pack(signature, flat)


_KEYWORDS = "Cannot define a TensorFlow function from a Python function with keyword arguments when input_signature is provided."


def signature_of(python_function: Any) -> inspect.Signature:
    """What inspect.signature says of a function, without the object that it is bound to."""
    bound = hasattr(python_function, "__func__") and hasattr(python_function, "__self__")
    signature = inspect.signature(python_function.__func__ if bound else python_function)
    parameters = list(signature.parameters.values())
    return signature.replace(parameters=parameters[1:] if bound else parameters)


def _lines(items: Any) -> str:
    return ",\n    ".join(str(item) for item in items)


def _argument_spec(function: Any) -> inspect.FullArgSpec:
    if isinstance(function, functools.partial):
        inner = _argument_spec(function.func)
        args = inner.args
        defaults = dict(zip(args[len(args) - len(inner.defaults or ()) :], inner.defaults or (), strict=True))
        left = list(itertools.takewhile(lambda name: name not in function.keywords, args[len(function.args) :]))
        retained = tuple(defaults[name] for name in left if name in defaults)
        return inspect.FullArgSpec(left, inner.varargs, inner.varkw, retained or None, [], {}, {})
    if hasattr(function, "__func__") and hasattr(function, "__self__"):
        spec = inspect.getfullargspec(function.__func__)
        return spec._replace(args=spec.args[1:])
    if not inspect.isroutine(function) and not inspect.isclass(function):
        spec = inspect.getfullargspec(type(function).__call__)
        return spec._replace(args=spec.args[1:])
    return inspect.getfullargspec(function)


def _array_as_tensor(value: Any) -> Any:
    return constant(value) if type(value) is np.ndarray else value


# Structures whose leaves are tensors, or the TensorSpecs of these; a SparseTensorSpec or RaggedTensorSpec represents several.


def is_composite_spec(leaf: Any) -> bool:
    """True for the spec of an object of several tensors."""
    return hasattr(leaf, "_component_specs") and not isinstance(leaf, TensorSpec)


def flatten(structure: Any) -> list[Any]:
    """The leaves of a structure: tensors, TensorSpecs and Python values."""
    return nest.flatten(structure, expand_composites=True)


def pack(structure: Any, leaves: list[Any]) -> Any:
    """The structure with other leaves."""
    remaining = iter(leaves)

    def put(leaf: Any) -> Any:
        if is_composite_spec(leaf):
            specs = leaf._component_specs
            components = [next(remaining) for _ in nest.flatten(specs, True)]
            return leaf._from_components(nest.pack_sequence_as(specs, components, True))
        return next(remaining)

    def rebuild(leaf: Any) -> Any:
        if nest.is_composite(leaf):
            return nest.pack_sequence_as(leaf, [next(remaining) for _ in nest.flatten(leaf, True)], True)
        return put(leaf)

    return nest.map_structure(rebuild, structure)


def is_plain(signature: Any) -> bool:
    """True for a signature that a file can hold: specs, numbers, texts, types and None."""
    return all(isinstance(leaf, _PLAIN) for leaf in nest.flatten(signature))


_PLAIN = (int, float, str, type(None), DType, TensorShape, TypeSpec)


def _up_to(spec: Any, value: Any) -> list[Any]:
    """The leaves of a value where those of a spec are; what lies deeper in the value is one leaf."""
    if nest.is_nested(spec):
        inner, items = nest.items_of(spec), nest.items_of(value)
        if (
            items is None
            or inner is None
            or len(items) != len(inner)
            or isinstance(spec, Mapping)
            and set(spec) != set(value)
        ):
            raise ValueError("another structure")
        return [leaf for one, item in zip(inner, items, strict=True) for leaf in _up_to(one, item)]
    return flatten(value) if is_composite_spec(spec) else [value]


def _kind(structure: Any) -> type:
    """The type of a structure; a list or dict that an attribute wraps is a list or dict."""
    return getattr(type(structure), "_wraps", type(structure))


def encoded(structure: Any, ranks_only: bool = False) -> Any:
    """What finds the trace for these arguments again: shapes and types of tensors, and Python values themselves."""
    if isinstance(structure, (Tensor, TensorSpec)):
        dims = structure.shape.dims
        sizes = None if dims is None else len(dims) if ranks_only else tuple(size.value for size in dims)
        return "tensor", structure.dtype.base_dtype, sizes
    if isinstance(structure, HandledVariable):
        return "variable", id(structure.handle)
    if isinstance(structure, TensorShape):
        return structure.ndims if ranks_only else structure.sizes
    if nest.is_composite(structure):
        # What its tensors do not show, such as the elements of a dataset, is in its TypeSpec.
        spec = getattr(structure, "_type_spec", None)
        form = None if spec is None else encoded(spec._serialize())
        return type(structure), form, tuple(encoded(part, ranks_only) for part in nest.flatten(structure, True))
    if isinstance(structure, Mapping):
        return _kind(structure), tuple((key, encoded(structure[key], ranks_only)) for key in sorted(structure))
    items = nest.items_of(structure) if nest.is_nested(structure) else None
    if items is not None:
        return _kind(structure), tuple(encoded(item, ranks_only) for item in items)
    if isinstance(structure, (int, float, complex, str, bytes, type(None), type, DType, TypeSpec)):
        return type(structure), structure
    try:
        return weakref.ref(structure)
    except TypeError:
        return type(structure), structure
