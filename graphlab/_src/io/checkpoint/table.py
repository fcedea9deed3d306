"""Sorted tables of keys and values in a file: the SSTables of LevelDB, which the index of a checkpoint is.

Blocks, each with its kind (1: snappy) and checksum after it, then a block with their positions, then a footer.
In a block each key leaves out what it begins with in common with the key before.
"""

import struct

from graphlab._src.base.errors import DataLossError
from graphlab._src.base.varint import read_varint, varint
from graphlab._src.io.checkpoint import snappy
from graphlab._src.io.crc32c import masked_crc32c

_MAGIC = 0xDB4775248B80FB57
_FOOTER = 48  # bytes
_BLOCK = 262144  # bytes after which a block is full
_RESTART = 16  # every 16th key is stored in full
_OTHER = ": perhaps your file is in a different file format, or it is cut off"
_EXPANSION = 64  # no table that anyone wrote has keys so much longer than the file


def write(items):
    """The bytes of a table. items: (key, value) pairs of bytes, in the order of the keys."""
    out = bytearray()
    handles, block, last = [], _Block(_RESTART), b""
    for key, value in items:
        block.add(key, value)
        last = key
        if len(block.data) >= _BLOCK:
            handles.append((last, _put(out, block)))
            block = _Block(_RESTART)
    if block.data or not handles:
        handles.append((last, _put(out, block)))
    meta = _put(out, _Block(_RESTART))
    index = _Block(1)
    for key, handle in handles:
        index.add(key, handle)
    footer = meta + _put(out, index)
    out += footer.ljust(_FOOTER - 8, b"\x00") + struct.pack("<Q", _MAGIC)
    return bytes(out)


class _Block:
    def __init__(self, restart):
        self.data = bytearray()
        self._every = restart
        self._restarts = [0]
        self._count = 0
        self._last = b""

    def add(self, key, value):
        shared = 0
        if self._count == self._every:
            self._restarts.append(len(self.data))
            self._count = 0
        else:
            limit = min(len(key), len(self._last))
            while shared < limit and key[shared] == self._last[shared]:
                shared += 1
        self.data += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        self._count += 1
        self._last = key

    def finish(self):
        return bytes(self.data) + struct.pack(f"<{len(self._restarts)}II", *self._restarts, len(self._restarts))


def _put(out, block):
    """Appends a block; returns its position, encoded as in the table."""
    data = block.finish()
    handle = varint(len(out)) + varint(len(data))
    out += data + b"\x00" + struct.pack("<I", masked_crc32c(data + b"\x00"))
    return handle


def read(data, path):
    """{key: value} of a table, in order.

    data: the bytes of the file.  path: its name, for messages.
    Raises DataLossError for what is no whole and sound table.
    """
    if len(data) < _FOOTER:
        raise damaged(path, f"file is too short to be an sstable{_OTHER}")
    if struct.unpack("<Q", data[-8:])[0] != _MAGIC:
        raise damaged(path, f"not an sstable (bad magic number){_OTHER}")
    found, budget = {}, _EXPANSION * len(data) + 4096
    try:
        footer = data[-_FOOTER:]
        _, position = read_varint(footer, 0)
        _, position = read_varint(footer, position)
        start, position = read_varint(footer, position)
        size, _ = read_varint(footer, position)
        previous = None
        for _, handle in _entries(_block(data, start, size, path), path, budget):
            start, position = read_varint(handle, 0)
            size, _ = read_varint(handle, position)
            for key, value in _entries(_block(data, start, size, path), path, budget):
                if previous is not None and key <= previous:
                    raise damaged(path, "its keys are not in order")
                budget -= len(key) + len(value)
                if budget < 0:
                    raise damaged(path, "it holds more than a file of its size can")
                found[key] = value
                previous = key
    except (IndexError, struct.error):
        raise damaged(path, "a block ends before its time") from None
    return found


def _block(data, start, size, path):
    end = start + size
    if end + 5 > len(data):
        raise damaged(path, "truncated block read: it is cut off")
    kind, stored = data[end], struct.unpack("<I", data[end + 1 : end + 5])[0]
    if masked_crc32c(data[start : end + 1]) != stored:
        raise damaged(path, "block checksum mismatch")
    block = data[start:end]
    if kind == 1:
        try:
            return snappy.decompress(block)
        except ValueError as error:
            raise damaged(path, str(error)) from None
    if kind:
        raise damaged(path, f"a block is packed in a way that is not known ({kind})")
    return block


def _entries(block, path, budget):
    restarts = struct.unpack("<I", block[-4:])[0]
    end = len(block) - 4 - 4 * restarts
    if end < 0:
        raise damaged(path, "a block is too short")
    position, key = 0, b""
    while position < end:
        shared, position = read_varint(block, position)
        fresh, position = read_varint(block, position)
        size, position = read_varint(block, position)
        if shared > len(key) or position + fresh + size > end:
            raise damaged(path, "bad entry in block")
        key = key[:shared] + block[position : position + fresh]
        position += fresh
        budget -= len(key)
        if budget < 0:
            raise damaged(path, "it holds more than a file of its size can")
        yield key, block[position : position + size]
        position += size


def damaged(path, why):
    """The DataLossError for a file that can't be read."""
    return DataLossError(
        None,
        None,
        f"Unable to open table file {path}: Data loss: {why}\n"
        "  fix     use another checkpoint, or a copy of this one: tf.train.get_checkpoint_state(folder) lists them",
    )
