"""The commands of a graph view that shows a step-through."""

import collections
import weakref

from graphlab._src.viz import step_messages
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.commands import command
from graphlab._src.viz.view_commands import requested_operation

_AT_A_TIME = 0.1  # seconds that one command goes on, so that the reader can stop it, and the kernel is free for others

step_throughs = weakref.WeakValueDictionary()  # number -> StepThrough
_looked_at = collections.deque(maxlen=16)  # those that stay although the program has no reference to them


def _requested(view, content):
    """The StepThrough that a command names; None, and a message to the graph view, when it has ended."""
    number = content.get("stepThrough")
    number = number if isinstance(number, int) and abs(number) < 2**53 else None
    stepping = None if number is None else step_throughs.get(number)
    if stepping is None or stepping.graph is not view.existing:
        view.widget.send({"type": "step", "stepThrough": number, "ended": True})
        return None
    return stepping


@command("step-sync")
def look(view, content):
    """Sends each operation's state and the position to a graph view that begins to show a step-through."""
    stepping = _requested(view, content)
    if stepping is None:
        return
    if stepping not in _looked_at:
        _looked_at.append(stepping)
    message = {"type": "step-schedule", "stepThrough": stepping.number, "view": content.get("view")}
    view.widget.send(message | {"bytes": as_text(step_messages.schedule(stepping))})
    stepping.views[view] = 0
    stepping.notify()
    view.flush(stepping)


@command("step-go")
def go(view, content):
    """Continues to a position, or until a stop; after a while the answer is that there is more to do."""
    stepping = _requested(view, content)
    if stepping is None:
        return
    if not isinstance(to := content.get("to"), int):
        raise ValueError(f"{to!r} is no position in a step-through")
    stop = content.get("stop")
    try:
        stepping.go_for(_AT_A_TIME, max(0, min(to, len(stepping))), stop if stop in ("nan", "breakpoint") else None)
    except Exception:  # the StepThrough stores it, and its message has it
        if stepping.failure is None:
            raise
    view.flush(stepping)


@command("step-break")
def set_breakpoint(view, content):
    """Sets or removes the breakpoint of an operation."""
    stepping, op = _requested(view, content), requested_operation(view, content)
    if stepping is None or op is None:
        return
    try:
        stepping.break_at(op) if content.get("on") else stepping.unbreak(op)
    except ValueError as error:
        view.widget.send({"type": "step-error", "view": content.get("view"), "text": str(error).splitlines()[0]})
    view.flush(stepping)


@command("step-card")
def send_card(view, content):
    """Sends the values of one operation."""
    stepping, op = _requested(view, content), requested_operation(view, content)
    if stepping is not None and op is not None:
        message = {
            "type": "step-card",
            "stepThrough": stepping.number,
            "view": content.get("view"),
            "position": stepping.position,
        }
        view.widget.send({**message, "card": step_messages.card(stepping, op)})
