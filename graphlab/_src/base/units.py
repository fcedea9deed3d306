"""Numbers with their units, short enough for a node: "12 ms", "3.1 MB"; extension/src/model/text/units.ts writes the same."""

_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_SIZES = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


def written(value, unit=""):
    """`0.0123, "s"` as "12.3 ms", `3e6, "bytes"` as "3 MB", `1.5, "x"` as "1.5 x"."""
    steps = {"s": _TIMES, "bytes": _SIZES}.get(unit)
    if steps is None:
        return f"{_digits(value)} {unit}".rstrip()
    size, name = next(((size, name) for size, name in steps if abs(value) >= size * 0.9995), steps[-1])
    if not value:
        name = steps[0 if unit == "s" else -1][1]
    return f"{_digits(value / size)} {name}"


def share(part, total):
    """` 33 %`, of five characters."""
    return f"{100 * part / total if total else 0:3.0f} %"


def _digits(value):
    return f"{value:.3g}" if abs(value) < 999.5 or abs(value) >= 1e6 else f"{value:.0f}"
