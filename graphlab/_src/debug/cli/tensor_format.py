"""Tensors as lines of text: with their indices, highlighted elements and a summary of their numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphlab._src.debug.cli.array_text import Element, elements
from graphlab._src.debug.cli.rich_text import RichTextLines
from graphlab._src.debug.dumps.datum import InconvertibleTensorProto

BEGIN_INDICES_KEY = "i0"
OMITTED_INDICES_KEY = "omitted"
DEFAULT_TENSOR_ELEMENT_HIGHLIGHT_FONT_ATTR = "bold"
_METADATA = "tensor_metadata"


class HighlightOptions:
    """Which elements of a tensor are highlighted. criterion: function of the array that returns a bool for each element."""

    def __init__(
        self,
        criterion: Callable[[Any], Any],
        description: str | None = None,
        font_attr: str = DEFAULT_TENSOR_ELEMENT_HIGHLIGHT_FONT_ATTR,
    ) -> None:
        self.criterion = criterion
        self.description = description
        self.font_attr = font_attr


def format_tensor(
    tensor: Any,
    tensor_label: str | None,
    include_metadata: bool = False,
    auxiliary_message: RichTextLines | None = None,
    include_numeric_summary: bool = False,
    np_printoptions: Mapping[str, Any] | None = None,
    highlight_options: HighlightOptions | None = None,
) -> RichTextLines:
    """The lines of a tensor: a line with its name, what is requested besides, and its elements.

    np_printoptions: arguments of np.set_printoptions, which stay in force.  The annotations of a line say with which element it begins.
    """
    out = RichTextLines([])
    chosen: Any = None
    highlighted = ""
    if highlight_options is not None and isinstance(tensor, np.ndarray):
        chosen = np.asarray(highlight_options.criterion(tensor))
        count, size = int(np.sum(chosen)), int(np.size(tensor))
        said = f"({highlight_options.description})" if highlight_options.description else ""
        share = 100.0 * count / size if size else 0.0
        highlighted = f" Highlighted{said}: {count} of {size} element(s) ({share:.2f}%)"
    if tensor_label is not None:
        out.append(
            f'Tensor "{tensor_label}":{highlighted}', _label_segments(tensor_label, isinstance(tensor, np.ndarray))
        )
    if not isinstance(tensor, np.ndarray):
        if out.lines:
            out.append("")
        plain = isinstance(tensor, (InconvertibleTensorProto, np.generic))
        text = str(tensor) if plain else repr(tensor)
        out.extend(RichTextLines(text.split("\n")))
        return out
    if include_metadata:
        out.append(f"  dtype: {tensor.dtype}")
        out.append(f"  shape: {tensor.shape}")
    if out.lines:
        out.append("")
    out.annotations[_METADATA] = {"dtype": tensor.dtype, "shape": tensor.shape}
    if auxiliary_message is not None:
        out.extend(auxiliary_message)
        out.append("")
    if include_numeric_summary:
        out.append("Numeric summary:")
        out.extend(numeric_summary(tensor))
        out.append("")
    if np_printoptions is not None:
        options: dict[str, Any] = dict(np_printoptions)
        np.set_printoptions(**options)  # for good, as TensorFlow does
    lines = repr(tensor).split("\n")
    edge_items = np.get_printoptions()["edgeitems"]
    start = out.num_lines()
    out.extend(RichTextLines(lines))
    font = highlight_options.font_attr if highlight_options is not None else ""
    _annotate(out, lines, start, tensor, edge_items, chosen, font)
    return out


def _label_segments(label: str, colours: bool) -> list[Any]:
    """The name in bold type, the debug operation in yellow."""
    if not colours:
        return []
    begin = len('Tensor "')
    parts = label.split(":")
    if len(parts) < 3:
        return [(begin, begin + len(label), "bold")]
    end = begin + len(":".join(parts[:2]))
    return [(begin, end, "bold"), (end + 1, end + 1 + len(parts[2]), "yellow")]


def _annotate(
    out: RichTextLines, lines: Sequence[str], start: int, tensor: Any, edge_items: int, chosen: Any, font: str
) -> None:
    """Adds the indices with which lines begin, and the highlighted elements."""
    for one in elements(lines, tensor.shape, edge_items):
        line = start + one.line
        alone = lines[one.line].strip().rstrip(",") == "..."
        if one.omitted and alone:
            out.annotations[line] = {OMITTED_INDICES_KEY: one.index}
        elif not one.omitted:
            out.annotations.setdefault(line, {BEGIN_INDICES_KEY: one.index})
            if chosen is not None and chosen[tuple(one.index)]:
                out.font_attr_segs.setdefault(line, []).append((one.begin, one.end, font))


def locate_tensor_element(formatted: RichTextLines, indices: Any) -> Any:
    """(whether it is omitted, the line, the column where it begins, and where it ends) of an element.

    indices: of one element, or a list of those of several: then the columns are lists of such tuples' parts.
    Raises AttributeError for lines that are of no tensor, ValueError for indices that are wrong.
    """
    several = bool(indices) and isinstance(indices[0], (list, tuple))
    wanted: list[list[int]] = [list(one) for one in indices] if several else [list(indices)]
    if _METADATA not in formatted.annotations:
        raise AttributeError("tensor_metadata is not available in annotations.")
    shape = formatted.annotations[_METADATA]["shape"]
    for one in wanted:
        if len(one) != len(shape):
            message = f"Dimensions mismatch: requested: {len(one)}; actual: {len(shape)}"
            raise ValueError(message)
        if any(i >= size for i, size in zip(one, shape, strict=True)):
            raise ValueError(f"Indices exceed tensor dimensions: requested: {one}; actual: {shape}")
        if any(i < 0 for i in one):
            raise ValueError(f"Indices contain negative value(s): {one}")
    if several and wanted != sorted(wanted):
        raise ValueError("Input indices sets are not in ascending order")
    found = [_locate(formatted, one, shape) for one in wanted]
    if not several:
        return found[0]
    omitted, rows, begins, ends = zip(*found, strict=True)
    return list(omitted), list(rows), list(begins), list(ends)


def _locate(
    formatted: RichTextLines, wanted: list[int], shape: Sequence[int]
) -> tuple[bool, int, int | None, int | None]:
    best = None
    for line in sorted(line for line in formatted.annotations if isinstance(line, int)):
        note = formatted.annotations[line]
        index = note.get(BEGIN_INDICES_KEY, note.get(OMITTED_INDICES_KEY))
        if index is not None and index <= wanted:
            best = line
    if best is None:
        raise ValueError(f"Cannot find the line of {wanted}")
    start = formatted.annotations[best].get(BEGIN_INDICES_KEY)
    if start is None or start[:-1] != wanted[:-1]:
        return True, best, None, None
    places = _places(formatted.lines[best], shape[-1])
    shown = next(
        (i for i, one in enumerate(places) if one.omitted), len(places)
    )  # TensorFlow finds none past an ellipsis
    offset = wanted[-1] - start[-1]
    return (False, best, places[offset].begin, places[offset].end) if offset < shown else (False, best, None, None)


def _places(line: str, size: int) -> list[Element]:
    """The elements of a line that shows a part of the last dimension."""
    text = line.replace("array(", " " * len("array("))
    end = text.rfind("]") if "]" in text else len(text)
    row = text[:end].replace("[", " ").replace("]", " ")
    return list(elements([f"[{row[1:]}"], [size], 0))


def numeric_summary(tensor: Any) -> RichTextLines:
    """How many elements are NaN, infinite, negative, zero and positive, and minimum, maximum, mean and deviation of the rest."""
    if not isinstance(tensor, np.ndarray) or not np.size(tensor):
        return RichTextLines(["No numeric summary available due to empty tensor."])
    kind = tensor.dtype.kind
    if kind == "b":
        counts = [("False", int(np.sum(tensor == 0))), ("True", int(np.sum(tensor != 0)))]
        return RichTextLines(_count_lines([one for one in counts if one[1]], tensor.size))
    if kind not in "iuf" and tensor.dtype.name != "bfloat16":
        return RichTextLines([f"No numeric summary available due to tensor dtype: {tensor.dtype}."])
    finite = tensor[np.isfinite(tensor)] if kind not in "iu" else tensor.ravel()
    counts = [
        ("nan", np.sum(np.isnan(tensor)) if kind not in "iu" else 0),
        ("-inf", np.sum(np.isneginf(tensor)) if kind not in "iu" else 0),
        ("-", np.sum(finite < 0)),
        ("0", np.sum(finite == 0)),
        ("+", np.sum(finite > 0)),
        ("+inf", np.sum(np.isposinf(tensor)) if kind not in "iu" else 0),
    ]
    lines = _count_lines([(name, int(count)) for name, count in counts if count], tensor.size)
    if finite.size:
        figures = [("min", finite.min()), ("max", finite.max()), ("mean", finite.mean()), ("std", finite.std())]
        lines += _table([(name, str(value)) for name, value in figures])
    return RichTextLines(lines)


def _table(cells: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(text) for cell in cells for text in cell)
    return [f"| {' '.join(cell[row].rjust(width) for cell in cells)} |" for row in (0, 1)]


def _count_lines(counts: Sequence[tuple[str, int]], total: int) -> list[str]:
    head, numbers = _table([(name, str(count)) for name, count in counts])
    return [f"{head} total |", f"{numbers}{str(total).rjust(6)} |"]
