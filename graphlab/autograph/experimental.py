"""tf.autograph.experimental: what is converted, and options of the loops that result."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.autograph.conversion import Feature, do_not_convert, set_loop_options
else:
    __getattr__, __dir__ = attach(__name__)
