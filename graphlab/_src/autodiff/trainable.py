"""Which tensors gradients flow through."""

from typing import Any

from graphlab._src.base import dtypes

TRAINABLE = dtypes.FLOATING | {dtypes.complex64, dtypes.complex128, dtypes.resource, dtypes.variant}


def is_trainable(tensor: Any) -> bool:
    """True when gradients flow through tensors of its type: floating and complex ones."""
    return tensor.dtype.base_dtype in TRAINABLE
