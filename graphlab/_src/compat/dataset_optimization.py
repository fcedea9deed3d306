"""tensorflow.python.data.experimental.ops.optimization: functions for Dataset.apply() that say how TensorFlow optimizes it."""

from collections.abc import Callable
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.compat.dataset_classes import _ModelDataset, _OptimizeDataset
from graphlab._src.data.dataset import DatasetV2
from graphlab._src.data.kinds import selection
from graphlab._src.graph import convert_to_tensor

Transformation = Callable[[DatasetV2], DatasetV2]


def _AssertNextDataset(input_dataset: DatasetV2, transformations: Any) -> DatasetV2:  # noqa: N802
    if transformations is None:
        raise ValueError("At least one transformation should be specified")
    names = convert_to_tensor(transformations, dtypes.string, name="transformations")
    return input_dataset._made(selection.AssertNext, names)


def _NonSerializableDataset(input_dataset: DatasetV2) -> DatasetV2:  # noqa: N802
    return input_dataset._made(selection.NonSerializable)


def assert_next(transformations: Any) -> Transformation:
    """The dataset as it is, in whose graph the transformations are named that TensorFlow would expect next."""
    return lambda dataset: _AssertNextDataset(dataset, transformations)


def model() -> Transformation:
    """The dataset as it is, in whose graph TensorFlow would tune it."""
    return lambda dataset: _ModelDataset(dataset, 0, 0)


def non_serializable() -> Transformation:
    """The dataset as it is, of which TensorFlow would not optimize what comes before."""
    return _NonSerializableDataset


def optimize(optimizations: Any = None) -> Transformation:
    """The dataset with the optimizations that change what comes. optimizations: names; TensorFlow's defaults if None."""
    return lambda dataset: _OptimizeDataset(dataset, optimizations)
