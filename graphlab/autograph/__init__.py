"""tf.autograph: Python's if, while and for over tensors as operations, as in what tf.function makes."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.autograph.conversion import set_verbosity, to_code, to_graph, trace
    from graphlab.autograph import experimental as experimental
else:
    __getattr__, __dir__ = attach(__name__)
