"""Controls: the widget that feeds a tensor, and what its value feeds."""

import math

import numpy as np
from ipywidgets import Checkbox, FloatText, IntText, Layout, Text, fixed, interactive
from traitlets import TraitError

from graphlab._src.base.errors import explain
from graphlab._src.graph.constant import static_value
from graphlab._src.play.array_editor import MOST, ArrayEditor
from graphlab._src.play.drawing_pad import DrawingPad

_LEAST = 8  # rows and columns of what is worth a drawing pad
_MOST = 256
_STYLE = {"description_width": "initial"}


def control(tensor, wish):
    """The widget for a tensor.

    wish: a widget with a `value`; what ipywidgets.interact makes one of, such as (0.0, 1.0) or ["relu", "tanh"]; a value to
    begin with (a large array is fed as it is); or None, for one that fits the tensor's dtype and static shape.
    Raises ValueError where there is none.
    """
    if isinstance(wish, fixed):
        return wish
    if hasattr(wish, "observe") and wish.has_trait("value"):
        return _named(wish, tensor)
    made = _edited(tensor, wish)
    if made is None:
        try:
            made = interactive.widget_from_abbrev(wish)
        except (TypeError, ValueError) as error:
            raise ValueError(explain(f"{wish!r} is no range: {error}", at=tensor, fix="(0.0, 1.0)")) from None
    if made is None:
        fix = "pass a widget, a range like (0.0, 1.0), a list of choices, or None"
        raise ValueError(explain(f"There is no widget for {wish!r}", at=tensor, fix=fix))
    if isinstance(made, fixed):
        return made
    _begin(made, tensor)
    return _named(made, tensor, made)


def image_shape(tensor):
    """(rows, columns, channels) of a tensor that may be an image, by its static shape; None for others."""
    sizes = _sizes(tensor)
    if sizes is None or tensor.dtype.base_dtype.name not in ("float32", "float64", "float16", "uint8", "int32"):
        return None
    sizes = sizes[1:] if len(sizes) > 1 and sizes[0] in (None, 1) else sizes
    if len(sizes) == 3 and sizes[2] in (1, 3) and _is_side(sizes[0]) and _is_side(sizes[1]):
        return (*sizes,)
    if len(sizes) == 2 and _is_side(sizes[0]) and _is_side(sizes[1]):
        return (*sizes, 1)
    if len(sizes) == 1 and sizes[0] is not None:  # its rows one after the other
        side = math.isqrt(sizes[0])
        if side * side == sizes[0] and _is_side(side):
            return side, side, 1
    return None


def fed(tensor, value):
    """A widget's value as it is fed: of the tensor's dtype, and of its rank where that only adds or joins sizes.

    Raises ValueError where it does not fit.
    """
    dtype = tensor.dtype.base_dtype
    try:
        array = np.asarray(value, object if dtype.name == "string" else dtype.as_numpy_dtype)
    except (TypeError, ValueError):
        raise ValueError(explain(f"{value!r} is no {dtype.name}", at=tensor)) from None
    sizes = _sizes(tensor)
    if sizes is None or _fits(array.shape, sizes):
        return array
    known = math.prod(size for size in sizes if size is not None)
    free = [i for i, size in enumerate(sizes) if size is None]
    if known and array.size % known == 0 and (free or array.size == known):
        shape = [1 if size is None else size for size in sizes]
        if free:
            shape[free[0]] = array.size // known
        return array.reshape(shape)
    raise ValueError(explain(f"A value of shape {array.shape} does not fit", at=tensor))


def _edited(tensor, wish):
    """The widget for an array, or for a tensor without a wish; None where ipywidgets makes one."""
    sizes = _sizes(tensor)
    dtype = tensor.dtype.base_dtype
    if isinstance(wish, np.ndarray) and wish.ndim:
        return _array_widget(tensor, wish.shape, wish)
    if wish is not None and not _is_range(wish):
        return None
    if sizes is None or not sizes:
        return _scalar_widget(tensor) if wish is None else None
    if wish is not None:
        low, high, step = (*wish, None)[:3]
        return ArrayEditor(_filled(sizes), dtype=dtype, min=low, max=high, step=step)
    return _array_widget(tensor, _filled(sizes), None)


def _array_widget(tensor, shape, value):
    looks = image_shape(tensor)
    if looks is not None and math.prod(shape) == math.prod(looks):
        rows, columns, channels = looks
        return DrawingPad(rows, columns, channels, 1.0 if tensor.dtype.is_floating else 255, value)
    if value is not None and value.size > MOST:
        return fixed(value)
    return ArrayEditor(shape, value, tensor.dtype.base_dtype)


def _scalar_widget(tensor):
    dtype = tensor.dtype.base_dtype
    if dtype.name == "bool":
        return Checkbox(value=False, indent=False)
    if dtype.name == "string":
        return Text()
    if dtype.is_integer:
        return IntText(value=0)
    return FloatText(value=0.0, step=0.1) if dtype.is_floating else None


def _begin(widget, tensor):
    """Lets a widget begin with the default of a placeholder_with_default."""
    default = static_value(tensor.op.inputs[0]) if tensor.op.definition.feed == "default" else None
    if default is None:
        return
    try:
        widget.value = default if isinstance(widget, (ArrayEditor, DrawingPad)) else np.asarray(default).item()
    except (TypeError, ValueError, TraitError):  # beyond its range or its choices, or of another shape
        return


def _named(widget, tensor, made=None):
    """The widget with the tensor's name before it, unless it has a name; made: the widget if it is one of ours."""
    name = tensor.op.name
    if isinstance(widget, (ArrayEditor, DrawingPad)):
        widget.label = widget.label or name
        return widget
    if hasattr(widget, "description") and not widget.description:
        widget.description = name
        widget.style = _STYLE
    if made is not None and not isinstance(made, Checkbox):
        made.layout = Layout(width="min(420px, 100%)")
    return widget


def _is_range(wish):
    return (
        isinstance(wish, tuple)
        and len(wish) in (2, 3)
        and all(isinstance(part, (int, float)) and not isinstance(part, bool) for part in wish)
    )


def _sizes(tensor):
    """The static sizes, None for those that are open; None where the rank is."""
    shape = tensor.shape
    return None if shape.ndims is None else shape.as_list()


def _filled(sizes):
    return [1 if size is None else size for size in sizes]


def _fits(shape, sizes):
    return len(shape) == len(sizes) and all(size in (None, own) for own, size in zip(shape, sizes, strict=True))


def _is_side(size):
    return size is not None and _LEAST <= size <= _MOST
