"""tf.contrib.session_bundle.exporter: how models were exported before SavedModels."""

from graphlab._src.contrib.session_bundle.exporter import (
    Exporter,
    classification_signature,
    generic_signature,
    gfile_copy_callback,
    regression_signature,
)

__all__ = [
    "Exporter",
    "classification_signature",
    "generic_signature",
    "gfile_copy_callback",
    "regression_signature",
]
