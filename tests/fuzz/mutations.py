"""Spoiling files: bytes anywhere, and messages field by field, which byte by byte would hardly be understood any more."""

from google.protobuf.descriptor import FieldDescriptor
from hypothesis import strategies as st

NUMBERS = (0, 1, -1, 2, 7, 127, 1 << 20, (1 << 31) - 1, -(1 << 31), 1 << 40, (1 << 63) - 1, -(1 << 63))
TEXTS = ("", "x", "^x", "x:1", "/", "../up", "/etc/passwd", "a" * 300, "\x00", "é", "loc:@", ":", "-1", "x:99999999999")
BYTES = (b"", b"\x00", b"\xff" * 9, b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", b"\n", b"\x00" * 64)


@st.composite
def spoilt_bytes(draw, content):
    """The bytes with a few changes."""
    data = bytearray(content)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from((0, 1, 1, 2, 4, 8, 64)))
        kind = draw(st.sampled_from(("replace", "replace", "flip", "cut", "repeat")))
        if kind == "cut":
            del data[at:]
        elif kind == "flip" and at < len(data):
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif kind == "repeat":
            data[at:at] = data[at : at + length]
        else:
            data[at : at + length] = draw(st.one_of(st.sampled_from(BYTES), st.binary(max_size=8)))
    return bytes(data)


@st.composite
def spoilt_message(draw, message):
    """A copy of the message with a few fields changed."""
    copy = type(message)()
    copy.CopyFrom(message)
    for _ in range(draw(st.integers(1, 3))):
        _spoil(draw, copy)
    return copy


def _spoil(draw, message):
    set_fields = [field for field, _ in message.ListFields()]
    inner = [field for field in set_fields if field.type == FieldDescriptor.TYPE_MESSAGE]
    if inner and draw(st.integers(0, 9)) < 8:
        field = draw(st.sampled_from(inner))
        value = getattr(message, field.name)
        if _is_map(field):
            key = draw(st.sampled_from(sorted(value)))
            entry = field.message_type.fields_by_name["value"]
            if draw(st.integers(0, 9)) == 0:
                del value[key]
            elif entry.type == FieldDescriptor.TYPE_MESSAGE:
                _spoil(draw, value[key])
            else:
                value[key] = _scalar(draw, entry)
        elif field.is_repeated:
            at = draw(st.integers(0, len(value) - 1))
            kind = draw(st.integers(0, 9))
            if kind == 0:
                del value[at]
            elif kind == 1:
                value.add().CopyFrom(value[at])
            else:
                _spoil(draw, value[at])
        else:
            _spoil(draw, value)
        return
    plain = [field for field in message.DESCRIPTOR.fields if field.type != FieldDescriptor.TYPE_MESSAGE]
    if not plain:
        message.Clear()
        return
    field = draw(st.sampled_from(plain))
    value = _scalar(draw, field)
    if not field.is_repeated:
        setattr(message, field.name, value)
        return
    values = getattr(message, field.name)
    if len(values) and draw(st.booleans()):
        values[draw(st.integers(0, len(values) - 1))] = value
    elif len(values) and draw(st.booleans()):
        del values[:]
    else:
        values.append(value)


def _is_map(field):
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _scalar(draw, field):
    if field.type == FieldDescriptor.TYPE_STRING:
        return draw(st.sampled_from(TEXTS))
    if field.type == FieldDescriptor.TYPE_BYTES:
        return draw(st.sampled_from((*BYTES, *(text.encode() for text in TEXTS))))
    if field.type == FieldDescriptor.TYPE_BOOL:
        return draw(st.booleans())
    if field.type in (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE):
        return draw(st.sampled_from((0.0, -1.0, float("nan"), float("inf"))))
    if field.type == FieldDescriptor.TYPE_ENUM:
        return draw(st.sampled_from((0, 1, 3, 7, 14, 20, 23, 101, 999)))
    bits = 64 if "64" in _KINDS[field.type] else 32
    signed = not _KINDS[field.type].startswith(("uint", "fixed"))
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return draw(st.sampled_from([number for number in NUMBERS if low <= number <= high]))


_KINDS = {
    number: name.removeprefix("TYPE_").lower()
    for name, number in vars(FieldDescriptor).items()
    if name.startswith("TYPE_") and isinstance(number, int)
}
