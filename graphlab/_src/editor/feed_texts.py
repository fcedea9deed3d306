"""What a run may be fed, as source text: the notebook's own arrays where they fit, else numbers of that shape."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from graphlab._src.base.source_line import literal
from graphlab._src.editor.notebook_names import Names
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.graph.traversal import ancestors, is_placeholder

_KINDS = {"f": "f", "i": "iu", "u": "iu", "b": "b", "c": "fc"}  # kind of a dtype → the kinds of arrays that it accepts


def placeholders_of(things: Iterable[Any]) -> list[Tensor]:
    """The placeholders that fetches need, oldest first."""
    needed = ancestors([thing if isinstance(thing, Operation) else thing.op for thing in things])
    return [op.outputs[0] for op in sorted(needed, key=lambda op: op.id) if is_placeholder(op)]


def feed_text(placeholders: Sequence[Tensor], names: Names, training: bool = False) -> str:
    """The dict that feeds placeholders: `{x: images, y: labels}`; "" where there are none."""
    taken: set[str] = set()
    parts: list[str] = []
    for placeholder in placeholders:
        text = next(
            (text for text, array in _arrays(names) if text not in taken and _accepts(placeholder, array)), None
        )
        if text is not None:
            taken.add(text)
        parts.append(f"{names.of_tensor(placeholder)}: {text or _numbers(placeholder, training)}")
    return "{" + ", ".join(parts) + "}" if parts else ""


def newest_pair(names: Names) -> tuple[tuple[str, list[int | None]], tuple[str, list[int | None]]] | None:
    """(dtype, shape) of placeholders for the newest two arrays of as many rows: of the larger examples, then of their targets."""
    arrays = [array for _, array in _arrays(names) if array.ndim and array.dtype.kind in "fiub"]
    for i, second in enumerate(arrays):
        for first in arrays[i + 1 :]:
            if len(first) == len(second):
                examples, targets = (first, second) if first.size >= second.size else (second, first)
                return _placeholder(examples), _placeholder(targets)
    return None


def _placeholder(array: Any) -> tuple[str, list[int | None]]:
    dtype = {"f": "float32", "b": "bool"}.get(array.dtype.kind, "int64")
    return dtype, [None, *array.shape[1:]]


def _arrays(names: Names) -> Iterator[tuple[str, Any]]:
    """(expression, array) of the notebook's arrays, the newest first; also those of data sets, which are named tuples."""
    for name, value in reversed(list(names.values.items())):
        if name.startswith("_"):
            continue
        if isinstance(value, np.ndarray):
            yield name, value
        fields = getattr(type(value), "_fields", None)
        if isinstance(value, tuple) and isinstance(fields, tuple):
            for field in fields:
                inner = getattr(value, field, None)
                if isinstance(inner, np.ndarray):
                    yield f"{name}.{field}", inner


def _accepts(placeholder: Tensor, array: Any) -> bool:
    """Whether an array is what a placeholder is for: its shape, and numbers of its kind."""
    dims, kind = placeholder.dims, np.dtype(placeholder.dtype.as_numpy_dtype).kind
    if not dims or array.dtype.kind not in _KINDS.get(kind, kind) or len(dims) != array.ndim:
        return False
    return all(size is None or size == have for size, have in zip(dims, array.shape, strict=True))


def _numbers(placeholder: Tensor, training: bool) -> str:
    """Values of a placeholder's shape, one example of them."""
    dtype = placeholder.dtype
    if dtype.name == "bool":
        value: Any = training
    elif dtype.name == "string":
        value = ""
    else:
        value = 0 if dtype.is_integer else 1.0
    sizes = [1 if size is None else size for size in placeholder.dims or ()]
    if not sizes:
        return literal(value)
    return f"np.full({literal(sizes)}, {literal(value)})"
