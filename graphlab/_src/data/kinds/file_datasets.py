"""Datasets of the contents of files: lines, records, records of one length, and rows of CSV files."""

import os
from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, NotFoundError, OpError
from graphlab._src.data.kinds.sources import Source
from graphlab._src.data.runtime import End, boxed, dataset
from graphlab._src.io.file_ops import file_errors, matching_paths
from graphlab._src.io.tf_record import RecordReader, open_file
from graphlab._src.ops.define import REQUIRED, SHAPES
from graphlab._src.ops.parsing.csv import decode_record


class _Files(Source):
    """Reads files one after the other.

    place_key: of a position, says where in a file it is.
    """

    place_key = "current_pos"

    @staticmethod
    def check(stored):
        kind = stored.text("compression_type")
        if kind not in (b"", b"ZLIB", b"GZIP"):
            raise InvalidArgumentError(None, None, "Unsupported compression_type.")
        if stored.filenames.ndim > 1:
            raise InvalidArgumentError(None, None, "`filenames` must be a scalar or a vector.")

    def start(self, stored, run):
        self._names = stored.filenames.reshape(-1).tolist()
        self._number = 0  # of the file
        self.compression = stored.text("compression_type").decode()
        self.file: Any = None
        self.name: Any = None  # of the file; it stays where that can't be opened

    def next(self):
        while True:
            if self.file is None:
                if self._number >= len(self._names):
                    raise End
                self.name = self._names[self._number]
                self.file = self.open(self.name)
            found = self.read()
            if found is not None:
                return found
            self.leave()

    def leave(self):
        """Goes on to the next file."""
        self.file.close()
        self.file = self.name = None
        self._number += 1

    def save(self, to):
        to["current_file_index"] = self._number
        if self.file is not None:
            self.save_place(to, self.file)

    def restore(self, saved):
        self._number = saved.number("current_file_index")
        if self.place_key in saved:
            self.name = self._names[self._number]
            self.file = self.open(self.name)
            self.restore_place(saved, self.file)

    def save_place(self, to, file):
        """Adds to a Position where reading the file goes on."""
        to[self.place_key] = file.tell()

    def restore_place(self, saved, file):
        """Goes to where save_place says."""
        with file_errors(self.name):
            file.seek(saved.number(self.place_key))

    def __del__(self):
        if getattr(self, "file", None) is not None:
            self.file.close()

    def open(self, name):
        """Opens a file."""
        return open_file(name, self.compression)

    def read(self):
        """The next element of the file, or None."""
        raise NotImplementedError


_FILES = "filenames: string, compression_type: string, buffer_size: int64"


@dataset("TextLineDataset", _FILES, outputs={})
class TextLines(_Files):
    """The lines of text files, without their ends."""

    def read(self):
        with file_errors(self.name):
            line = self.file.readline()
        return [boxed(line.removesuffix(b"\n").removesuffix(b"\r"))] if line else None


@dataset("TFRecordDataset", _FILES, outputs={})
class TFRecords(_Files):
    """The records of TFRecord files."""

    place_key = "offset"

    def open(self, name):
        return RecordReader(name, self.compression)

    def save_place(self, to, file):
        to["offset"] = file.offset

    def restore_place(self, saved, file):
        file.offset = saved.number("offset")

    def read(self):
        try:
            found = self.file.read()
        except OpError:
            self.leave()  # what follows in the file is lost: ignore_errors() goes on with the next one
            raise
        return None if found is None else [boxed(found[1])]


class _FixedLength(_Files):
    @staticmethod
    def check(stored):
        for name, least in (("header_bytes", 0), ("record_bytes", 1), ("footer_bytes", 0), ("buffer_size", 0)):
            if stored.number(name) < least:
                text = f"`{name}` must be {'>' if least else '>='} 0"
                raise InvalidArgumentError(None, None, text)

    def open(self, name):
        with file_errors(name), open_file(name, self.compression) as file:
            data = file.read()
        stored = self.stored
        header, footer = stored.number("header_bytes"), stored.number("footer_bytes")
        size = stored.number("record_bytes")
        body = len(data) - header - footer
        if body < 0 or body % size:
            raise InvalidArgumentError(
                None,
                None,
                f'Excluding the header ({header} bytes) and footer ({footer} bytes), input file "{name.decode()}" has '
                f"body length {body} bytes, which is not an exact multiple of the record length ({size} bytes).",
            )
        return _Parts(data, header, size, body // size)

    def read(self):
        return self.file.next()

    def save_place(self, to, file):
        to[self.place_key] = file.start

    def restore_place(self, saved, file):
        file.start = saved.number(self.place_key)


class _Parts:
    def __init__(self, data, start, size, count):
        self._data, self.start, self._size, self._end = data, start, size, start + size * count

    def next(self):
        start = self.start
        if start >= self._end:
            return None
        self.start += self._size
        return [boxed(self._data[start : self.start])]

    def close(self):
        self._data = b""


_FIXED = "filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, buffer_size: int64"


@dataset("FixedLengthRecordDatasetV2", f"{_FIXED}, compression_type: string", outputs={})
class FixedLengthRecords(_FixedLength):
    """The records of files in which all have one length."""


@dataset("FixedLengthRecordDataset", _FIXED, outputs={})
class OldFixedLengthRecords(_FixedLength):
    """The records of files in which all have one length; the files are not compressed."""

    def start(self, stored, run):
        stored.inputs.setdefault("compression_type", boxed(b""))
        super().start(stored, run)


_COLUMNS = frozenset([dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.string])


def _csv(op_type):
    @dataset(
        op_type,
        "filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string, "
        "use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: *output_types",
        outputs={"output_shapes": (SHAPES, REQUIRED)},
        types={"output_types": _COLUMNS},
    )
    class Csv(_Files):
        """The rows of CSV files: an element has a value for each column that is chosen."""

        place_key = "pos"

        def save_place(self, to, file):
            # TensorFlow reads into a buffer, of which it saves the number and the place in it.
            to["pos"] = file.tell() % self._buffer
            to["num_buffer_reads"] = file.tell() // self._buffer + 1
            to["row"] = self._row

        def restore_place(self, saved, file):
            with file_errors(self.name):
                file.seek((saved.number("num_buffer_reads") - 1) * self._buffer + saved.number("pos"))
            if "row" in saved:
                self._row = saved.number("row")

        @property
        def _buffer(self):
            return max(1, self.stored.number("buffer_size"))

        def open(self, name):
            file = super().open(name)
            self._row = 0
            if self.stored.number("header"):
                _line(file)
            return file

        def read(self):
            with file_errors(self.name):
                line = _line(self.file)
            if line is None:
                return None
            stored = self.stored
            defaults = stored.record_defaults
            kinds = [dtypes.as_dtype(value.dtype) for value in defaults]
            select = [int(i) for i in stored.select_cols]
            quotes = bool(stored.number("use_quote_delim"))
            number, self._row = self._row, self._row + 1
            try:
                values = decode_record(
                    line,
                    defaults,
                    kinds,
                    stored.text("field_delim"),
                    quotes,
                    stored.text("na_value"),
                    select,
                    number,
                )
            except ValueError as error:
                raise InvalidArgumentError(None, None, str(error)) from error
            return [
                boxed(value) if kind is dtypes.string else np.asarray(value, kind.as_numpy_dtype)
                for value, kind in zip(values, kinds, strict=True)
            ]

    return Csv


def _line(file):
    """A row, which may hold ends of lines in quotes; None at the end of the file."""
    line = file.readline()
    while line and line.count(b'"') % 2:
        more = file.readline()
        if not more:
            break
        line += more
    return line.removesuffix(b"\n").removesuffix(b"\r") if line else None


Csv = _csv("CSVDataset")
_csv("ExperimentalCSVDataset")


def _matching(op_type):
    @dataset(op_type, "patterns: string", outputs={})
    class Matching(Source):
        """The names of the files that match patterns: those of one pattern in order, then those of the next."""

        def start(self, stored, run):
            self._paths = [
                path for one in stored.patterns.ravel() for path in matching_paths(one) if os.path.isfile(path)
            ]
            self._count = 0

        def next(self):
            if not self._paths:
                raise NotFoundError(None, None, "Don't find any matched files")
            if self._count == len(self._paths):
                raise End
            self._count += 1
            return [boxed(self._paths[self._count - 1])]

        def save(self, to):
            to["matched"] = self._count

        def restore(self, saved):
            self._count = saved.number("matched")

    return Matching


Matching = _matching("MatchingFilesDataset")
_matching("ExperimentalMatchingFilesDataset")
