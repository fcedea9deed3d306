"""tensorflow.python.feature_column.feature_column: the bases of columns by the names that TensorFlow had first.

A program derives a column from a base of each of both modules, which must be two classes. All columns of graphlab are of both.
"""

import abc
from typing import Any

from graphlab._src.layers.feature_column.column import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
    SequenceDenseColumn,
)


class _OfBoth(abc.ABCMeta):
    """The class of a base whose instances are all columns of the base that it derives from."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return (
            isinstance(instance, cls.__mro__[1]) if cls.__module__ == __name__ else super().__instancecheck__(instance)
        )

    def __subclasscheck__(cls, subclass: type) -> bool:
        return (
            issubclass(subclass, cls.__mro__[1]) if cls.__module__ == __name__ else super().__subclasscheck__(subclass)
        )


class OldFeatureColumn(FeatureColumn, metaclass=_OfBoth):
    """FeatureColumn."""


class OldDenseColumn(DenseColumn, metaclass=_OfBoth):
    """DenseColumn."""


class OldCategoricalColumn(CategoricalColumn, metaclass=_OfBoth):
    """CategoricalColumn."""


class OldSequenceDenseColumn(SequenceDenseColumn, metaclass=_OfBoth):
    """SequenceDenseColumn."""
