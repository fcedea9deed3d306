"""What compile makes of a model: losses and metrics of its outputs, and the functions that train and test it."""

from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.graph import Tensor, constant, name_scope
from graphlab._src.graph.traversal import is_placeholder
from graphlab._src.keras import losses, metrics
from graphlab._src.keras.engine.function import function
from graphlab._src.keras.engine.metric import Mean, MeanMetricWrapper, Metric, clone_metric
from graphlab._src.keras.engine.training_arrays import check_keys
from graphlab._src.keras.engine.weighting import Reduction, compute_weighted_loss, reduced, weighted
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.ops.arithmetic import add_n
from graphlab._src.ops.cast import cast
from graphlab._src.ops.identity import placeholder, placeholder_with_default


def loss_of(loss) -> Any:
    """The loss that an argument of compile means."""
    if loss is None or isinstance(loss, losses.Loss):
        return loss
    if callable(loss) and not hasattr(loss, "__name__"):
        return loss
    found: Any = losses.get(loss)
    if isinstance(found, losses.Loss):
        return found
    return losses.LossFunctionWrapper(found, name=found.__name__, reduction=Reduction.SUM_OVER_BATCH_SIZE)


def check_target(loss, sizes, expected):
    """Raises ValueError for a target whose sizes a loss does not compare with an output of the expected ones, None for any."""
    fn = getattr(loss, "fn", None)
    if fn is losses.categorical_crossentropy and sizes[-1:] == (1,):
        raise ValueError(
            f"You are passing a target array of shape {sizes} while using as loss `categorical_crossentropy`. "
            "`categorical_crossentropy` expects targets to be binary matrices (1s and 0s) of shape (samples, classes). "
            "If your targets are integer classes, you can convert them to the expected format via:\n"
            "    y_binary = tf.keras.utils.to_categorical(y_int)\n"
            "Alternatively, you can use the loss function `sparse_categorical_crossentropy` instead, which does expect "
            "integer targets."
        )
    same = (losses.mean_squared_error, losses.binary_crossentropy, losses.categorical_crossentropy)
    if fn not in same or expected is None:
        return
    if any(size not in (None, given) for given, size in zip(sizes[1:], expected[1:], strict=False)):
        raise ValueError(
            f"A target array with shape {sizes} was passed for an output of shape {expected} while using as loss "
            f"`{getattr(loss, 'name', None) or getattr(fn, '__name__', fn)}`. This loss expects targets to have the same shape "
            "as the output."
        )


class Output:
    """An output of a model that is being trained: its target, its loss, its metrics."""

    def __init__(self, name, tensor, loss, loss_weight, target=None, sample_weight_mode=None):
        self.name = name
        self.tensor = tensor
        self.loss = loss
        self.loss_weight = loss_weight
        self.sample_weight_mode = sample_weight_mode
        self.given_target = target
        self.target = target
        self.sample_weight: Any = None
        self.metrics = []
        if loss is not None and target is None:
            shape = None if tensor.shape.ndims is None else (None,) * tensor.shape.ndims
            self.target = placeholder(tensor.dtype.base_dtype, shape=shape, name=name + "_target")
            # A loss of a program may accept targets of another rank: `check_target` looks at those of Keras' losses.
            self.target.graph.fed_in_any_shape.add(self.target)

    def prepared_target(self, array):
        """An array as its target is fed; class numbers may be without the last axis."""
        fn, rank = getattr(self.loss, "fn", None), self.tensor.shape.ndims
        if fn is losses.sparse_categorical_crossentropy and rank is not None and np.ndim(array) == rank - 1:
            return np.expand_dims(array, -1)
        return array

    def check_target(self, array):
        """Raises ValueError for an array that its loss does not compare with the output."""
        shape = self.tensor.shape
        check_target(self.loss, tuple(array.shape), None if shape.ndims is None else tuple(shape.as_list()))

    def weigh(self, weighted):
        """Adds a placeholder for the weights of examples, or leaves it out from now on."""
        if not weighted:
            self.sample_weight = None
        elif self.loss is not None and self.sample_weight is None:
            steps = self.sample_weight_mode == "temporal"
            default = constant([[1.0]] if steps else [1.0], floatx())
            shape = [None, None] if steps else [None]
            self.sample_weight = placeholder_with_default(default, shape, name=self.name + "_sample_weights")


class Compiled:
    """The losses, metrics and functions of a compiled model."""

    def __init__(self, model, outputs, metrics_of, weighted_metrics_of):
        self.model = model
        self.outputs = outputs
        self.trained = [output for output in outputs if output.loss is not None]
        several = len(outputs) > 1
        self.loss_metrics = [Mean(name=output.name + "_loss") for output in self.trained] if several else []
        self.metrics = []
        for output, own, own_weighted in zip(outputs, metrics_of, weighted_metrics_of, strict=True):
            for kinds, is_weighted in ((own, False), (own_weighted, True)):
                # Of several with one name, such as "acc" and "accuracy", there is the last, in the place of the first.
                last = output.tensor.shape.as_list()[-1] if output.tensor.shape.ndims else None
                made = dict(metric_of(given, output.loss, last, is_weighted) for given in kinds)
                for own_name, metric in made.items():
                    taken = [name for name, *_ in self.metrics]
                    name = _unique(f"{output.name}_{own_name}" if several else own_name, taken)
                    if several or metric.name != name:
                        metric._name = name
                    self.metrics.append((name, metric, output, is_weighted))
        self.functions: dict[tuple[str, bool], Any] = {}  # of a mode, for examples with or without weights
        self._needs_weights = any(output.sample_weight_mode for output in outputs)
        self.has_weights: bool | None = False
        self._make_figures(False)
        self._build()
        if self._needs_weights:
            self._weigh(True)

    def _make_figures(self, of_weighted):
        """Makes the figures of the metrics that are weighted, or of the others."""
        with name_scope("metrics"):
            for name, metric, output, is_weighted in self.metrics:
                if output.loss is None or is_weighted != of_weighted:
                    continue
                mask = getattr(output.tensor, "_keras_mask", None)
                weights = output.sample_weight if is_weighted else None
                if mask is not None:
                    mask = cast(mask, output.tensor.dtype)
                    weights = mask if weights is None else weighted(mask, weights)
                with name_scope(name):
                    metric(output.target, output.tensor, sample_weight=weights)

    def _build(self):
        """Makes what depends on the weights of examples: the figures of weighted metrics, and the total loss."""
        model = self.model
        self._make_figures(True)
        self.total_loss = self._total_loss()
        self._of_layers = each_once(m for m in model._own_metrics() if hasattr(m, "_call_result"))

    def _total_loss(self) -> Any:
        total: Any = None
        with name_scope("loss"):
            for number, output in enumerate(self.trained):
                with name_scope(output.name + "_loss"):
                    value = output_loss(output)
                if self.loss_metrics:
                    self.loss_metrics[number](value)
                value = output.loss_weight * value
                total = value if total is None else total + value
            own = self.model.get_losses_for(None) + self.model.get_losses_for(self.model.inputs)
            if own:
                total = add_n(own) if total is None else total + add_n(own)
        if total is None:
            raise ValueError("The model cannot be compiled because it has no loss to optimize.")
        return total

    def _weigh(self, weighted):
        self.has_weights = None  # neither, until all is made: an interrupt or a loss that fails must not leave a part
        for output in self.outputs:
            output.weigh(weighted)
        self._build()
        self.has_weights = weighted

    def weighs(self, arrays):
        """Whether examples have weights in a batch of arrays: inputs, targets, weights."""
        return self._needs_weights or len(arrays) > len(self.model._feed_inputs) + len(self.fed_targets)

    def begin(self, mode, weighted):
        """Begins a call that trains or tests: where weights come or go, loss and function are made anew, as in TensorFlow."""
        if weighted != self.has_weights:
            self.functions.pop((mode, weighted), None)
            self._weigh(weighted)

    @property
    def listed_metrics(self):
        """The metrics that the model was compiled with, and those of its layers."""
        return [*(metric for _, metric, _, _ in self.metrics), *self._of_layers]

    @property
    def all_metrics(self):
        """The losses of several outputs and its metrics, in the order of metrics_names."""
        return [*self.loss_metrics, *self.listed_metrics]

    @property
    def metrics_names(self):
        """ "loss", and the names of all metrics."""
        names = [name for name, *_ in self.metrics]
        return ["loss", *(m.name for m in self.loss_metrics), *names, *(m.name for m in self._of_layers)]

    @property
    def fed_targets(self):
        """The outputs whose targets are arrays."""
        return [
            output
            for output in self.trained
            if output.given_target is None
            or (isinstance(output.given_target, Tensor) and is_placeholder(output.given_target.op))
        ]

    @property
    def feeds(self):
        """The tensors that training and testing are fed with, in order."""
        weights = [output.sample_weight for output in self.trained if output.sample_weight is not None]
        return [*self.model._feed_inputs, *(output.target for output in self.fed_targets), *weights]

    def number_fed(self, weighted):
        """How many arrays the functions of a batch have, without the learning phase."""
        return len(self.model._feed_inputs) + len(self.fed_targets) + (len(self.trained) if weighted else 0)

    def function(self, mode, weighted=None):
        """The function that makes a step of "train" or "test"; its last input is the learning phase, where it is fed.

        weighted: whether it has inputs for weights, None: as the loss has now.
        """
        weighted = bool(self.has_weights) if weighted is None else weighted
        if self.functions.get((mode, weighted)) is None:  # a program may set it to None, to have it made again
            if weighted != self.has_weights:
                self._weigh(weighted)
            made = self._make(mode)
            if mode == "train":
                self.model._load_late_weights()
            self.functions[mode, weighted] = made  # no step is made before all is loaded
        return self.functions[mode, weighted]

    def replace_function(self, mode, function):
        """Has a program's function make the steps of a mode; None: the next one is made when it is needed."""
        self.functions = {key: made for key, made in self.functions.items() if key[0] != mode}
        self.functions[mode, bool(self.has_weights)] = function

    def _make(self, mode):
        model = self.model
        inputs, updates = list(self.feeds), []
        phase = learning_phase()
        if mode == "train":
            if isinstance(phase, Tensor):
                inputs.append(phase)
            with model._as_when_compiled(), name_scope("training"):
                updates = list(model._training_updates(self.total_loss))
                updates += model.get_updates_for(None)
                updates += model.get_updates_for(model.inputs)
        figures = [m._call_result for m in self.all_metrics if hasattr(m, "_call_result")]
        with name_scope("training" if mode == "train" else "evaluation"):
            if mode == "test":
                updates = list(model.state_updates)
            outputs = [self.total_loss, *figures]
            return function(inputs, outputs, each_once(updates), **model._function_kwargs)


def each_once(items):
    """The items, each once."""
    unique = []
    for item in items:
        if not any(item is other for other in unique):
            unique.append(item)
    return unique


def output_loss(output):
    """The loss of an output, as one number."""
    mask = getattr(output.tensor, "_keras_mask", None)
    weights = output.sample_weight
    if mask is not None:
        mask = cast(mask, output.tensor.dtype)
        weights = mask if weights is None else weighted(mask, weights)
    if not hasattr(output.loss, "reduction"):
        return output.loss(output.target, output.tensor, sample_weight=weights)
    losses = output.loss.call(output.target, output.tensor)
    each = compute_weighted_loss(losses, weights, Reduction.NONE)
    reduction = output.loss.reduction
    return reduced(each, Reduction.SUM_OVER_BATCH_SIZE if reduction == Reduction.AUTO else reduction)


def metric_function(given, loss, last_size) -> Any:
    """The function or Metric that a metric means; "accuracy" and "crossentropy" depend on the loss and the output's last size."""
    if given not in ("accuracy", "acc", "crossentropy", "ce"):
        return metrics.get(given)
    fn = getattr(loss, "fn", None)
    if last_size == 1 or fn is losses.binary_crossentropy:
        kind = "binary"
    else:
        kind = "sparse_categorical" if fn is losses.sparse_categorical_crossentropy else "categorical"
    return getattr(metrics, f"{kind}_{'accuracy' if given in ('accuracy', 'acc') else 'crossentropy'}")


def metric_of(given, loss, last_size, is_weighted):
    """(name, Metric) of a metric of an output with this loss, whose last axis has this size."""
    made = given if isinstance(given, Metric) else metric_function(given, loss, last_size)
    short = {"accuracy": "acc", "acc": "acc", "crossentropy": "ce", "ce": "ce"}
    own = str(made.name) if isinstance(made, Metric) else made.__name__
    name = ("weighted_" if is_weighted else "") + (short.get(given, own) if isinstance(given, str) else own)
    return name, made if isinstance(made, Metric) else MeanMetricWrapper(made, name=name)


def _unique(name, taken):
    number, found = 1, name
    while found in taken:
        found = f"{name}_{number}"
        number += 1
    return found


def losses_for(loss, output_names):
    """The loss of each output."""
    if isinstance(loss, dict):
        check_keys("loss", loss, output_names)
        for name in output_names:
            if name not in loss:
                logging.warning(
                    f"Output {name} missing from loss dictionary. We assume this was done on purpose. The fit and evaluate "
                    f"APIs will not be expecting any data to be passed to {name}."
                )
        return [loss_of(loss.get(name)) for name in output_names]
    if isinstance(loss, (list, tuple)):
        if len(loss) != len(output_names):
            raise ValueError(
                f"When passing a list as loss, it should have one entry per model outputs. The model has {len(output_names)} "
                f"outputs, but you passed loss={loss}"
            )
        return [loss_of(item) for item in loss]
    return [loss_of(loss) for _ in output_names]


def loss_weights_for(weights, names):
    """The weight of each output's loss."""
    if weights is None:
        return [1.0] * len(names)
    if isinstance(weights, dict):
        check_keys("loss_weights", weights, names)
        return [weights.get(name, 1.0) for name in names]
    if isinstance(weights, (list, tuple)):
        if len(weights) != len(names):
            raise ValueError(
                f"When passing a list as loss_weights, it should have one entry per model output. The model has "
                f"{len(names)} outputs, but you passed loss_weights={weights}"
            )
        return list(weights)
    raise TypeError(f"Could not interpret loss_weights argument: {weights} - expected a list of dicts.")


def sample_weight_modes(modes, names):
    """Whether the examples or the steps of each output have weights."""
    if isinstance(modes, dict):
        check_keys("sample_weight_mode", modes, names)
        return [modes.get(name) for name in names]
    if isinstance(modes, (list, tuple)):
        if len(modes) != len(names):
            raise ValueError(
                "When passing a list as sample_weight_mode, it should have one entry per model output. The model has "
                f"{len(names)} outputs, but you passed {len(modes)} sample_weight_modes."
            )
        return list(modes)
    return [modes] * len(names)


def target_tensors(given, names):
    """The tensor that is the target of each output, or None."""
    if given is None or (isinstance(given, (list, tuple)) and not given):
        return [None] * len(names)
    if isinstance(given, dict):
        for name in given:
            if name not in names:
                raise ValueError(
                    f'Unknown entry in `target_tensors` dictionary: "{name}". Only expected the following keys: {names}'
                )
        return [given.get(name) for name in names]
    if isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(
                "When passing a list as `target_tensors`, it should have one entry per model output. The model has "
                f"{len(names)} outputs, but you passed target_tensors={given}"
            )
        return list(given)
    if hasattr(given, "graph"):  # a tensor or a variable
        return target_tensors([given], names)
    raise TypeError(f"Expected `target_tensors` to be a list or tuple or dict or a single tensor, but got: {given}")


def metrics_for(given, names):
    """The metrics of each output, a list each."""
    if not given:
        return [[] for _ in names]
    if isinstance(given, dict):
        check_keys("metrics", given, names)
        found = [given.get(name, []) for name in names]
        return [list(item) if isinstance(item, (list, tuple)) else [item] for item in found]
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"Type of `metrics` argument not understood. Expected a list or dictionary, found: {given}")
    if any(isinstance(item, (list, tuple)) for item in given):
        if len(given) != len(names):
            raise ValueError(
                f"When passing a list of lists as `metrics`, it should have one entry per model output. The model has "
                f"{len(names)} outputs, but you passed metrics={given}"
            )
        return [list(item) if isinstance(item, (list, tuple)) else [item] for item in given]
    if len(names) == 1:
        return [list(given)]
    return [[clone_metric(item) for item in given] for _ in names]
