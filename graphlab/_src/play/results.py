"""Results: what a run has returned, as HTML beneath the controls."""

import html

import numpy as np

from graphlab._src.graph import Tensor
from graphlab._src.play.value_entry import as_array, plane
from graphlab._src.viz.columns import as_text
from graphlab._src.viz.thumbnail import thumbnail
from graphlab._src.viz.value_summary import summarize

_MOST = 24  # results
_NUMBERS = 10  # of a small array that are written out
_BARS = {"width": 160, "height": 36}
_MOST_BARS = 64


def table(fetches, result):
    """The results by name as a table of HTML."""
    rows = list(_named(fetches, result, ""))
    lines = [
        f'<tr><th scope="row" style="{_CELL}text-align:left;font-weight:600">{html.escape(name)}</th>'
        f'<td style="{_CELL}">{_value(value)}</td></tr>'
        for name, value in rows[:_MOST]
    ]
    if len(rows) > _MOST:
        lines.append(f'<tr><td colspan="2">and {len(rows) - _MOST:,} more</td></tr>')
    return f"<table>{''.join(lines)}</table>"


_CELL = "padding:2px 12px 2px 0;vertical-align:middle;"
_CODE = '<span style="font-family:var(--jp-code-font-family,monospace)">{}</span>'


def _named(fetches, result, name):
    """(name, value) of each result: its key in a dict, else the name of what is fetched."""
    if isinstance(fetches, dict):
        for key, one in fetches.items():
            yield from _named(one, result[key], f"{name}.{key}" if name else str(key))
    elif isinstance(fetches, (list, tuple)):
        for one, value in zip(fetches, result, strict=True):
            yield from _named(one, value, name)
    else:
        yield name or _name(fetches), result


def _name(fetch):
    if isinstance(fetch, Tensor):
        return fetch.op.name if fetch.value_index == 0 else fetch.name
    return fetch if isinstance(fetch, str) else str(getattr(fetch, "name", type(fetch).__name__)).removesuffix(":0")


def _value(value):
    if value is None:
        return "done"
    value = as_array(value)
    if not isinstance(value, (np.ndarray, np.generic, bytes, str, int, float)):
        return _CODE.format(html.escape(repr(value)[:200]))
    array = np.asarray(value)
    if array.ndim == 0:
        return _CODE.format(html.escape(_text(array[()])))
    summary = summarize(array, brief=True)
    numeric = summary.min is not None and array.dtype.kind in "biuf"
    parts = []
    if numeric and max(array.shape) == array.size and 1 < array.size <= _MOST_BARS:
        parts.append(_bars(array.ravel()))
    elif numeric and (image := thumbnail(plane(array))) is not None:
        source = f"data:image/png;base64,{as_text(image)}"
        parts.append(f'<img src="{source}" alt="" style="image-rendering:pixelated;min-width:96px;max-width:160px">')
    if array.size <= _NUMBERS:
        parts.append(_CODE.format(html.escape(", ".join(_text(item, 4) for item in array.ravel()))))
    else:
        parts.append(_CODE.format(html.escape(str(summary))))
    return '<span style="display:inline-flex;gap:12px;align-items:center">' + "".join(parts) + "</span>"


def _text(item, digits=6):
    if isinstance(item, bytes):
        return item.decode(errors="replace")
    if isinstance(item, (float, np.floating)):
        return f"{item:.{digits}g}".replace("nan", "NaN").replace("inf", "Inf").replace("-", "−")
    return str(item)


def _bars(numbers):
    """Numbers as bars from zero; the largest is marked."""
    width, height = _BARS["width"], _BARS["height"]
    finite = np.where(np.isfinite(numbers), numbers, 0).astype(np.float64)
    low, high = min(0.0, float(finite.min())), max(0.0, float(finite.max()))
    scale = height / ((high - low) or 1.0)
    step, best = width / len(finite), int(finite.argmax())
    shapes = []
    for i, number in enumerate(finite):
        top, size = (high - max(number, 0.0)) * scale, max(1.0, abs(number) * scale)
        strength = 1 if i == best else 0.55
        shapes.append(
            f'<rect x="{i * step + step * 0.1:.1f}" y="{min(top, height - 1.0):.1f}" width="{step * 0.8:.1f}" '
            f'height="{size:.1f}" fill="var(--jp-brand-color1,#1976d2)" opacity="{strength}">'
            f"<title>{i}: {_text(numbers[i])}</title></rect>"
        )
    label = f"{len(finite)} numbers, the largest is number {best}: {_text(finite[best])}"
    return (
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
        f"{''.join(shapes)}</svg>"
    )
