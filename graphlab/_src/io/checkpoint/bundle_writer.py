"""Writing a checkpoint in the V2 format: tensors one after the other, then the index of them."""

import os

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.varint import varint
from graphlab._src.graph.variant import holds_encoded
from graphlab._src.io import crc32c
from graphlab._src.io.atomic_file import finish, parts_in, remove_leftovers, temporary_file, write_all
from graphlab._src.io.checkpoint import slices, table
from graphlab._src.io.checkpoint.paths import data_path, index_path
from graphlab._src.io.checkpoint.publish import publish
from graphlab._src.io.file_system import mkdir
from graphlab._src.io.paths import file_errors
from graphlab._src.proto.checkpoints import BundleEntryProto, BundleHeaderProto

_CHUNK = 1 << 22  # bytes that are summed and written at once, while they are in the processor's cache


def write_bundle(prefix, tensors):
    """Writes a checkpoint; what was there under that name stays whole until the new one is.

    prefix: the beginning of the files' names; their folder is made, in one that is there.
    tensors: (name, "" or the part that it is as slices.parse expects it, array) of each.
    """
    path = data_path(prefix, 0, 1)
    folder = os.path.dirname(prefix) or "."
    with file_errors(prefix):
        mkdir(folder)
        remove_leftovers(folder)
        with parts_in(folder), temporary_file(path) as data, temporary_file(index_path(prefix)) as index:
            entries = _Entries(data)
            for name, part, array in tensors:
                entries.add(name, part, array)
            finish(data)
            write_index(index, entries.found, 1)
            publish(prefix, {path: data.name}, index.name)


def write_index(file, entries, num_shards):
    """Writes the table of a checkpoint to a file. entries: {key: BundleEntryProto}."""
    header = BundleHeaderProto(num_shards=num_shards)
    header.version.producer = 1
    items = [(b"", header.SerializeToString())]
    items += [(key, entries[key].SerializeToString()) for key in sorted(entries)]
    write_all(file, table.write(items))
    finish(file)


class _Entries:
    """Writes tensors to a file, and notes where they are."""

    def __init__(self, file):
        self.found = {}
        self._file = file
        self._offset = 0

    def add(self, name, part, array):
        """Writes a tensor, or the part of one."""
        key = name
        if part:
            shape, extents = slices.parse(part)
            if list(array.shape) != slices.part_shape(shape, extents):
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Slice spec '{part}' of {name.decode()} does not match the shape {list(array.shape)} of the tensor",
                )
            if not slices.is_whole(shape, extents):
                whole = self.found.setdefault(name, BundleEntryProto(dtype=_enum(array)))
                if not whole.slices:
                    _set_shape(whole, shape)
                whole.slices.append(slices.to_proto(extents))
                key = slices.key(name, extents)
        if key in self.found:
            raise InvalidArgumentError(None, None, f"Adding duplicate key: {name.decode()}")
        entry = self.found[key] = BundleEntryProto(dtype=_enum(array), offset=self._offset)
        _set_shape(entry, array.shape)
        write = self._bytes
        if array.dtype == object:
            write = self._variants if holds_encoded(array) else self._strings
        entry.crc32c = crc32c.masked(write(np.ascontiguousarray(array).reshape(-1)))
        entry.size = self._offset - entry.offset

    def _write(self, data):
        write_all(self._file, data)
        self._offset += len(data)

    def _bytes(self, array):
        data = array.view(np.uint8) if array.size else np.empty(0, np.uint8)
        crc = 0
        for start in range(0, len(data), _CHUNK):
            chunk = data[start : start + _CHUNK]
            crc = crc32c.extend(crc, chunk)
            self._write(chunk)
        return crc

    def _strings(self, array):
        """The lengths, their checksum, the texts. The checksum of all counts each length as four bytes."""
        texts = [text.encode() if isinstance(text, str) else bytes(text) for text in array.tolist()]
        lengths = b"".join(len(text).to_bytes(4 if len(text) < 1 << 32 else 8, "little") for text in texts)
        crc = crc32c.crc32c(lengths)
        check = crc32c.masked(crc).to_bytes(4, "little")
        content = b"".join(texts)
        self._write(b"".join(varint(len(text)) for text in texts) + check + content)
        return crc32c.extend(crc32c.extend(crc, check), content)

    def _variants(self, array):
        """Of each: the length, the message, the checksum of all up to there. The checksum counts a length as 8 bytes."""
        crc = crc32c.crc32c(b"")
        for variant in array.tolist():
            message = variant.to_proto().SerializeToString()
            crc = crc32c.extend(crc32c.extend(crc, len(message).to_bytes(8, "little")), message)
            check = crc32c.masked(crc).to_bytes(4, "little")
            self._write(varint(len(message)) + message + check)
            crc = crc32c.extend(crc, check)
        return crc


def _enum(array):
    if holds_encoded(array):
        return dtypes.variant.as_datatype_enum
    return dtypes.as_dtype(array.dtype).as_datatype_enum


def _set_shape(entry, shape):
    entry.shape.SetInParent()
    for size in shape:
        entry.shape.dim.add(size=size)
