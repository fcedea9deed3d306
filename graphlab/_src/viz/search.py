"""Search by attribute, which only the kernel can do: attributes of large graphs stay here until a reader opens them."""

import re
import time
from functools import partial

import numpy as np

from graphlab._src.graph.attrs import Later
from graphlab._src.graph.operation import encode_attr
from graphlab._src.viz.attributes import attribute_text
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.commands import command


def with_attribute(graph, name, value="*"):
    """The numbers of the operations with an attribute of this name whose text is `value`, in which * is anything.

    Upper and lower case and blanks make no difference. `/…/` is a regular expression, which may match a part of the text.
    Raises ValueError for one that is none, and for one that could take forever.
    """
    name, fits = name.lower(), _matcher(value)
    texts = {}  # what few different values come to
    found = []
    for op in graph.get_operations():
        for key, attr in op.attrs.items():
            if key.lower() == name and (value == "*" or fits(_text(op, key, attr, texts))):
                found.append(op.id)
    return found


def _matcher(value):
    """Whether a text matches a value, as a function of the text."""
    if len(value) > 2 and value[0] == value[-1] == "/":
        if _repeats_too_much(value[1:-1]):
            raise _too_slow(value[1:-1])
        try:
            return partial(_searched, re.compile(value[1:-1], re.IGNORECASE), time.monotonic() + _PATIENCE)
        except re.error as error:
            raise ValueError(f"{value} is no regular expression: {error}") from None
    return partial(_fits, _plain(value).split("*"))


def _searched(expression, end, text):
    if time.monotonic() > end:
        raise _too_slow(expression.pattern)
    return expression.search(text)


def _too_slow(source):
    return ValueError(f"/{source}/ repeats too much: a search could take forever")


# A character class, an escape, the begin of a group, a quantifier, or one character.
_TOKEN = re.compile(r"\[\^?(?:\\.|[^\]\\])*\]?|\\.|\((?:\?(?:[:=!]|<[=!]|P?<\w+>))?|\{\d*,?\d*\}|.", re.DOTALL)
_UNBOUNDED = re.compile(r"[*+]|\{\d*,\}|\{\d*,?\d{2,}\}")
_MOST = 4  # repetitions without bound, of which each multiplies the time by the length of a text
_PATIENCE = 1.0  # seconds for all texts of a search


def _repeats_too_much(source):
    """Whether matching one text may take so long that it seems to hang, which nothing can interrupt.

    There are many repetitions without bound, or a group that repeats so holds one, as `(a+)+`, or alternatives, and the time
    may grow exponentially. The browser decides the same: extension/src/model/search/pattern.ts.
    """
    groups, repetitions = [False], 0  # for each open group whether it holds such a part; the first is the whole
    tokens = _TOKEN.findall(source)
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        repeats = _UNBOUNDED.fullmatch(following) is not None
        repetitions += repeats
        if token.startswith("("):
            groups.append(False)
        elif token == "|":
            groups[-1] = True
        elif token == ")" and len(groups) > 1:
            holds = groups.pop()
            repetitions += _MOST * (holds and repeats)
            groups[-1] = groups[-1] or holds or repeats
        else:
            groups[-1] = groups[-1] or repeats
    return repetitions > _MOST


def _fits(parts, text):
    """Whether the text is these parts with anything between them, found in one pass however many there are."""
    first, *middle = parts
    if not middle:
        return text == first
    last = middle.pop()
    at, end = len(first), len(text) - len(last)
    if end < at or not (text.startswith(first) and text.endswith(last)):
        return False
    for part in middle:  # the first place that fits leaves most for the parts behind it
        found = text.find(part, at, end)
        if found < 0:
            return False
        at = found + len(part)
    return True


@command("find")
def find(view, content):
    """Sends the numbers of the operations that have an attribute, as 32-bit integers."""
    name, value = content.get("name"), content.get("value")
    if view.graph is None:
        return
    if not isinstance(name, str) or not isinstance(value, str):
        raise ValueError(f"find needs the name and the value of an attribute, not {name!r} and {value!r}")
    found = np.asarray(with_attribute(view.graph, name, value), np.int32)
    message = {"type": "find", "view": content.get("view"), "name": name, "value": value}
    view.widget.send(message | {"bytes": as_text(found.tobytes())})


def _text(op, key, attr, texts):
    try:
        known = texts.get((op.type, attr))
    except TypeError:  # a list, or an array
        return _written(op, key, attr)
    if known is None:
        known = texts[op.type, attr] = _written(op, key, attr)
    return known


def _written(op, key, attr):
    return _plain(attribute_text(encode_attr(op.definition, key, attr.text if isinstance(attr, Later) else attr)))


def _plain(text):
    return re.sub(r"\s", "", text).lower()
