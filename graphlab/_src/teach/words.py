"""Numbers, names and lists in the sentences of a verdict."""

from collections.abc import Iterable
from typing import Any

import numpy as np

_MOST = 6  # names in one sentence


def names(items: Iterable[Any]) -> str:
    """The names of some items in one phrase: "`a`, `b` and `c`"; "none" of none."""
    texts = [f"`{getattr(item, 'name', item)}`" for item in items]
    if len(texts) > _MOST:
        texts = [*texts[: _MOST - 1], f"{len(texts) - _MOST + 1} more"]
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
    return str(error).strip().split("\n")[0].removesuffix("Originally defined at:").strip()


def article(noun: str) -> str:
    """ "a MatMul", "an Add"."""
    return f"a{'n' * (noun[0] in 'aeiouAEIOU')} {noun}"
