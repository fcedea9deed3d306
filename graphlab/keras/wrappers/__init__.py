"""tf.keras.wrappers: models with the interfaces of other packages."""

from graphlab._src.base.lazy_imports import later

with later(__name__):
    from graphlab.keras.wrappers import scikit_learn as scikit_learn

__all__ = ["scikit_learn"]
