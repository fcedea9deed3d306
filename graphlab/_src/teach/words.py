"""Numbers, names and lists in the sentences of a verdict, and how these show in a terminal and in HTML."""

import html
import re
from collections.abc import Iterable
from typing import Any

import numpy as np

_MOST = 6  # names in one sentence


def names(items: Iterable[Any], most: int = _MOST) -> str:
    """The names of some items in one phrase, `most` at most: "`a`, `b` and `c`"; "none" of none."""
    texts = [f"`{getattr(item, 'name', item)}`" for item in items]
    if len(texts) > most:
        texts = [*texts[: most - 1], f"{len(texts) - most + 1} more"]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts) or "none"


def number(value: Any) -> str:
    """Numbers with four digits that count, so that the last bits of a machine do not show: "0.6931", "[1, 2.5]"."""
    array = np.asarray(value)
    if array.dtype.kind not in "fc" or array.size > 16:
        return f"{array.dtype} numbers of shape {list(array.shape)}" if array.size > 16 else str(array.tolist())
    return str(np.vectorize(lambda one: float(f"{one:.4g}"))(array).tolist()) if array.size else "[]"


def count(amount: int, noun: str) -> str:
    """ "1 operation", "3 operations"."""
    return f"{amount:,} {noun}{'s' * (amount != 1)}"


def shape(dims: Iterable[int | None] | None) -> str:
    """A shape as the diagram writes it: "[?, 10]"; "unknown" of an unknown one."""
    return "unknown" if dims is None else f"[{', '.join('?' if size is None else str(size) for size in dims)}]"


def kind(thing: Any) -> str:
    """What something is: "nothing", "the number 3", "a list"."""
    if thing is None or thing is ...:
        return "nothing" if thing is None else "`...`"
    if isinstance(thing, (bool, int, float)):
        return f"the number {thing}"
    if isinstance(thing, str):
        return f"the text {thing!r}" if len(thing) < 40 else "text"
    if callable(thing) and not isinstance(thing, type):
        return "a function"
    return article(type(thing).__name__)


def first_line(error: BaseException) -> str:
    """What an error says first; where a name was defined, TensorFlow says in the lines after it."""
    return said(error).strip().split("\n")[0].removesuffix("Originally defined at:").strip()


def said(error: BaseException) -> str:
    """The message of an error; "" where a class of the learner's has none."""
    try:
        return str(error).replace("CountingSession", "Session")  # the learner knows the one that it derives from
    except Exception:
        return ""


def article(noun: str) -> str:
    """ "a MatMul", "an Add"."""
    return f"a{'n' * (noun[0] in 'aeiouAEIOU')} {noun}"


def plain(text: str) -> str:
    """Markdown as a terminal shows it: code in quotes or indented, nothing bold."""
    text = re.sub(r"```\w*\n(.*?)\n?```", lambda block: re.sub(r"(?m)^(?=.)", "    ", block[1]), text, flags=re.DOTALL)
    text = re.sub(r"`([^`\n]*)`", lambda code: _quoted(code[1]), text)
    return re.sub(r"\*\*(?=\S)([^*\n]*?)(?<=\S)\*\*", r"\1", text)


def _quoted(code: str) -> str:
    """Code in quotes that it does not have in itself."""
    mark = next(mark for mark in ("'", '"', "`") if mark not in code)
    return f"{mark}{code}{mark}"


def marked(text: str) -> str:
    """Markdown's code and bold text as HTML; the rest as it is."""
    parts = re.split(r"(`[^`]*`)", html.escape(text))
    return "".join(
        f"<code>{part[1:-1]}</code>"
        if part.startswith("`") and len(part) > 1
        else re.sub(r"\*\*(?=\S)([^*]*?)(?<=\S)\*\*", r"<strong>\1</strong>", part)
        for part in parts
    )
