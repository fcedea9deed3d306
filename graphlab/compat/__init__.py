"""tf.compat: text and bytes of any Python, and the whole library again as `tf.compat.v1`."""

from graphlab.compat import v1 as v1
from graphlab.compat.forward import forward_compatibility_horizon, forward_compatible
from graphlab.compat.text import (
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
from graphlab.shapes import dimension_at_index, dimension_value

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
    "integral_types",
    "path_to_str",
    "real_types",
    "v1",
]
