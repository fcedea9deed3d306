"""The element types of tensors, with TensorFlow's numbers, names and NumPy equivalents."""

import builtins
from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np

_REF = 100  # a reference type's number is its base type's plus this


class DType:
    """The type of a tensor's elements; `float32_ref` and the like are a variable's buffer of such a type."""

    __slots__ = ("_enum", "name", "is_ref_dtype", "_numpy", "base_dtype", "_ref_dtype", "__weakref__")
    _enum: int
    name: str
    is_ref_dtype: builtins.bool
    _numpy: Any
    base_dtype: "DType"
    _ref_dtype: Any  # the DType of references to this type; None for one that is such a type

    def __init__(self, type_enum: Any) -> None:
        # Programs write DType(enum); the tables below are what makes them the same objects again.
        known = _BY_ENUM.get(int(type_enum))
        if known is None:
            raise TypeError(f"type_enum is not a valid types_pb2.DataType: {type_enum}")
        for slot in ("_enum", "name", "is_ref_dtype", "_numpy", "base_dtype", "_ref_dtype"):
            setattr(self, slot, getattr(known, slot))

    @classmethod
    def _make(cls, enum: int, name: str, numpy_type: Any, base: "DType | None" = None) -> "DType":
        self = cls.__new__(cls)
        self._enum = enum
        self.name = name
        self._numpy = numpy_type
        self.is_ref_dtype = base is not None
        self.base_dtype = base or self
        self._ref_dtype = None
        return self

    @property
    def _is_ref_dtype(self) -> builtins.bool:
        return self.is_ref_dtype

    @property
    def as_ref(self) -> "DType":
        """The reference type of this type; itself where it is one."""
        return self if self.is_ref_dtype else self._ref_dtype

    _as_ref = as_ref  # TensorFlow's name

    @property
    def real_dtype(self) -> "DType":
        """float32 for complex64, float64 for complex128, else the base type itself."""
        return {"complex64": float32, "complex128": float64}.get(self.base_dtype.name, self)

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy scalar type: np.float32, np.object_ for strings."""
        return self._numpy

    @property
    def as_datatype_enum(self) -> int:
        """The number in TensorFlow's DataType enum."""
        return self._enum

    @property
    def is_bool(self) -> builtins.bool:
        """True for bool."""
        return self.base_dtype is bool

    @property
    def is_integer(self) -> builtins.bool:
        """True for signed and unsigned integers that are not quantized."""
        return self.base_dtype in _INTEGERS

    @property
    def is_unsigned(self) -> builtins.bool:
        """True for unsigned integers, quint8 and quint16 not among them."""
        return self.base_dtype in _UNSIGNED

    @property
    def is_floating(self) -> builtins.bool:
        """True for float16, bfloat16, float32 and float64."""
        return self.base_dtype in _FLOATS

    @property
    def is_complex(self) -> builtins.bool:
        """True for complex64 and complex128."""
        return self.base_dtype in (complex64, complex128)

    @property
    def is_quantized(self) -> builtins.bool:
        """True for the quantized integers."""
        return self.base_dtype in _QUANTIZED

    @property
    def is_numpy_compatible(self) -> builtins.bool:
        """True when NumPy has values of this type."""
        return self.base_dtype not in (resource, variant)

    @property
    def size(self) -> int:
        """Bytes per element; 1 for types without a fixed size."""
        if self.base_dtype in (string, resource, variant):
            return 1
        return np.dtype(self._numpy).itemsize

    @property
    def min(self) -> Any:
        """The lowest value; TypeError for types that have none."""
        return self._limit("min", lambda info: info.min)

    @property
    def max(self) -> Any:
        """The highest value; TypeError for types that have none."""
        return self._limit("max", lambda info: info.max)

    def _limit(self, which: str, of: Callable[[Any], Any]) -> Any:
        base = self.base_dtype
        if base.is_quantized or base in (bool, string, resource, variant) or base.is_complex:
            raise TypeError(f"Cannot find {which}imum value of {self}.")
        if base.is_floating:
            return of(ml_dtypes.finfo(base._numpy))
        return of(np.iinfo(base._numpy))

    @property
    def limits(self, clip_negative: builtins.bool = True) -> tuple[Any, Any]:
        """(lowest, highest) intensity of an image of this type: (0, 1) for floats."""
        low, high = _IMAGE_RANGES[self.base_dtype]
        return (0 if clip_negative else low), high

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """True when a tensor of type `other` may be used where this type is wanted."""
        other = as_dtype(other)
        return self._enum in (other._enum, other.base_dtype._enum)

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if type(other) is not DType:
            if other is None:
                return False
            try:
                other = as_dtype(other)
            except TypeError:
                return False
        return self._enum == other._enum

    def __ne__(self, other: object) -> builtins.bool:
        return not self == other

    def __hash__(self) -> int:
        return self._enum

    def __int__(self) -> int:
        return self._enum

    def __repr__(self) -> str:
        return f"tf.{self.name}"

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return as_dtype, (self.name,)


_BY_ENUM: dict[int, DType] = {}
BY_NAME: dict[str, DType] = {}


def _define(enum: int, name: str, numpy_type: Any) -> DType:
    base = DType._make(enum, name, numpy_type)
    ref = DType._make(enum + _REF, f"{name}_ref", numpy_type, base)
    base._ref_dtype = ref
    _BY_ENUM[enum], _BY_ENUM[enum + _REF] = base, ref
    BY_NAME[name], BY_NAME[ref.name] = base, ref
    return base


def _quantized(name: str, numpy_type: Any) -> np.dtype:
    return np.dtype([(name, numpy_type)])


float32 = _define(1, "float32", np.float32)
float64 = double = _define(2, "float64", np.float64)
int32 = _define(3, "int32", np.int32)
uint8 = _define(4, "uint8", np.uint8)
int16 = _define(5, "int16", np.int16)
int8 = _define(6, "int8", np.int8)
string = _define(7, "string", np.object_)
complex64 = _define(8, "complex64", np.complex64)
int64 = _define(9, "int64", np.int64)
bool = _define(10, "bool", np.bool_)  # noqa: A001
qint8 = _define(11, "qint8", _quantized("qint8", np.int8))
quint8 = _define(12, "quint8", _quantized("quint8", np.uint8))
qint32 = _define(13, "qint32", _quantized("qint32", np.int32))
bfloat16 = _define(14, "bfloat16", ml_dtypes.bfloat16)
qint16 = _define(15, "qint16", _quantized("qint16", np.int16))
quint16 = _define(16, "quint16", _quantized("quint16", np.uint16))
uint16 = _define(17, "uint16", np.uint16)
complex128 = _define(18, "complex128", np.complex128)
float16 = half = _define(19, "float16", np.float16)
resource = _define(20, "resource", np.object_)
variant = _define(21, "variant", np.object_)
uint32 = _define(22, "uint32", np.uint32)
uint64 = _define(23, "uint64", np.uint64)

_INTEGERS = {uint8, uint16, uint32, uint64, int8, int16, int32, int64}
_UNSIGNED = {uint8, uint16, uint32, uint64}
_FLOATS = {float16, bfloat16, float32, float64}
_QUANTIZED = {qint8, quint8, qint16, quint16, qint32}
REAL = frozenset(_INTEGERS | _FLOATS)
FLOATING = frozenset(_FLOATS)
NUMERIC = frozenset(_INTEGERS | _FLOATS | {complex64, complex128})
INDEX = frozenset({int32, int64})
QUANTIZED = frozenset(_QUANTIZED)
# XLA computes these; the rest (strings, handles) stays on the host.
ON_DEVICE = frozenset(NUMERIC | {bool})
QUANTIZED_DTYPES = frozenset(_QUANTIZED | {dtype.as_ref for dtype in _QUANTIZED})

# TensorFlow's runtime, which is C++, names some types its own way.
_RUNTIME_NAMES = {"float32": "float", "float64": "double", "float16": "half"}


def runtime_name(dtype: DType) -> str:
    """The name that TensorFlow's runtime has for a type in its messages: "float", "double_ref"."""
    name = str(dtype.base_dtype.name)
    return _RUNTIME_NAMES.get(name, name) + ("_ref" if dtype.is_ref_dtype else "")


def storage(dtype: DType) -> Any:
    """The NumPy type that a run keeps values in: plain integers for a quantized type."""
    numpy_type = dtype.as_numpy_dtype
    return numpy_type[dtype.base_dtype.name].type if dtype.is_quantized else numpy_type


_IMAGE_RANGES = {
    bool: (False, True),
    **{dtype: (np.iinfo(dtype._numpy).min, np.iinfo(dtype._numpy).max) for dtype in _INTEGERS},
    **dict.fromkeys(_FLOATS, (0, 1)),
}

BY_NAME.update(
    {"double": float64, "half": float16, "float": float32, "double_ref": float64.as_ref, "half_ref": float16.as_ref}
)
_BY_PYTHON: dict[type, DType] = {
    builtins.float: float32,
    builtins.bool: bool,
    builtins.object: string,
    builtins.str: string,
    builtins.bytes: string,
}
BY_NUMPY: dict[np.dtype, DType] = {
    np.dtype(dtype._numpy): dtype
    for dtype in _BY_ENUM.values()
    if not dtype.is_ref_dtype and dtype not in (string, resource, variant)
}


def is_type_number(number: int) -> builtins.bool:
    """True for a number of TensorFlow's DataType enum that tensors can have."""
    return number in _BY_ENUM


def as_dtype(type_value: Any) -> DType:
    """The DType for a DType, an enum number, a name, a NumPy or a Python type; TypeError for anything else."""
    if type(type_value) is DType:
        return _BY_ENUM[type_value._enum]
    found = _BY_PYTHON.get(type_value) if isinstance(type_value, type) else None
    if found is not None:
        return found
    if isinstance(
        type_value, (int, np.integer, np.bool_)
    ):  # True is the number 1, float32's, as in TensorFlow's tables
        found = _BY_ENUM.get(int(type_value))
    elif isinstance(type_value, str):
        # NumPy's codes ("f", "q") are no names: "q" may be a default in a list of dtypes.
        found = BY_NAME.get(type_value)
    if found is None and not isinstance(type_value, str):
        found = _from_numpy(type_value)
    if found is None:
        raise TypeError(f"Cannot convert value {type_value!r} to a TensorFlow DType.")
    return found


def _from_numpy(type_value: Any) -> DType | None:
    if type_value is None:
        return None
    if type_value is builtins.int:
        return int64  # as NumPy has it; a Python int *value* becomes int32
    try:
        numpy_type = np.dtype(type_value)
    except TypeError:
        return None
    found = BY_NUMPY.get(numpy_type)
    if found is None and numpy_type.kind in "SUO":
        return string
    return found
