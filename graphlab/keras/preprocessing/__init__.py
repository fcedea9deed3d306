"""tf.keras.preprocessing: sequences, texts and pictures as arrays."""

from graphlab._src.base.lazy_imports import later

with later(__name__):
    from graphlab.keras.preprocessing import image as image
    from graphlab.keras.preprocessing import sequence as sequence
    from graphlab.keras.preprocessing import text as text

__all__ = ["image", "sequence", "text"]
