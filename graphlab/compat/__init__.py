"""tf.compat: text and bytes of any Python, and the whole library again as `tf.compat.v1`.

install() lets programs that `import tensorflow` run unedited.
"""

import importlib

from graphlab._src.base.forward_compatibility import forward_compatibility_horizon, forward_compatible
from graphlab._src.base.shapes import dimension_at_index, dimension_value
from graphlab._src.base.text import (
    as_bytes,
    as_str,
    as_str_any,
    as_text,
    bytes_or_text_types,
    complex_types,
    integral_types,
    path_to_str,
    real_types,
)
from graphlab.compat import v1 as v1
from graphlab.compat import v2 as v2

__all__ = [
    "as_bytes",
    "as_str",
    "as_str_any",
    "as_text",
    "bytes_or_text_types",
    "complex_types",
    "dimension_at_index",
    "dimension_value",
    "forward_compatibility_horizon",
    "forward_compatible",
    "install",
    "integral_types",
    "path_to_str",
    "real_types",
    "uninstall",
    "v1",
    "v2",
]


def install(force=False, legacy=False):
    """From now on `import tensorflow`, and whatever is below it, means graphlab. Returns whether it does.

    A TensorFlow that is installed is left alone, with a warning, unless force is True.
    legacy: with the names and orders of arguments that TensorFlow had before 1.0.
    """
    return importlib.import_module("graphlab._src.compat.installation").install(force, legacy)


def uninstall():
    """`import tensorflow` means what it meant before install()."""
    importlib.import_module("graphlab._src.compat.installation").uninstall()
