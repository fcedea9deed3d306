"""A recording as a message: all of it, or what has come since another message."""

import base64
import json
import math
import zlib
from typing import Any

import numpy as np

from graphlab._src.play.series import thinned

_MOST_PLACES = 2000  # steps of a whole recording: more than a chart has columns
_MOST_NEW = 200  # steps of an update
_LEVEL = 3
_DIGITS = 6


class Cursor:
    """How far the messages of a recording have got."""

    def __init__(self) -> None:
        self.dropped: tuple[int, ...] = (-1,)
        self.numbers = self.snapshots = 0


def described(recording: Any, cursor: Cursor | None = None) -> dict[str, Any]:
    """The recording as plain data. cursor: what was sent before, which is left out; it moves on."""
    with recording.lock:
        dropped = recording.series.dropped, recording.dropped, len(recording.tensors), len(recording.notes)
        whole = cursor is None or cursor.dropped != dropped
        begin, first = (0, 0) if cursor is None or whole else (cursor.numbers, cursor.snapshots)
        names = list(recording.series.names)
        steps = recording.series.step_numbers(begin)
        columns = [recording.series.column(name, begin).astype(np.float64) for name in names]
        snapshots = recording.snapshots[first:]
        if cursor is not None:
            cursor.dropped = dropped
            cursor.numbers, cursor.snapshots = len(recording.series), len(recording.snapshots)
    if columns:
        places = thinned(np.stack(columns), _MOST_PLACES if whole else _MOST_NEW)
        steps, columns = steps[places], [column[places] for column in columns]
    message: dict[str, Any] = {
        "recording": recording.number,
        "whole": whole,
        "steps": steps.tolist(),
        "values": [[_plain(number) for number in column.tolist()] for column in columns],
        "snapshots": [_snapshot(snapshot) for snapshot in snapshots],
    }
    if whole:
        message |= {
            "name": recording.name,
            "metrics": recording.metrics,
            "sliders": recording.sliders,
            "tensors": [list(tensor) for tensor in recording.tensors],
            "notes": recording.notes,
        }
    points = recording.points
    if points is not None and snapshots:
        message["points"] = {
            "x": [_plain(number, 4) for number in points.inputs[:, 0].tolist()],
            "y": [_plain(number, 4) for number in points.inputs[:, 1].tolist()],
            "labels": [_plain(number, 4) for number in points.labels.tolist()],
        }
    return message


def packed(data: dict[str, Any]) -> str:
    """Plain data as deflated JSON in base64."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode(), _LEVEL)).decode("ascii")


def _snapshot(snapshot: Any) -> dict[str, Any]:
    data = {"step": snapshot.step, "figures": _text(snapshot.figures.tobytes())}
    surface = snapshot.surface
    if surface is not None:
        data["surface"] = {
            "region": [_plain(number) for number in surface.region],
            "levels": _text(surface.levels),
            "classes": _text(surface.classes),
            "low": _plain(surface.low),
            "high": _plain(surface.high),
        }
    return data


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _plain(number: float, digits: int = _DIGITS) -> float | None:
    """A number with few digits; None for what is no number."""
    return float(f"{number:.{digits}g}") if math.isfinite(number) else None
