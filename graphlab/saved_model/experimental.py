"""tf.saved_model.experimental: saving objects, under the name that it had first."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.io.saved_model.save import save
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = ["save"]
