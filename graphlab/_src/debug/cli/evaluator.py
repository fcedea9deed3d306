"""ExpressionEvaluator: Python expressions of dumped tensors, "np.matmul(`a:0`, `b:0`)"."""

import re
from typing import Any

import numpy as np

from graphlab._src.debug.dumps.dump_dir import DebugDumpDir, WatchKeyDoesNotExistInDebugDumpDirError

_TENSOR = re.compile(r"`([^`]*)`")
_DEVICE = re.compile(r"(/job:[^:/]+/replica:\d+/task:\d+/(?:device:)?\w+:\d+):(.+)")
_NUMBER = re.compile(r"\[(\d+)\]$")


def _parse_debug_tensor_name(debug_tensor_name: str) -> tuple[str | None, str, int, str, int]:
    """(device or None, node, output, debug operation, number of the dump) of "device:a:0:DebugIdentity[1]"."""
    device, text = None, debug_tensor_name
    if text.startswith("/"):
        match = _DEVICE.match(text)
        if match is None:
            raise _malformed(debug_tensor_name)
        device, text = match.group(1), match.group(2)
    parts = text.split(":")
    if len(parts) not in (2, 3):
        raise _malformed(debug_tensor_name)
    number = 0
    match = _NUMBER.search(parts[-1])
    if match is not None:
        number = int(match.group(1))
        parts[-1] = parts[-1][: match.start()]
    if not parts[1].isdigit() or "[" in parts[-1]:
        raise _malformed(debug_tensor_name)
    return device, parts[0], int(parts[1]), parts[2] if len(parts) == 3 else "DebugIdentity", number


def _malformed(name: str) -> ValueError:
    return ValueError(f"The debug tensor name in the to-be-evaluated expression is malformed: '{name}'")


class ExpressionEvaluator:
    """Evaluates expressions in which tensors of a dump are named between backticks."""

    def __init__(self, dump: DebugDumpDir) -> None:
        self._dump = dump
        self._cached_tensor_values: dict[str, Any] = {}

    def evaluate(self, expression: str) -> Any:
        """The value of an expression. Raises ValueError for a tensor that was not dumped."""
        names = [name.strip() for name in _TENSOR.findall(expression)]
        values = {f"_tensor_{i}": self._value(name) for i, name in enumerate(names)}
        numbers = iter(range(len(names)))
        code = _TENSOR.sub(lambda match: f"_tensor_{next(numbers)}", expression)
        return eval(code, {"np": np, "numpy": np, **values})  # the user's own expression

    def _value(self, name: str) -> Any:
        if name not in self._cached_tensor_values:
            device, node, slot, debug_op, number = _parse_debug_tensor_name(name)
            try:
                found = self._dump.get_tensors(node, slot, debug_op, device_name=device)
            except WatchKeyDoesNotExistInDebugDumpDirError:
                raise ValueError(
                    f"Eval failed due to the value of {node}:{slot}:{debug_op} being unavailable"
                ) from None
            self._cached_tensor_values[name] = found[number]
        return self._cached_tensor_values[name]
