"""Columns as dicts of their class and its arguments, as Keras' configurations hold them, and back."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.keras.layers import initializers
from graphlab._src.keras.layers.object_registry import CUSTOM, serialize_object
from graphlab._src.keras.layers.object_registry import custom_objects as with_objects
from graphlab._src.layers.feature_column import categorical, combined, dense, numeric, sequence
from graphlab._src.layers.feature_column.features import FeatureColumn

_CLASSES = {
    kind.__name__: kind
    for module in (categorical, combined, dense, numeric, sequence)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, FeatureColumn) and hasattr(kind, "_fields")
}


def serialize_feature_column(fc):
    """The name of a feature as it is, or {"class_name": …, "config": …} of a column.

    Raises ValueError for anything else.
    """
    if isinstance(fc, str):
        return fc
    if not isinstance(fc, FeatureColumn):
        raise ValueError(f"Instance: {fc} is not a FeatureColumn")
    own = getattr(fc, "_get_config", None)  # of a program's own class
    config = own() if own is not None else {name: _plain(getattr(fc, name)) for name in _fields(type(fc))}
    return {"class_name": type(fc).__name__, "config": config}


def _fields(kind):
    if not hasattr(kind, "_fields"):
        raise NotImplementedError(f"{kind.__name__} has no _get_config and _from_config, which say what it is made of")
    return kind._fields


def _plain(value):
    """What a configuration holds for the argument of a column."""
    if isinstance(value, FeatureColumn):
        return serialize_feature_column(value)
    if isinstance(value, dtypes.DType):
        return value.name
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return serialize_object(value) if callable(value) else value


def deserialize_feature_column(config, custom_objects=None, columns_by_name=None):
    """The column of a configuration that serialize_feature_column made; a string is the name of a feature.

    custom_objects: {name: class or function} of the program's own.
    columns_by_name: {"class:name": column} of those that are made already, to use instead of equal ones.
    Raises ValueError when the configuration lacks something, or names a class that is not known.
    """
    if isinstance(config, str):
        return config
    if not isinstance(config, dict) or not {"class_name", "config"} <= config.keys():
        raise ValueError(f"Improper config format: {config}")
    known = {**_CLASSES, **CUSTOM, **(custom_objects or {})}
    kind: Any = known.get(config["class_name"])
    inner = config["config"]
    if kind is None:
        raise ValueError(f"Unknown feature_column_v2: {config['class_name']}")
    if not issubclass(kind, FeatureColumn):
        raise ValueError(f"Expected FeatureColumn class, instead found: {kind}")
    columns = {} if columns_by_name is None else columns_by_name
    own = getattr(kind, "_from_config", None)  # of a program's own class
    if own is not None:
        column = own(inner, custom_objects=custom_objects, columns_by_name=columns)
    else:
        if set(inner) != set(_fields(kind)):
            raise ValueError(f"Invalid config: {inner}, expected keys: {_fields(kind)}")
        with with_objects(custom_objects or {}):
            column = kind(**{name: _argument(name, value, columns) for name, value in inner.items()})
    return columns.setdefault(f"{type(column).__name__}:{column.name}", column)


def _argument(name, value, columns):
    """The argument of a column that a configuration holds as `value`."""
    if name in ("categorical_column", "source_column"):
        return deserialize_feature_column(value, columns_by_name=columns)
    if name == "keys":
        return tuple(deserialize_feature_column(key, columns_by_name=columns) for key in value)
    if name == "dtype":
        return dtypes.as_dtype(value)
    if name == "initializer":
        return initializers.get(value)
    if name == "normalizer_fn" and isinstance(value, str):
        if value not in CUSTOM:
            raise ValueError(f"Unknown function: {value}; custom_objects should hold it")
        return CUSTOM[value]
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


def _tuple(value):
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


def serialize_feature_columns(feature_columns):
    """The configurations of several columns."""
    return [serialize_feature_column(column) for column in feature_columns]


def deserialize_feature_columns(configs, custom_objects=None):
    """The columns of several configurations, each made once."""
    columns = {}
    return [deserialize_feature_column(config, custom_objects, columns) for config in configs]
