"""tensorflow.python.ops.data_flow_ops: the types, shapes and names of a queue's components, as lists."""

from collections.abc import Sequence
from typing import Any

from graphlab._src.base.shapes import TensorShape, as_shape, unknown_shape


def as_type_list(dtypes: Any) -> list[Any]:
    """The types of a list or tuple, or the one that is given, as a list."""
    return list(dtypes) if isinstance(dtypes, (list, tuple)) else [dtypes]


def as_shape_list(
    shapes: Any, dtypes: Any, unknown_dim_allowed: bool = False, unknown_rank_allowed: bool = False
) -> list[TensorShape] | None:
    """The shapes of a list or tuple, or the one that is given, as a list of TensorShapes; None for None.

    dtypes: has no effect.  unknown_dim_allowed: shapes may have unknown sizes, and have to be a list then.
    unknown_rank_allowed: the rank may be unknown too.
    """
    if unknown_dim_allowed:
        if (
            not isinstance(shapes, Sequence)
            or not shapes
            or any(shape is None or isinstance(shape, int) for shape in shapes)
        ):
            raise ValueError("When providing partial shapes, a list of shapes must be provided.")
    if shapes is None:
        return None
    if isinstance(shapes, TensorShape):
        shapes = [shapes]
    if not isinstance(shapes, (tuple, list)):
        raise TypeError("shapes must be a TensorShape or a list or tuple of TensorShapes.")
    if all(shape is None or isinstance(shape, int) for shape in shapes):
        shapes = [shapes]
    found = [as_shape(shape) for shape in shapes]
    if not unknown_dim_allowed and any(not shape.is_fully_defined() for shape in found):
        raise ValueError(f"All shapes must be fully defined: {found}")
    if not unknown_rank_allowed and any(shape.dims is None for shape in found):
        raise ValueError(f"All shapes must have a defined rank: {found}")
    return found


def as_name_list(names: Any, dtypes: Any) -> list[str] | None:
    """The names of a list or tuple, or the one that is given, as a list, one for each type; None for None."""
    if names is None:
        return None
    names = list(names) if isinstance(names, (list, tuple)) else [names]
    if len(names) != len(dtypes):
        raise ValueError("List of names must have the same length as the list of dtypes")
    return names


def shape_common(s1: Any, s2: Any) -> TensorShape:
    """The TensorShape with the sizes that two shapes have in common; of unknown rank where their ranks differ."""
    one, other = TensorShape(s1), TensorShape(s2)
    if one.ndims is None or one.ndims != other.ndims:
        return unknown_shape()
    pairs = zip(one.as_list(), other.as_list(), strict=True)
    return TensorShape([ours if ours == theirs else None for ours, theirs in pairs])
