"""Conversion of functions: each is converted when converted code calls it, those that it calls too."""

import contextlib
import enum
import functools
import inspect
import logging
import os
import sys
import types
from collections.abc import Callable, Generator, Iterable
from typing import Any

from graphlab._src.autograph import source
from graphlab._src.autograph.builtins import OVERLOADS
from graphlab._src.autograph.source import ConversionError, converted_function
from graphlab._src.base.autograph_status import ControlStatusCtx, Status, control_status_ctx

_log = logging.getLogger("graphlab")
# Functions of these packages add operations to the graph as they are.
_AS_THEY_ARE = {
    "graphlab",
    "tensorflow",
    "numpy",
    "jax",
    "scipy",
    "six",
    "absl",
    "pandas",
    "tensorboard",
    "google",
    "pytest",
}


class Feature(enum.Enum):
    """Conversions that programs may request; graphlab has those that it can do always on."""

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls) -> "tuple[Feature, ...]":
        """All of them."""
        return tuple(cls)

    @classmethod
    def all_but(cls, exclude: "Feature | Iterable[Feature]") -> "tuple[Feature, ...]":
        """All without some, and without ALL."""
        excluded = {exclude} if isinstance(exclude, Feature) else set(exclude)
        return tuple(feature for feature in cls if feature not in {*excluded, cls.ALL})


_verbosity: int | None = None  # what AUTOGRAPH_VERBOSITY in the environment says


@contextlib.contextmanager
def conversion(enabled: bool) -> Generator[None]:
    """A block in which functions that Keras' layers and datasets call are converted, or not."""
    with ControlStatusCtx(Status.ENABLED if enabled else Status.DISABLED):
        yield


def is_enabled() -> bool:
    """True where functions that libraries call are converted: all but inside of what says that it is not."""
    return control_status_ctx().status is not Status.DISABLED


def converted_call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result of a call, of the converted function where it is one of the program."""
    if isinstance(function, functools.partial):
        given = {**function.keywords, **kwargs}
        return converted_call(function.func, (*function.args, *args), given)
    if isinstance(function, (types.BuiltinFunctionType, type)):
        return OVERLOADS.get(function, function)(*args, **kwargs)
    owner = getattr(function, "__self__", None)
    plain = getattr(function, "__func__", function)
    if plain is not function and owner is not None and callable(plain):
        return converted_call(plain, (owner, *args), kwargs)
    if not isinstance(plain, types.FunctionType):
        plain, args = _called(function, args)
    if plain is None or not _is_converted(plain):
        return function(*args, **kwargs)
    try:
        converted_plain = converted_function(plain)
    except ConversionError as error:
        _log.warning(
            "AutoGraph could not transform %s and will run it as-is. Cause: %s. To silence this warning, decorate the function "
            "with @tf.autograph.experimental.do_not_convert",
            plain,
            error,
        )
        return plain(*args, **kwargs)
    return converted_plain(*args, **kwargs)


def _called(function: Any, args: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """The function that calling an object of the program calls, with the object before the arguments."""
    call: Any = getattr(type(function), "__call__", None)  # noqa: B004  (as a plain function)
    if isinstance(call, types.FunctionType) and _is_converted(call):
        return call, (function, *args)
    return None, args


def _is_converted(function: types.FunctionType) -> bool:
    """True for functions of the program that are neither converted already nor exempt."""
    if getattr(function, "ag_dnc_", False) or getattr(function, "ag_converted_", False):
        return False
    package = str(function.__globals__.get("__name__", "")).partition(".")[0]  # of the code, whatever it is wrapped as
    return package not in _AS_THEY_ARE and package not in sys.stdlib_module_names or package == "__main__"


def do_not_convert(func: Any = None) -> Any:
    """A decorator for functions whose control flow stays Python's."""
    if func is None:
        return do_not_convert

    def call(*args: Any, **kwargs: Any) -> Any:
        with conversion(False):
            return func(*args, **kwargs)

    if inspect.isfunction(func) or inspect.ismethod(func):
        call = functools.wraps(func)(call)
    marked: Any = call
    marked.ag_dnc_ = True
    return marked


def converted(function: Any) -> Any:
    """Marks a function that was converted with the one around it."""
    with contextlib.suppress(AttributeError):
        function.ag_converted_ = True
    return function


def call_as_enabled(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A call of a program's function by a library: converted where what is being traced is."""
    return converted_call(function, args, kwargs) if is_enabled() else function(*args, **kwargs)


def convert(
    recursive: bool = False, optional_features: Any = None, force_conversion: bool = True
) -> Callable[[Any], Any]:
    """A decorator that converts a function each time that it is called."""

    def decorate(function: Any) -> Any:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            with conversion(True):
                return converted_call(function, args, kwargs)

        return converted(call)

    return decorate


def to_graph(
    entity: Any,
    recursive: bool = True,
    arg_values: Any = None,
    arg_types: Any = None,
    experimental_optional_features: Any = None,
) -> Any:
    """A function like `entity` in which choices and loops over tensors are operations.

    entity: a function, or what tf.function made of one.  recursive: functions that it calls are converted too.
    Raises ValueError for what can't be converted.
    """
    function = getattr(entity, "python_function", entity)
    if inspect.isclass(function):
        raise NotImplementedError("classes can't be converted: convert their methods")
    plain = getattr(function, "__func__", function)
    try:
        made: Any = converted_function(plain)
    except ConversionError as error:
        raise ValueError(f"{entity} could not be converted: {error}") from None
    if plain is not function:
        made = types.MethodType(made, function.__self__)
    return convert()(made) if recursive else made


def to_code(
    entity: Any,
    recursive: bool = True,
    arg_values: Any = None,
    arg_types: Any = None,
    indentation: str = "  ",
    experimental_optional_features: Any = None,
) -> str:
    """The Python code that a function is converted to."""
    function = getattr(entity, "python_function", entity)
    function = getattr(function, "__func__", function)
    return source.code_of(function, indentation)


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """How much is said of conversions: 0 for nothing but what fails, up to 10."""
    global _verbosity
    _verbosity = level
    _log.setLevel(logging.DEBUG if level else logging.WARNING)
    if alsologtostdout:
        _log.addHandler(logging.StreamHandler(sys.stdout))


def get_verbosity() -> int:
    """How much is said of conversions."""
    return int(os.environ.get("AUTOGRAPH_VERBOSITY", "0")) if _verbosity is None else _verbosity


def trace(*args: Any) -> None:
    """Prints values while the graph is built."""
    print(*args)


def set_loop_options(
    parallel_iterations: Any = None, back_prop: Any = None, swap_memory: Any = None, maximum_iterations: Any = None
) -> None:
    """At the beginning of a loop's body: arguments of the tf.while_loop that the loop becomes."""


source.operators_for_code.__dict__.update(converted_call=converted_call, converted=converted)
