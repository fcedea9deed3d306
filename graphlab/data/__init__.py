"""tf.data: input pipelines, which run on the host while the device computes."""

from graphlab.later import later

with later(__name__):
    from graphlab.data import experimental
    from graphlab.datasets.dataset import (
        Dataset,
        DatasetSpec,
        get_output_classes,
        get_output_shapes,
        get_output_types,
        make_initializable_iterator,
        make_one_shot_iterator,
    )
    from graphlab.datasets.iterator import Iterator
    from graphlab.datasets.options import Options
    from graphlab.datasets.readers import FixedLengthRecordDataset, TextLineDataset, TFRecordDataset

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
