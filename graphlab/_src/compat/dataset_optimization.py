"""tensorflow.python.data.experimental.ops: transformations that TensorFlow's tests use, and those that say how it optimizes."""

from collections.abc import Callable, Sequence
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.compat.dataset_classes import _ModelDataset, _OptimizeDataset
from graphlab._src.data.dataset import DatasetV2, number
from graphlab._src.data.kinds import file_datasets, selection
from graphlab._src.data.structure import flat_attrs
from graphlab._src.graph import convert_to_tensor
from graphlab._src.graph.type_spec import TensorSpec

Transformation = Callable[[DatasetV2], DatasetV2]


def _AssertNextDataset(input_dataset: DatasetV2, transformations: Any) -> DatasetV2:  # noqa: N802
    if transformations is None:
        raise ValueError("At least one transformation should be specified")
    names = convert_to_tensor(transformations, dtypes.string, name="transformations")
    return input_dataset._made(selection.AssertNext, names)


def _NonSerializableDataset(input_dataset: DatasetV2) -> DatasetV2:  # noqa: N802
    return input_dataset._made(selection.NonSerializable)


def _ChooseFastestDataset(datasets: Sequence[DatasetV2], num_experiments: int = 10) -> DatasetV2:  # noqa: N802
    """The elements of datasets that have the same. num_experiments: an attribute of the operation."""
    first = datasets[0]
    variants = [dataset._variant_tensor for dataset in datasets]
    attrs = flat_attrs(first.element_spec)
    made = selection.ChooseFastest.build(variants, num_experiments=num_experiments, **attrs)
    return DatasetV2(made, first.element_spec, datasets)


def sleep(sleep_microseconds: Any) -> Transformation:
    """The dataset, each of whose elements comes so much later."""
    return lambda dataset: dataset._made(selection.Sleep, number(sleep_microseconds, "sleep_microseconds"))


def MatchingFilesDataset(patterns: Any) -> DatasetV2:  # noqa: N802
    """The names of the files that match patterns; NotFoundError where there are none."""
    names = convert_to_tensor(patterns, dtypes.string, name="patterns")
    return DatasetV2(file_datasets.Matching.build(names), TensorSpec([], dtypes.string))


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
