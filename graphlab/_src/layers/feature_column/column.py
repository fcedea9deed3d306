"""The bases of feature columns, and columns as the configurations that Keras' files hold.

A column says what it makes of features in one of two ways. TensorFlow's first has _transform_feature(inputs),
_get_dense_tensor(inputs, …) and _get_sparse_tensors(inputs, …), and makes variables in the open variable scope. The
second has the same names without _, which receive the features and a StateManager, with which create_state() has made
the variables. A column that has one of them can be used in both.
"""

from typing import Any, NamedTuple

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers import initializers
from graphlab._src.keras.layers.object_registry import CUSTOM, serialize_object
from graphlab._src.keras.layers.object_registry import custom_objects as with_objects


class IdWeightPair(NamedTuple):
    """Ids as a SparseTensor, and how much each counts, or None."""

    id_tensor: Any
    weight_tensor: Any


class TensorSequenceLengthPair(NamedTuple):
    """A tensor [batch, steps, …], and how many steps each example has."""

    dense_tensor: Any
    sequence_length: Any


_own_classes: dict[str, type] = {}  # graphlab's classes of columns, by name
_SOURCES = ("key", "source_column", "categorical_column", "weight_feature_key")


class FeatureColumn:
    """The base of columns: a name, the features of an Example that it reads, and a tensor."""

    name: str
    _is_v2_column = True

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if hasattr(cls, "_fields") and cls.__module__.startswith("graphlab."):
            _own_classes[cls.__name__] = cls

    def __lt__(self, other: Any) -> bool:
        return str(self) < str(other)

    def __gt__(self, other: Any) -> bool:
        return str(self) > str(other)

    @property
    def _var_scope_name(self) -> str:
        return self.name

    @property
    def parents(self) -> list[Any]:
        """The features and columns that it is made of."""
        fields = getattr(self, "_fields", ())
        return [getattr(self, name) for name in _SOURCES if name in fields] + list(getattr(self, "keys", ()))

    def create_state(self, state_manager: Any) -> None:
        """Makes the variables of the column with a StateManager."""

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """What the column makes of the features in a FeatureTransformationCache."""
        if type(self)._transform_feature is FeatureColumn._transform_feature:
            raise NotImplementedError(f"{type(self).__name__} has no transform_feature")
        return self._transform_feature(transformation_cache.using(state_manager))

    def _transform_feature(self, inputs: Any) -> Any:
        if type(self).transform_feature is FeatureColumn.transform_feature:
            raise NotImplementedError(f"{type(self).__name__} has no _transform_feature")
        return self.transform_feature(inputs, inputs.state_manager)

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """{feature: FixedLenFeature or VarLenFeature}: what parse_example needs."""
        raise NotImplementedError

    @property
    def _parse_example_spec(self) -> dict[str, Any]:
        return self.parse_example_spec

    def _get_config(self) -> dict[str, Any]:
        if not hasattr(self, "_fields"):
            raise NotImplementedError(
                f"{type(self).__name__} has no _get_config and _from_config, which say what it is made of"
            )
        return {name: _plain(getattr(self, name)) for name in self._fields}  # pyright: ignore[reportAttributeAccessIssue]

    @classmethod
    def _from_config(cls, config: Any, custom_objects: Any = None, columns_by_name: Any = None) -> Any:
        fields: Any = getattr(cls, "_fields", ())
        if set(config) != set(fields):
            raise ValueError(f"Invalid config: {config}, expected keys: {fields}")
        with with_objects(custom_objects or {}):
            return cls(**{name: _argument(name, value, columns_by_name) for name, value in config.items()})


class DenseColumn(FeatureColumn):
    """A column that returns a tensor [batch, …]."""

    @property
    def variable_shape(self) -> TensorShape:
        """The TensorShape for each example."""
        raise NotImplementedError

    @property
    def _variable_shape(self) -> TensorShape:
        return self.variable_shape

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The tensor that the column makes of the features in a FeatureTransformationCache."""
        if type(self)._get_dense_tensor is DenseColumn._get_dense_tensor:
            return transformation_cache.get(self, state_manager)
        return self._get_dense_tensor(transformation_cache.using(state_manager))

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        if type(self).get_dense_tensor is DenseColumn.get_dense_tensor:
            return inputs.get(self)
        return self.get_dense_tensor(inputs, inputs.state_manager)


class SequenceDenseColumn(FeatureColumn):
    """A column that returns a tensor [batch, steps, …] and how many steps each example has."""

    TensorSequenceLengthPair = TensorSequenceLengthPair

    def get_sequence_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> TensorSequenceLengthPair:
        """What the column makes of the features in a FeatureTransformationCache."""
        if type(self)._get_sequence_dense_tensor is SequenceDenseColumn._get_sequence_dense_tensor:
            raise NotImplementedError(f"{type(self).__name__} has no get_sequence_dense_tensor")
        return self._get_sequence_dense_tensor(transformation_cache.using(state_manager))

    def _get_sequence_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        if type(self).get_sequence_dense_tensor is SequenceDenseColumn.get_sequence_dense_tensor:
            raise NotImplementedError(f"{type(self).__name__} has no _get_sequence_dense_tensor")
        return self.get_sequence_dense_tensor(inputs, inputs.state_manager)


class CategoricalColumn(FeatureColumn):
    """A column that returns ids below num_buckets, several or none for each example."""

    IdWeightPair = IdWeightPair

    @property
    def num_buckets(self) -> int:
        """How many ids there are."""
        raise NotImplementedError

    @property
    def _num_buckets(self) -> int:
        return self.num_buckets

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> IdWeightPair:
        """The ids of the features in a FeatureTransformationCache, and their weights or None."""
        if type(self)._get_sparse_tensors is CategoricalColumn._get_sparse_tensors:
            return IdWeightPair(transformation_cache.get(self, state_manager), None)
        return self._get_sparse_tensors(transformation_cache.using(state_manager))

    def _get_sparse_tensors(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        if type(self).get_sparse_tensors is CategoricalColumn.get_sparse_tensors:
            return IdWeightPair(inputs.get(self), None)
        return self.get_sparse_tensors(inputs, inputs.state_manager)


def is_feature_column_v2(feature_columns: Any) -> bool:
    """True where all are columns that can be used with a StateManager."""
    return all(isinstance(column, FeatureColumn) and column._is_v2_column for column in feature_columns)


def serialize_feature_column(fc: Any) -> Any:
    """The name of a feature as it is, or {"class_name": …, "config": …} of a column.

    Raises ValueError for anything else.
    """
    if isinstance(fc, str):
        return fc
    if not isinstance(fc, FeatureColumn):
        raise ValueError(f"Instance: {fc} is not a FeatureColumn")
    return {"class_name": type(fc).__name__, "config": fc._get_config()}


def _plain(value: Any) -> Any:
    """What a configuration holds for the argument of a column."""
    if isinstance(value, FeatureColumn):
        return serialize_feature_column(value)
    if isinstance(value, dtypes.DType):
        return value.name
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return serialize_object(value) if callable(value) else value


def deserialize_feature_column(config: Any, custom_objects: Any = None, columns_by_name: Any = None) -> Any:
    """The column of a configuration that serialize_feature_column made; a string is the name of a feature.

    custom_objects: {name: class or function} of the program's own.
    columns_by_name: {"class:name": column} of those that are made already, to use instead of equal ones.
    Raises ValueError when the configuration lacks something, or names a class that is not known.
    """
    if isinstance(config, str):
        return config
    if not isinstance(config, dict) or not {"class_name", "config"} <= config.keys():
        raise ValueError(f"Improper config format: {config}")
    known = {**_own_classes, **CUSTOM, **(custom_objects or {})}
    kind: Any = known.get(config["class_name"])
    if kind is None:
        raise ValueError(f"Unknown feature_column_v2: {config['class_name']}")
    if not issubclass(kind, FeatureColumn):
        raise ValueError(f"Expected FeatureColumn class, instead found: {kind}")
    columns = {} if columns_by_name is None else columns_by_name
    column = kind._from_config(config["config"], custom_objects=custom_objects, columns_by_name=columns)
    return columns.setdefault(f"{type(column).__name__}:{column.name}", column)


def _argument(name: str, value: Any, columns: Any) -> Any:
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


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list) else value


def serialize_feature_columns(feature_columns: Any) -> list[Any]:
    """The configurations of several columns."""
    return [serialize_feature_column(column) for column in feature_columns]


def deserialize_feature_columns(configs: Any, custom_objects: Any = None) -> list[Any]:
    """The columns of several configurations, each made once."""
    columns: dict[str, Any] = {}
    return [deserialize_feature_column(config, custom_objects, columns) for config in configs]
