"""Python and NumPy values as arrays with TensorFlow's types, and arrays as TensorProto."""

# Values of programs have any type, which checks here narrow: to lists of unknown items, and to types that TensorFlow refuses.
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false

import itertools
import math
import numbers
from typing import Any

import numpy as np

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.dtypes import DType
from graphlab._src.base.errors import explain
from graphlab._src.base.memory_limits import expect
from graphlab._src.proto import TensorProto

# The repeated field of TensorProto that holds values of a type, when they aren't packed into tensor_content.
_FIELDS = {
    dtypes.float32: "float_val",
    dtypes.float64: "double_val",
    dtypes.int32: "int_val",
    dtypes.uint8: "int_val",
    dtypes.uint16: "int_val",
    dtypes.int16: "int_val",
    dtypes.int8: "int_val",
    dtypes.int64: "int64_val",
    dtypes.uint32: "uint32_val",
    dtypes.uint64: "uint64_val",
    dtypes.bool: "bool_val",
    dtypes.float16: "half_val",
    dtypes.bfloat16: "half_val",
    dtypes.complex64: "scomplex_val",
    dtypes.complex128: "dcomplex_val",
    dtypes.string: "string_val",
    dtypes.qint8: "int_val",
    dtypes.quint8: "int_val",
    dtypes.qint16: "int_val",
    dtypes.quint16: "int_val",
    dtypes.qint32: "int_val",
}
_MESSAGE = 1 << 20  # bytes that a small message and its encoder may need
# The types whose arrays TensorFlow packs into tensor_content; it lists the values of the others one by one.
_PACKED = {
    dtypes.float32,
    dtypes.float64,
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.uint32,
    dtypes.uint64,
}


def as_bytes(text: str | bytes) -> bytes:
    """text as UTF-8 bytes; bytes stay as they are."""
    return text.encode() if isinstance(text, str) else bytes(text)


def _flat(value: Any) -> list[Any]:
    """The leaves of nested lists and tuples."""
    if not isinstance(value, (list, tuple)):
        return [value]
    leaves: list[Any] = []
    for item in value:
        if isinstance(item, (list, tuple)):
            leaves += _flat(item)
        else:
            leaves.append(item)
    return leaves


def _samples(leaves: list[Any]) -> list[Any]:
    """The first leaf of each type: whether others of the type fit a dtype follows from it."""
    found: dict[type, Any] = {}
    for leaf in leaves:
        found.setdefault(type(leaf), leaf)
    return list(found.values())


def _is_int(value: Any) -> bool:
    return isinstance(value, (numbers.Integral, np.integer, shapes.Dimension))


def _is_real(value: Any) -> bool:
    return isinstance(value, (numbers.Real, np.integer, np.floating, shapes.Dimension))


def _is_text(value: Any) -> bool:
    return isinstance(value, (str, bytes))


def _fits(value: Any, dtype: DType) -> bool:
    if dtype.is_integer or dtype.is_quantized:
        return _is_int(value)
    if dtype.is_floating:
        return _is_real(value)
    if dtype.is_complex:
        return isinstance(value, (numbers.Complex, np.number))
    if dtype is dtypes.string:
        return _is_text(value)
    if dtype is dtypes.bool:
        return isinstance(value, (bool, np.bool_))
    return True


def _check_fits(values: list[Any], dtype: DType) -> None:
    for value in values:
        if isinstance(value, (np.ndarray, np.generic)):
            continue
        if not _fits(value, dtype):
            raise TypeError(f"Expected {dtype.name}, got {value!r} of type '{type(value).__name__}' instead.")


def as_ndarray(values: Any, dtype: Any = None, shape: Any = None, verify_shape: bool = False) -> np.ndarray:
    """values as a NumPy array with TensorFlow's types: floats become float32, ints int32, NumPy arrays keep theirs.

    Strings come as an object array of bytes; a TensorProto is decoded. shape: the values are reshaped, or the last one repeated, to fill it.
    Raises TypeError when a value does not fit dtype, ValueError for None, ragged lists and a shape that doesn't fit.
    """
    dtype = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
    if shape is not None and 0 in shape and not isinstance(values, (np.ndarray, np.generic)):
        return np.empty([int(size) for size in shape], (dtype or dtypes.float32).as_numpy_dtype)
    if type(values) in (float, int, bool) and shape is None:
        array = _python_number(values, dtype)
    else:
        array = _as_array(values, dtype)
    if shape is not None:
        array = _to_shape(array, tuple(int(size) for size in shape), verify_shape)
    return array


def _python_number(value: Any, dtype: DType | None) -> np.ndarray:
    if dtype is None:
        if type(value) is float:
            return np.asarray(value, np.float32)
        if type(value) is bool:
            return np.asarray(value)
        return np.asarray(value, np.int32 if -(2**31) <= value < 2**31 else np.int64)
    if not _fits(value, dtype):
        raise TypeError(f"Expected {dtype.name}, got {value!r} of type '{type(value).__name__}' instead.")
    if dtype.is_integer:
        _check_range([value], dtype)
    return np.asarray(value, dtype.as_numpy_dtype)


def _check_range(values: list[int], dtype: DType) -> None:
    least, greatest = dtype.min, dtype.max
    for value in values:
        if not least <= value <= greatest:
            raise ValueError(f"The value {value} does not fit {dtype.name}, which holds {least} to {greatest}.")


def _as_array(values: Any, dtype: DType | None) -> np.ndarray:
    if isinstance(values, (np.ndarray, np.generic)):
        array = np.asarray(values)
        if dtype is not None and array.dtype != dtype.as_numpy_dtype:
            if dtype is dtypes.string and array.dtype.kind not in "SUO":
                if array.size:
                    raise TypeError(f"Expected string, got an array of {array.dtype} instead.")
                array = array.astype(object)
            elif dtype is not dtypes.string:
                array = array.astype(dtype.as_numpy_dtype)
    elif not isinstance(values, (list, tuple)) and (
        hasattr(values, "__array__") or hasattr(values, "__array_interface__")
    ):
        array = np.asarray(values)
        if dtype is not None and array.dtype != dtype.as_numpy_dtype:
            array = array.astype(dtype.as_numpy_dtype)
    elif isinstance(values, TensorProto):
        array = decode(values)
        if dtype is not None and dtype.as_numpy_dtype != array.dtype:
            raise TypeError(f"Expected {dtype.name}, got a TensorProto of {dtype_of(array).name} instead.")
    else:
        array = _from_python(values, dtype)
    if array.dtype.kind in "SUO":
        return _as_string_array(array, values)
    if np.dtype(array.dtype) not in dtypes.BY_NUMPY:
        raise TypeError(f"There is no tensor type for NumPy's {array.dtype}")
    return array


def _from_python(values: Any, dtype: DType | None) -> np.ndarray:
    if values is None:
        raise ValueError("None values not supported.")
    if isinstance(values, shapes.TensorShape):
        if not values.is_fully_defined():
            raise ValueError(f"Cannot convert a partially known TensorShape to a Tensor: {values}")
        values = values.as_list()
    elif not isinstance(values, (list, tuple)) and not np.isscalar(values) and not isinstance(values, shapes.Dimension):
        raise _no_tensor(values)
    leaves = _flat(values)
    samples = _samples(leaves)
    if dtype is not None and dtype.is_integer and any(leaf is None for leaf in samples):
        raise ValueError(explain(f"None values not supported: {values}", fix=shapes.UNKNOWN_SIZE))
    if dtype is not None:
        _check_fits(samples, dtype)
    elif any(leaf is None for leaf in samples):
        raise _no_tensor(values, fix=f"None is no value; where it is a size, {shapes.UNKNOWN_SIZE}")
    if any(isinstance(leaf, shapes.Dimension) for leaf in samples):
        values = _with_ints(values)
    if any(_is_text(leaf) for leaf in samples):
        _check_fits(samples, dtypes.string)
        return _nested_objects(values)
    if dtype is not None and dtype is not dtypes.string:
        if dtype.is_integer:
            _check_range([leaf for leaf in leaves if type(leaf) is int], dtype)
        return _dense(values, dtype.as_numpy_dtype)
    if dtype is dtypes.string:
        return _nested_objects(values)
    array = _dense(values, None)
    if array.dtype == np.float64:
        return array.astype(np.float32)
    if array.dtype == np.int64:
        small = array.astype(np.int32)
        if np.array_equal(small, array):
            return small
    return array


def _no_tensor(values: Any, fix: str | None = None) -> TypeError:
    return TypeError(
        explain(
            f"Failed to convert object of type {type(values)} to Tensor. Contents: {values}. "
            "Consider casting elements to a supported type.",
            fix=fix,
        )
    )


def _with_ints(values: Any) -> Any:
    if isinstance(values, (list, tuple)):
        return [_with_ints(value) for value in values]
    return int(values) if isinstance(values, shapes.Dimension) else values


def _nested_shape(values: Any) -> list[int]:
    shape: list[int] = []
    while isinstance(values, (list, tuple)):
        shape.append(len(values))
        if not values:
            break
        values = values[0]
    return shape


def _dense(values: Any, numpy_type: Any) -> np.ndarray:
    try:
        array = np.array(values, numpy_type)
    except ValueError as error:
        raise _ragged(values) from error
    if array.dtype == object:
        raise _ragged(values)
    return array


def _ragged(values: Any) -> ValueError:
    got = [len(values)] if isinstance(values, (list, tuple)) else []
    return ValueError(
        f"Argument must be a dense tensor: {values} - got shape {got}, but wanted {_nested_shape(values)}."
    )


def _nested_objects(values: Any) -> np.ndarray:
    shape = _nested_shape(values)
    leaves = _flat(values)
    if len(leaves) != int(np.prod(shape)):
        raise _ragged(values)
    array = np.empty(len(leaves), object)
    array[:] = leaves
    return array.reshape(shape)


def _as_string_array(array: np.ndarray, values: Any) -> np.ndarray:
    result = np.empty(array.shape, object)
    flat = result.reshape(-1)
    for i, item in enumerate(array.reshape(-1)):
        if not _is_text(item):
            raise TypeError(f"Expected string, got {item!r} of type '{type(item).__name__}' instead.")
        flat[i] = as_bytes(item)
    return result


def _to_shape(array: np.ndarray, shape: tuple[int, ...], verify: bool) -> np.ndarray:
    count = int(np.prod(shape, dtype=np.int64))
    if verify and array.shape != shape:
        raise TypeError(f"Expected Tensor's shape: {shape}, got {array.shape}.")
    if array.size == count:
        return array.reshape(shape)
    if array.size > count:
        raise ValueError(f"Too many elements provided. Needed at most {count}, but received {array.size}")
    if not array.size:
        raise ValueError(f"No elements to fill the shape {shape} with")
    if array.size == 1:
        # A view with no strides: it needs no memory, and encode() sees that one value fills it.
        return np.broadcast_to(array.reshape(()), shape)
    flat = array.reshape(-1)
    return np.concatenate([flat, np.repeat(flat[-1:], count - flat.size)]).reshape(shape)


def make_tensor_proto(
    values: Any, dtype: Any = None, shape: Any = None, verify_shape: bool = False, allow_broadcast: bool = False
) -> Any:
    """values as a TensorProto; one value that fills a whole shape is stored once.

    values: a Python or NumPy value, or a TensorProto, which comes back as it is.
    verify_shape: TypeError unless the values have this shape.  allow_broadcast: TypeError unless they fill it, or are one.
    """
    if allow_broadcast and verify_shape:
        raise ValueError("allow_broadcast and verify_shape are not both allowed.")
    if isinstance(values, TensorProto):
        return values
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if wanted in (dtypes.resource, dtypes.variant):
        raise TypeError(f"Incompatible types: {wanted!r} vs. {dtype_of(as_ndarray(values)).name}. Value is {values}")
    if wanted is None and isinstance(values, np.ndarray) and values.dtype.names:
        wanted = dtypes.as_dtype(values.dtype)
    if wanted is not None and wanted.is_quantized:
        array = _of_quantized(values, wanted)
        if shape is not None:
            array = (
                filling(array, shape)
                if allow_broadcast
                else _to_shape(array, tuple(int(size) for size in shape), verify_shape)
            )
        proto = TensorProto(dtype=wanted.as_datatype_enum, tensor_shape=shapes.to_proto(array.shape))
        if array.size > 1:
            proto.tensor_content = array.tobytes()
        else:
            proto.int_val.extend(int(v) for v in array.reshape(-1))
        return proto
    array = as_ndarray(values, dtype, None if allow_broadcast else shape, verify_shape)
    if allow_broadcast and shape is not None:
        array = filling(array, shape)
    return encode(array)


def _of_quantized(values: Any, dtype: DType) -> np.ndarray:
    """Numbers of a quantized type in the type that stores them. values: an array, or tuples of one number as NumPy has them."""
    plain = values if isinstance(values, list) else [values]
    if any(isinstance(value, (int, float)) for value in plain):
        raise TypeError(f"Quantized values are tuples of one number each, as NumPy has them, not {values!r}")
    wrapped = np.asarray(values, dtype.as_numpy_dtype)
    return np.ascontiguousarray(wrapped).view(dtypes.storage(dtype)).reshape(wrapped.shape)


def make_ndarray(tensor: Any) -> np.ndarray:
    """The array that a TensorProto holds; one of a quantized type has that in its dtype."""
    dtype = dtypes.as_dtype(tensor.dtype)
    return decode(tensor).view(dtype.as_numpy_dtype) if dtype.is_quantized else decode(tensor)


def filling(array: np.ndarray, shape: Any) -> np.ndarray:
    """The array in a shape that its elements fill, or one element many times; TypeError for any other number of them."""
    wanted = tuple(int(size) for size in shape)
    if not math.prod(wanted):
        return np.empty(wanted, array.dtype)  # whatever the elements are, as TensorFlow
    if array.shape not in ((), (1,)) and array.size != math.prod(wanted):
        raise TypeError(f"Expected Tensor's shape: {wanted}, got {array.shape}.")
    return _to_shape(array, wanted, False)


def dtype_of(array: np.ndarray) -> DType:
    """The DType of a NumPy array that as_ndarray made."""
    return dtypes.string if array.dtype == object else dtypes.BY_NUMPY[array.dtype]


def encode_bytes(array: np.ndarray, with_strings: bool = False) -> Any:
    """The TensorProto of an array with its bytes as they are, also of a single number.

    with_strings: strings are bytes as well, the lengths of all before the first; else they are listed.
    """
    dtype = dtype_of(array)
    if dtype is dtypes.string:
        if not with_strings:
            return encode(array)
        texts = [as_bytes(text) for text in array.reshape(-1)]
        content = b"".join([*(_varint(len(text)) for text in texts), *texts])
    else:
        content = np.ascontiguousarray(array).tobytes()
    shape = shapes.to_proto(array.shape)
    return TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shape, tensor_content=content)


def _varint(number: int) -> bytes:
    """A number in groups of seven bits, the lowest first."""
    groups = bytearray()
    while number > 0x7F:
        groups.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*groups, number])


def _strings(content: bytes, count: int) -> list[bytes]:
    """The strings that tensor_content holds: the length of each as a varint, then all of them; ValueError for others."""
    lengths: list[int] = []
    at = 0
    while len(lengths) < count and at < len(content):
        length = shift = 0
        while at < len(content):
            byte = content[at]
            length |= (byte & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if byte < 0x80:
                lengths.append(length)
                break
    if len(lengths) != count or sum(lengths) != len(content) - at:
        raise ValueError(f"A TensorProto of {count} strings can't hold {len(content)} bytes")
    ends = list(itertools.accumulate(lengths, initial=at))
    return [content[start:end] for start, end in itertools.pairwise(ends)]


def encode(array: np.ndarray) -> Any:
    """The TensorProto of an array that as_ndarray made."""
    dtype = dtype_of(array)
    proto = TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shapes.to_proto(array.shape))
    one_value = array.size > 1 and not any(array.strides)
    expect(_MESSAGE + (0 if one_value else 2 * array.nbytes))
    flat = array.reshape(-1)[: 1 if one_value else None]
    if dtype is dtypes.string:
        proto.string_val.extend(flat)
    elif flat.size > 1 and dtype in _PACKED:
        proto.tensor_content = np.ascontiguousarray(flat).tobytes()
    else:
        _append(proto, dtype, flat)
    return proto


def _append(proto: Any, dtype: DType, flat: np.ndarray) -> None:
    field = getattr(proto, _FIELDS[dtype])
    if dtype.is_complex:
        field.extend(part for value in flat for part in (value.real, value.imag))
    elif dtype in (dtypes.float16, dtypes.bfloat16):
        field.extend(flat.view(np.uint16).tolist())
    else:
        field.extend(flat.tolist())


def decode(tensor: Any) -> np.ndarray:
    """The NumPy array that a TensorProto holds: strings as an object array of bytes.

    Raises ValueError when the bytes don't fit the shape that the message states.
    """
    dtype = dtypes.as_dtype(tensor.dtype)
    shape = tuple(dim.size for dim in tensor.tensor_shape.dim)
    if any(size < 0 for size in shape):
        raise ValueError(f"A TensorProto can't have a negative size: {list(shape)}")
    count = int(np.prod(shape, dtype=object)) if shape else 1
    storage = dtypes.storage(dtype)
    if dtype is dtypes.string:
        texts = _strings(tensor.tensor_content, count) if tensor.tensor_content else list(tensor.string_val)
        flat = np.empty(len(texts), object)
        flat[:] = texts
    elif tensor.tensor_content:
        if len(tensor.tensor_content) != count * np.dtype(storage).itemsize:
            raise ValueError(
                f"A TensorProto of shape {list(shape)} and type {dtype.name} can't hold {len(tensor.tensor_content)} bytes"
            )
        return np.frombuffer(tensor.tensor_content, storage).reshape(shape).copy()
    elif dtype in _FIELDS:
        flat = _numbers(getattr(tensor, _FIELDS[dtype]), dtype, storage)
    else:
        raise TypeError(f"Unsupported tensor type: {dtype}")
    return _fill(flat, count, storage, shape)


def _numbers(values: Any, dtype: DType, storage: Any) -> np.ndarray:
    if dtype.is_complex:
        parts = np.ascontiguousarray(values, np.float64 if dtype is dtypes.complex128 else np.float32)
        return parts.view(storage)  # not re + 1j * im, which is NaN where one of them is NaN or infinite
    if dtype in (dtypes.float16, dtypes.bfloat16):
        return np.asarray(values, np.uint16).view(storage)
    return np.asarray(values).astype(storage)


def _fill(flat: np.ndarray, count: int, storage: Any, shape: tuple[int, ...]) -> np.ndarray:
    if flat.size == count:
        return flat.reshape(shape)
    if flat.size > count:
        raise ValueError(f"A TensorProto of shape {list(shape)} can't hold {flat.size} values")
    if not flat.size:
        flat = np.asarray([b""], object) if storage is np.object_ else np.zeros(1, storage)
    if flat.size == 1:
        return np.broadcast_to(flat.reshape(()), shape)
    filled = np.empty(count, flat.dtype)
    filled[: flat.size] = flat
    filled[flat.size :] = flat[-1]
    return filled.reshape(shape)
