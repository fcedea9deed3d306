"""Items of Examples, by handlers of features."""

from graphlab._src.contrib.slim.data.tfexample_decoder import (
    BackupHandler,
    BoundingBox,
    Image,
    ItemHandler,
    ItemHandlerCallback,
    LookupTensor,
    SparseTensor,
    Tensor,
    TFExampleDecoder,
)

__all__ = [
    "BackupHandler",
    "BoundingBox",
    "Image",
    "ItemHandler",
    "ItemHandlerCallback",
    "LookupTensor",
    "SparseTensor",
    "TFExampleDecoder",
    "Tensor",
]
