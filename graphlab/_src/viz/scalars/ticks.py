"""Round numbers for an axis, and how they are written."""

import math

_UNITS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


def ticks(low, high, most):
    """Round numbers from low to high, at most so many: multiples of 1, 2 or 5 times a power of ten."""
    span = high - low
    if not span > 0:
        return [low]
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def written(number, marks):
    """A mark of an axis, in the unit that fits all of its marks: 0.5k beside 1.5k."""
    size = max(abs(mark) for mark in marks)
    if number == 0:
        return "0"
    if size < 1e-3:
        return _minus(f"{number:.3g}")
    unit, letter = next((one for one in _UNITS if size >= one[0]), (1, ""))
    return _minus(f"{number / unit:.6f}".rstrip("0").rstrip(".") + letter)


def short(number):
    """A number by itself, to four digits: 1.996G, 0.04176."""
    if not math.isfinite(number) or not 1e3 <= abs(number) < 1e15:
        return _minus(f"{number:.4g}")
    unit, letter = next(one for one in _UNITS if abs(number) >= one[0])
    return _minus(f"{number / unit:.4g}{letter}")


def _minus(text):
    return text.replace("-", "\N{MINUS SIGN}", 1) if text.startswith("-") else text
