"""Snapshots: what weights, gradients and predictions are after a step, as histograms and few bytes."""

import dataclasses
from typing import Any

import numpy as np

BARS = 20
_SAMPLE = 4096  # numbers that a histogram is made of; of more, these are taken at equal distances
HEALTHS = ("ok", "nan", "inf", "zero", "exploding", "vanishing")
_EXPLODES = 1000.0  # times as large as it began
# The figures of one tensor. low, high, mean: of its finite numbers; size: the root of the mean of their squares; health: a place
# in HEALTHS; bars: how many lie in each of 20 bins, the most being 255. extension/src/model/runs/recording.ts reads them.
FIGURES = np.dtype(
    [
        *((name, "<f4") for name in ("low", "high", "mean", "size")),
        *((name, "<u4") for name in ("nan", "inf")),
        ("health", "u1"),
        ("bars", "u1", BARS),
    ]
)


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """What was recorded after one step.

    figures: an array of FIGURES, one for each recorded tensor.  surface: a Surface, or None.
    """

    step: int
    figures: np.ndarray
    surface: Any = None

    @property
    def nbytes(self) -> int:
        """The memory that it occupies."""
        return 200 + self.figures.nbytes + (0 if self.surface is None else self.surface.nbytes)


def figures(values: list[Any]) -> np.ndarray:
    """The FIGURES of each of these arrays, as if each were healthy."""
    found = np.zeros(len(values), FIGURES)
    for place, value in enumerate(values):
        _fill(found[place], np.asarray(value))
    return found


def set_health(found: np.ndarray, first: np.ndarray | None, gradients: list[bool]) -> None:
    """Sets the health of FIGURES. first: those that the training began with; gradients: which of them are gradients.

    Exploding is a thousand times as large as at first; vanishing, of a gradient, a thousandth of it.
    """
    size = found["size"]
    health = np.where(size == 0, HEALTHS.index("zero"), 0)
    if first is not None and len(first) == len(found):
        begun = first["size"]
        known = (begun > 0) & (size > 0)
        health = np.where(known & (size > _EXPLODES * begun), HEALTHS.index("exploding"), health)
        faded = known & np.array(gradients, bool) & (size * _EXPLODES < begun)
        health = np.where(faded, HEALTHS.index("vanishing"), health)
    health = np.where(found["inf"] > 0, HEALTHS.index("inf"), health)
    found["health"] = np.where(found["nan"] > 0, HEALTHS.index("nan"), health)


def _fill(figure: Any, value: np.ndarray) -> None:
    numbers = value.reshape(-1)
    if numbers.dtype.kind == "V":  # a type that only JAX knows, like bfloat16
        numbers = numbers.astype(np.float32)
    if not numbers.size:
        return
    with np.errstate(all="ignore"):
        low, high = float(numbers.min()), float(numbers.max())
        if not (np.isfinite(low) and np.isfinite(high)):
            figure["nan"], figure["inf"] = np.isnan(numbers).sum(), np.isinf(numbers).sum()
            numbers = numbers[np.isfinite(numbers)]
            if not numbers.size:
                return
            low, high = float(numbers.min()), float(numbers.max())
        sample = numbers if numbers.size <= _SAMPLE else numbers[:: -(-numbers.size // _SAMPLE)]
        sample = sample.astype(np.float32, copy=False)
        figure["low"], figure["high"], figure["mean"] = low, high, sample.mean()
        figure["size"] = np.sqrt(np.dot(sample, sample) / sample.size)
        if high > low:
            places = ((sample - np.float32(low)) * np.float32(BARS / (high - low))).astype(np.int32)
            counts = np.bincount(np.clip(places, 0, BARS - 1), minlength=BARS)
            figure["bars"] = np.ceil(counts * (255.0 / counts.max()))


def thin_out(snapshots: list[Snapshot], most: int) -> list[Snapshot]:
    """At most `most` of these, as far apart as possible, with the first and the last."""
    if len(snapshots) <= most:
        return snapshots
    apart = (snapshots[-1].step - snapshots[0].step) / (most - 1)
    chosen = [snapshots[0]]
    for snapshot in snapshots[1:-1]:
        if snapshot.step - chosen[-1].step >= apart and snapshots[-1].step - snapshot.step >= apart / 2:
            chosen.append(snapshot)
    return [*chosen, snapshots[-1]][-most:]
