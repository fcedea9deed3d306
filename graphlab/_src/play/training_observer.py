"""What a training records beside its metrics: histograms of weights and gradients, and predictions."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphlab._src.graph.graph_keys import GraphKeys
from graphlab._src.graph.operation import Operation
from graphlab._src.graph.tensor import Tensor
from graphlab._src.play.extra_run import ExtraRun
from graphlab._src.play.predictions import Predictions
from graphlab._src.play.recording import Recording
from graphlab._src.play.snapshots import Snapshot, figures
from graphlab._src.session.calls.feeds import expand

_MOST_TENSORS = 64  # weights, and as many gradients
_GRADIENTS = ("grad", "delta")  # the inputs of the optimizers' operations


class Observer:
    """Makes snapshots between the steps of a training.

    Weights are read from the session's variables. Gradients and predictions are extra runs, which change nothing: they compute
    from the variables as the step left them and from what it was fed. Where that is not possible, the recording notes why.
    """

    def __init__(self, session: Any, train_op: Any, recording: Recording, predictions: Predictions | None) -> None:
        self._session = session
        self._train_op = train_op
        self._recording = recording
        self._predictions = predictions
        self._owners: list[Operation] | None = None  # of the weights; None before the first snapshot
        self._gradients: list[Tensor] = []
        self._run: ExtraRun | None = None

    def take(self, step: int, feed: Mapping[Any, Any] | None) -> None:
        """Makes a snapshot. feed: what the last step was fed, or the next one will be."""
        fed = dict(expand(self._session.graph, feed or {}))
        with self._session.store.lock:
            if self._owners is None:
                self._begin(fed)
            held = self._session.store.values
            weights = [held.get(owner) for owner in self._owners or ()]
            if any(value is None for value in weights):
                return  # not initialized yet
            found = figures([*weights, *self._gradient_values(fed)])
            surface = self._surface(fed)
        if self._predictions is not None:
            self._recording.points = self._predictions.points
        self._recording.add_snapshot(Snapshot(step, found, surface))

    def _begin(self, fed: Mapping[Tensor, Any]) -> None:
        plan = self._session.plan(self._train_op, list(fed))
        graph = self._session.graph
        trainable = {variable.op for variable in graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)}
        written = [op for op in plan.writes if op.definition is None or not op.definition.random]
        weights = [op for op in written if op in trainable] or [op for op in written if _has_floats(op)]
        self._owners = weights[:_MOST_TENSORS]
        self._gradients = [grad for grad in _gradients(plan.operations, self._owners) if grad not in plan.feed_set]
        if self._gradients:
            try:
                self._run = ExtraRun(self._session, self._gradients, list(fed))
            except (ValueError, TypeError, NotImplementedError) as error:
                self._gradients = []
                self._recording.notes.append(f"Gradients are not recorded. {_first_line(error)}")
        self._recording.tensors = [
            *((op.id, 0, "weight", op.name) for op in self._owners),
            *((tensor.op.id, tensor.value_index, "gradient", tensor.name) for tensor in self._gradients),
        ]

    def _gradient_values(self, fed: Mapping[Tensor, Any]) -> Sequence[Any]:
        if self._run is None:
            return ()
        try:
            return self._run.values(fed)
        except Exception as error:  # the training goes on
            self._recording.notes.append(f"Gradients are not recorded. {_first_line(error)}")
            self._run = None
            return [np.zeros(0, np.float32)] * len(self._gradients)

    def _surface(self, fed: Mapping[Tensor, Any]) -> Any:
        if self._predictions is None:
            return None
        try:
            return self._predictions.surface(fed)
        except Exception as error:
            self._recording.notes.append(f"Predictions are not drawn. {_first_line(error)}")
            self._predictions = None
            return None


def _has_floats(op: Operation) -> bool:
    return bool(op.outputs) and (op.outputs[0].dtype.base_dtype.is_floating or op.outputs[0].dtype.name == "resource")


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__


def _gradients(operations: Sequence[Operation], owners: Sequence[Operation]) -> list[Tensor]:
    """What the optimizer's operations apply to these variables."""
    found = []
    for op in operations:
        if "Apply" not in op.type or op.definition is None or not op.inputs or op.inputs[0].op not in owners:
            continue
        places = [i for i, arg in enumerate(op.definition.inputs) if arg.name in _GRADIENTS]
        found += [op.inputs[i] for i in places if op.inputs[i].dtype.is_floating]
    return list(dict.fromkeys(found))
