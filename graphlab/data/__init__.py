"""tf.data: input pipelines, which run on the host while the device computes."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.data.dataset import (
        Dataset,
        DatasetSpec,
        get_output_classes,
        get_output_shapes,
        get_output_types,
        make_initializable_iterator,
        make_one_shot_iterator,
    )
    from graphlab._src.data.iterator import Iterator
    from graphlab._src.data.options import Options
    from graphlab._src.data.readers import FixedLengthRecordDataset, TextLineDataset, TFRecordDataset
    from graphlab.data import experimental
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "Dataset",
    "DatasetSpec",
    "FixedLengthRecordDataset",
    "Iterator",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "experimental",
    "get_output_classes",
    "get_output_shapes",
    "get_output_types",
    "make_initializable_iterator",
    "make_one_shot_iterator",
]
