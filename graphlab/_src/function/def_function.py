"""tf.function: a Python function that is traced once for each signature, and makes its variables on the first call."""

import functools
import inspect
import weakref
from collections.abc import Callable
from typing import Any

from graphlab._src.function import lifted_variable
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.polymorphic import BoundMethod, TracedFunction, no_more_variables
from graphlab._src.function.run_eagerly import RunsEagerly
from graphlab._src.function.signature import FunctionSpec, encoded, is_plain, signature_of


class Function:
    """What tf.function makes of a Python function. Each call adds one operation to the graph, which a session runs.

    python_function: the Python function.  input_signature: the TensorSpecs of its arguments, or None.
    """

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str,
        input_signature: Any = None,
        autograph: bool = True,
        experimental_autograph_options: Any = None,
        experimental_relax_shapes: bool = False,
        experimental_compile: bool | None = None,
    ) -> None:
        self._python_function = python_function
        self._name = name
        self.function_spec = FunctionSpec.from_function_and_signature(python_function, input_signature)
        self._autograph = autograph
        self._experimental_autograph_options = experimental_autograph_options
        self.experimental_relax_shapes = experimental_relax_shapes
        self._experimental_compile = experimental_compile
        self._created_variables: list[Any] = []
        self._stateful_fn: TracedFunction | None = None
        self._stateless_fn: TracedFunction | None = None
        self._instances: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
        functools.update_wrapper(self, python_function, updated=())

    @property
    def python_function(self) -> Callable[..., Any]:
        """The Python function."""
        return self._python_function

    @property
    def input_signature(self) -> Any:
        """The TensorSpecs of its arguments, or None."""
        return self.function_spec.input_signature

    def _traced(self, creator: Callable[..., Any]) -> TracedFunction:
        compile_ = self._experimental_compile
        made = TracedFunction(
            self._python_function,
            self._name,
            self.input_signature,
            None if compile_ is None else {"_XlaCompile": bool(compile_)},
            self._autograph,
            self._experimental_autograph_options,
            self.experimental_relax_shapes,
        )
        made.variable_creator = creator
        return made

    def _initialize(self, args: Any, kwargs: Any) -> None:
        """Makes the function that may make variables and traces it, and the one that may not."""
        created: list[Any] = []

        def create(_: Any, **arguments: Any) -> Any:
            variable = lifted_variable.create(**arguments)
            created.append(weakref.ref(variable))
            return variable

        stateful = self._traced(create)
        if self.input_signature is None:
            stateful.get_concrete_function(*args, **kwargs)
        else:
            stateful.get_concrete_function()
        self._created_variables = created
        self._stateful_fn = stateful
        self._stateless_fn = self._traced(no_more_variables)

    def _decorate(self, decorator: Callable[[Any], Any]) -> None:
        """Puts a decorator around the Python function; ValueError once it was traced."""
        if self._stateful_fn is not None or self._stateless_fn is not None:
            raise ValueError("Functions cannot be decorated after they have been traced.")
        self._python_function = decorator(self._python_function)
        self.function_spec = FunctionSpec.from_function_and_signature(self._python_function, self.input_signature)

    @property
    def __signature__(self) -> inspect.Signature:
        return signature_of(self._python_function)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Adds a call to the default graph, and returns what the Python function does."""
        if RunsEagerly.value:
            return self._python_function(*args, **kwargs)
        first = self._stateful_fn is None
        if first:
            self._initialize(args, kwargs)
        if self._created_variables:
            assert self._stateless_fn is not None
            return self._stateless_fn(*args, **kwargs)
        assert self._stateful_fn is not None
        results = self._stateful_fn(*args, **kwargs)
        if self._created_variables:
            raise ValueError("Creating variables on a non-first call to a function decorated with tf.function.")
        return results

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The ConcreteFunction for these arguments: tensors or TensorSpecs, and Python values.

        Makes the variables, where this is the first use. Raises ValueError for arguments that the signature does not have.
        """
        if self._stateful_fn is None:
            self._initialize(args, kwargs)
        function = self._stateless_fn if self._created_variables else self._stateful_fn
        assert function is not None
        return function.get_concrete_function(*args, **kwargs)

    def _list_all_concrete_functions_for_serialization(self) -> list[ConcreteFunction]:
        """The ConcreteFunctions that a SavedModel has of it: one for each signature without objects of the program."""
        if self.input_signature is not None:
            self.get_concrete_function()
        traces = [trace for one in (self._stateful_fn, self._stateless_fn) if one is not None for trace in one.traces]
        signatures = {
            encoded(trace.structured_input_signature): trace.structured_input_signature
            for trace in traces
            if is_plain(trace.structured_input_signature)
        }
        return [self.get_concrete_function(*args, **kwargs) for args, kwargs in signatures.values()]

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return self
        if instance not in self._instances:
            self._instances[instance] = Function(
                BoundMethod(self._python_function, instance),
                self._name,
                self.input_signature,
                self._autograph,
                self._experimental_autograph_options,
                self.experimental_relax_shapes,
                self._experimental_compile,
            )
        return self._instances[instance]


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
    experimental_compile: bool | None = None,
) -> Any:
    """A decorator that makes a function of a graph's library of a Python function.

    @tf.function
    def f(x, y):
        return tf.reduce_sum(x) + y

    Calling it traces the Python function, once for each shape and type of tensors and each other value among the
    arguments, and adds one operation to the graph. What has effects in it runs in the order of the program. Variables
    are made when it is traced first, in the graph around it.

    input_signature: TensorSpecs of all arguments, for which it is traced once.
    autograph: converts Python's if, while and for over tensors to operations.  experimental_autograph_options: Features.
    experimental_relax_shapes: shapes that differ between calls are left open, in place of new traces.
    experimental_compile: is noted in the FunctionDef; XLA compiles every run.
    Raises ValueError when the function makes variables after its first call.
    """

    def decorate(inner: Any) -> Function:
        return Function(
            inner,
            function_label(inner),
            input_signature,
            autograph,
            experimental_autograph_options,
            experimental_relax_shapes,
            experimental_compile,
        )

    return decorate if func is None else decorate(func)


def defun(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
) -> Any:
    """A decorator like tf.function, but for one thing: each trace may make variables."""
    return defun_with_attributes(
        func, input_signature, None, autograph, experimental_autograph_options, experimental_relax_shapes
    )


def defun_with_attributes(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    attributes: dict[str, Any] | None = None,
    autograph: bool = True,
    experimental_autograph_options: Any = None,
    experimental_relax_shapes: bool = False,
) -> Any:
    """defun, with attributes of the FunctionDef: {name: value}."""

    def decorate(inner: Any) -> TracedFunction:
        return TracedFunction(
            inner,
            function_label(inner),
            input_signature,
            attributes,
            autograph,
            experimental_autograph_options,
            experimental_relax_shapes,
        )

    return decorate if func is None else decorate(func)


def function_label(inner: Any) -> str:
    """What the names of a Python function's traces are made of."""
    while isinstance(inner, functools.partial):
        inner = inner.func
    name = getattr(inner, "__name__", None) or type(inner).__name__
    return "".join(c if c.isalnum() or c == "_" else "_" for c in name).strip("_") or "function"
