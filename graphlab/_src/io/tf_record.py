"""TFRecord files: records one after the other, each with its length and checksums, compressed or not.

length: uint64   masked crc32c of the length: uint32   the record   masked crc32c of the record: uint32
"""

import gzip
import io
import struct
import zlib
from typing import Any

from graphlab._src.base.errors import DataLossError, FailedPreconditionError
from graphlab._src.io.crc32c import packed
from graphlab._src.io.paths import failure, file_errors, local_path

_HEADER = 12  # bytes: the length and its checksum
_PIECE, _MOST = 1 << 20, 1 << 30  # bytes that are read at once, at first and at most
_WINDOW_BITS = {"ZLIB": 15, "GZIP": 15 + 16}  # as zlib numbers its formats


class TFRecordCompressionType:
    """How a file is compressed."""

    NONE = 0
    ZLIB = 1
    GZIP = 2


class TFRecordOptions:
    """How a file is compressed, and how well.

    compression_type: "GZIP", "ZLIB", "" or None, or one of TFRecordCompressionType.
    flush_mode, compression_level, window_bits, compression_method, mem_level, compression_strategy: as zlib has them.
    input_buffer_size: bytes to collect before they are compressed.  output_buffer_size: has no effect.
    """

    compression_type_map = {
        TFRecordCompressionType.ZLIB: "ZLIB",
        TFRecordCompressionType.GZIP: "GZIP",
        TFRecordCompressionType.NONE: "",
    }

    def __init__(
        self,
        compression_type=None,
        flush_mode=None,
        input_buffer_size=None,
        output_buffer_size=None,
        window_bits=None,
        compression_level=None,
        compression_method=None,
        mem_level=None,
        compression_strategy=None,
    ):
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options):
        """The name "GZIP", "ZLIB" or "" for options, a compression type or its name; ValueError for anything else."""
        if not options:
            return ""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        if options in cls.compression_type_map:
            return cls.compression_type_map[options]
        if options in cls.compression_type_map.values():
            return options
        raise ValueError(f'Not a valid compression_type: "{options}"')

    def _compressor(self):
        """What compresses a stream of bytes, or None."""
        kind = self.get_compression_type_string(self)
        if not kind:
            return None
        return zlib.compressobj(
            level=zlib.Z_DEFAULT_COMPRESSION if self.compression_level is None else self.compression_level,
            method=zlib.DEFLATED if self.compression_method is None else self.compression_method,
            wbits=_WINDOW_BITS[kind] if self.window_bits is None else self.window_bits,
            memLevel=9 if self.mem_level is None else self.mem_level,
            strategy=zlib.Z_DEFAULT_STRATEGY if self.compression_strategy is None else self.compression_strategy,
        )


class TFRecordWriter:
    """Writes records to a file.

    path: of the file, which is made anew.  options: a TFRecordOptions, or a compression type.

        with tf.io.TFRecordWriter("train.tfrecord") as writer:
            writer.write(example.SerializeToString())
    """

    def __init__(self, path, options=None):
        if not isinstance(options, TFRecordOptions):
            options = TFRecordOptions(options)
        self._compressor = options._compressor()
        self._flush_mode = zlib.Z_NO_FLUSH if options.flush_mode is None else options.flush_mode
        self._limit = options.input_buffer_size or 1 << 18
        self._waiting, self._size = [], 0
        self._path = path
        with file_errors(path):
            self._file = open(local_path(path), "wb")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.close()

    def write(self, record):
        """Adds a record: bytes."""
        if not isinstance(record, (bytes, bytearray, memoryview)):
            raise TypeError(f"expected bytes, {type(record).__name__} found")
        file = self._open_file()
        length = struct.pack("<Q", len(record))
        data = b"".join((length, packed(length), record, packed(record)))
        if self._compressor is None:
            with file_errors(self._path):
                file.write(data)
            return
        self._waiting.append(data)
        self._size += len(data)
        if self._size >= self._limit:
            self._compress(self._flush_mode)

    def flush(self):
        """Writes what waits to the file."""
        file = self._open_file()
        if self._compressor is not None:
            self._compress(zlib.Z_SYNC_FLUSH)
        with file_errors(self._path):
            file.flush()

    def close(self):
        """Ends the file; closing it again does nothing."""
        if self._file is None:
            return
        file = self._file
        try:
            if self._compressor is not None:
                self._compress(zlib.Z_FINISH)
        finally:
            self._file = None
            with file_errors(self._path):
                file.close()

    def _open_file(self):
        if self._file is None:
            raise FailedPreconditionError(None, None, "Writer not initialized or previously closed")
        return self._file

    def _compress(self, mode):
        assert self._compressor is not None and self._file is not None
        with file_errors(self._path):
            self._file.write(self._compressor.compress(b"".join(self._waiting)))
            self._file.write(self._compressor.flush(mode))
        self._waiting, self._size = [], 0


class RecordReader:
    """Reads the records of a file one by one.

    path: bytes or text.  compression_type: "GZIP", "ZLIB" or "".  op: the Operation that reads, for messages.
    offset: where the first record begins, in bytes.
    """

    def __init__(self, path, compression_type, op=None, offset=0):
        self._path = path
        self.offset = offset
        self._file = open_file(path, compression_type, op)

    def read(self, op=None):
        """(where the record begins, the record), or None at the end; DataLossError for a damaged record."""
        offset = self.offset
        header = self._take(offset, _HEADER, op)
        if len(header) < _HEADER:
            return None
        if packed(header[:8]) != header[8:]:
            raise failure(DataLossError, op, f"corrupted record at {offset}")
        length = struct.unpack("<Q", header[:8])[0]
        body = self._take(offset + _HEADER, length + 4, op)
        if len(body) < length + 4:
            raise failure(DataLossError, op, f"truncated record at {offset}")
        record = body[:length]
        if packed(record) != body[length:]:
            raise failure(DataLossError, op, f"corrupted record at {offset + _HEADER}")
        self.offset += _HEADER + length + 4
        return offset, record

    def _take(self, place, count, op):
        # A damaged file stays where it is, so that each attempt says the same.
        with file_errors(self._path, op):
            try:
                self._file.seek(place)
                # Little by little: what is requested may be far more than there is.
                data = self._file.read(min(count, _PIECE))
                while len(data) < count and (piece := self._file.read(min(count - len(data), len(data), _MOST))):
                    data += piece
                return data
            except EOFError:
                return b""
            except (zlib.error, gzip.BadGzipFile) as error:
                raise failure(DataLossError, op, f"inflate() failed: {error}") from error

    def close(self):
        """Ends reading."""
        self._file.close()


def tf_record_iterator(path, options=None):
    """The records of a file, as bytes.

    options: a TFRecordOptions, or a compression type.
    After its end it goes on when records were added to the file.
    Raises NotFoundError when there is no such file, DataLossError when it is damaged.
    """
    return _Records(path, TFRecordOptions.get_compression_type_string(options))


class _Records:
    """An iterator over the records of a file, which is opened when the first one is read."""

    def __init__(self, path, compression_type):
        self._path = path
        self._compression_type = compression_type
        self._reader = None

    def __iter__(self):
        return self

    def __next__(self):
        if self._reader is None:
            self._reader = RecordReader(self._path, self._compression_type)
        found = self._reader.read()
        if found is None:
            raise StopIteration
        return found[1]

    def __del__(self):
        self.close()

    def close(self):
        """Closes the file."""
        if self._reader is not None:
            self._reader.close()


def open_file(path, compression_type, op=None) -> Any:
    """A file to read bytes from, decompressed on the way. compression_type: "GZIP", "ZLIB" or ""."""
    with file_errors(path, op):
        if compression_type == "GZIP":
            return gzip.open(local_path(path))
        file = open(local_path(path), "rb")
    return io.BufferedReader(_Inflated(file)) if compression_type == "ZLIB" else file


class _Inflated(io.RawIOBase):
    """The bytes of a file that zlib compressed, from the first to the last."""

    def __init__(self, file):
        self._file = file
        self._zlib = zlib.decompressobj()
        self._position = 0

    def readable(self):
        """True: it can be read."""
        return True

    def seekable(self):
        """True: it can go forward, and back by starting anew."""
        return True

    def seek(self, offset, whence=io.SEEK_SET):
        """Goes to a place, counted from the start or from where it is."""
        offset += self._position if whence == io.SEEK_CUR else 0
        if offset < self._position:
            self._file.seek(0)
            self._zlib = zlib.decompressobj()
            self._position = 0
        while self._position < offset and self.readinto(bytearray(min(offset - self._position, 1 << 16))):
            pass
        return self._position

    def tell(self):
        """Where it is."""
        return self._position

    def readinto(self, buffer):
        """Reads the available bytes, at most the buffer's size, into a buffer; 0 at the end."""
        data = b""
        while not data and not self._zlib.eof:
            given = self._zlib.unconsumed_tail or self._file.read(1 << 16)
            if not given:
                break
            data = self._zlib.decompress(given, len(buffer))
        buffer[: len(data)] = data
        self._position += len(data)
        return len(data)

    def close(self):
        """Closes the file, too."""
        self._file.close()
        super().close()
