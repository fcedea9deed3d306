"""Tensors as text in TensorFlow's format: for tf.strings.format, tf.print, tf.Print and tf.Assert."""

import numpy as np

from graphlab._src.graph import Tensor
from graphlab._src.ops.define import no_gradient, op, scalar

_ESCAPES = {ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"} | {ord(c): f"\\{c}" for c in "\"'\\"}


def escape(text):
    """Bytes as C would write them, without quotes."""
    return "".join(_ESCAPES.get(b) or (chr(b) if 32 <= b < 127 else f"\\{b:03o}") for b in text)


def _number(value, digits, more_digits):
    short = f"{value:.{digits}g}"
    return short if value.dtype.type(short) == value or value != value else f"{value:.{more_digits}g}"


def _element(value):
    """One element of a tensor as text; strings without quotes."""
    if isinstance(value, bytes):
        return escape(value)
    kind = getattr(value, "dtype", None)
    if kind == np.float64:
        return _number(value, 15, 17)
    if kind in (np.float32, np.float16):
        return _number(np.float32(value), 6, 9)
    if kind == np.bool_:
        return str(int(value))
    return str(value) if kind is not None and kind.kind in "iu" else "?"


def summary(array, limit):
    """The first `limit` elements, all when it is negative: "[1 2][3...]..." of a matrix."""
    limit = array.size if limit < 0 else min(limit, array.size)
    if not array.ndim:
        return _element(array[()]) if limit else "..."
    flat = iter(array.reshape(-1))
    left = limit

    def rows(axis):
        nonlocal left
        if not left:
            return ""
        parts = []
        if axis == array.ndim - 1:
            for i in range(array.shape[axis]):
                if not left:
                    return " ".join(parts) + ("..." if axis and i else "")
                parts.append(_element(next(flat)))
                left -= 1
            return " ".join(parts)
        for _ in range(array.shape[axis]):
            if left:
                parts.append(f"[{rows(axis + 1)}]")
        return "".join(parts)

    return rows(0) + ("..." if array.size > limit else "")


def text(array, ends):
    """The first and last `ends` elements along each axis, all when it is negative: "[0 1 2 ... 7 8 9]"."""
    ends = array.size if ends < 0 else min(ends, array.size)
    quoted = array.dtype == object

    def show(value):
        return f'"{_element(value)}"' if quoted else _element(value)

    if not array.ndim and not ends:
        return "..."
    if array.dtype.kind not in "fiubO":  # TensorFlow has no text for these
        return f"[{' '.join('?' * ends)}{'...' if array.size > ends else ''}]"

    def rows(part, axis):
        if axis == array.ndim:
            return show(part[()] if isinstance(part, np.ndarray) else part)
        last = axis == array.ndim - 1
        gap = " " if last else "\n" * (array.ndim - axis - 1) + " " * (axis + 1)
        count = len(part)
        shown = [rows(item, axis + 1) for item in part[:ends]]
        text = gap.join(shown)
        if count > 2 * ends:
            text += f"{gap}..."
        for item in part[max(ends, count - ends) :]:
            text += gap + rows(item, axis + 1)
        return f"[{text}]"

    return rows(array, 0)


@op("StringFormat", "inputs: *T -> output: string", infer=scalar, host=True, grad=no_gradient)
def _string_format(inputs, *, template: bytes = b"%s", placeholder: bytes = b"%s", summarize: int = 3):
    """The template with the tensors, as text, in the places that are held for them."""
    parts = template.split(placeholder)
    if len(parts) - 1 != len(inputs):
        raise ValueError(f"num placeholders in template and num inputs must match: {len(parts) - 1} vs. {len(inputs)}")
    filled = [parts[0]]
    for value, after in zip(inputs, parts[1:], strict=True):
        filled += [text(value, summarize).encode(), after]
    result = np.empty((), object)
    result[()] = b"".join(filled)
    return result


def string_format(template, inputs, placeholder="{}", summarize=3, name=None):
    """The template with the tensors, as text, in the places that are held for them.

    inputs: a tensor or a list of tensors.  placeholder: what holds a place in the template.
    summarize: how many elements at both ends of each axis are shown; -1 for all.
    """
    inputs = [inputs] if isinstance(inputs, Tensor) or hasattr(inputs, "_as_graph_element") else inputs
    places = template.count(placeholder)
    if places != len(inputs):
        raise ValueError(
            f"{places} placeholder(s) in template does not match {len(inputs)} tensor(s) provided as input"
        )
    return _string_format(list(inputs), template=template, placeholder=placeholder, summarize=summarize, name=name)
