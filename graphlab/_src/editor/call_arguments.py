"""Arguments of a call in source code: set, removed, renamed; comments and layout stay as they are."""

from typing import Any

import libcst as cst
from libcst import matchers as m

_NO_SPACES = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


def with_argument(call: cst.Call, at: int | None, keyword: str, value: cst.BaseExpression) -> cst.Call:
    """The call with an argument of this value: in the place of the one at `at`, else as a new keyword argument."""
    if at is not None:
        args = list(call.args)
        args[at] = args[at].with_changes(value=value)
        return call.with_changes(args=args)
    return _appended(call, cst.Arg(value, keyword=cst.Name(keyword), equal=_NO_SPACES))


def without_argument(call: cst.Call, at: int) -> cst.Call:
    """The call without the argument at this place."""
    args = list(call.args)
    gone = args.pop(at)
    if args and at == len(args):  # it was the last: what ends the list is its own
        args[-1] = args[-1].with_changes(comma=gone.comma, whitespace_after_arg=gone.whitespace_after_arg)
    return call.with_changes(args=args)


def _appended(call: cst.Call, new: cst.Arg) -> cst.Call:
    args = list(call.args)
    before = next((i for i, arg in enumerate(args) if arg.star == "**"), len(args))
    if before < len(args):
        return call.with_changes(args=[*args[:before], new.with_changes(comma=_separator(call)), *args[before:]])
    if not args:
        return call.with_changes(args=[new])
    last = args[-1]
    if isinstance(last.comma, cst.Comma):
        end = last.comma.whitespace_after
        separator = last.comma.with_changes(whitespace_after=_next_line(call, end))
        new = new.with_changes(comma=last.comma.with_changes(whitespace_after=_bare(end)))
        args[-1] = last.with_changes(comma=separator)
    else:
        end = last.whitespace_after_arg
        separator = _separator(call)
        if isinstance(end, cst.ParenthesizedWhitespace):
            separator = cst.Comma(whitespace_after=_next_line(call, end))
            new = new.with_changes(whitespace_after_arg=_bare(end))
        args[-1] = last.with_changes(comma=separator, whitespace_after_arg=cst.SimpleWhitespace(""))
    return call.with_changes(args=[*args, new])


def _separator(call: cst.Call) -> cst.Comma:
    """What is between the first two arguments, without comments."""
    comma = call.args[0].comma if len(call.args) > 1 else None
    if isinstance(comma, cst.Comma):
        return comma.with_changes(whitespace_after=_bare(comma.whitespace_after))
    return cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))


def _bare(space: Any) -> Any:
    """White space without comments."""
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return space
    first = space.first_line.with_changes(comment=None, whitespace=cst.SimpleWhitespace(""))
    return space.with_changes(first_line=first, empty_lines=[])


def _next_line(call: cst.Call, space: Any) -> Any:
    """White space that ended the arguments, as it is before one more."""
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return space if space.value else cst.SimpleWhitespace(" ")
    own = call.args[0].comma
    examples = [call.whitespace_before_args, own.whitespace_after if isinstance(own, cst.Comma) else None]
    for example in examples:
        if isinstance(example, cst.ParenthesizedWhitespace):
            return space.with_changes(last_line=example.last_line, indent=example.indent)
    return space


def keyword_of(arg: cst.Arg) -> str | None:
    """The keyword of an argument, or None."""
    return arg.keyword.value if arg.keyword is not None else None


def place(call: cst.Call, keyword: str, position: int | None) -> int | None:
    """Where the argument of a parameter is in the call; position: its place among positional ones, None if it has none.

    None where the call does not have it.
    """
    for i, arg in enumerate(call.args):
        if keyword_of(arg) == keyword:
            return i
    plain = [i for i, arg in enumerate(call.args) if arg.keyword is None and not arg.star]
    starred = next((i for i, arg in enumerate(call.args) if arg.star), len(call.args))
    if position is not None and position < len(plain) and plain[position] < starred:
        return plain[position]
    return None


def renamed_keyword(call: cst.Call, old: str, new: str) -> cst.Call:
    """The call with a keyword renamed."""
    args = [arg.with_changes(keyword=cst.Name(new)) if keyword_of(arg) == old else arg for arg in call.args]
    return call.with_changes(args=args)


def text_of(node: cst.BaseExpression) -> str:
    """The source of an expression."""
    return cst.Module([]).code_for_node(node)


def string_of(node: cst.BaseExpression) -> str | None:
    """The text that a plain string literal is, or None."""
    if m.matches(node, m.SimpleString()):
        value = node.evaluated_value  # pyright: ignore[reportAttributeAccessIssue]
        return value if isinstance(value, str) else None
    return None


def quoted_like(node: cst.BaseExpression | None, text: str) -> cst.SimpleString:
    """A string literal with the quotes of another one, or double ones."""
    quote = node.quote if isinstance(node, cst.SimpleString) and len(node.quote) == 1 else '"'
    plain = text.isprintable() and quote not in text and "\\" not in text
    return cst.SimpleString(f"{quote}{text}{quote}" if plain else repr(text))


def parsed(text: str) -> cst.BaseExpression:
    """Text as an expression; ValueError where it is none."""
    try:
        return cst.parse_expression(text.strip())
    except Exception as error:  # the parser's own errors, and RecursionError
        raise ValueError(f"{text.strip()!r} is no Python expression") from error
