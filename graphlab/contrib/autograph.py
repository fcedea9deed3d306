"""tf.contrib.autograph: what tf.autograph has."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.autograph.conversion import (
        Feature,
        convert,
        converted_call,
        do_not_convert,
        set_loop_options,
        set_verbosity,
        to_code,
        to_graph,
        trace,
    )
    from graphlab.autograph import experimental as experimental
else:
    __getattr__, __dir__ = attach(__name__)
