"""The element types of tensors, with TensorFlow's numbers, names and NumPy equivalents."""

from typing import TYPE_CHECKING

from graphlab._src.base.dtypes import (
    QUANTIZED_DTYPES,
    DType,
    as_dtype,
    bfloat16,
    bool,
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    qint8,
    qint16,
    qint32,
    quint8,
    quint16,
    resource,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)
from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.ops.cast import cast, saturate_cast
    from graphlab._src.ops.complex import complex
    from graphlab._src.ops.string_numbers import as_string
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "DType",
    "QUANTIZED_DTYPES",
    "as_dtype",
    "as_string",
    "complex",
    "saturate_cast",
    "cast",
    "bfloat16",
    "bool",
    "complex128",
    "complex64",
    "double",
    "float16",
    "float32",
    "float64",
    "half",
    "int16",
    "int32",
    "int64",
    "int8",
    "qint16",
    "qint32",
    "qint8",
    "quint16",
    "quint8",
    "resource",
    "string",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
    "variant",
]
