"""tf.saved_model.utils: tensors as the messages that signatures are made of."""

from graphlab._src.io.saved_model.utils import (
    build_tensor_info,
    get_tensor_from_tensor_info,
)

__all__ = [
    "build_tensor_info",
    "get_tensor_from_tensor_info",
]
