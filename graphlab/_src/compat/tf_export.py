"""tensorflow.python.util.tf_export: decorators that record the public names of functions, classes and constants."""

import functools
import sys
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

from graphlab._src.compat.tf_decorator import unwrap
from graphlab._src.compat.util import kwarg_only as kwarg_only

_Symbol = TypeVar("_Symbol")
ESTIMATOR_API_NAME = "estimator"
KERAS_API_NAME = "keras"
TENSORFLOW_API_NAME = "tensorflow"
SUBPACKAGE_NAMESPACES = [ESTIMATOR_API_NAME]


class _Attributes(NamedTuple):
    """The attributes that hold public names: of a function or class, and of a module's constants."""

    names: str
    constants: str


def _attributes(suffix: str) -> dict[str, _Attributes]:
    prefixes = {TENSORFLOW_API_NAME: "tf", ESTIMATOR_API_NAME: "estimator", KERAS_API_NAME: "keras"}
    return {
        api: _Attributes(f"_{short}_api_names{suffix}", f"_{short}_api_constants{suffix}")
        for api, short in prefixes.items()
    }


API_ATTRS = _attributes("")
API_ATTRS_V1 = _attributes("_v1")


class SymbolAlreadyExposedError(Exception):
    """A function or class has public names already."""


class InvalidSymbolNameError(Exception):
    """A public name that belongs to another package."""


def _names_of(symbol: Any, attributes: dict[str, _Attributes]) -> list[str]:
    own = getattr(symbol, "__dict__", {})
    return [name for attribute in attributes.values() for name in own.get(attribute.names, ())]


def get_v1_names(symbol: Any) -> list[str]:
    """The public names of a function or class in TensorFlow 1."""
    return _names_of(symbol, API_ATTRS_V1)


def get_v2_names(symbol: Any) -> list[str]:
    """The public names of a function or class in TensorFlow 2."""
    return _names_of(symbol, API_ATTRS)


def _constants_of(module: Any, attributes: dict[str, _Attributes]) -> list[Any]:
    return [one for attribute in attributes.values() for one in getattr(module, attribute.constants, ())]


def get_v1_constants(module: Any) -> list[Any]:
    """(public names, name) of each constant of a module in TensorFlow 1."""
    return _constants_of(module, API_ATTRS_V1)


def get_v2_constants(module: Any) -> list[Any]:
    """(public names, name) of each constant of a module in TensorFlow 2."""
    return _constants_of(module, API_ATTRS)


def get_canonical_name(api_names: Any, deprecated_api_names: Any) -> str | None:
    """The first of some names that is not deprecated, else the first."""
    return next((name for name in api_names if name not in deprecated_api_names), api_names[0] if api_names else None)


def get_canonical_name_for_symbol(
    symbol: Any, api_name: str = TENSORFLOW_API_NAME, add_prefix_to_v1_names: bool = False
) -> str | None:
    """The public name of a function or class that a program should use, or None.

    add_prefix_to_v1_names: writes "compat.v1." before a name that only TensorFlow 1 has.
    """
    own = getattr(unwrap(symbol)[1], "__dict__", {})
    deprecated = own.get("_tf_deprecated_api_names", ())
    found = get_canonical_name(own.get(API_ATTRS[api_name].names, ()), deprecated)
    if found is not None or API_ATTRS[api_name].names not in own:
        return found
    found = get_canonical_name(own.get(API_ATTRS_V1[api_name].names, ()), deprecated)
    return f"compat.v1.{found}" if found is not None and add_prefix_to_v1_names else found


class api_export:  # noqa: N801  (TensorFlow's name)
    """A decorator that records public names.

    args: the names, in TensorFlow 2 and, unless v1 lists others, in TensorFlow 1.  overrides: functions that lose theirs.
    """

    def __init__(
        self,
        *args: str,
        v1: Iterable[str] | None = None,
        api_name: str = TENSORFLOW_API_NAME,
        overrides: Iterable[Any] = (),
        allow_multiple_exports: bool = False,
    ) -> None:
        self._names = args
        self._names_v1 = args if v1 is None else v1
        self._api_name = api_name
        self._overrides = overrides
        self._allow_multiple_exports = allow_multiple_exports
        for name in {*self._names, *self._names_v1}:
            if api_name == TENSORFLOW_API_NAME and name.startswith(tuple(SUBPACKAGE_NAMESPACES)):
                raise InvalidSymbolNameError(
                    f"@tf_export is not allowed to export symbols under {name.split('.')[0]}.*"
                )
            if api_name != TENSORFLOW_API_NAME and not name.startswith(api_name):
                raise InvalidSymbolNameError(
                    "Can only export symbols under package name of component. e.g. tensorflow_estimator must export all "
                    "symbols under tf.estimator"
                )

    def __call__(self, func: _Symbol) -> _Symbol:
        attributes = API_ATTRS[self._api_name].names, API_ATTRS_V1[self._api_name].names
        for other in self._overrides:
            for attribute in attributes:
                if attribute in vars(unwrap(other)[1]):
                    delattr(unwrap(other)[1], attribute)
        symbol: Any = unwrap(func)[1]
        for attribute, names in zip(attributes, (self._names, self._names_v1), strict=True):
            if attribute in vars(symbol) and not self._allow_multiple_exports:
                raise SymbolAlreadyExposedError(
                    f"Symbol {symbol.__name__} is already exposed as {getattr(symbol, attribute)}."
                )
            setattr(symbol, attribute, names)
        return func

    def export_constant(self, module_name: str, name: str) -> None:
        """Records public names of a constant of a module."""
        module = sys.modules[module_name]
        for attributes, names in ((API_ATTRS, self._names), (API_ATTRS_V1, self._names_v1)):
            attribute = attributes[self._api_name].constants
            if not hasattr(module, attribute):
                setattr(module, attribute, [])
            getattr(module, attribute).append((names, name))


tf_export = functools.partial(api_export, api_name=TENSORFLOW_API_NAME)
estimator_export = functools.partial(api_export, api_name=ESTIMATOR_API_NAME)
keras_export = functools.partial(api_export, api_name=KERAS_API_NAME)
