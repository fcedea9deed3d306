"""tensorflow.python.util.protobuf.compare: protobuf messages in tests, compared by their text or by their fields."""

import difflib
from collections.abc import Mapping
from typing import Any

from google.protobuf import descriptor_pool, message, text_format
from google.protobuf.descriptor import FieldDescriptor

_INTEGERS = frozenset(
    (
        FieldDescriptor.TYPE_INT64,
        FieldDescriptor.TYPE_UINT64,
        FieldDescriptor.TYPE_SINT64,
        FieldDescriptor.TYPE_INT32,
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_SINT32,
        FieldDescriptor.TYPE_ENUM,
    )
)
_DIGITS = {FieldDescriptor.TYPE_FLOAT: 6, FieldDescriptor.TYPE_DOUBLE: 7}  # after the point
_LINES = 2**16  # characters up to which unittest shows where two texts differ


def assertProtoEqual(  # noqa: N802
    self: Any, a: Any, b: Any, check_initialized: bool = True, normalize_numbers: bool = False, msg: Any = None
) -> None:
    """Fails a test where two messages differ, with the lines in which their texts do.

    a: a message, or the text of one.  check_initialized: whether one that lacks required fields fails, too.
    normalize_numbers: rounds numbers first, those of the messages themselves, as NormalizeNumberFields does.
    """
    pool = descriptor_pool.Default()
    if isinstance(a, str):
        a = text_format.Merge(a, type(b)(), descriptor_pool=pool)
    for one in (a, b):
        missing = one.FindInitializationErrors() if check_initialized else ()
        if missing:
            self.fail(f"Initialization errors: {missing}\n{one}")
        if normalize_numbers:
            NormalizeNumberFields(one)
    first, second = (text_format.MessageToString(one, descriptor_pool=pool) for one in (a, b))
    if max(len(first), len(second)) < _LINES:
        self.assertMultiLineEqual(first, second, msg=msg)
    elif first != second:
        changes = difflib.unified_diff(first.splitlines(True), second.splitlines(True))
        self.fail(f"{msg} : \n{''.join(changes)}")


def NormalizeNumberFields(pb: Any) -> Any:  # noqa: N802
    """The message, whose numbers are rounded: of float fields after 6 digits, of double fields after 7."""
    for field, value in pb.ListFields():
        is_map = isinstance(value, Mapping)
        many = hasattr(value, "extend")
        kind = field.message_type.fields_by_name["value"].type if is_map else field.type
        if kind in (FieldDescriptor.TYPE_MESSAGE, FieldDescriptor.TYPE_GROUP):
            for one in value.values() if is_map else value if many else [value]:
                NormalizeNumberFields(one)
        elif not is_map and (kind in _DIGITS or kind in _INTEGERS):
            if many:
                value[:] = [_rounded(one, kind) for one in value]
            else:
                setattr(pb, field.name, _rounded(value, kind))
    return pb


def _rounded(value: Any, kind: int) -> Any:
    return int(value) if kind in _INTEGERS else round(float(value), _DIGITS[kind])


def ProtoEq(a: Any, b: Any) -> bool:  # noqa: N802
    """True where two messages have equal fields; repeated fields in the same order, maps in any."""
    first, second = _parts(a), _parts(b)
    if not isinstance(first, dict) or not isinstance(second, dict):
        return first == second
    return first.keys() == second.keys() and all(ProtoEq(first[key], second[key]) for key in first)


def _parts(value: Any) -> Any:
    """A message as {number of a field: value}, a repeated field as {position: value}, a map as a dict, others as they are."""
    if isinstance(value, message.Message):
        return {field.number: one for field, one in value.ListFields()}
    if is_map(value):
        return dict(value)
    return dict(enumerate(value)) if is_repeated_container(value) else value


def is_map(value: Any) -> bool:
    """True for a map of a message."""
    return isinstance(value, Mapping)


def is_repeated_container(value: Any) -> bool:
    """True for what can be iterated over and is no text."""
    return not isinstance(value, str) and hasattr(type(value), "__iter__")


class ProtoAssertions:
    """assertProtoEqual as a method, for the bases of a test's class."""

    def assertProtoEqual(self, *args: Any, **kwargs: Any) -> None:  # noqa: N802
        """See the function of that name."""
        assertProtoEqual(self, *args, **kwargs)
