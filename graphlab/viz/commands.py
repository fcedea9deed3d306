"""What the browser may ask of the kernel; everything that comes from a picture enters here.

    @command("attributes")
    def tell_attributes(view, content): ...

`content` is what the picture sent. Whatever it holds is the browser's word: look at it before using it. An answer that is
for the asking picture alone carries its number back: `view.widget.send({"type": …, "view": content["view"]})`.
"""

_HANDLERS = {}


def command(kind):
    """Decorates the function (view, content) that answers commands of this type."""

    def register(handler):
        _HANDLERS[kind] = handler
        return handler

    return register


def answer(view, content):
    """Answers one message of a picture of `view`; one of an unknown type, from a newer page perhaps, has no effect."""
    handler = _HANDLERS.get(content.get("type")) if isinstance(content, dict) else None
    if handler is not None:
        handler(view, content)
