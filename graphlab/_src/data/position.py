"""Position: where an iterator is in its dataset, as checkpoints hold it, with the keys that TensorFlow has."""

from typing import Any

import numpy as np

from graphlab._src.base.errors import (
    UNKNOWN,
    InvalidArgumentError,
    NotFoundError,
    OpError,
    UnimplementedError,
    exception_type_from_error_code,
)
from graphlab._src.data.runtime import Stored, boxed, unboxed
from graphlab._src.data.windows import Held, of_list
from graphlab._src.graph.variant import EncodedVariant

_TYPE = "tensorflow::Iterator"
_ROOT = _TYPE.rpartition(":")[2]
_WINDOW = "graphlab::Window"
_BETWEEN = "@@"  # before each key


class Position:
    """Values by keys, such as "Iterator::Model::Range:next": the key of a value begins with where its dataset is.

    op: the operation that made the dataset, of which restored windows are part.
    """

    def __init__(self, values, op, prefix=_ROOT):
        self._values = values
        self._op = op
        self._prefix = prefix

    def within(self, text):
        """The same with a longer beginning of its keys."""
        return Position(self._values, self._op, self._prefix + text)

    def __contains__(self, key):
        return f"{self._prefix}:{key}" in self._values

    def __setitem__(self, key, value):
        self._values[f"{self._prefix}:{key}"] = _written(value)

    def __getitem__(self, key) -> Any:
        key = f"{self._prefix}:{key}"
        try:
            return self._read(self._values[key])
        except KeyError:
            text = f"{key}\n  fix     initialize the iterator with the dataset whose position was saved"
            raise NotFoundError(None, None, text) from None

    def number(self, key):
        """A value that is an integer."""
        return int(self[key])

    def mark(self, key):
        """Sets a key that says what it says by being there."""
        self[key] = b""

    def save(self, elements, part=""):
        """Adds the position of Elements that others are made of. part: what is between the keys of the two."""
        elements.save(self.within(part + elements.path))

    def restore(self, elements, part=""):
        """Brings Elements, which have just begun, to their position."""
        elements.restore(self.within(part + elements.path))

    def save_element(self, size, key, element):
        """Adds the components of an element. size: the key of their number.  key: theirs, with {} for the number of one."""
        self[size] = len(element)
        for i, component in enumerate(element):
            self[key.format(i)] = component

    def element(self, size, key):
        """An element that save_element added."""
        return [self[key.format(i)] for i in range(self.number(size))]

    def save_status(self, code, message, error):
        """Adds an error, or None. code, message: the keys of its code and of its text."""
        if error is None:
            self[code] = 0
        else:
            self[code] = error.error_code if isinstance(error, OpError) else UNKNOWN
            self[message] = str(getattr(error, "message", error)).encode()

    def status(self, code, message):
        """The error that save_status added, or None."""
        number = self.number(code)
        return exception_type_from_error_code(number)(None, None, self[message].item().decode()) if number else None

    def _read(self, value):
        if not isinstance(value, EncodedVariant):
            return value
        if value.type_name != _WINDOW:
            raise UnimplementedError(None, None, f"A dataset of type {value.type_name} can't be restored")
        count, size, *components = map(self._read, value.tensors)
        elements = [components[i * int(size) : (i + 1) * int(size)] for i in range(int(count))]
        return boxed(of_list(self._op, elements))

    def encode(self):
        """All values, as a checkpoint holds them."""
        keys = "".join(f"{_BETWEEN}{key}" for key in self._values)
        return EncodedVariant(_TYPE, keys.encode(), list(self._values.values()))


def decoded(encoded, op):
    """The Position that was encoded."""
    if not isinstance(encoded, EncodedVariant) or encoded.type_name != _TYPE:
        raise InvalidArgumentError(None, None, "The value holds no position of an iterator.")
    keys = encoded.metadata.decode().split(_BETWEEN)[1:]
    return Position(dict(zip(keys, encoded.tensors, strict=True)), op)


def _written(value):
    value = unboxed(value)
    if isinstance(value, Stored) and value.kind is Held:
        elements = value.elements
        size = len(elements[0]) if elements else 0
        components = [_written(component) for element in elements for component in element]
        return EncodedVariant(_WINDOW, b"", [_written(len(elements)), _written(size), *components])
    if isinstance(value, bytes):
        return boxed(value)
    if isinstance(value, int):
        return np.asarray(value, np.int64)
    if isinstance(value, (np.ndarray, np.generic)):
        return np.asarray(value)
    raise UnimplementedError(None, None, f"A position can't hold a {type(value).__name__}")
