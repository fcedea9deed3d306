"""tf.saved_model.main_op: operations that a SavedModel runs when it is loaded."""

from graphlab._src.io.saved_model.main_op import (
    main_op,
    main_op_with_restore,
)

__all__ = [
    "main_op",
    "main_op_with_restore",
]
