"""The kinds of readers: lines, whole files, records of one length, TFRecords, and names themselves."""

from graphlab._src.base.errors import InvalidArgumentError, OutOfRangeError
from graphlab._src.io.file_ops import read_bytes
from graphlab._src.io.paths import failure, file_errors
from graphlab._src.io.reader_object import Reader
from graphlab._src.io.tf_record import RecordReader, open_file


class IdentityRecords(Reader):
    """The name of the work unit is its record, too."""

    kind = "IdentityReader"
    one_record = keeps_state = True

    def next_record(self, op):
        """The name, twice."""
        return self.work, self.work


class WholeFiles(Reader):
    """A file is a record: its name and what it holds."""

    kind = "WholeFileReader"
    one_record = keeps_state = True

    def next_record(self, op):
        """The name, and what the file holds."""
        return self.work, read_bytes(self.work, op)


class TextLines(Reader):
    """A line is a record: "file:number", counted from 1, and the line without its end.

    skip: how many lines at the beginning of a file are left out.
    """

    kind = "TextLineReader"

    def __init__(self, name, skip):
        super().__init__(name)
        self._skip = skip

    def start(self, op):
        """Opens the file, behind its first lines."""
        self._file = open_file(self.work, "", op)
        self._number = 0
        while self._number < self._skip and self._file.readline():
            self._number += 1

    def close_work(self):
        """Closes the file."""
        self._file.close()

    def next_record(self, op):
        """The next line."""
        with file_errors(self.work, op):
            line = self._file.readline()
        if not line:
            self._file.close()
            return None
        self._number += 1
        return b"%s:%d" % (self.work, self._number), line.removesuffix(b"\n").removesuffix(b"\r")


class FixedLengthRecords(Reader):
    """Records of one length: "file:number", counted from 0, and so many bytes.

    header, footer: bytes at both ends of a file that are left out.  record: bytes in a record.
    hop: bytes from the beginning of one to the next; 0: they lie side by side.  encoding: "ZLIB", "GZIP" or "".
    """

    kind = "FixedLengthRecordReader"

    def __init__(self, name, header, record, footer, hop, encoding):
        super().__init__(name)
        self._header, self._record, self._footer = header, record, footer
        self._hop = hop or record
        self._encoding = encoding if encoding in ("ZLIB", "GZIP") else ""

    def start(self, op):
        """Reads the file; OutOfRangeError when it has not even the header."""
        with file_errors(self.work, op), open_file(self.work, self._encoding, op) as file:
            self._data = file.read()
        if len(self._data) < self._header:
            raise failure(OutOfRangeError, op, "reached end of file")
        self._number = 0

    def next_record(self, op):
        """The next bytes, as long as all of them lie before the footer."""
        start = self._header + self._number * self._hop
        end = start + self._record
        if end > len(self._data) - self._footer:
            self._data = b""
            return None
        self._number += 1
        return b"%s:%d" % (self.work, self._number - 1), self._data[start:end]


class TFRecords(Reader):
    """Records of a TFRecord file: "file:offset", and the record."""

    kind = "TFRecordReader"

    def __init__(self, name, compression_type):
        super().__init__(name)
        self._compression_type = compression_type

    def start(self, op):
        """Opens the file."""
        self._records = RecordReader(self.work, self._compression_type, op)

    def close_work(self):
        """Closes the file."""
        self._records.close()

    def next_record(self, op):
        """The next record."""
        found = self._records.read(op)
        if found is None:
            self._records.close()
            return None
        return b"%s:%d" % (self.work, found[0]), found[1]


def check_sizes(op, **sizes):
    """Raises InvalidArgumentError when a number of bytes is below 0."""
    for name, size in sizes.items():
        if size < 0:
            raise failure(InvalidArgumentError, op, f"{name} must be >= 0 not {size}")
