"""tf.keras.preprocessing: sequences, texts and images as arrays."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.keras.preprocessing import image as image
    from graphlab.keras.preprocessing import sequence as sequence
    from graphlab.keras.preprocessing import text as text
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = ["image", "sequence", "text"]
