"""The debug operations: what is computed of a watched tensor, and the text in which a watch names one with its attributes."""

from typing import Any, NamedTuple

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.dtypes import DType

_NUMBERS = "float32 float64 int8 int16 int32 int64 uint8 uint16".split()
_GATED: dict[str, Any] = {"gated_grpc": False}
# {operation: (its attributes with their defaults, the dtypes that it is defined for, or None for all)}
_KNOWN: dict[str, tuple[dict[str, Any], frozenset[str] | None]] = {
    "DebugIdentity": (_GATED, None),
    "DebugNanCount": (_GATED, frozenset([*_NUMBERS, "float16", "bfloat16"])),
    "DebugNumericSummary": (
        {**_GATED, "lower_bound": -np.inf, "mute_if_healthy": False, "upper_bound": np.inf},
        frozenset([*_NUMBERS, "bool"]),
    ),
}
_BOOLS = {"true": True, "1": True, "false": False, "0": False}


class DebugOpError(ValueError):
    """A debug operation that can't be made."""


class CopyError(DebugOpError):
    """The text of a watch that can't be read, so that the tensor isn't copied for any operation."""


class DebugOp(NamedTuple):
    """One debug operation of a watched tensor. name: of its node, "__dbg_y:0_0_DebugIdentity"."""

    type: str
    name: str
    attributes: dict[str, Any]

    def compute(self, value: Any, dtype: DType, shape: tuple[int, ...]) -> np.ndarray | None:
        """Its result; None where it writes nothing. value: an array, or None for a variable that has no value."""
        if self.type == "DebugNanCount":
            return np.array([0 if value is None else int(_is_nan(value).sum())], np.int64)
        lower, upper = self.attributes["lower_bound"], self.attributes["upper_bound"]
        summary, unhealthy = _numeric_summary(value, dtype, shape, lower, upper)
        return None if self.attributes["mute_if_healthy"] and not unhealthy else summary


def parse(text: str) -> tuple[str, dict[str, str]]:
    """(the operation, {attribute: value as text}) of "DebugNumericSummary(lower_bound=-1; mute_if_healthy=true)"."""
    kind, opened, rest = text.partition("(")
    if not opened:
        return text, {}
    if not rest.endswith(")"):
        raise CopyError(f'Malformed debug op name "{text}"')
    attributes: dict[str, str] = {}
    for item in filter(None, rest[:-1].split(";")):
        name, equals, value = item.partition("=")
        name = name.strip()
        if not equals or not name:
            raise CopyError(f'Malformed attributes in debug op name "{text}"')
        if name in attributes:
            raise CopyError(f'Duplicate attribute name "{name}" found in the debug op: "{text}"')
        attributes[name] = value.strip()
    return kind, attributes


def make(text: str, number: int, tensor_name: str, dtype: DType) -> DebugOp:
    """The debug operation that a watch of a tensor names, its `number`-th one. Raises DebugOpError."""
    kind, given = parse(text)
    if kind not in _KNOWN:
        raise DebugOpError(f"Failed to create node definition for debug op {kind} on watched tensor {tensor_name}")
    defaults, types = _KNOWN[kind]
    if types is not None and dtype.name not in types:
        raise DebugOpError(f"Failed to find kernel definition for debug op {kind} on watched tensor {tensor_name}")
    name = f"__dbg_{tensor_name}_{number}_{kind}"
    wrong = [attribute for attribute in given if attribute not in defaults]
    if wrong:
        raise DebugOpError(
            f"{len(wrong)} attribute key(s) were not valid for debug node {name}: {', '.join(sorted(wrong))}"
        )
    read = {attribute: _read(attribute, value, defaults[attribute], name) for attribute, value in given.items()}
    return DebugOp(kind, name, {**defaults, **read})


def _read(attribute: str, text: str, default: Any, name: str) -> Any:
    kind = "bool" if isinstance(default, bool) else "float"
    try:
        return _BOOLS[text.lower()] if kind == "bool" else float(text)
    except (KeyError, ValueError):
        message = f'Invalid value string for {kind}-type attribute {attribute} of debug node {name}: "{text}"'
        raise DebugOpError(message) from None


def _is_nan(values: np.ndarray) -> np.ndarray:
    if values.dtype.kind in "biu":
        return np.zeros(values.shape, bool)
    return np.isnan(values.astype(np.float64))


def _numeric_summary(
    value: Any, dtype: DType, shape: tuple[int, ...], lower: float, upper: float
) -> tuple[np.ndarray, bool]:
    """(DebugNumericSummary's numbers, whether some are NaN or out of bounds).

    The numbers: whether there is a value, how many elements, NaNs, elements below the bounds, negative, zero, positive and
    above the bounds; minimum, maximum, mean and variance of the finite ones; the dtype, the rank and the sizes.
    """
    form = [float(dtype.base_dtype.as_datatype_enum), float(len(shape)), *map(float, shape)]
    nothing = [np.inf, -np.inf, np.nan, np.nan]
    if value is None:
        return np.array([0.0] * 8 + nothing + form), False
    elements = np.asarray(value).astype(np.float64).ravel()
    nan = np.isnan(elements)
    below = ~nan & ((elements <= lower) if lower > -np.inf else np.isneginf(elements))
    above = ~nan & ~below & ((elements >= upper) if upper < np.inf else np.isposinf(elements))
    rest = elements[~nan & ~below & ~above]
    counts = [nan.sum(), below.sum(), (rest < 0).sum(), (rest == 0).sum(), (rest > 0).sum(), above.sum()]
    finite = elements[np.isfinite(elements)]
    if finite.size:
        nothing = [finite.min(), finite.max(), finite.mean(), finite.var()]
    numbers = [1.0, float(elements.size), *map(float, counts), *nothing, *form]
    return np.array(numbers, np.float64), bool(nan.any() or below.any() or above.any())


def is_handle(dtype: DType) -> bool:
    """Whether values of a dtype name something on a device instead of holding numbers or text."""
    return dtype.base_dtype in (dtypes.resource, dtypes.variant)
