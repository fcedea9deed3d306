"""A model under a strategy: each replica runs it on its part of the batch, and all make one step together.

The numbers are those of the whole batch on one device: the loss of a replica counts as much as its part of the examples.
Batch normalization sees a replica's part alone.
"""

import contextlib
import copy
from typing import Any

from graphlab._src.base.context import sessions
from graphlab._src.distribute.context import replica_number
from graphlab._src.distribute.reduce_op import ReduceOp
from graphlab._src.distribute.values import PerReplica
from graphlab._src.graph import Tensor, get_default_graph, nest
from graphlab._src.graph.scopes import device, name_scope
from graphlab._src.keras.engine.compiled import Compiled, each_once, output_loss
from graphlab._src.keras.engine.function import function
from graphlab._src.keras.engine.weighting import Reduction, weighted
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import greater
from graphlab._src.ops.constants import ones, zeros_like
from graphlab._src.ops.division import div_no_nan
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.select import where
from graphlab._src.ops.shape import shape
from graphlab._src.proto import ConfigProto
from graphlab._src.session.keras_session import set_fallback_session
from graphlab._src.session.session import Session


class ReplicatedCompiled(Compiled):
    """What compile makes of a model whose variables are a strategy's."""

    def __init__(self, model, outputs, metrics_of, weighted_metrics_of, strategy):
        self.strategy = strategy
        super().__init__(model, outputs, metrics_of, weighted_metrics_of)

    def _build(self):
        self.total_loss = self._total_loss()
        self._of_layers = list(self.model._own_metrics())

    def _make(self, mode):
        with self.strategy.scope(), self.model._as_when_compiled():
            return self._function(mode)

    def _function(self, mode):
        model, feeds = self.model, list(self.feeds)
        count, phase = len(model._feed_inputs), learning_phase()
        parts = Parts(self.strategy, feeds[:count])
        inputs = [parts.of(tensor, True) for tensor in feeds[:count]]
        targets = [parts.of(output.target) for output in self.trained]
        weights = [
            None if output.sample_weight is None else parts.of(_for_all(output.sample_weight, parts.size))
            for output in self.trained
        ]
        args = (mode, inputs, targets, weights, parts.rows, parts.share)
        losses, updates = self.strategy.extended.call_for_each_replica(self._step, args=args)
        total = self.strategy.reduce(ReduceOp.SUM, losses, axis=None)
        figures = [m._call_result for m in self.all_metrics if hasattr(m, "_call_result")]
        fed = [*feeds, phase] if mode == "train" and isinstance(phase, Tensor) else feeds
        done = [item for update in updates for item in self.strategy.experimental_local_results(update)]
        return function(fed, [total, *figures], each_once(done), **model._function_kwargs)

    def _step(self, mode, inputs, targets, weights, rows, share):
        """(the replica's part of the loss, its updates)."""
        model = self.model
        with recorded(model) as record:
            tensors = called(model, inputs)
        outputs = [_rows_of(tensor, rows) for tensor in tensors]
        loss: Any = None
        trained = [output for output in self.outputs if output.loss is not None]
        own = {}
        with name_scope("loss"):
            for number, output in enumerate(trained):
                mine = copy.copy(output)
                mine.tensor = outputs[self.outputs.index(output)]
                mine.target, mine.sample_weight = targets[number], weights[number]
                own[output.name] = mine
                with name_scope(output.name + "_loss"):
                    value = _share_of(mine, output_loss(mine), rows, share)
                if self.loss_metrics:
                    self.loss_metrics[number](div_no_nan(value, share), sample_weight=share)
                value = output.loss_weight * value
                loss = value if loss is None else loss + value
            loss = self._with_other_losses(loss, record, share)
        with name_scope("metrics"):
            for name, metric, output, is_weighted in self.metrics:
                if output.loss is not None:
                    with name_scope(name):
                        self._measure(metric, own[output.name], is_weighted)
        updates = []
        if mode == "train":
            with name_scope("training"):
                updates = [*model._training_updates(loss), *record.updates]
        return loss, updates

    def _with_other_losses(self, loss, record, share):
        """With the regularizers' losses, and those that layers added. loss: None where no output is trained on its own."""
        for other in record.losses:
            loss = _plus(loss, cast(other, share.dtype if loss is None else loss.dtype) * share)
        for make in record.makers:
            other = make()
            if other is not None:
                loss = _plus(loss, other / self.strategy.num_replicas_in_sync)
        if replica_number() == 0:
            for other in self.model._losses:  # of the whole batch
                loss = _plus(loss, other)
        if loss is None:
            raise ValueError(
                "Under a strategy a model is trained on losses of its outputs or of its layers; it has none"
            )
        return loss

    def _measure(self, metric, output, is_weighted):
        mask = getattr(output.tensor, "_keras_mask", None)
        weights = output.sample_weight if is_weighted else None
        if mask is not None:
            mask = cast(mask, output.tensor.dtype)
            weights = mask if weights is None else weighted(mask, weights)
        metric(output.target, output.tensor, sample_weight=weights)


def predict_function(model, strategy, **kwargs):
    """The function that makes predictions: each replica those for its part of the examples."""
    with strategy.scope():
        parts = Parts(strategy, model._feed_inputs)
        inputs = [parts.of(tensor, True) for tensor in model._feed_inputs]

        def predict(inputs, rows):
            with recorded(model):
                return [_rows_of(tensor, rows) for tensor in called(model, inputs)]

        found = strategy.extended.call_for_each_replica(predict, args=(inputs, parts.rows))
        with device(parts.host):
            outputs = [strategy.extended.gathered(item) for item in found]
        return function(model._feed_inputs, outputs, **kwargs)


def use_cluster_session(strategy: Any) -> None:
    """Lets Keras' session be one of this task of the strategy's cluster, where there is a cluster and no session yet."""
    start = getattr(getattr(strategy, "extended", None), "start_server", None)
    server = start() if start else None
    if server is None or sessions.get_default() is not None:
        return
    config = strategy.update_config_proto(ConfigProto(allow_soft_placement=True))
    set_fallback_session(Session(server.target, get_default_graph(), config))


class Parts:
    """The parts of a batch that the replicas get: equally many examples, and fewer or none for the last ones.

    size: how many examples the batch has.  rows, share: how many examples each replica has, and which part of all.
    host: the device that divides.
    """

    def __init__(self, strategy: Any, inputs: list[Any]):
        devices = strategy.extended.worker_devices
        first, count = strategy.extended.parts_of_batch()
        numbers = range(first, first + len(devices))
        self.host = (devices[0].partition("/device:")[0] or "") + "/device:CPU:0"
        with device(self.host), name_scope("replica_batches"):
            self.size = shape(inputs[0])[0]
            each = (self.size + count - 1) // count
            self._bounds = [
                (minimum(each * number, self.size), minimum(each * (number + 1), self.size)) for number in numbers
            ]
            counts = [end - begin for begin, end in self._bounds]
            self.rows = PerReplica(counts)
            self.share = PerReplica([cast(count, "float32") / cast(self.size, "float32") for count in counts])

    def of(self, tensor: Any, at_least_one: bool = False) -> Any:
        """The rows of a tensor that each replica gets.

        at_least_one: a replica without examples gets the last one, so that what layers compute of it is a number.
        """
        found: list[Any] = []
        with device(self.host), name_scope("replica_batches"):
            for begin, end in self._bounds:
                if at_least_one:
                    begin = minimum(begin, self.size - 1)
                    end = maximum(end, begin + 1)
                found.append(tensor[begin:end])
        for part in found:
            part.set_shape([None, *tensor.shape.as_list()[1:]] if tensor.shape.ndims else None)
        return PerReplica(found)


def _for_all(weights: Any, size: Any) -> Any:
    """The weights of all examples, where one may be given for all."""
    filled = ones([size, *[1] * (weights.shape.ndims - 1)], weights.dtype)
    return weights * filled


def called(model: Any, inputs: Any) -> list[Any]:
    """The outputs of a model for other inputs."""
    inputs = list(inputs)
    keywords: Any = {}
    if not model._is_graph_network and model._call_accepts("training"):
        keywords = {"training": learning_phase()}
    return nest.flatten(model(inputs if len(inputs) > 1 else inputs[0], **keywords))


def _rows_of(tensor: Any, rows: Any) -> Any:
    """The outputs for the replica's examples; a scalar, such as a loss, is of all of them."""
    if tensor.shape.ndims == 0:
        return tensor
    found = tensor[:rows]
    found.set_shape(tensor.shape)
    mask = getattr(tensor, "_keras_mask", None)
    if mask is not None:
        found._keras_mask = mask[:rows]
    return found


def _plus(loss: Any, other: Any) -> Any:
    return other if loss is None else loss + other


def _share_of(output: Any, value: Any, rows: Any, share: Any) -> Any:
    """A replica's part of a loss: of a mean, its share of the examples."""
    if getattr(output.loss, "reduction", None) in (Reduction.SUM, Reduction.NONE):
        return value
    return where(greater(rows, 0), value, zeros_like(value)) * cast(share, value.dtype)


class _Record:
    """What a call of a model added to its layers: updates, losses, and functions that make losses of regularizers."""

    def __init__(self) -> None:
        self.updates: list[Any] = []
        self.losses: list[Any] = []
        self.makers: list[Any] = []


@contextlib.contextmanager
def recorded(model: Any) -> Any:
    """Records what calling the model adds to its layers, and removes it from them."""
    layers = _all_layers(model)
    counts = [(layer, len(layer._updates), len(layer._losses), len(layer._inbound_nodes)) for layer in layers]
    record = _Record()
    yield record
    for layer, updates, losses, nodes in counts:
        record.updates.extend(layer._updates[updates:] if layer.trainable or layer.stateful else ())
        record.losses.extend(layer._losses[losses:])
        record.makers.extend(layer._callable_losses)
        del layer._updates[updates:], layer._losses[losses:], layer._inbound_nodes[nodes:]


def _all_layers(layer: Any) -> list[Any]:
    found, waiting = [], [layer]
    while waiting:
        one = waiting.pop()
        if not any(one is other for other in found):
            found.append(one)
            waiting.extend(one._sublayers())
    return found
