"""Reading a checkpoint in the V1 format, that old programs left: tables of tensors, or parts of them, as messages."""

import math
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes
from graphlab._src.base.errors import NotFoundError
from graphlab._src.io.checkpoint import slices, table
from graphlab._src.io.checkpoint import tensor_names as names
from graphlab._src.io.paths import file_errors
from graphlab._src.proto.checkpoints import SavedTensorSlices

# The field of a TensorProto that holds the values of a type, and what these are there.
_FIELDS = {
    dtypes.float32: ("float_val", np.float32),
    dtypes.float64: ("double_val", np.float64),
    dtypes.int64: ("int64_val", np.int64),
    dtypes.bool: ("bool_val", np.bool_),
    dtypes.complex64: ("scomplex_val", np.float32),
    dtypes.complex128: ("dcomplex_val", np.float64),
    dtypes.float16: ("half_val", np.uint16),
    dtypes.bfloat16: ("half_val", np.uint16),
    dtypes.string: ("string_val", object),
    dtypes.uint32: ("uint32_val", np.uint32),
    dtypes.uint64: ("uint64_val", np.uint64),
}


class V1Reader:
    """The tensors of a checkpoint that is one file, or several.

    prefix: what its name was given as.  paths: the files.
    """

    def __init__(self, prefix, paths):
        self.prefix = prefix
        self._tensors = {}  # name -> (dtype, shape, [(part, the table that holds it)])
        for path in paths:
            with file_errors(path), open(path, "rb") as file:
                entries = table.read(file.read(), path)
            for meta in _parsed(entries.get(b"", b""), path).meta.tensor:
                self._note(meta, entries, path)

    def _note(self, meta, entries, path):
        shape = [dim.size for dim in meta.shape.dim]
        try:
            dtype = dtypes.as_dtype(meta.type)
        except TypeError:
            raise table.damaged(path, f"{meta.name} has a dtype that is not known ({meta.type})") from None
        known = self._tensors.setdefault(meta.name, (dtype, shape, []))
        if known[:2] != (dtype, shape) or any(size < 0 for size in shape):
            raise table.damaged(path, f"{meta.name} has two shapes or types")
        known[2].extend((slices.from_proto(part), entries, path) for part in meta.slice)

    def close(self):
        """Lets go of what was read."""
        self._tensors = {}

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def names(self):
        """The names of the tensors, in order."""
        return sorted(self._tensors)

    def dtype(self, name):
        """The DType of a tensor, or None when there is no such tensor."""
        return self._tensors[name][0] if name in self._tensors else None

    def shape(self, name):
        """The sizes of a tensor."""
        return self._tensors[name][1]

    def read(self, name, part: Any = None):
        """A tensor as an array; part: which part of it, as slices.parse returns it."""
        dtype, shape, saved = self._tensors[name]
        part = part or [(0, None)] * len(shape)
        wanted = slices.part_shape(shape, part)
        if slices.overlapping(shape, [one for one, _, _ in saved]):
            raise table.damaged(self.prefix, f"parts of {name} overlap")
        found = [(slices.overlap(shape, part, one), one, entries, path) for one, entries, path in saved]
        pieces = [(common, self._piece(name, *rest)) for common, *rest in found if common]
        if sum(math.prod(item.stop - item.start for item in common[0]) for common, _ in pieces) < math.prod(wanted):
            raise NotFoundError(
                None, None, f"The parts of {name} that checkpoint {self.prefix} holds do not cover what is requested"
            )
        result = np.zeros(wanted, dtype.as_numpy_dtype)
        for (to, of), array in pieces:
            result[to] = array[of]
        return result

    def _piece(self, name, part, entries, path):
        dtype, shape, _ = self._tensors[name]
        value = entries.get(slices.key(names.to_key(name), part))
        if value is None:
            raise table.damaged(path, f"a part of {name} is missing")
        sizes, proto = slices.part_shape(shape, part), _parsed(value, path).data.data
        field, kind = _FIELDS.get(dtype, ("int_val", np.int32))
        given = getattr(proto, field)
        if proto.tensor_content and len(proto.tensor_content) % np.dtype(dtype.as_numpy_dtype).itemsize:
            raise table.damaged(path, f"{len(proto.tensor_content)} bytes can't be {name}{sizes}")
        if proto.tensor_content:
            array = np.frombuffer(proto.tensor_content, dtype.as_numpy_dtype)
        elif dtype is dtypes.string:
            array = np.empty(len(given), object)
            array[:] = given
        elif field == "half_val":
            array = np.asarray(given, kind).view(dtype.as_numpy_dtype)
        elif dtype.is_complex:
            array = np.asarray(given[: len(given) // 2 * 2], kind).view(dtype.as_numpy_dtype)
        else:
            base = np.dtype(dtype.as_numpy_dtype)
            plain = base[0].base if base.names else base
            array = np.asarray(given, kind).astype(plain).view(base)
        if array.size != math.prod(sizes):
            raise table.damaged(path, f"{array.size} values can't be {name}{sizes}")
        return array.reshape(sizes)


def _parsed(value, path):
    try:
        return SavedTensorSlices.FromString(value)
    except DecodeError:
        raise table.damaged(path, "an entry is no message of its kind") from None
