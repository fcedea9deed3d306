"""Spoiling files: bytes anywhere, and what has a form by its form, which byte by byte would hardly be understood any more.

Each function has as arguments a random.Random and what a file says, and returns what the spoilt file says.
"""

import gzip
import json
import struct
import zlib

from google.protobuf import text_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError

from graphlab._src.io.checkpoint import table
from graphlab._src.io.crc32c import packed

NUMBERS = (0, 1, -1, 2, 3, 7, 127, 1 << 20, (1 << 31) - 1, -(1 << 31), 1 << 40, (1 << 63) - 1, -(1 << 63))
FLOATS = (0.0, -1.0, 0.5, float("nan"), float("inf"), -float("inf"), 1e300)
TEXTS = (
    "",
    "x",
    "^x",
    "x:1",
    "/",
    "../up",
    "/nothing/here",
    "a" * 300,
    "\x00",
    "é",
    "loc:@",
    ":",
    "-1",
    "x:99999999999",
)
BYTES = (b"", b"\x00", b"\xff" * 9, b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", b"\n", b"\x00" * 64)
ENUMS = (0, 1, 3, 7, 9, 10, 14, 20, 23, 101, 999)
_LENGTHS = (0, 4, 6, 1 << 20, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)


def spoil_bytes(random, content):
    """The bytes with a few changes."""
    data = bytearray(content)
    for _ in range(random.randint(1, 4)):
        at = random.randint(0, len(data))
        length = random.choice((0, 1, 1, 2, 4, 8, 64))
        kind = random.choice(("replace", "replace", "flip", "cut", "repeat", "number"))
        if kind == "cut":
            del data[at:]
        elif kind == "flip" and at < len(data):
            data[at] ^= 1 << random.randint(0, 7)
        elif kind == "repeat":
            data[at:at] = data[at : at + length] * random.choice((1, 1, 3, 1000))
        elif kind == "number":
            size, order = random.choice((1, 2, 4, 8)), random.choice(("little", "big"))
            data[at : at + size] = (random.choice(NUMBERS) % (1 << 8 * size)).to_bytes(size, order)
        else:
            data[at : at + length] = random.choice((random.choice(BYTES), random.randbytes(random.randint(0, 8))))
    return bytes(data)


def either(*spoilers):
    """Spoils in one of the ways."""
    return lambda random, content: random.choice(spoilers)(random, content)


def messages(kind, words=()):
    """Spoils protobuf messages of a kind, field by field. words: texts that are likely to mean something."""

    def spoil(random, content):
        try:
            message = kind.FromString(content)
        except DecodeError:
            return spoil_bytes(random, content)
        if random.random() < 0.1:
            return spoil_bytes(random, content)
        spoil_message(random, message, words)
        return message.SerializeToString()

    return spoil


def text_messages(kind, words=()):
    """The same for messages that are written as text."""

    def spoil(random, content):
        try:
            message = text_format.Parse(content, kind())
            assert random.random() > 0.3
            spoil_message(random, message, words)
            return text_format.MessageToString(message).encode()
        except (text_format.ParseError, UnicodeError, AssertionError):
            return spoil_bytes(random, content)

    return spoil


def spoil_message(random, message, words=()):
    """Changes a few fields of a message."""
    for _ in range(random.randint(1, 3)):
        _spoil(random, message, [*words, *_texts_of(message)] if random.random() < 0.5 else [])


def _texts_of(message):
    """Some texts of a message, names for one."""
    found, left = [], [message]
    while left and len(found) < 200:
        for field, value in left.pop().ListFields():
            values = value.values() if _is_map(field) else value if field.is_repeated else [value]
            if field.type == FieldDescriptor.TYPE_MESSAGE and not _is_map(field):
                left.extend(values)
            elif field.type == FieldDescriptor.TYPE_STRING:
                found.extend(values)
    return found


def _spoil(random, message, words):
    fields = message.DESCRIPTOR.fields
    inner = [field for field, _ in message.ListFields() if field.type == FieldDescriptor.TYPE_MESSAGE]
    if random.random() < 0.05:  # one that is not there yet
        inner = [field for field in fields if field.type == FieldDescriptor.TYPE_MESSAGE] or inner
    if inner and random.random() < 0.8:
        _spoil_inner(random, message, random.choice(inner), words)
        return
    plain = [field for field in fields if field.type != FieldDescriptor.TYPE_MESSAGE]
    if not plain:
        message.Clear()
        return
    field = random.choice(plain)
    value = _scalar(random, field, words)
    if not field.is_repeated:
        setattr(message, field.name, value)
        return
    values, kind = getattr(message, field.name), random.randint(0, 3)
    if len(values) and kind < 2:
        values[random.randrange(len(values))] = value
    elif len(values) and kind == 2:
        del values[random.randrange(len(values)) :]
    else:
        values.append(value)


def _spoil_inner(random, message, field, words):
    value = getattr(message, field.name)
    if _is_map(field):
        _spoil_map(random, value, field, words)
    elif not field.is_repeated:
        _spoil(random, value, words)
    elif not len(value):
        value.add()
    else:
        at, kind = random.randrange(len(value)), random.randint(0, 9)
        if kind == 0:
            del value[at]
        elif kind == 1:
            value.add().CopyFrom(value[at])
        elif kind == 2:
            other = random.randrange(len(value))
            value[at].CopyFrom(type(value[at]).FromString(value[other].SerializeToString()))
        else:
            _spoil(random, value[at], words)


def _spoil_map(random, value, field, words):
    entry = field.message_type.fields_by_name["value"]
    if not len(value) or random.random() < 0.1:
        key = _scalar(random, field.message_type.fields_by_name["key"], words)
    else:
        key = random.choice(sorted(value))
        if random.random() < 0.1:
            del value[key]
            return
    if entry.type != FieldDescriptor.TYPE_MESSAGE:
        value[key] = _scalar(random, entry, words)
    elif random.random() < 0.1 and len(value):
        copy = value[random.choice(sorted(value))].SerializeToString()
        value[key].ParseFromString(copy)
    else:
        _spoil(random, value[key], words)


def _is_map(field):
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _scalar(random, field, words):
    if field.type == FieldDescriptor.TYPE_STRING:
        return random.choice(words or TEXTS)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return random.choice((*BYTES, *(text.encode() for text in words or TEXTS)))
    if field.type == FieldDescriptor.TYPE_BOOL:
        return random.random() < 0.5
    if field.type in (FieldDescriptor.TYPE_FLOAT, FieldDescriptor.TYPE_DOUBLE):
        return random.choice(FLOATS)
    if field.type == FieldDescriptor.TYPE_ENUM:
        return random.choice(ENUMS)
    bits = 64 if "64" in _KINDS[field.type] else 32
    signed = not _KINDS[field.type].startswith(("uint", "fixed"))
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return random.choice([number for number in NUMBERS if low <= number <= high])


_KINDS = {
    number: name.removeprefix("TYPE_").lower()
    for name, number in vars(FieldDescriptor).items()
    if name.startswith("TYPE_") and isinstance(number, int)
}


# Files with checksums, which must be right before a reader looks at what is inside


def tables(kind):
    """Spoils tables of checkpoints, in which the entries are messages of a kind."""
    spoil_entry = messages(kind)

    def spoil(random, content):
        try:
            entries = dict(table.read(content, "spoilt"))
            assert entries and random.random() > 0.1
        except Exception:
            return spoil_bytes(random, content)
        key = random.choice(sorted(entries))
        value = entries[key]
        way = random.randint(0, 9)
        if way == 0:
            del entries[key]
        elif way == 1:
            entries[spoil_bytes(random, key)] = value
        elif way == 2:
            entries[key] = entries[random.choice(sorted(entries))]
        else:
            entries[key] = spoil_entry(random, value)
        return table.write(sorted(entries.items()))

    return spoil


def records(*contents):
    """A file of records."""
    found = b""
    for content in contents:
        length = struct.pack("<Q", len(content))
        found += length + packed(length) + content + packed(content)
    return found


def _records_of(content):
    found, at = [], 0
    while at + 16 <= len(content):
        (length,) = struct.unpack_from("<Q", content, at)
        found.append(content[at + 12 : at + 12 + length])
        at += 16 + length
    return found


def files_of_records(spoil_record=spoil_bytes):
    """Spoils files of records: what is in them, or lengths that lie under sound checksums."""

    def spoil(random, content):
        found, way = _records_of(content), random.randint(0, 9)
        if not found or way == 0:
            return spoil_bytes(random, content)
        if way == 1:
            length = struct.pack("<Q", random.choice(_LENGTHS))
            return length + packed(length) + content[12:]
        at = random.randrange(len(found))
        if way == 2:
            found.insert(at, found[random.randrange(len(found))])
        else:
            found[at] = spoil_record(random, found[at])
        return records(*found)

    return spoil


def packed_by(pack, unpack, inner=spoil_bytes):
    """Spoils what a file packs."""

    def spoil(random, content):
        try:
            assert random.random() > 0.3
            return pack(inner(random, unpack(content)))
        except (AssertionError, OSError, zlib.error, EOFError):
            return spoil_bytes(random, content)

    return spoil


def gzipped(inner):
    return packed_by(lambda data: gzip.compress(data, 1, mtime=0), gzip.decompress, inner)


def zlib_packed(inner):
    return packed_by(zlib.compress, zlib.decompress, inner)


def pngs(random, content):
    """Spoils PNG files chunk by chunk."""
    chunks, at = [], 8
    while at + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, at)
        chunks.append((content[at + 4 : at + 8], content[at + 8 : at + 8 + length]))
        at += 12 + length
    if not chunks or random.random() < 0.2:
        return spoil_bytes(random, content)
    at, way = random.randrange(len(chunks)), random.randint(0, 9)
    kind, body = chunks[at]
    if way == 0:
        del chunks[at]
    elif way == 1:
        chunks.insert(at, random.choice(chunks))
    elif kind == b"IDAT" and way < 7:
        chunks[at] = kind, zlib_packed(spoil_bytes)(random, body)
    else:
        chunks[at] = kind, spoil_bytes(random, body)
    return content[:8] + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


# JSON


def json_texts(words=(), keys=()):
    """Spoils JSON, value by value. words: texts that are likely to mean something; keys: the same, for keys."""

    def spoil(random, content):
        try:
            value = json.loads(content)
        except (ValueError, RecursionError):
            return spoil_bytes(random, content)
        for _ in range(random.randint(1, 3)):
            value = _spoil_json(random, value, words, keys)
        try:
            return json.dumps(value).encode()
        except RecursionError:
            return content

    return spoil


def _spoil_json(random, value, words, keys):
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(sorted(value))
        way = random.randint(0, 9)
        if way == 0:
            return {name: one for name, one in value.items() if name != key}
        if way < 4 and keys:
            key = random.choice(keys)
        return {**value, key: _spoil_json(random, value.get(key), words, keys)}
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        return [*value[:at], _spoil_json(random, value[at], words, keys), *value[at + random.randint(0, 1) :]]
    way = random.randint(0, 9)
    if way < 4 and isinstance(value, int):
        return value + random.choice((-1, 1, 7))
    if way < 7:
        return random.choice([*words, *TEXTS])
    simple = (None, True, False, 0, 1, -1, 1 << 64, 1e308, float("nan"), [], {}, [[]], {"x": []})
    return random.choice((*simple, random.randint(-1, 30), random.randint(-1, 30)))
