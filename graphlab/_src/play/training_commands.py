"""The commands of a diagram that shows a training."""

import collections
import weakref
from typing import Any

from graphlab._src.play import training_cells
from graphlab._src.play.recording_message import described, packed
from graphlab._src.viz.commands import command

trainings: Any = weakref.WeakValueDictionary()  # number -> Training
_looked_at: Any = collections.deque(maxlen=16)  # those that stay although the program has no reference to them


def _requested(view: Any, content: dict[str, Any]) -> Any:
    """The Training that a command names; None, and a message to the diagram, when its kernel or graph has ended."""
    number = content.get("training")
    number = number if isinstance(number, int) and 0 <= number < 2**53 else None
    training = None if number is None else trainings.get(number)
    if training is None or training.session.graph is not view.existing:
        view.widget.send({"type": "train", "training": number or 0, "view": content.get("view"), "ended": True})
        return None
    return training


@command("train-sync")
def sync(view: Any, content: dict[str, Any]) -> None:
    """Sends all of a training to a diagram that begins to show it."""
    training = _requested(view, content)
    if training is None:
        return
    if training not in _looked_at:
        _looked_at.append(training)
    training_cells.seen(training)
    look(view, content | {"on": True})
    training.view.send_whole(view, content.get("view"))


@command("train-look")
def look(view: Any, content: dict[str, Any]) -> None:
    """Notes whether a diagram is in sight: one that is not gets nothing."""
    training, number = _requested(view, content), content.get("view")
    if training is not None and isinstance(number, int):
        training.view.look(number, content.get("on") is True)


@command("train-do")
def control(view: Any, content: dict[str, Any]) -> None:
    """Plays, pauses, steps or stops a training, and sets its speed or a slider."""
    training = _requested(view, content)
    if training is None:
        return
    what, value = content.get("what"), content.get("value")
    if what == "play":
        training.play()
    elif what in ("pause", "step", "stop"):
        {"pause": training.loop.pause, "step": training.go_one_step, "stop": training.end}[what]()
    elif what == "speed":
        training.speed = value
    elif what == "slider":
        training.set(content.get("slider"), value)
    else:
        raise ValueError(f"A training knows no {what!r}")
    training.view.report(always=True)


@command("train-others")
def send_others(view: Any, content: dict[str, Any]) -> None:
    """Sends the names of the recordings that one can be compared with: those of its own graph's metrics."""
    training = _requested(view, content)
    if training is None:
        return
    others = [
        [other.number, other.recording.name]
        for other in list(trainings.values())
        if other is not training and set(other.recording.metrics) & set(training.recording.metrics)
    ]
    message = {"type": "train-others", "training": training.number, "view": content.get("view"), "others": others}
    view.widget.send(message)


@command("train-compare")
def send_other(view: Any, content: dict[str, Any]) -> None:
    """Sends the recording of another training to a diagram."""
    training, number = _requested(view, content), content.get("other")
    other = trainings.get(number) if isinstance(number, int) else None
    if training is None:
        return
    if other is None:
        raise ValueError("This recording is gone: gl.train(…).recording keeps one")
    data = {"state": None, "recordings": [described(other.recording)]}
    message = {"type": "train", "training": training.number, "view": content.get("view"), "bytes": packed(data)}
    view.widget.send(message)
