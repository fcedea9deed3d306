"""tensorflow.python.keras.engine.training_utils: what is known of a dataset by how it was made."""

import re
from typing import Any

from graphlab._src.base import logging
from graphlab._src.data.dataset import DatasetV2
from graphlab._src.data.readers import FixedLengthRecordDatasetV2, TextLineDatasetV2, TFRecordDatasetV2

# Datasets whose elements are those of the ones that they are made of, one by one and in their order.
_PLAIN: set[str] = set(
    "Cache Concatenate Filter Map Options ParallelMap Prefetch Range Repeat Skip SparseTensorSlice Take Tensor TensorSlice "
    "Zip".split()
)
_FILES = (FixedLengthRecordDatasetV2, TextLineDatasetV2, TFRecordDatasetV2)
_NOT_BATCHED: set[str] = _PLAIN.union("Shuffle".split())
_NOT_SHUFFLED: set[str] = _PLAIN.union("Batch PaddedBatch Window".split())


def assert_not_batched(dataset: Any) -> None:
    """ValueError unless each element is surely one of what the dataset is made of, not a batch of them."""
    if not _made_of(dataset, _NOT_BATCHED):
        raise ValueError("Could not assert that dataset is not batched.")


def assert_not_shuffled(dataset: Any) -> None:
    """ValueError unless the elements are surely in the order of what the dataset is made of."""
    if not _made_of(dataset, _NOT_SHUFFLED):
        raise ValueError("Could not assert that dataset is not shuffled.")


def verify_dataset_shuffled(x: Any) -> None:
    """Logs a warning where a dataset is surely not shuffled."""
    if _made_of(x, _NOT_SHUFFLED):
        logging.warning(
            "Expected a shuffled dataset but input dataset `x` is not shuffled. Please invoke `shuffle()` on input dataset."
        )


def _made_of(dataset: DatasetV2, kinds: set[str]) -> bool:
    if isinstance(dataset, _FILES):
        return True
    kind = re.sub(r"Dataset(V\d+)?$", "", dataset._variant_tensor.op.type)
    return kind in kinds and all(_made_of(source, kinds) for source in dataset._inputs())
