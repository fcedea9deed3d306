"""tf.keras.mixed_precision: layers that compute in another type than their variables have."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.keras.mixed_precision import experimental as experimental
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = ["experimental"]
