"""Regular expressions on strings. Patterns are written for RE2, which TensorFlow uses, and translated to Python's."""

import functools
import re

import numpy as np

from graphlab._src.base.overrides import overridable
from graphlab._src.ops.define import no_gradient, op, same_as_input
from graphlab._src.ops.rules import with_rank
from graphlab._src.ops.string_bytes import each
from graphlab._src.ops.unicode_classes import ranges

_NAMED = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "ascii": r"\x00-\x7F",
    "blank": r"\t ",
    "cntrl": r"\x00-\x1F\x7F",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}
_BEYOND = r"\x80-\ud7ff\ue000-\U0010ffff"  # characters that are not ASCII; surrogates are bytes that are no UTF-8
_SPACE = r"\t\n\f\r "  # for Python \s is \v, too
_NO_SPACE = r"\x00-\x08\x0b\x0e-\x1f!-\x7f" + _BEYOND
_ESCAPE = re.compile(r"\\(.|$)", re.DOTALL)  # in a replacement: a group, a backslash, or what RE2 refuses
# What RE2 writes in a way that Python does not know, or reads as something else.
_TOKEN = re.compile(
    r"\\Q(?P<literal>.*?)(?:\\E|$)|\[:(?P<named>\^?\w+):\]|\\(?P<sign>[pP])(?:\{(?P<kind>\^?\w+)\}|(?P<letter>[A-Z]))"
    r"|\\x\{(?P<code>[0-9A-Fa-f]+)\}|\\(?P<escape>.)|(?P<end>\$)",
    re.DOTALL,
)


def _to_python(pattern):
    multiline = re.match(r"\(\?[a-z]*m", pattern) is not None

    def translate(match: re.Match[str]) -> str:
        if match["literal"] is not None:
            return re.escape(match["literal"])
        if match["named"] is not None:
            name = match["named"].lstrip("^")
            return match[0] if name not in _NAMED else _others(name) if match["named"] != name else _NAMED[name]
        if match["sign"]:
            kind = match["letter"] or match["kind"]
            found = ranges(kind.lstrip("^"), (match["sign"] == "P") != kind.startswith("^"))
            if found is None:
                raise ValueError(f"Invalid pattern: {pattern}, error: invalid character class range: {match[0]}")
            return found if _in_class(pattern, match.start()) else f"[{found}]"
        if match["code"]:
            return re.escape(chr(int(match["code"], 16)))
        if match["end"]:  # for RE2 the end of the text, not also before a last newline
            return "$" if multiline or _in_class(pattern, match.start()) else r"\Z"
        if match["escape"] in ("s", "S"):
            found = _SPACE if match["escape"] == "s" else _NO_SPACE
            return found if _in_class(pattern, match.start()) else f"[{found}]"
        return r"\Z" if match["escape"] == "z" else match[0]

    return _TOKEN.sub(translate, pattern)


def _others(name):
    """The characters that are not in a named class, as they are written between square brackets."""
    members = re.compile(f"[{_NAMED[name]}]")
    return "".join(rf"\x{code:02x}" for code in range(128) if not members.match(chr(code))) + _BEYOND


def _in_class(pattern, at):
    """True when that place of a pattern is between square brackets."""
    inside = False
    i = 0
    while i < at:
        if pattern[i] == "\\":
            i += 1
        elif pattern[i] == "[" and not inside:
            inside = True
            i += pattern[i + 1 : i + 3].startswith("^") or pattern[i + 1 : i + 2] == "]"
        elif pattern.startswith("[:", i) and ":]" in pattern[i:]:
            i = pattern.index(":]", i) + 1
        elif pattern[i] == "]":
            inside = False
        i += 1
    return inside


@functools.lru_cache(256)
def _compiled(pattern):
    text = _text(pattern)
    try:
        return re.compile(_to_python(text), re.ASCII)
    except re.error as error:
        raise ValueError(f"Invalid pattern: {text}, error: {_complaint(text, error)}") from None


def _complaint(text, error):
    """What is wrong with a pattern, in RE2's words where programs meet them most."""
    if error.msg == "unterminated character set":
        return f"missing ]: {text[text.rfind('[') :]}"
    return f"missing ): {text}" if "unterminated subpattern" in error.msg else str(error)


def _text(data):
    # Bytes that are no UTF-8 come through unchanged.
    return data.decode("utf-8", "surrogateescape")


def _bytes(text):
    return text.encode("utf-8", "surrogateescape")


@functools.lru_cache(256)
def _rewriter(rewrite, groups):
    """A function of a match that returns its replacement: \\0 is all of it, \\1 to \\9 are its groups."""
    parts = re.split(_ESCAPE, _text(rewrite))

    def fill(match):
        pieces = [parts[0]]
        for escaped, after in zip(parts[1::2], parts[2::2], strict=True):
            if escaped != "\\" and not (escaped.isdigit() and int(escaped) <= groups):
                break  # what RE2 can't rewrite ends there
            pieces.append("\\" if escaped == "\\" else match[int(escaped)] or "")
            pieces.append(after)
        return "".join(pieces)

    return fill


def _replaced(strings, pattern, rewrite, everywhere):
    expression = _compiled(pattern)
    escapes = _ESCAPE.findall(_text(rewrite))
    if not everywhere and not all(escaped.isdigit() or escaped == "\\" for escaped in escapes):
        return strings  # RE2 replaces one match as a whole, or not at all
    fill = _rewriter(rewrite, expression.groups)

    def replace(text):
        end = None  # of the match before: for RE2 no empty match follows one at once

        def fill_unless_empty(match):
            nonlocal end
            skip = match.start() == match.end() == end
            end = match.end()
            return "" if skip else fill(match)

        return _bytes(expression.sub(fill_unless_empty, _text(text), 0 if everywhere else 1))

    return each(replace, strings)


def _matched(strings, pattern):
    expression = _compiled(pattern)
    return each(lambda text: expression.fullmatch(_text(text)) is not None, strings, np.bool_)


def _scalar(what, value):
    if value.ndim:
        raise ValueError(f"{what} must be scalar, but received {list(value.shape)}")
    return value[()]


def _with_scalars(op):
    for tensor in op.inputs[1:]:
        with_rank(tensor.dims, 0, "pass one string")
    return op.inputs[0].dims


@op(
    "RegexReplace",
    "input: string, pattern: string, rewrite: string -> output: string",
    infer=_with_scalars,
    host=True,
    grad=no_gradient,
)
def _regex_replace(input, pattern, rewrite, *, replace_global: bool = True):
    """Each string with what matches a pattern, everywhere or once, put in other words."""
    return _replaced(input, _scalar("Pattern", pattern), _scalar("Rewrite", rewrite), replace_global)


@op("StaticRegexReplace", "input: string -> output: string", infer=same_as_input(0), host=True, grad=no_gradient)
def _static_regex_replace(input, *, pattern: bytes, rewrite: bytes, replace_global: bool = True):
    """Each string with what matches a pattern, everywhere or once, put in other words."""
    return _replaced(input, pattern, rewrite, replace_global)


@overridable
def regex_replace(input, pattern, rewrite, replace_global=True, name=None):
    r"""Each string with what matches `pattern` replaced by `rewrite`, in which \1 to \9 are the groups.

    replace_global: False replaces the first match only.
    input: strings, any shape.
    """
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        return _static_regex_replace(input, pattern=pattern, rewrite=rewrite, replace_global=replace_global, name=name)
    return _regex_replace(input, pattern, rewrite, replace_global=replace_global, name=name)


@op(
    "RegexFullMatch", "input: string, pattern: string -> output: bool", infer=_with_scalars, host=True, grad=no_gradient
)
def _regex_full_match(input, pattern):
    """Whether all of each string matches a pattern."""
    return _matched(input, _scalar("Pattern", pattern))


@op("StaticRegexFullMatch", "input: string -> output: bool", infer=same_as_input(0), host=True, grad=no_gradient)
def _static_regex_full_match(input, *, pattern: bytes):
    """Whether all of each string matches a pattern."""
    return _matched(input, pattern)


@overridable
def regex_full_match(input, pattern, name=None):
    """True for each string that matches `pattern` as a whole.

    input: strings, any shape.
    """
    if isinstance(pattern, (str, bytes)):
        return _static_regex_full_match(input, pattern=pattern, name=name)
    return _regex_full_match(input, pattern, name=name)
