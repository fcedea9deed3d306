"""The predictions of a model with two-dimensional inputs: a surface over the plane, and the data points on it."""

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np

from graphlab._src.base.errors import explain
from graphlab._src.graph.graph import Graph
from graphlab._src.graph.tensor import Tensor
from graphlab._src.play.extra_run import ExtraRun

SIZE = 40  # columns and rows of the surface
MOST_CLASSES = 16
_MOST_POINTS = 400
_MARGIN = 0.08  # of the data's extent, on each side


@dataclasses.dataclass(frozen=True)
class Surface:
    """What a model predicts on a grid, row by row from the top.

    region: (left, right, bottom, top) of the plane.  levels: a byte for each place, of the predicted number between `low` and
    `high`, or of how sure the predicted class is.  classes: a byte for each place, b"" for a single number.
    """

    region: tuple[float, float, float, float]
    levels: bytes
    classes: bytes = b""
    low: float = 0.0
    high: float = 1.0

    @property
    def nbytes(self) -> int:
        """The memory that it occupies."""
        return 200 + len(self.levels) + len(self.classes)


class Points:
    """Up to 400 data points that the steps were fed: `inputs` [points, 2] and their `labels` [points]."""

    def __init__(self) -> None:
        self.inputs = np.zeros((0, 2), np.float32)
        self.labels = np.zeros(0, np.float32)

    def add(self, inputs: np.ndarray, labels: np.ndarray | None) -> None:
        """Adds those of a batch."""
        left = _MOST_POINTS - len(self.inputs)
        if left > 0:
            labels = np.zeros(len(inputs), np.float32) if labels is None else labels
            both = np.concatenate([self.inputs, inputs[:left]]), np.concatenate([self.labels, labels[:left]])
            _, first = np.unique(np.column_stack(both), axis=0, return_index=True)  # the same batch may come again
            self.inputs, self.labels = both[0][np.sort(first)], both[1][np.sort(first)]

    @property
    def region(self) -> tuple[float, float, float, float]:
        """(left, right, bottom, top) around them."""
        low, high = self.inputs.min(0), self.inputs.max(0)
        margin = np.maximum((high - low) * _MARGIN, 1e-6)
        (left, bottom), (right, top) = low - margin, high + margin
        return float(left), float(right), float(bottom), float(top)


class Predictions:
    """Computes the surface of a tensor over the plane of a placeholder.

    tensor: [places], [places, 1] or [places, classes].  inputs: [places, 2].  labels: the placeholder of the points' labels, or
    None: what else is fed with as many rows.  feed: {tensor: value} for these runs, in place of what the step was fed.
    """

    def __init__(self, session: Any, tensor: Any, inputs: Any, labels: Any, feed: Mapping[Any, Any] | None) -> None:
        graph: Graph = session.graph
        self._session = session
        self.tensor = _tensor(graph, tensor)
        if inputs is None:
            raise ValueError(explain("predictions need inputs=, the placeholder of the points", fix="inputs=x"))
        self._inputs = _tensor(graph, inputs)
        shape = self._inputs.shape
        if shape.ndims is not None and (shape.ndims != 2 or shape.as_list()[1] not in (None, 2)):
            message = f"The predictions view draws a plane, but inputs '{self._inputs.op.name}' are {shape}"
            raise ValueError(explain(message, at=self._inputs, fix="a placeholder of shape [None, 2]"))
        self._labels = None if labels is None else _tensor(graph, labels)
        self._feed = {_tensor(graph, key): value for key, value in (feed or {}).items()}
        self._run: ExtraRun | None = None
        self.points = Points()

    def surface(self, fed: Mapping[Tensor, Any]) -> Surface | None:
        """The surface now; None before any points are known. fed: what the last step was fed."""
        self._note_points(fed)
        if not len(self.points.inputs):
            return None
        region = self.points.region
        across = np.linspace(region[0], region[1], SIZE, dtype=np.float32)
        down = np.linspace(region[3], region[2], SIZE, dtype=np.float32)
        grid = np.stack(np.meshgrid(across, down), -1).reshape(-1, 2)
        given = {**fed, **self._feed, self._inputs: grid}
        if self._run is None:
            self._run = ExtraRun(self._session, [self.tensor], self._needed(given))
        return _surface(np.asarray(self._run.values(given)[0]), region, self.tensor)

    def _needed(self, given: Mapping[Tensor, Any]) -> list[Tensor]:
        """What is fed, but for what has as many rows as the batch of a step: it belongs to other points."""
        return [
            tensor for tensor in given if tensor is self._inputs or np.ndim(given[tensor]) == 0 or tensor in self._feed
        ]

    def _note_points(self, fed: Mapping[Tensor, Any]) -> None:
        inputs = fed.get(self._inputs)
        if inputs is None:
            return
        inputs = np.asarray(inputs, np.float32)
        if inputs.ndim == 2 and inputs.shape[1] == 2:
            self.points.add(inputs, self._labels_of(fed, len(inputs)))

    def _labels_of(self, fed: Mapping[Tensor, Any], count: int) -> np.ndarray | None:
        candidates = [self._labels] if self._labels is not None else [one for one in fed if one is not self._inputs]
        for tensor in candidates:
            value = np.asarray(fed.get(tensor, 0))
            if value.ndim == 2 and value.shape[0] == count and value.shape[1] > 1:
                return value.argmax(1).astype(np.float32)
            if value.ndim and value.size == count and value.dtype.kind in "biuf":
                return value.reshape(-1).astype(np.float32)
        return None


def _tensor(graph: Graph, item: Any) -> Tensor:
    found: Any = graph.as_graph_element(item, allow_operation=False)
    return found


def _surface(values: np.ndarray, region: tuple[float, float, float, float], tensor: Tensor) -> Surface:
    values = values.reshape(len(values), -1).astype(np.float64) if values.ndim else values.reshape(1, 1)
    if len(values) != SIZE * SIZE or not 1 <= values.shape[1] <= MOST_CLASSES:
        message = f"predictions '{tensor.name}' are {values.shape} for {SIZE * SIZE} points"
        raise ValueError(explain(message, at=tensor, fix=f"one number for each point, or up to {MOST_CLASSES} classes"))
    if values.shape[1] == 1:
        low, high = (
            (0.0, 1.0) if values.min() >= 0 and values.max() <= 1 else (float(values.min()), float(values.max()))
        )
        return Surface(region, _bytes((values[:, 0] - low) / ((high - low) or 1.0)), b"", low, high)
    values = np.nan_to_num(values)
    if values.min() < 0 or not np.allclose(values.sum(1), 1.0, atol=1e-3):  # logits
        values = np.exp(values - values.max(1, keepdims=True))
        values /= values.sum(1, keepdims=True)
    return Surface(region, _bytes(values.max(1)), values.argmax(1).astype(np.uint8).tobytes())


def _bytes(numbers: np.ndarray) -> bytes:
    return np.round(np.clip(np.nan_to_num(numbers), 0.0, 1.0) * 255).astype(np.uint8).tobytes()
