"""FileIO: the file of tf.gfile, which reads and writes text or bytes, by lines or by position."""

import contextlib
import io
import os

from graphlab._src.base import errors
from graphlab._src.graph.attributes import attribute
from graphlab._src.io.paths import file_errors, local_path

_MODES = ("r", "w", "a", "r+", "w+", "a+")


class FileIO:
    """A file; it is opened when it is first read or written, and closed by `close` or at the end of a `with`.

    name: text, bytes or path-like; may begin with file://.
    mode: "r", "w", "a", "r+", "w+" or "a+"; with "b" reads return bytes, else text in UTF-8.
    Reads and writes have positions of their own. Raises InvalidArgumentError for another mode.
    """

    def __init__(self, name, mode):
        self._name = name
        self._mode = mode
        self._binary = "b" in mode
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise errors.InvalidArgumentError(None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'")
        self._may_read = plain not in ("w", "a")
        self._may_write = plain != "r"
        self._source = None
        self._target = None

    name = attribute("_name", "The name that was given.")
    mode = attribute("_mode", "The mode that was given.")

    def _reading(self) -> io.BufferedReader:
        if self._source is None:
            if not self._may_read:
                raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
            with file_errors(self._name):
                self._source = open(local_path(self._name), "rb")
        self.flush()  # what was written is there to read
        return self._source

    def _writing(self) -> io.BufferedWriter:
        if self._target is None:
            if not self._may_write:
                raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
            with file_errors(self._name):
                appends = self._mode.startswith(("a", "r"))
                self._target = open(local_path(self._name), "ab" if appends else "wb")
        return self._target

    def _given(self, data):
        return data if self._binary else data.decode()

    def size(self):
        """The number of bytes in the file."""
        self.flush()
        with file_errors(self._name):
            return os.stat(local_path(self._name)).st_size

    def write(self, file_content):
        """Adds text or bytes to the end of the file."""
        target = self._writing()
        if isinstance(file_content, str):
            file_content = file_content.encode()
        elif not isinstance(file_content, (bytes, bytearray, memoryview)):
            raise TypeError(f"Expected binary or unicode string, got {file_content!r}")
        with file_errors(self._name):
            target.write(file_content)

    def read(self, n=-1):
        """The next n bytes, or all that follow for -1."""
        source = self._reading()
        with file_errors(self._name):
            return self._given(source.read(n if n >= 0 else -1))

    def readline(self):
        r"""The next line with the \n at its end; empty at the end of the file. \r is dropped, as TensorFlow does."""
        source = self._reading()
        with file_errors(self._name):
            return self._given(source.readline().replace(b"\r", b""))

    def readlines(self):
        """All lines that follow."""
        return list(self)

    def seek(self, offset=None, whence=0, position=None):
        """Lets reading go on at a position.

        offset: bytes from the start of the file, from here when whence is 1, from the end when it is 2.
        position: an old name of offset. Raises OutOfRangeError behind the end of the file.
        """
        source = self._reading()
        if offset is None and position is None:
            raise TypeError("seek(): offset argument required")
        if offset is not None and position is not None:
            raise TypeError("seek(): offset and position may not be set simultaneously.")
        target = int(position if offset is None else offset)  # pyright: ignore[reportArgumentType]
        if whence not in (0, 1, 2):
            raise errors.InvalidArgumentError(
                None, None, f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2."
            )
        target += (0, source.tell(), self.size())[whence]
        if target < 0:
            raise errors.InvalidArgumentError(None, None, f"Seeking to a negative position: {target}")
        if target > self.size():
            raise errors.OutOfRangeError(None, None, "reached end of file")
        source.seek(target)

    def seekable(self):
        """True: reading can go on anywhere."""
        return True

    def readable(self):
        """True when the mode allows to read."""
        return self._may_read

    def writable(self):
        """True when the mode allows to write."""
        return self._may_write

    def tell(self):
        """The position of the next read; for a file that is only written, the number of bytes up to here."""
        return self._reading().tell() if self._may_read else self._writing().tell()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    next = __next__

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def flush(self):
        """Hands what was written to the system."""
        if self._target is not None:
            with file_errors(self._name):
                self._target.flush()

    def close(self):
        """Closes the file; a later read or write opens it again."""
        source, target = self._source, self._target
        self._source = self._target = None
        if source is not None:
            with contextlib.suppress(OSError):  # nothing was written
                source.close()
        if target is not None:
            with file_errors(self._name):
                target.close()

    def __del__(self):
        # As a file of Python's own would say, but without its warning: TensorFlow's programs often leave files open.
        if getattr(self, "_source", None) is not None or getattr(self, "_target", None) is not None:
            self.close()


class GFile(FileIO):
    """A file without the need to say how it is read: FileIO with the mode "r" when none is given."""

    def __init__(self, name, mode="r"):
        super().__init__(name, mode)


class FastGFile(GFile):
    """GFile under its older name."""
