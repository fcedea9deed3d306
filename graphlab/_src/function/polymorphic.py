"""Polymorphic functions: tf.function and defun trace a Python function once for each signature of its arguments."""

import contextlib
import functools
import inspect
import threading
import weakref
from collections.abc import Callable
from typing import Any

from graphlab._src.function.body import FunctionBody
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.inlining import trace_inline
from graphlab._src.function.signature import FunctionSpec, encoded, flatten, signature_of
from graphlab._src.function.tracing import trace
from graphlab._src.graph import Tensor, get_default_graph, nest
from graphlab._src.graph.scopes import init_scope
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.state.variable_creators import variable_creator_scope


class TracedFunction:
    """What defun makes: a Python function that is traced for each signature, and may make variables in each trace."""

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str,
        input_signature: Any = None,
        attributes: dict[str, Any] | None = None,
        autograph: bool = True,
        autograph_options: Any = None,
        experimental_relax_shapes: bool = False,
    ) -> None:
        self._python_function = python_function
        self._name = name
        self._spec = FunctionSpec.from_function_and_signature(python_function, input_signature)
        self._attributes = attributes or {}
        self._autograph = autograph
        self._autograph_options = autograph_options
        self._relax_shapes = experimental_relax_shapes
        self._traces: dict[Any, ConcreteFunction] = {}
        self._missed: set[Any] = set()
        self._relaxed: dict[Any, tuple[list[Any], ConcreteFunction]] = {}
        self._lock = threading.RLock()
        self._instances: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
        self.variable_creator: Any = None  # of variables that a trace makes; the graph's own when None
        functools.update_wrapper(self, python_function, updated=())

    python_function = property(lambda self: self._python_function, doc="The Python function.")
    function_spec = property(lambda self: self._spec, doc="Its FunctionSpec.")
    input_signature = property(
        lambda self: self._spec.input_signature, doc="The TensorSpecs of its arguments, or None."
    )

    @property
    def traces(self) -> list[ConcreteFunction]:
        """The functions that it was traced to so far."""
        return [*self._traces.values(), *(function for _, function in self._relaxed.values())]

    @property
    def __signature__(self) -> inspect.Signature:
        return signature_of(self._python_function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Adds a call to the default graph, and returns what the Python function does."""
        function, args, kwargs = self._function_for(args, kwargs)
        return function._filtered_call(args, kwargs)

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return self
        if instance not in self._instances:
            self._instances[instance] = self._bound(instance)
        return self._instances[instance]

    def _bound(self, instance: Any) -> "TracedFunction":
        return TracedFunction(
            BoundMethod(self._python_function, instance),
            self._name,
            self.input_signature,
            self._attributes,
            self._autograph,
            self._autograph_options,
            self._relax_shapes,
        )

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The ConcreteFunction for these arguments: tensors or TensorSpecs, and Python values."""
        if self.input_signature is not None:
            self._check_signature(args, kwargs)
            args, kwargs = self.input_signature, {}
        function, args, kwargs = self._function_for(args, kwargs, bind=self.input_signature is None)
        names: list[str] = []
        for tensor in function.inputs[: len(function.inputs) - len(function.captured_inputs)]:
            said = tensor.op.attrs.get("_user_specified_name")
            base = name = tensor.op.name if said is None else said.s.decode()
            number = 1
            while name in names:
                name, number = f"{base}_{number}", number + 1
            names.append(name)
        function._arg_keywords = names
        function._num_positional_args = len(names)
        return function

    def _check_signature(self, args: Any, kwargs: Any) -> None:
        if kwargs:
            raise ValueError(
                "Cannot define a TensorFlow function from a Python function with keyword arguments when input_signature is "
                "provided."
            )
        if not args:
            return
        flat = flatten(args)
        expected = self._spec.flat_input_signature
        if len(flat) != len(expected) or len(args) != len(self.input_signature):
            raise ValueError("Structure of Python function inputs does not match input_signature.")
        if any(not isinstance(arg, (Tensor, TensorSpec)) for arg in flat):
            raise ValueError(
                "When input_signature is provided, all inputs to the Python function must be Tensors or tf.TensorSpec objects."
            )
        if not all(spec.is_compatible_with(arg) for spec, arg in zip(expected, flat, strict=True)):
            raise ValueError(
                f"Python inputs incompatible with input_signature: inputs ({args}), input_signature ({self.input_signature})"
            )

    def _function_for(self, args: Any, kwargs: Any, bind: bool = True) -> tuple[ConcreteFunction, Any, Any]:
        if bind:
            args, kwargs = self._spec.canonicalize_function_inputs(*args, **kwargs)
        key = self._key(args, kwargs)
        with self._lock:
            try:
                found = self._traces.get(key)
            except TypeError as error:
                raise TypeError(
                    f"Arguments supplied to `defun`-generated functions must be hashable.  Original error: {error}"
                ) from None
            if found is not None:
                return found, args, kwargs
            context = key[1:]
            if self._relax_shapes and self.input_signature is None and context in self._missed:
                return self._relaxed_function(args, kwargs), args, kwargs
            self._missed.add(context)
            found = self._traces[key] = self._make(args, kwargs)
            return found, args, kwargs

    def _key(self, args: Any, kwargs: Any, ranks_only: bool = False) -> Any:
        signature = self._spec.flat_input_signature
        what = encoded((tuple(args), kwargs), ranks_only) if signature is None else None
        with init_scope():
            outermost = get_default_graph()
        stacks = get_default_graph().stacks
        devices = tuple(map(id, stacks.devices)) if any(callable(scope.given) for scope in stacks.devices) else ()
        return what, outermost.uid, devices, tuple(map(id, stacks.strategies))

    def _relaxed_function(self, args: Any, kwargs: Any) -> ConcreteFunction:
        """A function for shapes that differ: what differs between calls is not known in it."""
        key = self._key(args, kwargs, ranks_only=True)
        shapes = [
            leaf.shape if isinstance(leaf, (Tensor, TensorSpec)) else None for leaf in flatten((tuple(args), kwargs))
        ]
        if key in self._relaxed:
            known, function = self._relaxed[key]
            if all(_covers(one, other) for one, other in zip(known, shapes, strict=True)):
                return function
            shapes = [_common(one, other) for one, other in zip(known, shapes, strict=True)]
        function = self._make(args, kwargs, shapes)
        self._relaxed[key] = shapes, function
        return function

    def _make(self, args: Any, kwargs: Any, shapes: Any = None) -> ConcreteFunction:
        count = len(args)
        names = self._spec.arg_names[:count]
        names = [*names, *(f"{self._spec.vararg_name}_{i}" for i in range(count - len(names)))]
        given: Any = args if self.input_signature is None else self.input_signature
        specs = _as_specs(given), _as_specs(kwargs)

        def build(
            body: FunctionBody | None, args: Any = given, kwargs: Any = kwargs, creator: Any = None
        ) -> FunctionBody:
            with variable_creator_scope(creator) if creator else contextlib.nullcontext():
                return trace(
                    self._name,
                    self._python_function,
                    list(args),
                    kwargs,
                    autograph=self._autograph,
                    arg_names=names,
                    shapes=shapes,
                    body=body,
                )

        made = build(None, creator=self.variable_creator)
        retrace = functools.partial(build, args=specs[0], kwargs=specs[1], creator=no_more_variables)
        function = ConcreteFunction(made, self._attributes, retrace=retrace)
        function._function.inlined = functools.partial(
            trace_inline, self._python_function, *specs, self._autograph, no_more_variables
        )
        return function


def no_more_variables(*_: Any, **__: Any) -> Any:
    """The creator of variables where none may be made."""
    raise ValueError("tf.function-decorated function tried to create variables on non-first call.")


class BoundMethod:
    """A function as a method of an object, which it does not keep alive."""

    def __init__(self, function: Callable[..., Any], instance: Any) -> None:
        functools.update_wrapper(self, function, updated=())
        self.__func__ = function
        self._instance = weakref.ref(instance)

    @property
    def __self__(self) -> Any:
        return self._instance()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__func__(self._instance(), *args, **kwargs)


def _as_specs(structure: Any) -> Any:
    """The structure with TensorSpecs in place of tensors, so that it keeps no graph alive."""

    def spec(leaf: Any) -> Any:
        return TensorSpec(leaf.shape, leaf.dtype.base_dtype) if isinstance(leaf, Tensor) else leaf

    return structure and nest.map_structure(lambda leaf: leaf if nest.is_composite(leaf) else spec(leaf), structure)


def _covers(relaxed: Any, shape: Any) -> bool:
    if relaxed is None or shape is None:
        return relaxed is shape
    return (
        relaxed.is_compatible_with(shape)
        and all(one is None or one == other for one, other in zip(relaxed.as_list(), shape.as_list(), strict=True))
        if relaxed.ndims is not None and shape.ndims is not None
        else relaxed.ndims is None
    )


def _common(one: Any, other: Any) -> Any:
    return None if one is None else one.most_specific_compatible_shape(other)
