"""Recordings as diagrams and as pages of their own, which play without a kernel."""

import os
import pathlib
from collections.abc import Sequence
from typing import Any

from graphlab._src.play.recording_message import described, packed
from graphlab._src.viz import page
from graphlab._src.viz.mimebundle import mimebundle

_ALONE = 0  # the number of a training that there is no longer, as the browser knows it


def messages(recordings: Sequence[Any]) -> list[dict[str, Any]]:
    """What a diagram that shows one recording, or two to compare, is made with."""
    steps = recordings[0].steps
    state = {
        "state": "done",
        "step": steps,
        "steps": steps,
        "speed": None,
        "rate": 0.0,
        "why": "",
        "awaited": False,
        "sliders": [],
    }
    content = packed({"state": state, "recordings": [described(recording) for recording in recordings]})
    begin: dict[str, Any] = {"type": "train", "training": _ALONE}
    return [begin | {"begin": True}, begin | {"bytes": content}]


def save(path: Any, graph: Any, recordings: Sequence[Any]) -> None:
    """Writes a page with the live diagram of a graph and these recordings."""
    name = " and ".join(recording.name for recording in recordings)
    text = page.whole(graph, name, messages(recordings))
    pathlib.Path(os.fspath(path)).write_text(text, encoding="utf-8")


class Comparison:
    """Two recordings side by side: the diagram is that of the first one's graph."""

    def __init__(self, own: Any, other: Any) -> None:
        self.recordings = own, other

    def save(self, path: Any) -> None:
        """Writes an HTML page that any browser opens."""
        save(path, self.recordings[0].graph, self.recordings)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return mimebundle(self.recordings[0].graph, include, exclude, messages(self.recordings))

    def __repr__(self) -> str:
        own, other = (recording.at(recording.steps) for recording in self.recordings)
        lines = [f"<Comparison of {self.recordings[0].name!r} and {self.recordings[1].name!r}>"]
        for name, number in own.items():
            rival = f"{other[name]:.4g}" if name in other else "–"
            lines.append(f"  {name:<16} {number:<12.4g} {rival}")
        return "\n".join(lines)
