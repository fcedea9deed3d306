"""Why a file holds no graph: it is empty, cut off, of another kind, or has a mistake in its text."""

import re

from google.protobuf.text_format import ParseError

from graphlab._src.proto import GraphDef, MetaGraphDef, text_format
from graphlab._src.proto.checkpoints import SavedModel

_KINDS = {
    b"version https://git-lfs": "a pointer of Git LFS, which `git lfs pull` replaces by the file itself",
    b"\x1f\x8b": "compressed: unpack it with gzip",
    b"PK\x03\x04": "a ZIP archive",
    b"\x89HDF": "an HDF5 file, as Keras writes it",
    b"\x89PNG": "a PNG image",
    b"<!doctype html": "a page of HTML, which a download may leave in place of the file",
    b"<html": "a page of HTML, which a download may leave in place of the file",
}
_TFLITE = b"TFL3"  # after the first four bytes
_MESSAGE = 2  # the wire type of fields that state their length
_STRINGS = re.compile(rb'"(?:\\.|[^"\\\n])*"')
_FIELDS = range(1, 8)  # of GraphDef, MetaGraphDef and SavedModel
_SCHEMA_VERSION = b"\x08"  # the first field of a SavedModel, a number


def cause(data, is_text=False):
    """The end of a sentence about a file that can't be read: `: it is empty.`, or `.` where nothing is known."""
    said = _cause(data, is_text)
    return f": {said}." if said else "."


def unreadable(filename, content, error):
    """The OSError for a file that holds no message."""
    is_text = filename.endswith("txt")
    cut = cut_off(content, is_text)
    why = f"it is {cut}" if cut else str(error).rstrip(".") or cause(content, is_text).strip(": .")
    return OSError(f"Cannot parse file {filename}: {why}.")


def cut_off(data, is_text=False):
    """The end of a sentence about a file that lacks its end: "cut off: …"; None where that is not what is wrong with it."""
    if is_text:
        lines = data.count(b"\n") + 1
        return f"cut off: it ends in line {lines:,}, within a message" if _is_open(data) else None
    missing = _missing_bytes(data)
    return (
        f"cut off: it ends {missing:,} bytes too early, as a file that was not copied to its end" if missing else None
    )


def _is_open(data):
    """Whether a text has more braces opened than closed, outside of its strings, and a mistake in its last line."""
    bare = _STRINGS.sub(b"", data)
    if bare.count(b"{") <= bare.count(b"}"):
        return False
    line, _ = _first_mistake(data.decode("utf-8", "replace"))
    return not 0 < line < data.rstrip().count(b"\n") + 1


def _missing_bytes(data):
    start = data.lstrip()[:32]
    if any(start.lower().startswith(magic.lower()) for magic in _KINDS) or data[4:8] == _TFLITE or _is_words(data):
        return 0
    return _missing(data)


def _cause(data, is_text):
    if not data.strip():
        return "it is empty" if not data else "it is blank"
    start = data.lstrip()[:32]
    for magic, kind in _KINDS.items():
        if start.lower().startswith(magic.lower()):
            return f"it is {kind}"
    if data[4:8] == _TFLITE:
        return "it is a model of TensorFlow Lite"
    if is_text:
        return _mistake(data)
    if _is_words(data):
        return "it is text; name it .pbtxt if it is a GraphDef" if b"node {" in data else "it is text"
    return None


def _is_words(data):
    try:
        return data.decode().replace("\n", "").replace("\r", "").replace("\t", "").isprintable()
    except UnicodeDecodeError:
        return False


def _mistake(data):
    """What is wrong with the text, from the kind of message of which the most lines can be read."""
    try:
        words = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return f"line {line} is not UTF-8"
    line, said = _first_mistake(words)
    if not said:
        return "a node lacks its name or its type" if "node" in words else "it has no nodes"
    return f"line {line}, {_without_place(said)}" if line else said.rstrip(".")


def _first_mistake(words):
    """(line, what is wrong there) for the kind of message of which the most lines can be read; (0, "") for a readable one."""
    errors = []
    for kind in (GraphDef, MetaGraphDef, SavedModel):
        try:
            text_format.Parse(words, kind())
            return 0, ""
        except ParseError as error:
            errors.append((error.GetLine() or 0, str(error)))
    return max(errors, key=lambda one: one[0])


def _without_place(said):
    """`31:3 : Message type "tensorboard.NodeDef" has no field named "opp".` without the place and the package."""
    return (said.partition(" : ")[2] or said).rstrip(".").replace('"tensorboard.', '"')


def _missing(data):
    """How many bytes the last part of a serialized message lacks; 0 where that is not what is wrong."""
    at = 0
    if data.startswith(_SCHEMA_VERSION):
        at = 2
    while at < len(data):
        tag = data[at]
        if tag >> 3 not in _FIELDS or tag & 7 != _MESSAGE:
            return 0
        length, at = _number(data, at + 1)
        if at + length > len(data):
            return at + length - len(data)
        at += length
    return 0


def _number(data, at):
    """A number of variable length, and where the next byte is."""
    value = shift = 0
    while at < len(data) and shift < 35:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            break
    return value, at
