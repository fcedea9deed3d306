"""The commands of a picture that shows a walk."""

import collections
import weakref

from graphlab._src.viz import step_messages
from graphlab._src.viz.commands import command
from graphlab._src.viz.view_commands import asked_operation

_AT_A_TIME = 0.1  # seconds that one command goes on, so that the reader can stop it, and the kernel is free for others

walks = weakref.WeakValueDictionary()  # number of a walk -> Walk
_looked_at = collections.deque(maxlen=16)  # walks that stay although no name of the reader's holds them


def _walk(view, content):
    """The walk that a command names; a picture that asks for one that is gone is told so."""
    number = content.get("walk")
    number = number if isinstance(number, int) and abs(number) < 2**53 else None
    walk = None if number is None else walks.get(number)
    if walk is None or walk.graph is not view.graph:
        view.widget.send({"type": "step", "walk": number, "gone": True})
        return None
    return walk


@command("step-look")
def look(view, content):
    """Tells a picture that begins to show a walk how each operation stands in it, and where it is."""
    walk = _walk(view, content)
    if walk is None:
        return
    if walk not in _looked_at:
        _looked_at.append(walk)
    told = {"type": "step-places", "walk": walk.number, "view": content.get("view")}
    view.widget.send(told, buffers=[step_messages.places(walk)])
    walk.views[view] = 0
    walk.tell()
    view.flush(walk)


@command("step-go")
def go(view, content):
    """Goes to a place, or until something stops it; after a while it answers that there is more to do."""
    walk = _walk(view, content)
    if walk is None:
        return
    if not isinstance(to := content.get("to"), int):
        raise ValueError(f"{to!r} is no place in a walk")
    stop = content.get("stop")
    try:
        walk.go_for(_AT_A_TIME, max(0, min(to, len(walk))), stop if stop in ("nan", "breakpoint") else None)
    except Exception:  # the walk keeps it, and tells of it
        if walk.failure is None:
            raise
    view.flush(walk)


@command("step-break")
def set_breakpoint(view, content):
    """Sets or takes away the breakpoint of an operation."""
    walk, op = _walk(view, content), asked_operation(view, content)
    if walk is None or op is None:
        return
    try:
        walk.break_at(op) if content.get("on") else walk.unbreak(op)
    except ValueError as error:
        view.widget.send({"type": "step-said", "view": content.get("view"), "text": str(error).splitlines()[0]})
    view.flush(walk)


@command("step-card")
def tell_card(view, content):
    """Tells what one operation has given."""
    walk, op = _walk(view, content), asked_operation(view, content)
    if walk is not None and op is not None:
        told = {"type": "step-card", "walk": walk.number, "view": content.get("view"), "position": walk.position}
        view.widget.send({**told, "card": step_messages.card(walk, op)})
