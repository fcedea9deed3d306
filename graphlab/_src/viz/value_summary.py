"""Summary: a value in a few words and numbers, for the diagram, step-through and watches."""

import dataclasses
import math

import jax
import numpy as np

from graphlab._src.viz.thumbnail import thumbnail

BINS = 20
_FIRST = 8  # numbers or texts that a summary has
_BRIEF = 4  # of them in a brief summary
_FEW = 64  # numbers
_LONGEST = 60  # characters of one text
_SAMPLE = 100_000  # numbers that a histogram is made of; of more, these are taken at equal distances


@dataclasses.dataclass(frozen=True)
class Summary:
    """A value in a few words and numbers.

    dtype, shape: the value's.  count: how many elements it has.  nan, inf: how many of these are not numbers.
    min, mean, max, std: of the finite numbers; None where there are none, or where it holds no numbers.
    histogram: how many numbers lie in each of 20 equal bins from min to max; None likewise.
    first: the first few elements, as text.  image: a PNG of what looks like one, or None.
    """

    dtype: str
    shape: tuple
    count: int = 1
    nan: int = 0
    inf: int = 0
    min: float | None = None
    mean: float | None = None
    max: float | None = None
    std: float | None = None
    histogram: tuple | None = None
    first: tuple = ()
    image: bytes | None = None

    @property
    def health(self):
        """ "nan", "inf", "zero" (nothing but zeros), "none" (no elements, no numbers) or "ok"."""
        if self.nan:
            return "nan"
        if self.inf:
            return "inf"
        if self.min is None:
            return "none"
        return "zero" if self.min == self.max == 0 and self.dtype != "bool" else "ok"

    def __str__(self):
        text = f"{self.dtype} {shape_text(self.shape)}"
        if self.min is not None:
            text += f"  {number(self.mean)}" if self.count == 1 else f"  {number(self.min)} … {number(self.max)}"
            if self.count > 1:
                text += f", mean {number(self.mean)}"
        elif self.first:
            text += f"  {', '.join(self.first[:3])}"
        bad = [f"{n:,} {what}" for n, what in ((self.nan, "NaN"), (self.inf, "Inf")) if n]
        return "  ".join([text, *bad])


def summarize(value, brief=False):
    """Returns the Summary of a value: an array of JAX's or NumPy's, or the object behind a handle.

    brief: without deviation, histogram and image, which take most of the time.
    """
    if not isinstance(value, (jax.Array, np.ndarray, np.generic, bool, int, float, complex, bytes, str)):
        return Summary(type(value).__name__, (), first=(_shortened(str(value)),))
    array = np.asarray(value)
    if array.dtype.kind in "OSU":
        return Summary("string", array.shape, array.size, first=_texts(array))
    if brief and array.size <= _FEW and array.dtype.kind == "f" and array.size:
        return _of_few(array)
    dtype = str(array.dtype)
    if array.dtype.kind == "V" and not array.dtype.names:  # a type that only JAX knows, like bfloat16
        array = array.astype(np.float32 if "float" in dtype else np.int32)
    elif array.dtype.kind == "V":
        return Summary(dtype, array.shape, array.size)
    numbers = array.ravel()
    first = tuple(_element(item) for item in numbers[: _BRIEF if brief else _FIRST].tolist())
    if numbers.dtype.kind == "c":
        numbers = np.abs(numbers)
    nan, inf, finite = _finite(numbers)
    if not finite.size:
        return Summary(dtype, array.shape, array.size, nan, inf, first=first)
    low, high = float(finite.min()), float(finite.max())
    wide = finite.astype(np.float64) if finite.size <= _SAMPLE else finite
    with np.errstate(over="ignore", invalid="ignore"):
        mean = float(wide.mean(dtype=np.float64))
        found = Summary(dtype, array.shape, array.size, nan, inf, low, mean, high, first=first)
        if brief:
            return found
        std = float(wide.std(dtype=np.float64))
    return dataclasses.replace(found, std=std, histogram=_histogram(finite, low, high), image=thumbnail(array))


def _of_few(array):
    """The brief Summary of a few floating point numbers: Python's own functions are done sooner than NumPy's begin."""
    numbers = array.ravel().tolist()
    finite = [item for item in numbers if math.isfinite(item)]
    nan = sum(item != item for item in numbers) if len(finite) < len(numbers) else 0
    first = tuple(map(number, numbers[:_BRIEF]))
    counts = len(numbers), nan, len(numbers) - len(finite) - nan
    if not finite:
        return Summary(array.dtype.name, array.shape, *counts, first=first)
    return Summary(
        array.dtype.name, array.shape, *counts, min(finite), math.fsum(finite) / len(finite), max(finite), first=first
    )


def is_bad(value):
    """True when there is a NaN in a value."""
    if not hasattr(value, "dtype"):
        return False
    array = np.asarray(value)
    if array.dtype.kind == "V" and "float" in array.dtype.name:
        array = array.astype(np.float32)
    if array.dtype.kind not in "fc":
        return False
    with np.errstate(all="ignore"):  # a NaN makes the sum one, and so may an Inf: then they are counted
        return bool(np.isnan(array.sum())) and bool(np.isnan(array).any())


def _finite(numbers):
    """(how many are NaN, how many are infinite, the others) of numbers in a row."""
    if numbers.dtype.kind != "f":
        return 0, 0, numbers
    finite = np.isfinite(numbers)
    if finite.all():
        return 0, 0, numbers
    nan = int(np.isnan(numbers).sum())
    return nan, int(numbers.size - finite.sum()) - nan, numbers[finite]


def _histogram(finite, low, high):
    if finite.size == 1 or low == high:
        return None
    if finite.size > _SAMPLE:
        finite = finite[:: -(-finite.size // _SAMPLE)]
    scaled = (finite.astype(np.float64) / BINS - low / BINS) / (high / BINS - low / BINS) * BINS
    return tuple(np.bincount(np.clip(scaled, 0, BINS - 1).astype(np.int64), minlength=BINS).tolist())


def _texts(array):
    items = (item.decode("utf-8", "replace") if isinstance(item, bytes) else str(item) for item in array.flat)
    return tuple(f"'{_shortened(item)}'" for item, _ in zip(items, range(_FIRST), strict=False))


def _shortened(text):
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _element(item):
    return str(item) if isinstance(item, (bool, int)) else number(item)


def number(value):
    """A number as people read it: `0.0731`, `1.5e-08`, `NaN`."""
    if isinstance(value, complex):
        return f"{value:.4g}"
    if value != value:
        return "NaN"
    text = f"{value:.4g}"
    return {"inf": "Inf", "-inf": "−Inf"}.get(text, text.replace("-", "−") if text.startswith("-") else text)


def shape_text(shape):
    """`32×10`; `[10]`, which without brackets might be a value; or `scalar`."""
    return f"[{shape[0]}]" if len(shape) == 1 else "×".join(map(str, shape)) or "scalar"
