"""Fixes: what an error says to do about it, with the edit of the caller's line that does it where that is clear.

    explain("… has type int32 …", fix=Fix("tf.cast(…, tf.float32)", Edit("wrap", "y", "tf.cast({}, tf.float32)")))

An Explanation, which explain() returns, is the text of an error that still has its Fix: `graphlab/_src/editor` offers it as
a button beneath the traceback.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal[
    "set",  # the keyword argument `argument` becomes `text`
    "remove",  # the argument `argument` goes
    "rename",  # the keyword `argument` becomes `text`
    "wrap",  # the argument `argument` becomes `text`, in which {} is what it was
    "replace",  # the argument `argument` becomes `text`
    "instead",  # the whole call becomes `text`, in which {} is its argument
    "keywords",  # the positional arguments get the names in `text`
    "swap",  # the first two arguments change places
    "text",  # the string `argument` becomes `text`
    "name",  # the variable `argument` becomes `text`
    "top",  # `text` is a line before all others
    "path",  # the attribute becomes `text`, from the module on
    "method",  # the method's call becomes `text`, in which {} is what it is a method of
    "fill",  # the argument `argument` is added; `text` is a value that the reader may change
    "run-size",  # sizes of static shapes become those of a run
    "attribute",  # the last name of the attribute becomes `text`
    "uncall",  # the call becomes the function that it calls
    "call",  # the function `operand` among the arguments is called
    "item",  # the assignment to an element becomes one of a new tensor, or the variable's assign
    "none-size",  # None among the sizes becomes -1
    "feed",  # the run is also fed `operand`
    "feed-as",  # what `operand` is fed becomes `text`, in which {} is what it was
    "not-none",  # the list `argument` is without None
    "initialize",  # a run of `text` comes before
    "session",  # the run is one of a session of the graph `operand`
    "cond",  # the `if` becomes tf.cond, the `while` tf.while_loop
    "loop",  # the `for` becomes tf.while_loop
    "duplicate",  # the variable `argument`, of which `operand` is another, gets another name, or the graph begins anew
]


@dataclass(frozen=True)
class Edit:
    """One change of the call that raised an error. `tf.`, `np.` and `{session}` in `text` are what the caller's code names them.

    argument: the name of a parameter of the operation, or its position.  operand: the Tensor that is that argument.
    where: at the call that raised the error, or at the one that made the operation which failed.
    """

    kind: Kind
    argument: str | int = ""
    text: str = ""
    operand: Any = None
    where: Literal["call", "op"] = "call"


class Fix(str):
    """What to do about an error, in words.  edits: the changes of the caller's line that do it."""

    edits: tuple[Edit, ...]

    def __new__(cls, text: str, *edits: Edit) -> "Fix":
        made = super().__new__(cls, text)
        made.edits = edits
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return str, (str(self),)  # an edit refers to tensors, which do not travel between processes


class Explanation(str):
    """The text of an error, with its Fix.

    fix: text, a Fix, or a function that returns one: it is called when the fix is first read, which few errors' is.
    """

    _fix: str | Callable[[], str | None] | None

    def __new__(cls, text: str, fix: str | Callable[[], str | None] | None = None) -> "Explanation":
        made = super().__new__(cls, text)
        made._fix = fix
        return made

    @property
    def fix(self) -> Fix | None:
        """The Fix, or None where it has no edit."""
        if callable(self._fix):
            self._fix = self._fix()
        return self._fix if isinstance(self._fix, Fix) else None

    def __reduce__(self) -> tuple[Any, ...]:
        return str, (str(self),)


def fix_of(error: BaseException) -> Fix | None:
    """The Fix of an error that has edits, or None."""
    text = getattr(error, "message", None) or next(iter(error.args), None)
    fix = text.fix if isinstance(text, Explanation) else None
    return fix if fix is not None and fix.edits else None
