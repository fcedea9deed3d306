"""unicode_transcode: text in another encoding."""

import codecs

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.string_bytes import each


def _resolved(text, encoding):
    """The encoding and the place of the first character: a mark at the beginning says how UTF-16 and UTF-32 are ordered."""
    try:
        name = codecs.lookup(encoding).name
    except LookupError as error:
        raise InvalidArgumentError(None, None, f"Could not create converter for input encoding: {encoding}") from error
    if name not in ("utf-16", "utf-32"):
        return name, 0
    marks = {f"{name}-le": "\ufeff".encode(f"{name}-le"), f"{name}-be": "\ufeff".encode(f"{name}-be")}
    return next(((order, len(mark)) for order, mark in marks.items() if text.startswith(mark)), (f"{name}-be", 0))


def characters_of(text, encoding, errors, replacement, replace_control):
    """[(code point, byte at which it begins), …] of a text in bytes.

    errors: "strict" raises InvalidArgumentError for what is no character, "replace" puts the code point `replacement` in
    its place, "ignore" leaves it out.  replace_control: the same for control characters below 32.
    """
    if not 0 <= replacement <= 0x10FFFF:
        raise InvalidArgumentError(None, None, "replacement_char out of unicode codepoint range")
    encoding, place = _resolved(text, encoding)
    found, begin = [], 0
    while begin < len(text):
        place = max(place, begin)
        try:
            part, wrong, after = text[place:].decode(encoding), False, len(text)
        except UnicodeDecodeError as error:
            if errors == "strict":
                raise InvalidArgumentError(None, None, f"Invalid formatting on input string: {error}") from error
            wrong, after = True, place + error.end
            part = text[place : place + error.start].decode(encoding)
        for character in part:
            is_control = replace_control and ord(character) < 32
            if not is_control or errors != "ignore":
                found.append((replacement if is_control else ord(character), begin))
            place += len(character.encode(encoding))
            begin = place
        if wrong and errors != "ignore":
            found.append((replacement, begin))
        begin = after
    return found


def _decoded(text, encoding, errors, replacement, replace_control):
    points = characters_of(text, encoding, errors, replacement, replace_control)
    # A number that is half of a pair has no bytes of its own.
    return "".join("\ufffd" if 0xD800 <= point <= 0xDFFF else chr(point) for point, _ in points)


_CHOICES = {
    "output_encoding": (b"UTF-8", b"UTF-16-BE", b"UTF-32-BE"),
    "errors": (b"strict", b"replace", b"ignore"),
}


@op(
    "UnicodeTranscode",
    "input: string -> output: string",
    types=_CHOICES,
    infer=same_as_input(0),
    host=True,
    grad=no_gradient,
)
def _transcoded(
    input,
    *,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
):
    """Texts in another encoding."""
    source, target, policy = (_as_text(value) for value in (input_encoding, output_encoding, errors))

    def turned(text):
        characters = _decoded(text, source, policy, replacement_char, replace_control_characters)
        return characters.encode(target)

    return each(turned, input)


def _as_text(value):
    return value.decode() if isinstance(value, bytes) else value


def unicode_transcode(
    input,
    input_encoding,
    output_encoding,
    errors="replace",
    replacement_char=65533,
    replace_control_characters=False,
    name=None,
):
    """Texts in another encoding, element by element.

    input_encoding: any that Python knows: "UTF-8", "US-ASCII", "ISO-8859-1" …  output_encoding: UTF-8, UTF-16-BE or
    UTF-32-BE.  errors: what becomes of bytes that are no character: "replace" by replacement_char, "ignore" or "strict",
    which ends the run with InvalidArgumentError.  replace_control_characters: these too.
    input: strings, any shape.
    """
    return _transcoded(
        input,
        input_encoding=input_encoding,
        output_encoding=output_encoding,
        errors=errors,
        replacement_char=replacement_char,
        replace_control_characters=replace_control_characters,
        name=name,
    )
