"""Keys and values of a table from the lines of a text file."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.errors import InvalidArgumentError, NotFoundError
from graphlab._src.ops.string_numbers import parse_number

WHOLE_LINE = -2
LINE_NUMBER = -1


def read_columns(path, columns, kinds, size, delimiter):
    """For each of two columns an array: of the lines, their numbers, or the text between delimiters.

    columns: WHOLE_LINE, LINE_NUMBER, or the number of a column.  kinds: the DTypes.  size: how many lines to take, all
    when it is negative. Raises NotFoundError, and InvalidArgumentError for lines that do not fit.
    """
    lines = _lines(path)
    if size >= 0:
        if len(lines) < size:
            raise InvalidArgumentError(
                None, None, f"Invalid vocab_size in {path}: expected {size} but got {len(lines)}"
            )
        lines = lines[:size]
    return [_column(path, lines, column, kind, delimiter) for column, kind in zip(columns, kinds, strict=True)]


def _lines(path):
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (FileNotFoundError, NotADirectoryError):
        raise NotFoundError(None, None, f"{path}; No such file or directory") from None
    except OSError as error:
        raise InvalidArgumentError(None, None, f"{path}; {error.strerror}") from None
    lines = data.split(b"\n")
    lines = lines[:-1] if lines[-1] == b"" else lines
    position = 0
    for line in lines:
        position += len(line) + 1
        if not line.rstrip(b"\r"):
            message = f"Invalid content in {path}: empty line found at position {position}."
            raise InvalidArgumentError(None, None, message)
    return [line.rstrip(b"\r") for line in lines]


def _column(path, lines, column, kind, delimiter):
    if column == LINE_NUMBER:
        return np.arange(len(lines), dtype=np.int64)
    result = np.empty(len(lines), kind.as_numpy_dtype)
    for i, line in enumerate(lines):
        text = line if column == WHOLE_LINE else _part(path, line, i, column, delimiter)
        value = text if kind is dtypes.string else parse_number(text, kind)
        if value is None:
            raise InvalidArgumentError(
                None,
                None,
                f"Field {text.decode('utf-8', 'backslashreplace')} in line {i} is not a valid {dtypes.runtime_name(kind)}.",
            )
        result[i] = value
    return result


def _part(path, line, number, column, delimiter):
    parts = line.split(delimiter)
    if column >= len(parts):
        raise InvalidArgumentError(
            None,
            None,
            f"Invalid number of columns in {path} line {number} ({line.decode('utf-8', 'backslashreplace')}) : expected "
            f"{column} got {len(parts)}",
        )
    return parts[column]
