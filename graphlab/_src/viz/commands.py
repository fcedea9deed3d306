"""Commands: the messages that the browser sends to the kernel; every one of them enters here.

    @command("attributes")
    def send_attributes(view, content): ...

`content` is what the graph view sent: numbers and short texts by name. They are untrusted: check them before use. An
answer for that graph view alone carries its number back: `view.widget.send({"type": …, "view": content["view"]})`. What a
handler raises is sent back as the reason why there is no answer: neither a page nor an untrusted notebook can make
the kernel fail.
"""

from graphlab._src.base import context
from graphlab._src.base.lazy_imports import on_first_call

_HANDLERS = {}
_import_others = on_first_call("graphlab._src.viz.answers:handlers")
_HIGHER = ("editor_commands", "play_commands")  # what imports the handlers of higher layers
_MOST_FIELDS = 16
_LONGEST = 2_000  # characters of a text; a search for an attribute's value is the longest that a reader writes
_SHORT = 400  # characters of an answer that only says why there is none


def command(kind):
    """Decorates the function (view, content) that answers commands of this type."""

    def register(handler):
        _HANDLERS[kind] = handler
        return handler

    return register


def answer(view, content):
    """Answers one message of a graph view of `view`; what can't be answered, with "refused" and why. Never raises."""
    content = content if isinstance(content, dict) else {}
    if "kind" in content:  # anywidget's own
        return
    kind = content.get("type")
    number = content.get("view")
    number = number if isinstance(number, int) else None
    try:
        if len(content) > _MOST_FIELDS or not all(map(_is_plain, content.values())):
            raise ValueError("a command is made of a few numbers and short texts")
        content = content | {"view": number}
        if isinstance(kind, str):
            _import_handler(kind)
        handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None:
            raise ValueError(f"this kernel's graphlab knows no command {kind!r}")
        handler(view, content)
    except Exception as error:
        why = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        why = why if len(why) <= _SHORT else f"{why[:_SHORT]}…"
        known = kind if isinstance(kind, str) and kind in _HANDLERS else None
        view.widget.send({"type": "refused", "view": number, "command": known, "why": why})


def _import_handler(kind):
    """Imports the modules with further handlers, as far as one for this type of command is missing."""
    if kind not in _HANDLERS:
        _import_others()
    for name in _HIGHER:
        if kind not in _HANDLERS:
            context.hook(name)()


def _is_plain(value):
    return value is None or isinstance(value, (bool, int, float)) or (isinstance(value, str) and len(value) <= _LONGEST)
