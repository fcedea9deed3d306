"""What the browser may ask of the kernel; everything that comes from a picture enters here.

    @command("attributes")
    def tell_attributes(view, content): ...

`content` is what the picture sent. Whatever it holds is the browser's word: look at it before using it. An answer that is
for the asking picture alone carries its number back: `view.widget.send({"type": …, "view": content["view"]})`. What a
handler raises is sent back as the reason why there is no answer: a page, or a notebook of somebody else's, can't make
the kernel fail.
"""

_HANDLERS = {}


def command(kind):
    """Decorates the function (view, content) that answers commands of this type."""

    def register(handler):
        _HANDLERS[kind] = handler
        return handler

    return register


def answer(view, content):
    """Answers one message of a picture of `view`; what can't be answered, with "refused" and why. Never raises."""
    content = content if isinstance(content, dict) else {}
    if "kind" in content:  # anywidget's own
        return
    kind = content.get("type")
    try:
        handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None:
            raise ValueError(f"this kernel's graphlab knows no command {kind!r}")
        handler(view, content)
    except Exception as error:
        why = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        view.widget.send({"type": "refused", "view": content.get("view"), "command": kind, "why": why})
