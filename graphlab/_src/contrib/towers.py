"""replicate_model_fn and TowerOptimizer of tf.contrib.estimator: a model on several devices, with variables of one."""

import contextlib
import copy
from typing import Any

from graphlab._src.base import logging
from graphlab._src.estimator.estimator import arguments
from graphlab._src.estimator.export_outputs import ClassificationOutput, PredictOutput, RegressionOutput
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import GraphKeys, convert_to_tensor, get_default_graph, name_scope
from graphlab._src.graph.device import DeviceSpec
from graphlab._src.graph.scopes import control_dependencies, device, get_collection, get_collection_ref
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.tensor import IndexedSlices
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.constants import zeros
from graphlab._src.ops.control_flow import group, no_op
from graphlab._src.ops.division import div
from graphlab._src.ops.joining import concat, split
from graphlab._src.ops.losses.weighted import Reduction
from graphlab._src.ops.shape import shape
from graphlab._src.ops.sparse_places import sparse_split
from graphlab._src.session.device_lib import list_local_devices
from graphlab._src.state.assignment import assign, assign_add
from graphlab._src.state.scope import variable_scope
from graphlab._src.train.optimizers.optimizer import Optimizer

_VARIABLES = ("Variable", "VariableV2", "VarHandleOp")


def replicate_model_fn(model_fn, loss_reduction=Reduction.SUM_BY_NONZERO_WEIGHTS, devices=None):
    """A model function that calls another one for each device, with a part of the batch, and adds what they return.

    model_fn: its optimizer is a TowerOptimizer.  loss_reduction: Reduction.SUM adds losses and gradients, others average
    them.  devices: their names; all GPUs, or the CPU, when left out.
    Features and labels are cut in equal parts; predictions are put together, metrics added up. Variables are the CPU's, or
    those of the one GPU. ValueError for Reduction.NONE.
    """
    if loss_reduction == Reduction.NONE:
        raise ValueError(f"Tower losses need to be reduced in some way, yet {loss_reduction} reduction is specified.")
    names = list(devices or _local("GPU") or _local("CPU"))
    home = names[0] if len(names) == 1 and "GPU" in names[0].upper() else "/CPU:0"
    logging.info("Replicating the `model_fn` across %s.  Variables are going to be placed on %s.", names, home)

    def call(features, labels, mode, params, config):
        return _towers(model_fn, mode, features, labels, params, config, names, home, loss_reduction)

    def single_device_model_fn(features, labels, mode, params=None, config=None):
        return call([features], [labels], mode, params, config)[0]

    def replicated_model_fn(features, labels, mode, params=None, config=None):
        specs = call(*_parts(features, labels, len(names), home), mode, params, config)
        if mode == ModeKeys.TRAIN:
            return specs[-1]._replace(loss=_total([spec.loss for spec in specs], home, "loss"))
        return _evaluated(specs, home) if mode == ModeKeys.EVAL else _predicted(specs, home)

    return single_device_model_fn if len(names) == 1 else replicated_model_fn


class TowerOptimizer(Optimizer):
    """An optimizer around another one, which applies the gradients of all towers with those of the last.

    optimizer_or_optimizer_fn: the other optimizer, or a function without arguments that returns it.
    Without replicate_model_fn it does what the other one does.
    """

    COLLECTION_FOR_GRAPH_STATES = "replicate_model_fn_graph_states"

    def __init__(self, optimizer_or_optimizer_fn):
        self._optimizer_or_optimizer_fn: Any = optimizer_or_optimizer_fn

    @staticmethod
    def has_been_used():
        """Whether one has computed or applied gradients in the default graph."""
        return _state().used

    def _get_optimizer(self) -> Any:
        if callable(self._optimizer_or_optimizer_fn):
            self._optimizer_or_optimizer_fn = self._optimizer_or_optimizer_fn()
        _state().used = True
        return self._optimizer_or_optimizer_fn

    def get_slot(self, *args, **kwargs):
        """A slot of the optimizer inside."""
        return self._get_optimizer().get_slot(*args, **kwargs)

    def get_slot_names(self, *args, **kwargs):
        """The names of the slots of the optimizer inside."""
        return self._get_optimizer().get_slot_names(*args, **kwargs)

    def get_name(self, *args, **kwargs):
        """The name of the optimizer inside."""
        return self._get_optimizer().get_name(*args, **kwargs)

    def variables(self, *args, **kwargs):
        """The variables of the optimizer inside."""
        return self._get_optimizer().variables(*args, **kwargs)

    def compute_gradients(self, loss, *args, **kwargs):
        """The gradients of a tower's loss, which counts as a part of all towers'."""
        state = _state()
        return self._get_optimizer().compute_gradients(_scaled(loss, state.reduction, state.count), *args, **kwargs)

    def apply_gradients(self, grads_and_vars, global_step=None, **kwargs):
        """The operation of a step; in all towers but the last it only computes the gradients."""
        state = _state()
        if state.count == 1:
            return self._get_optimizer().apply_gradients(grads_and_vars, global_step, **kwargs)
        pairs = list(grads_and_vars)
        state.gradients[state.index].append(pairs)
        if state.index < state.count - 1:
            with control_dependencies([_tensor_of(gradient) for gradient, _ in pairs if gradient is not None]):
                return no_op(name="train_op_placeholder")
        with variable_scope(state.variable_scope), name_scope(state.name_scope):
            return self._apply_together(state, global_step, kwargs)

    def _apply_together(self, state, global_step, kwargs):
        optimizer = self._get_optimizer()
        call = len(state.gradients[state.index]) - 1
        gradients, variables = {}, {}
        for tower in state.gradients:
            for gradient, variable in tower[call]:
                if gradient is not None:
                    variables[id(variable)] = variable
                    gradients.setdefault(id(variable), []).append(gradient)
        with name_scope("gradient_aggregating"):
            sums = [(_total(found, variables[key].device), variables[key]) for key, found in gradients.items()]
        return optimizer.apply_gradients(sums, global_step=global_step, **kwargs)


class _State:
    """What the TowerOptimizers of a graph know of its towers."""

    def __init__(self):
        self.begin(None, 1)
        self.used = False

    def begin(self, reduction, count):
        """So many towers follow."""
        self.reduction, self.count, self.index = reduction, count, 0
        self.gradients = [[] for _ in range(count)]
        self.variable_scope = self.name_scope = None


def _state():
    found = get_collection_ref(TowerOptimizer.COLLECTION_FOR_GRAPH_STATES)
    if not found:
        found.append(_State())
    return found[-1]


def _tensor_of(gradient):
    return gradient.values if isinstance(gradient, IndexedSlices) else gradient


def _local(kind):
    return [one.name for one in list_local_devices() if one.device_type == kind]


def _scaled(loss, reduction, count):
    if loss is None or count == 1 or reduction == Reduction.SUM:
        return loss
    return div(loss, 1.0 * count, name="averaged_loss")


def _total(values, place, name=None):
    """The sum of what towers have, on a device."""
    with device(place):
        if not isinstance(values[0], IndexedSlices):
            return add_n(values, name=name)
        joined = concat([value.values for value in values], axis=0)
        indices = concat([value.indices for value in values], axis=0)
        return IndexedSlices(joined, indices, values[0].dense_shape)


def _cut(tensor, count):
    if isinstance(tensor, SparseTensor):
        return sparse_split(sp_input=tensor, num_split=count, axis=0)
    size = convert_to_tensor(tensor).shape[0].value
    if size is None or size % count:
        raise ValueError(f"Batch size {size} needs to be divisible by the number of GPUs, which is {count}.")
    return split(tensor, count)


def _parts(features, labels, count, place):
    """(features of each tower, labels of each tower or None)."""

    def cut(given):
        if not isinstance(given, dict):
            return _cut(given, count)
        cuts = {name: _cut(tensor, count) for name, tensor in given.items()}
        return [{name: parts[i] for name, parts in cuts.items()} for i in range(count)]

    with name_scope("split_inputs"), device(place):
        return cut(features), None if labels is None else cut(labels)


def _placement(place, home):
    """The function that puts variables on one device and the rest on another."""

    def choose(op):
        wanted = DeviceSpec.from_string(home if op.type in _VARIABLES else place)
        return wanted.make_merged_spec(DeviceSpec.from_string(op.device or "")).to_string()

    return choose


@contextlib.contextmanager
def _tower(index):
    """The scopes of a tower: the first one's names have no prefix, the others use its variables."""
    with variable_scope("", reuse=index > 0) as scope, name_scope(f"tower_{index}" if index else "") as name:
        state = _state()
        if not index:
            state.variable_scope, state.name_scope = scope, name
        state.index = index
        yield


def _towers(model_fn, mode, features, labels, params, config, names, home, reduction):
    """The EstimatorSpec of each tower, whose loss counts as a part of all towers'."""
    wanted = arguments(model_fn)
    given = {"params": params, "config": config}
    more = {key: copy.deepcopy(value) for key, value in given.items() if key in wanted}
    state, specs = _state(), []
    state.begin(reduction, len(names))
    for i, place in enumerate(names):
        with _tower(i), device(_placement(place, home)):
            spec = model_fn(mode=mode, features=features[i], labels=labels[i] if labels else None, **more)
            if spec.train_op is not None and len(names) > 1 and not TowerOptimizer.has_been_used():
                raise ValueError(
                    "Please wrap optimizers with TowerOptimizer in order to use replicate_model_fn with multiple "
                    "`devices`."
                )
            if spec.loss is not None:
                spec = spec._replace(loss=_scaled(spec.loss, reduction, len(names)))
            specs.append(spec)
    if len({len(tower) for tower in state.gradients}) > 1:
        raise ValueError("Each invocation of model_fn was supposed to make the same optimizer calls.")
    get_default_graph().clear_collection(TowerOptimizer.COLLECTION_FOR_GRAPH_STATES)
    return specs


def _evaluated(specs, place):
    loss = _total([spec.loss for spec in specs], place, "loss")
    with control_dependencies([update for spec in specs for _, update in spec.eval_metric_ops.values()]):
        reduced = _added_metrics(len(specs))
    metrics = {name: (value, reduced) for name, (value, _) in specs[0].eval_metric_ops.items()}
    return specs[0]._replace(loss=loss, eval_metric_ops=metrics)


def _added_metrics(count):
    """The operation that adds the metric variables of all towers to those of the first, and makes them 0."""
    variables = get_collection(GraphKeys.METRIC_VARIABLES)
    each = len(variables) // count
    if len(variables) % count:
        raise ValueError(
            "Different `EstimatorSpec.eval_metric_ops` across `model_fn()` calls. "
            f"Expected {each * count} local variables, but got {len(variables)} instead."
        )
    done = []
    for i in range(each):
        others = variables[i + each :: each]
        added = assign_add(variables[i], add_n(others))
        with control_dependencies([added]):
            done += [assign(one, zeros(shape(one), dtype=one.dtype.base_dtype)) for one in others]
    return group(*done)


def _by_name(dicts):
    return {name: [one[name] for one in dicts] for name in dicts[0]}


def _joined(dicts):
    """{name: tensor} of the examples of all towers."""
    return {name: concat(tensors, axis=0, name=name) for name, tensors in _by_name(dicts).items()}


def _predicted(specs, place):
    with device(place):
        predictions = _joined([spec.predictions for spec in specs])
        outputs = {name: _output(found) for name, found in _by_name([spec.export_outputs for spec in specs]).items()}
    return specs[0]._replace(predictions=predictions, export_outputs=outputs)


def _output(found):
    if isinstance(found[0], RegressionOutput):
        return RegressionOutput(concat([one.value for one in found], axis=0))
    if isinstance(found[0], ClassificationOutput):
        scores, classes = ([getattr(one, part) for one in found] for part in ("scores", "classes"))
        return ClassificationOutput(
            scores=None if scores[0] is None else concat(scores, axis=0),
            classes=None if classes[0] is None else concat(classes, axis=0),
        )
    return PredictOutput(_joined([one.outputs for one in found]))
