"""The bases from which programs derive columns: TensorFlow's two modules have one of each kind, and a column may have both."""

import abc
from typing import Any

from graphlab._src.layers.feature_column.column import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
    SequenceDenseColumn,
)


def _base(name: str, kind: type[FeatureColumn]) -> Any:
    """A base that is `kind` under another name, so that all columns of that kind are instances of it."""

    def contains(cls: type, subclass: type) -> Any:
        return issubclass(subclass, kind) if cls is made else NotImplemented

    made = abc.ABCMeta(name, (kind,), {"__subclasshook__": classmethod(contains), "__doc__": kind.__doc__})
    return made


# tensorflow.python.feature_column.feature_column
FormerFeatureColumn = _base("_FeatureColumn", FeatureColumn)
FormerDenseColumn = _base("_DenseColumn", DenseColumn)
FormerSequenceDenseColumn = _base("_SequenceDenseColumn", SequenceDenseColumn)
FormerCategoricalColumn = _base("_CategoricalColumn", CategoricalColumn)
# tensorflow.python.feature_column.feature_column_v2
NewerFeatureColumn = _base("FeatureColumn", FeatureColumn)
NewerDenseColumn = _base("DenseColumn", DenseColumn)
NewerSequenceDenseColumn = _base("SequenceDenseColumn", SequenceDenseColumn)
NewerCategoricalColumn = _base("CategoricalColumn", CategoricalColumn)
