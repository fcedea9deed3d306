"""The values of an overlay on their way to the browser: two columns of numbers, however many operations have one.

    {"overlay": the fields of Overlay and which run the values are from, "columns": text}

and in "overlay", where edges are drawn apart, edges: {"producer>consumer": label}, each of the two an operation or a scope.

columns: base64 of deflated little-endian bytes: the operations' numbers (int32, each less the one before), then the
values (float32: numbers, or places in `categories`).  The browser's reading is extension/src/model/overlays/values.ts.
"""

import collections
import dataclasses
import math
import numbers
import zlib
from typing import Any

import numpy as np

from graphlab._src.base.units import written
from graphlab._src.graph import Operation, Tensor
from graphlab._src.viz.columns import as_text

_LEVEL = 3
_PLAIN = (float, int, str)
_TOTALS = {"sum": math.fsum, "max": max}


def encode(overlay, graph, values, source="", tones=None, edges=None) -> dict[str, Any]:
    """The message, without its type, that shows `values` ({operation, tensor, variable or name: number or text}).

    tones, edges: as Context has them.

    Raises TypeError or ValueError for keys that are not of the graph, and for values of several kinds.
    """
    found = by_operation(graph, values)
    return encode_held(decided(overlay, found), found, source, tones, edges)


def encode_held(overlay, found, source="", tones=None, edges=None):
    """The same for the results of by_operation and decided."""
    ids = np.fromiter((op.id for op in found), np.int32, len(found))
    order = np.argsort(ids, kind="stable")
    if overlay.kind == "categories":
        place = {category: i for i, category in enumerate(overlay.categories)}
        column = np.fromiter((place[most_common(held)] for held in found.values()), np.float32, len(found))
    else:
        total = _TOTALS[overlay.sums]
        each = (held[0] if len(held) == 1 else total(held) for held in found.values())
        column = np.fromiter(each, np.float64, len(found)).astype(np.float32)
    steps = np.diff(ids[order], prepend=np.int32(0)).astype("<i4")
    described = {field.name: getattr(overlay, field.name) for field in dataclasses.fields(overlay)}
    del described["compute"]
    described |= {
        "categories": list(overlay.categories),
        "tones": {**(overlay.tones or {}), **(tones or {})},
        "source": source,
    }
    if edges:
        described["edges"] = _between_visible(edges)
    packed = zlib.compress(steps.tobytes() + column[order].astype("<f4").tobytes(), _LEVEL)
    return {"overlay": described, "columns": as_text(packed)}


def _between_visible(edges):
    """{"producer>consumer": label} for the operations of each edge, and for the closed scopes around them.

    edges: {(tensor, operation that consumes it): its bytes, or None}.
    """
    found = collections.defaultdict(dict)
    for (tensor, consumer), amount in edges.items():
        for source in _paths(tensor.op.name):
            for target in _paths(consumer.name):
                if not _is_inside(tensor.op.name, target) and not _is_inside(consumer.name, source):
                    found[f"{source}>{target}"][tensor] = amount
    return {key: _label(amounts.values()) for key, amounts in found.items()}


def _label(amounts):
    return "" if None in amounts else written(sum(amounts), "bytes")


def _paths(name):
    """The name of an operation, and those of the scopes around it."""
    parts = name.split("/")
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]


def _is_inside(name, path):
    return name == path or name.startswith(f"{path}/")


def by_operation(graph, values):
    """{Operation: [value, …]}: an operation has several when several of its tensors do."""
    found = {}
    for key, value in values.items():
        op = key if type(key) is Operation and key.graph is graph else _operation(graph, key)
        value = value if type(value) in _PLAIN else _plain(value)
        if op in found:
            found[op].append(value)
        else:
            found[op] = [value]
    return found


def decided(overlay, found):
    """The overlay with what it left to the values to decide: its kind, its sums, its categories."""
    held = [value for values in found.values() for value in values]
    texts = {issubclass(kind, str) for kind in set(map(type, held))}
    if len(texts) > 1:
        raise TypeError(f"overlay {overlay.name!r}: pass numbers or texts, not both")
    is_text = texts == {True} if held else overlay.kind == "categories"
    kind = overlay.kind or ("categories" if is_text else "diverging" if min(held, default=0) < 0 else "sequential")
    if held and is_text != (kind == "categories"):
        raise TypeError(f"overlay {overlay.name!r}: {'texts' if is_text else 'numbers'} can't be {kind}")
    categories = overlay.categories
    if is_text:
        counted = collections.Counter(most_common(texts) for texts in found.values())
        categories = (*categories, *(name for name, _ in counted.most_common() if name not in categories))
    sums = overlay.sums or ("majority" if is_text else "max")
    return dataclasses.replace(overlay, kind=kind, sums=sums, categories=categories)


def most_common(values):
    """The text that represents several: the most frequent one."""
    return values[0] if len(values) == 1 else collections.Counter(values).most_common(1)[0][0]


def _operation(graph, key):
    if not isinstance(key, (Operation, Tensor)) and isinstance(getattr(key, "op", None), Operation):
        key = key.op  # of a variable: where it is, not where it is read
    element = graph.as_graph_element(key)
    return element.op if isinstance(element, Tensor) else element


def _plain(value):
    if isinstance(value, (str, bool, np.bool_)):
        return value if isinstance(value, str) else "yes" if value else "no"
    if isinstance(value, numbers.Real) or np.ndim(value) == 0:
        return float(value)
    raise TypeError(f"overlay: each value is one number or text, got {type(value).__name__} of shape {np.shape(value)}")
