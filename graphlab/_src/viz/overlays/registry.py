"""The overlays that there are, by name: what each says, and the function that works it out."""

import dataclasses
from collections.abc import Callable
from typing import Any

KINDS = ("sequential", "diverging", "categories")
SUMS = ("sum", "max", "majority", "first")


class NothingToShowError(ValueError):
    """An overlay has nothing to show yet; the text says what to do for it."""


@dataclasses.dataclass(frozen=True)
class Overlay:
    """The description of an overlay.

    name: for gl.overlay and messages.  title: for the menu.  about: one sentence that says what is seen.
    kind: "sequential" numbers from low to high, "diverging" numbers around zero, or "categories", which are texts;
        "" lets the values decide.
    unit: "s" and "bytes" are written as "12 ms" and "3 MB", any other text follows the number.
    scale: "log" where values span many powers of ten, else "linear".
    sums: what a closed scope shows of the operations in it: their "sum", their "max"; of categories the "majority", or
        the "first" of `categories` that any of them has.
    categories: in the order in which the legend has them; others follow by number.
    tones: {category: "good", "warn" or "bad"}; the others get colours of their own.
    compute: a function of a Context that returns {operation or tensor: number or text}.
    """

    name: str
    title: str
    about: str
    kind: str = ""
    unit: str = ""
    scale: str = "linear"
    sums: str = ""
    categories: tuple[str, ...] = ()
    tones: Any = None
    compute: Callable[[Any], dict] | None = None


_OVERLAYS = {}


def overlay(name, *, title="", about="", **options):
    """Decorates the function that computes an overlay: a function of a Context that returns {operation or tensor: value}.

    The options are those of Overlay.  A second overlay of the same name replaces the first.
    The function may raise NothingToShowError, with a text that says what has to be done before there is something to show.
    """

    def register(compute):
        described = (compute.__doc__ or "").strip().partition("\n")[0]
        _OVERLAYS[name] = _checked(
            Overlay(name, title or name.capitalize(), about or described, compute=compute, **options)
        )
        return compute

    return register


def find(name):
    """The Overlay of that name, or None."""
    return _OVERLAYS.get(name)


def all_overlays():
    """Every Overlay, in the order in which they were registered."""
    return list(_OVERLAYS.values())


def _checked(made):
    for what, value, allowed in (("kind", made.kind, ("", *KINDS)), ("sums", made.sums, ("", *SUMS))):
        if value not in allowed:
            raise ValueError(
                f"overlay {made.name!r}: {what} must be one of {', '.join(filter(None, allowed))}, got {value!r}"
            )
    return made
