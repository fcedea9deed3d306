"""unicode_transcode: text in another encoding."""

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.string_bytes import each


def _decoded(text, encoding, errors, replacement, replace_control):
    """The characters of a text. Each byte that is no part of one counts as an error of its own."""
    try:
        characters = text.decode(encoding, "strict" if errors == "strict" else "replace")
    except UnicodeDecodeError as error:
        raise InvalidArgumentError(None, None, f"Invalid formatting on input string: {error}") from error
    except LookupError as error:
        raise InvalidArgumentError(None, None, f"Could not create converter for input encoding: {encoding}") from error
    if errors != "strict":
        characters = characters.replace("\ufffd", "" if errors == "ignore" else replacement)
    if not replace_control:
        return characters
    return "".join(replacement if ord(one) < 32 else one for one in characters)


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
        characters = _decoded(text, source, policy, chr(replacement_char), replace_control_characters)
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
