"""Fed values on sliders: a learning rate, a keep_prob, whether a model trains."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor

_DECADES = 100.0  # a range from one number to this many times as much has a logarithmic slider


class Slider:
    """A tensor with one number that is fed the slider's value in each step.

    kind: "range", "check" (a bool), or "other", a widget that only its own view moves.
    low, high: of a range; is_log: whether its positions are those of the logarithm; is_whole: whether it has whole numbers only.
    """

    def __init__(self, tensor: Tensor, spec: Any) -> None:
        self.tensor = tensor
        self.name = tensor.op.name
        self.low = self.high = 0.0
        self.is_log = False
        self.is_whole = tensor.dtype.is_integer
        self.widget = None
        if hasattr(spec, "value") and hasattr(spec, "observe"):
            self._follow(spec)
        elif tensor.dtype.base_dtype.name == "bool" or isinstance(spec, bool):
            self.kind, self._value = "check", bool(spec)
        else:
            self._range(spec)

    def _range(self, spec: Any) -> None:
        numbers = list(spec) if isinstance(spec, (tuple, list)) else []
        if len(numbers) not in (2, 3) or not all(isinstance(one, (int, float, np.number)) for one in numbers):
            fix = "sliders={learning_rate: (1e-4, 1.0)}, with (low, high, value), or with a widget that has a value"
            raise ValueError(explain(f"{spec!r} is no range for a slider of '{self.name}'", at=self.tensor, fix=fix))
        self.low, self.high = float(numbers[0]), float(numbers[1])
        if not self.low < self.high or not all(map(math.isfinite, numbers)):
            raise ValueError(explain(f"A slider from {numbers[0]} to {numbers[1]} has no range", at=self.tensor))
        self.kind = "range"
        self.is_log = not self.is_whole and self.low > 0 and self.high / self.low >= _DECADES
        middle = math.sqrt(self.low * self.high) if self.is_log else (self.low + self.high) / 2
        self._value = self._checked(numbers[2] if len(numbers) == 3 else middle)

    def _follow(self, widget: Any) -> None:
        """Its value is a widget's, of ipywidgets or of the same manner."""
        self.widget, self.kind = widget, "other"
        if isinstance(widget.value, bool):
            self.kind = "check"
        elif hasattr(widget, "min") and hasattr(widget, "max") and isinstance(widget.value, (int, float)):
            base = getattr(widget, "base", None)
            self.kind, self.is_log = "range", base is not None
            self.low, self.high = (float(base**end) if base else float(end) for end in (widget.min, widget.max))

    @property
    def value(self) -> Any:
        """What the next step is fed."""
        return self._value if self.widget is None else self.widget.value

    @value.setter
    def value(self, value: Any) -> None:
        value = self._checked(value)
        if self.widget is None:
            self._value = value
        else:
            self.widget.value = value

    def _checked(self, value: Any) -> Any:
        if self.kind == "check":
            return bool(value)
        if self.kind == "range":
            if not self.low <= float(value) <= self.high:
                fix = f"a value from {self.low:g} to {self.high:g}"
                raise ValueError(explain(f"{value!r} is outside of the slider of '{self.name}'", fix=fix))
            return round(value) if self.is_whole else float(value)
        return value

    @property
    def number(self) -> float:
        """Its value as a recording has it; NaN for what is no number."""
        try:
            return float(self.value)
        except (TypeError, ValueError):
            return math.nan


def sliders_of(graph: Graph, sliders: Mapping[Any, Any] | None) -> list[Slider]:
    """The Sliders of {tensor, variable or name: range or widget}; ValueError for what one can't move."""
    found = []
    for key, spec in (sliders or {}).items():
        tensor: Any = graph.as_graph_element(key, allow_operation=False)
        if not graph.is_feedable(tensor):
            raise ValueError(explain(f"'{tensor.name}' can't be fed", at=tensor, fix="a slider needs a placeholder"))
        if tensor.shape.num_elements() not in (None, 1):
            raise ValueError(explain(f"A slider has one number, but '{tensor.name}' holds more", at=tensor))
        found.append(Slider(tensor, spec))
    return found
