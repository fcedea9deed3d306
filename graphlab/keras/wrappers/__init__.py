"""tf.keras.wrappers: models with the interfaces of other packages."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab.keras.wrappers import scikit_learn as scikit_learn
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = ["scikit_learn"]
