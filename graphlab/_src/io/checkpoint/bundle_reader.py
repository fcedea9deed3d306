"""Reading a checkpoint in the V2 format. Whatever the files hold, no more memory is taken than they are long."""

import contextlib
import math
import mmap
import os
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base import dtypes
from graphlab._src.base.errors import DataLossError, NotFoundError
from graphlab._src.base.varint import read_varint
from graphlab._src.graph.variant import EncodedVariant
from graphlab._src.io import crc32c
from graphlab._src.io.checkpoint import slices, table
from graphlab._src.io.checkpoint import tensor_names as names
from graphlab._src.io.checkpoint.paths import data_path, index_path, previous_path
from graphlab._src.io.paths import file_errors
from graphlab._src.proto import VariantTensorDataProto
from graphlab._src.proto.checkpoints import BundleEntryProto, BundleHeaderProto

_LARGE = 1 << 22  # bytes from which on NumPy requests huge pages
_CHUNK = 1 << 22  # bytes that are read and summed at once, while they are in the processor's cache


class BundleReader:
    """The tensors of a checkpoint, as it is when the reader is made, whatever happens to the files later.

    prefix: the beginning of the files' names.
    Raises NotFoundError when there is no checkpoint, DataLossError when its index is damaged.
    """

    def __init__(self, prefix):
        self.prefix = prefix
        self._files = {}
        path = index_path(prefix)
        while True:  # until the data was opened before another process replaced the index
            with file_errors(path), open(path, "rb") as file:
                self._read_index(file.read(), path)
                opened = os.fstat(file.fileno())
            self._open()
            with file_errors(path):
                now = os.stat(path)
            if (now.st_ino, now.st_mtime_ns, now.st_size) == (opened.st_ino, opened.st_mtime_ns, opened.st_size):
                break
            self.close()

    def _read_index(self, data, path):
        self.entries = {}
        entries = table.read(data, path)
        try:
            header = BundleHeaderProto.FromString(entries.pop(b"", b""))
            for key, value in entries.items():
                self.entries[key] = BundleEntryProto.FromString(value)
        except DecodeError:
            raise table.damaged(path, "an entry is no message of its kind") from None
        self.num_shards = header.num_shards
        if header.endianness:
            raise table.damaged(path, "it was written on a machine with another order of bytes")
        if header.version.min_consumer > 1 or not 0 < header.num_shards < 100000:
            raise table.damaged(path, "its header is not that of a checkpoint")

    def _open(self):
        for shard in sorted({entry.shard_id for entry in self.entries.values()}):
            if not 0 <= shard < self.num_shards:
                raise table.damaged(index_path(self.prefix), f"it names a part {shard} of {self.num_shards}")
            path = data_path(self.prefix, shard, self.num_shards)
            found = []
            for name in (path, previous_path(path)):
                with contextlib.suppress(NotFoundError), file_errors(name):
                    found.append(open(name, "rb", buffering=0))
            self._files[shard] = found

    def close(self):
        """Closes the files."""
        for file in [file for files in self._files.values() for file in files]:
            with contextlib.suppress(OSError):  # nothing was written
                file.close()
        self._files = {}

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __del__(self):
        if hasattr(self, "_files"):
            self.close()

    # What there is

    def names(self):
        """The names of the tensors, in order; parts have none."""
        return [names.to_text(key) for key in self.entries if not key.startswith(b"\x00")]

    def entry(self, name):
        """The BundleEntryProto of a tensor, or None."""
        return self.entries.get(names.to_key(name))

    def dtype(self, name):
        """The DType of a tensor, or None when there is no such tensor."""
        entry = self.entry(name)
        return None if entry is None else self._checked_dtype(name, entry)

    def shape(self, name):
        """The sizes of a tensor."""
        return self._checked_shape(name, self.entry(name))

    def fault(self):
        """Which data file is missing or too short for what the index names, in a clause; None when there is none."""
        ends: dict[int, int] = {}
        for entry in self.entries.values():
            ends[entry.shard_id] = max(ends.get(entry.shard_id, 0), entry.offset + entry.size)
        for shard, end in ends.items():
            files = self._files.get(shard) or []
            path = data_path(self.prefix, shard, self.num_shards)
            if not files:
                return f"its data file {path} is missing"
            size = max(os.fstat(file.fileno()).st_size for file in files)
            if size < end:
                return f"its data file {path} is cut off: it has {size:,} of {end:,} bytes"
        return None

    # What they hold

    def read(self, name, part: Any = None):
        """A tensor as an array; part: which part of it, as slices.parse returns it.

        Raises NotFoundError when it is not there, DataLossError when its bytes are not what was written.
        """
        entry = self.entry(name)
        if entry is None:
            raise NotFoundError(None, None, f"Key {name} not found in checkpoint")
        if entry.slices:
            return self._read_parts(name, entry, part)
        whole = self._read(name, entry)
        return whole if part is None else whole[slices.index(part)].copy()

    def _read_parts(self, name, entry, part):
        """Puts together what was saved in parts."""
        shape = self._checked_shape(name, entry)
        part = part or [(0, None)] * len(shape)
        saved = [slices.from_proto(message) for message in entry.slices]
        for one in saved:
            if len(one) != len(shape) or any(
                start < 0 or (length is not None and (length < 0 or start + length > size))
                for size, (start, length) in zip(shape, one, strict=True)
            ):
                raise self._damaged(name, "a part is not inside of its shape")
        wanted, needed = slices.part_shape(shape, part), []
        for one in saved:
            common = slices.overlap(shape, part, one)
            if common:
                key = slices.key(names.to_key(name), one)
                if key not in self.entries:
                    raise self._damaged(name, "a part of it is missing")
                needed.append((common, one, self.entries[key]))
        self._check_parts(name, shape, saved, needed)
        if sum(math.prod(item.stop - item.start for item in common[0]) for common, _, _ in needed) < math.prod(wanted):
            raise NotFoundError(
                None, None, f"The parts of {name} that checkpoint {self.prefix} holds do not cover what is requested"
            )
        result = covered = None
        for (to, of), one, its_entry in needed:
            array = self._read(name, its_entry)
            if list(array.shape) != slices.part_shape(shape, one):
                raise self._damaged(name, "a part has another shape than the index says")
            if len(needed) == 1 and wanted == list(array.shape):
                return array
            if result is None:
                result = np.empty(wanted, array.dtype)
                covered = np.zeros(wanted, bool) if len(slices.cut_axes(saved)) > 1 else None
            if covered is not None:
                if covered[to].any():
                    raise self._damaged(name, "its parts overlap")
                covered[to] = True
            result[to] = array[of]
        return np.empty(wanted, self._checked_dtype(name, entry).as_numpy_dtype) if result is None else result

    def _check_parts(self, name, shape, saved, needed):
        """Raises DataLossError for parts that overlap, or that are more than the data files hold."""
        length = sum(os.fstat(files[0].fileno()).st_size for files in self._files.values() if files)
        if slices.overlapping(shape, saved) or sum(max(0, entry.size) for _, _, entry in needed) > length:
            raise self._damaged(name, "its parts overlap")

    def _read(self, name, entry):
        shape, dtype = self._checked_shape(name, entry), self._checked_dtype(name, entry)
        files = self._files.get(entry.shard_id) or []
        if not files:
            path = data_path(self.prefix, entry.shard_id, self.num_shards)
            raise NotFoundError(None, None, f"{path}; No such file or directory")
        take = self._taker(dtype)
        failed = None
        for file in files:  # the second is what a save that is going on, or was killed, replaces
            try:
                return take(file, name, entry, dtype, shape)
            except DataLossError as error:
                failed = failed or error
        assert failed is not None
        raise failed

    def _taker(self, dtype):
        """What reads values of a type."""
        return self._strings if dtype is dtypes.string else self._variants if dtype is dtypes.variant else self._bytes

    def _checked_dtype(self, name, entry):
        try:
            return dtypes.as_dtype(entry.dtype)
        except TypeError:
            raise self._damaged(name, f"it has a dtype that is not known ({entry.dtype})") from None

    def _checked_shape(self, name, entry):
        shape = [dim.size for dim in entry.shape.dim]
        if entry.shape.unknown_rank or any(size < 0 for size in shape) or len(shape) > 254:
            raise self._damaged(name, "its shape is not known")
        return shape

    def _checked_range(self, file, name, entry):
        if entry.offset < 0 or entry.size < 0 or entry.offset + entry.size > os.fstat(file.fileno()).st_size:
            raise self._damaged(name, f"{file.name} is cut off before it ends")

    def _bytes(self, file, name, entry, dtype, shape):
        kind = np.dtype(dtype.as_numpy_dtype)
        if kind.hasobject or entry.size != math.prod(shape) * kind.itemsize:
            raise self._damaged(name, f"{entry.size} bytes can't be {dtype.name}{shape}")
        self._checked_range(file, name, entry)
        array = _aligned(entry.size)
        crc = self._fill(file, entry.offset, array)
        self._check(name, file, crc, entry)
        return array.view(kind).reshape(shape) if entry.size else np.empty(shape, kind)

    def _fill(self, file, offset, array):
        """Reads as many bytes as the array has; returns their checksum."""
        crc, view = 0, memoryview(array)
        for start in range(0, len(view), _CHUNK):
            end = min(start + _CHUNK, len(view))
            done = start
            while done < end:
                count = os.preadv(file.fileno(), [view[done:end]], offset + done)
                if not count:
                    raise DataLossError(None, None, f"{file.name} is cut off")
                done += count
            crc = crc32c.extend(crc, array[start:end])
        return crc

    def _strings(self, file, name, entry, dtype, shape):
        self._checked_range(file, name, entry)
        count = math.prod(shape)
        if count > entry.size:
            raise self._damaged(name, f"{entry.size} bytes can't be {count} strings")
        data = np.empty(entry.size, np.uint8)
        self._fill(file, entry.offset, data)
        data = data.tobytes()
        lengths, position = [], 0
        try:
            for _ in range(count):
                length, position = read_varint(data, position)
                lengths.append(length)
        except IndexError:
            raise self._damaged(name, "the lengths of its strings are cut off") from None
        check, content = data[position : position + 4], data[position + 4 :]
        if sum(lengths) != len(content) or len(check) != 4:
            raise self._damaged(name, "its strings are longer or shorter than the index says")
        crc = crc32c.crc32c(b"".join(length.to_bytes(4 if length < 1 << 32 else 8, "little") for length in lengths))
        if crc32c.masked(crc) != int.from_bytes(check, "little"):
            raise self._damaged(name, "the checksum of the lengths of its strings does not match")
        self._check(name, file, crc32c.extend(crc32c.extend(crc, check), content), entry)
        array, start = np.empty(count, object), 0
        for i, length in enumerate(lengths):
            array[i] = content[start : start + length]
            start += length
        return array.reshape(shape)

    def _variants(self, file, name, entry, dtype, shape):
        self._checked_range(file, name, entry)
        count = math.prod(shape)
        if count > entry.size:
            raise self._damaged(name, f"{entry.size} bytes can't be {count} variants")
        data = np.empty(entry.size, np.uint8)
        self._fill(file, entry.offset, data)
        data = data.tobytes()
        array, position, crc = np.empty(count, object), 0, crc32c.crc32c(b"")
        for i in range(count):
            try:
                length, start = read_varint(data, position)
            except IndexError:
                raise self._damaged(name, "the lengths of its variants are cut off") from None
            position = start + length + 4
            message, check = data[start : start + length], data[start + length : position]
            crc = crc32c.extend(crc32c.extend(crc, length.to_bytes(8, "little")), message)
            if len(check) != 4 or crc32c.masked(crc) != int.from_bytes(check, "little"):
                raise self._damaged(name, "the checksum of a variant does not match")
            crc = crc32c.extend(crc, check)
            try:
                array[i] = EncodedVariant.from_proto(VariantTensorDataProto.FromString(message))
            except (DecodeError, ValueError, TypeError):
                raise self._damaged(name, "a variant is no message of its kind") from None
        self._check(name, file, crc, entry)
        return array.reshape(shape)

    def _check(self, name, file, crc, entry):
        if crc32c.masked(crc) != entry.crc32c:
            raise self._damaged(
                name,
                f"Checksum does not match: stored {crc32c.unmasked(entry.crc32c)} vs. calculated on the restored bytes "
                f"{crc}, in {file.name}",
            )

    def _damaged(self, name, why):
        return DataLossError(
            None,
            None,
            f"TensorBundle at {self.prefix}, key {name}: {why}\n"
            "  fix     use another checkpoint, or a copy of this one: tf.train.get_checkpoint_state(folder) lists them",
        )

    def is_sound(self, paths):
        """True when what these data files hold is what the index says. paths: some of the data files."""
        for key, entry in self.entries.items():
            files = self._files.get(entry.shard_id, ())
            if entry.slices or not files or files[0].name not in paths:
                continue
            try:
                dtype = self._checked_dtype(key, entry)
                take = self._taker(dtype)
                take(files[0], key, entry, dtype, self._checked_shape(key, entry))
            except DataLossError:
                return False
        return True


def _aligned(size):
    """Bytes that begin where the processor's vectors like it, so that JAX can take them as they are."""
    if size >= _LARGE and hasattr(mmap, "MAP_PRIVATE"):
        # NumPy requests huge pages, for which Linux may have to move others about: slower by far than reading.
        return np.frombuffer(mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS), np.uint8)
    data = np.empty(size + 64, np.uint8)
    start = -data.ctypes.data % 64
    return data[start : start + size]
