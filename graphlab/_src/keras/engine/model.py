"""Model: a network that can be compiled, trained and evaluated, and that makes predictions."""

import contextlib
import functools
import inspect
import itertools
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.data.dataset import DatasetV2
from graphlab._src.data.iterator import Iterator
from graphlab._src.distribute.context import get_strategy, has_strategy
from graphlab._src.graph import Tensor, convert_to_tensor, get_default_graph, nest
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.traversal import is_placeholder
from graphlab._src.keras import optimizers
from graphlab._src.keras.engine import training_arrays, training_loop
from graphlab._src.keras.engine.ancillary import AddLoss, AddMetric
from graphlab._src.keras.engine.batch_sources import batches_of, example_of
from graphlab._src.keras.engine.compiled import (
    Compiled,
    Output,
    each_once,
    loss_weights_for,
    losses_for,
    metrics_for,
    sample_weight_modes,
    target_tensors,
)
from graphlab._src.keras.engine.composite_values import is_composite, is_composite_tensor
from graphlab._src.keras.engine.configs import functional_from_config
from graphlab._src.keras.engine.function import RUN_ARGUMENTS
from graphlab._src.keras.engine.hdf5 import is_hdf5
from graphlab._src.keras.engine.input_layer import InputLayer, as_input
from graphlab._src.keras.engine.loss_scale_optimizer import LossScaleOptimizer
from graphlab._src.keras.engine.metric import Metric
from graphlab._src.keras.engine.model_files import save_model
from graphlab._src.keras.engine.network import Network
from graphlab._src.keras.engine.replicated import ReplicatedCompiled, use_cluster_session
from graphlab._src.keras.engine.sequence import Sequence
from graphlab._src.keras.engine.step_functions import StepFunctions
from graphlab._src.keras.engine.weights_files import load_weights, save_weights, status_of
from graphlab._src.keras.layers.learning_phase import learning_phase
from graphlab._src.keras.layers.nodes import has_history, without_history
from graphlab._src.keras.layers.weight_values import batch_set_value, zeros_for
from graphlab._src.state.variable import Variable

_NO_EFFECT = ("run_eagerly", "experimental_run_tf_function", "cloning")


class Model(StepFunctions, Network):
    """Layers put together that can be trained.

    inputs, outputs: tensors, lists or dicts of them; what lies between becomes the model.
    Subclasses leave them out, make layers in __init__ and call them in `call`.
    """

    _is_sequential = False

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.history: Any = None
        self.stop_training = False
        self.loss: Any = None
        self._compiled_parts: Any = None
        self._compile_arguments: Any = None
        self._predict_function: Any = None
        self._compile_strategy: Any = get_strategy() if has_strategy() else None
        use_cluster_session(self._compile_strategy)

    # Compiling

    def compile(
        self,
        optimizer: Any = "rmsprop",
        loss=None,
        metrics=None,
        loss_weights=None,
        sample_weight_mode=None,
        weighted_metrics=None,
        target_tensors=None,
        distribute=None,
        **kwargs,
    ):
        """Says how it is trained.

        optimizer: a name, an optimizer of Keras or of tf.train; a list of them for models that say how they use each.  loss: a name, a function or a Loss; with several
        outputs also a list or a dict of them.  metrics: a list; with several outputs also lists or a dict.
        target_tensors: taken in place of arrays for the targets.
        feed_dict, fetches, options, run_metadata: of each run that trains, tests or predicts, as in K.function.
        """
        for key in kwargs:
            if key not in (*_NO_EFFECT, *RUN_ARGUMENTS):
                raise TypeError(f"Invalid keyword argument(s) in `compile`: {key}")
        if self.dynamic:
            raise ValueError(
                "Your Model contains layers that can only be successfully run in eager execution (layers constructed with "
                "`dynamic=True`). You must enable eager execution with `tf.enable_eager_execution()`."
            )
        if kwargs.get("run_eagerly"):
            raise ValueError("You can only set `run_eagerly` to True when eager execution is enabled")
        if has_strategy():
            self._compile_strategy = get_strategy()
            use_cluster_session(self._compile_strategy)
        several = isinstance(optimizer, (list, tuple))
        self.optimizer = [optimizers.get(one) for one in optimizer] if several else optimizers.get(optimizer)
        loss_scale = self._dtype_policy.loss_scale
        if several and loss_scale is not None:
            raise ValueError(f"A dtype policy with a loss scale needs a single optimizer, got {self.optimizer}")
        if loss_scale is not None and not isinstance(self.optimizer, LossScaleOptimizer):
            self.optimizer = LossScaleOptimizer(self.optimizer, loss_scale)
        late = self.__dict__.get("_late_weights")
        if late is not None:
            late.bind(self.optimizer)
        self.loss = loss or {}
        self.loss_weights = loss_weights
        self.sample_weight_mode = sample_weight_mode
        self._compile_metrics = metrics or []
        self._compile_arguments = (loss, metrics, loss_weights, sample_weight_mode, weighted_metrics, target_tensors)
        self._compiled_parts = None
        self._is_compiled = True
        self._predict_function = None
        self._function_kwargs = {key: kwargs[key] for key in kwargs if key in RUN_ARGUMENTS}
        if self.outputs:
            self._compile_outputs()

    def _compile_outputs(self):
        loss, metrics, loss_weights, modes, weighted_metrics, targets = self._compile_arguments
        names = self.output_names
        losses, weights = losses_for(loss, names), loss_weights_for(loss_weights, names)
        modes = sample_weight_modes(modes, names)
        targets = target_tensors(targets, names)
        outputs = [
            Output(name, tensor, own, weight, target, mode)
            for name, tensor, own, weight, target, mode in zip(
                names, self.outputs, losses, weights, targets, modes, strict=True
            )
        ]
        self._collected_trainable_weights = each_once(self.trainable_weights)
        self._trainable_when_compiled = [(layer, layer._trainable) for layer in self._all_layers()]
        given = outputs, metrics_for(metrics, names), metrics_for(weighted_metrics, names)
        if self._compile_strategy:
            with self._compile_strategy.scope():
                self._compiled_parts = ReplicatedCompiled(self, *given, self._compile_strategy)
        else:
            with get_default_graph().as_default():
                self._compiled_parts = Compiled(self, *given)

    def _training_updates(self, loss):
        """What a step of training changes, without the updates of layers."""
        if isinstance(self.optimizer, list):
            raise ValueError("The `optimizer` in `compile` should be a single optimizer.")
        return list(self.optimizer.get_updates(params=self._trained_weights(), loss=loss))

    def _trained_weights(self):
        """The variables that were trained when it was compiled, each once."""
        return self._collected_trainable_weights

    @contextlib.contextmanager
    def _as_when_compiled(self):
        """Inside, those layers are trained that were when it was compiled."""
        now = [(layer, layer._trainable) for layer, _ in self._trainable_when_compiled]
        try:
            for layer, trainable in self._trainable_when_compiled:
                layer._trainable = trainable
            yield
        finally:
            for layer, trainable in now:
                layer._trainable = trainable

    @property
    def _loss_weights_list(self):
        return [output.loss_weight for output in self._needed_compiled().outputs]

    def _own_metrics(self):
        """The metrics that were added to it and to its layers, without those that models among these were compiled with."""
        found = list(self._metrics)
        for layer in self._sublayers():
            found.extend(layer._own_metrics() if isinstance(layer, Model) else layer.metrics)
        return found

    @property
    def metrics(self):
        """The metrics that it was compiled with, and those of its layers."""
        return self._compiled_parts.listed_metrics if self._compiled_parts else self._own_metrics()

    @property
    def metrics_names(self):
        """ "loss", and the names of all metrics: the order of what evaluate returns."""
        if not self._is_compiled:
            raise RuntimeError("You must compile your model before using it.")
        return self._compiled_parts.metrics_names if self._compiled_parts else ["loss"]

    @property
    def total_loss(self):
        """What training makes smaller: a tensor."""
        return self._needed_compiled().total_loss

    def reset_metrics(self):
        """Begins its metrics anew."""
        metrics = self._compiled_parts.all_metrics if self._compiled_parts else self.metrics
        plain = [metric for metric in metrics if type(metric).reset_states is Metric.reset_states]
        batch_set_value(zeros_for(variable for metric in plain for variable in metric.variables))
        for metric in metrics:
            if type(metric).reset_states is not Metric.reset_states:
                metric.reset_states()

    def _needed_compiled(self):
        if not self._is_compiled:
            raise RuntimeError(
                "You must compile your model before training/testing. Use `model.compile(optimizer, loss)`."
            )
        compiled: Any = self._compiled_parts
        return compiled

    # Its data

    @property
    def _feed_inputs(self):
        return [tensor for tensor in self.inputs if getattr(tensor._keras_history[0], "is_placeholder", True)]

    @property
    def _feed_input_names(self):
        names = self.input_names
        return [name for name, tensor in zip(names, self.inputs, strict=True) if self._is_fed(tensor)]

    def _is_fed(self, tensor):
        return any(tensor is other for other in self._feed_inputs)

    def _set_inputs(self, inputs):
        """Builds a model that did not know its inputs: placeholders like these arrays, or these tensors."""
        with self._compile_strategy.scope() if self._compile_strategy else contextlib.nullcontext():
            self._build_for(inputs)

    def _build_before(self, x):
        """Builds and compiles a model that did not know its inputs, before the first batch of a dataset is read."""
        if self._compiled_parts is not None:
            return
        if not self.inputs:
            example = example_of(x)
            if example is None:
                return
            self._set_inputs(example)
        self._compile_outputs()

    def _build_for(self, inputs):
        structure = inputs
        items = [inputs] if is_composite(inputs) else nest.flatten(inputs)
        named = isinstance(inputs, dict) and len(inputs) == len(items)
        names = sorted(inputs) if named else [f"input_{number + 1}" for number in range(len(items))]
        unknown = [not has_history(item) for item in items]
        made = [_input_like(item, name) for name, item in zip(names, items, strict=True)]
        taken: Any = nest.pack_sequence_as(structure, made) if isinstance(structure, (list, tuple, dict)) else made[0]
        if self._is_sequential and isinstance(taken, dict):
            if not getattr(self.layers[0], "_is_feature_layer", False):
                raise ValueError(
                    "Passing a dictionary input to a Sequential Model which doesn't have FeatureLayer as the first "
                    "layer is an error."
                )
        elif self._is_sequential and len(made) == 1:
            taken = made[0]
            self._build_input_shape = tuple(taken.shape.as_list())
        elif isinstance(taken, (list, tuple)) and len(made) == 1:
            taken = made[0]
        keywords: Any = {"training": learning_phase()} if self._call_accepts("training") else {}
        with without_history(itertools.compress(made, unknown)):
            outputs = self(taken, **keywords)
        self.inputs = made
        self.outputs = nest.flatten(outputs)
        self.input_names = names
        self.output_names = [f"output_{number + 1}" for number in range(len(self.outputs))]
        self.built = True

    def _prepare_arrays(
        self, x, y=None, sample_weight=None, class_weight=None, check=True, need_targets=True, check_targets=True
    ):
        """(inputs, targets, weights): arrays, one for each that is fed.

        check_targets: whether the sizes of targets are compared with those of outputs.
        """
        if not self.inputs:
            self._set_inputs(x)
        inputs = training_arrays.standardized(
            x,
            self._feed_input_names,
            [_expected_shape(tensor) for tensor in self._feed_inputs],
            "input",
            sparse=[
                n for n, t in zip(self._feed_input_names, self._feed_inputs, strict=True) if isinstance(t, SparseTensor)
            ],
        )
        if not need_targets:
            return inputs, [], []
        self._needed_compiled()
        if self._compiled_parts is None:
            self._compile_outputs()
        compiled: Any = self._compiled_parts
        outputs = compiled.fed_targets
        names = [output.name for output in outputs]
        targets = training_arrays.standardized(y, names, [None] * len(names), "target")
        targets = [output.prepared_target(target) for output, target in zip(outputs, targets, strict=True)]
        if y is None and not outputs:
            return inputs, [], []
        if check_targets and self._is_graph_network:
            for output, target in zip(outputs, targets, strict=True):
                if isinstance(target, np.ndarray):
                    output.check_target(target)
        given = training_arrays.by_output(sample_weight, names, "sample_weight")
        classes = training_arrays.by_output(class_weight, names, "class_weight")
        weights = [_weights_of(w, c, t) for w, c, t in zip(given, classes, targets, strict=True)]
        if any(w is not None for w in weights):
            weights = [
                None if w is None and t is None else np.ones(len(t), "float32") if w is None else w
                for w, t in zip(weights, targets, strict=True)
            ]
            for output, w in zip(outputs, weights, strict=True):
                _check_weights(output, w)
        else:
            weights = []
        if check:
            training_arrays.check_lengths(inputs, targets, weights)
        return inputs, targets, weights

    def _standardize_user_data(self, x, y=None, sample_weight=None, class_weight=None, batch_size=None, **_):
        """(inputs, targets, weights): arrays for the functions of a batch; no weights where examples have none."""
        inputs, targets, weights = self._prepare_arrays(x, y, sample_weight, class_weight, need_targets=y is not None)
        return inputs, targets, weights or None

    def _batch_size(self, given, steps, x):
        """How many examples of arrays make a batch: what its first layer or the caller says, or 32; None with steps.

        Raises ValueError where the two differ, and for data that comes in batches.
        """
        if isinstance(x, (DatasetV2, Sequence)) or inspect.isgenerator(x):
            if given is not None:
                raise ValueError(
                    "The `batch_size` argument must not be specified for the given input type. "
                    f"Received input: {x}, batch_size: {given}"
                )
            return None
        first: Any = next(iter(self._layers), None)
        while isinstance(first, Model) and first._layers:
            first = first._layers[0]
        static = (getattr(first, "_batch_input_shape", None) or (None,))[0]
        if static is None:
            return given or (32 if steps is None else None)
        static *= self._compile_strategy.num_replicas_in_sync if self._compile_strategy else 1
        if given not in (None, static):
            raise ValueError(
                f"The `batch_size` argument value {given} is incompatible with the specified batch size of your Input "
                f"Layer: {static}"
            )
        return static if steps is None else given

    def _batches(self, arrays, batch_size, steps):
        """The batches of an epoch with arrays; each of the steps, where these are given, is one with all examples."""
        if steps is not None:
            if arrays:
                logging.warning(
                    "When passing input data as arrays, do not specify `steps_per_epoch`/`steps` argument. Please use "
                    "`batch_size` instead."
                )
            return training_loop.CallableBatches(lambda: arrays, steps)
        count = training_arrays.number_of_samples(arrays)
        if self.stateful and count % batch_size:
            raise ValueError(
                "In a stateful network, you should only pass inputs with a number of samples that can be divided by the "
                f"batch size. Found: {count} samples"
            )
        return training_loop.ArrayBatches(arrays, count, batch_size)

    # Training

    def fit(
        self,
        x=None,
        y=None,
        batch_size=None,
        epochs=1,
        verbose=1,
        callbacks=None,
        validation_split=0.0,
        validation_data=None,
        shuffle=True,
        class_weight=None,
        sample_weight=None,
        initial_epoch=0,
        steps_per_epoch=None,
        validation_steps=None,
        validation_freq=1,
        max_queue_size=10,
        workers=1,
        use_multiprocessing=False,
        **kwargs,
    ):
        """Trains it, and returns the History.

        x, y: arrays, lists or dicts of them; or x is a dataset, an iterator, a generator or a Sequence of (x, y).
        validation_split: the part at the end of the arrays that is not trained with.  validation_data: (x, y).
        """
        epochs = kwargs.pop("nb_epoch", epochs)
        if kwargs:
            raise TypeError(f"Unrecognized keyword arguments: {kwargs}")
        self._needed_compiled()
        if validation_steps is not None and validation_data is None and not validation_split:
            raise ValueError("`validation_steps` should not be specified if `validation_data` is None.")
        batch_size = self._batch_size(batch_size, steps_per_epoch, x)
        source = batches_of(self, x, y, sample_weight, steps_per_epoch, "steps_per_epoch", class_weight)
        self._build_before(x)
        held_out: Any = None
        if source is None:
            inputs, targets, weights = self._prepare_arrays(x, y, sample_weight, class_weight)
            if validation_split and validation_data is None:
                count = training_arrays.number_of_samples([*inputs, *targets])
                at = int(count * (1.0 - validation_split))
                if at == 0 or at == count:
                    raise ValueError(
                        f"Training data contains {count} samples, which is not sufficient to split it into a validation "
                        f"and training set as specified by `validation_split={validation_split}`. Either provide more "
                        "data, or a different value for the `validation_split` argument."
                    )
                (inputs, v), (targets, t), (weights, w) = (
                    training_arrays.split(a, at) for a in (inputs, targets, weights)
                )
                held_out = self._batches([*v, *t, *w], batch_size, validation_steps)
            source = self._batches([*inputs, *targets, *weights], batch_size, steps_per_epoch)
        elif validation_split:
            if not isinstance(x, (DatasetV2, Iterator, Sequence)) and not inspect.isgenerator(x):
                raise ValueError("If your data is in the form of symbolic tensors, you cannot use `validation_split`.")
            raise ValueError(
                "`validation_split` argument is not supported when input `x` is a dataset or a dataset iterator. "
                f"Received: x={x}, validation_split={validation_split:f}"
            )
        if validation_data is not None:
            held_out = self._evaluate_validation(validation_data, batch_size, validation_steps)
        if verbose:
            _print_sizes(source, held_out)
        step = self._step_function("train")
        validation: Any = None
        if held_out is not None:
            test = self._step_function("test")
            shuffled = False
            if isinstance(held_out, training_loop.ArrayBatches):
                if source.generated:
                    held_out = training_loop.ValidationBatches(held_out.arrays, held_out.count, source)
                else:  # TensorFlow shuffles them: what NumPy's generator draws afterwards depends on it.
                    shuffled = True
            validation = functools.partial(
                training_loop.run_loop, self, held_out, "test", test, verbose=0, shuffle=shuffled
            )

        return training_loop.run_loop(
            self,
            source,
            "train",
            step,
            epochs=epochs,
            verbose=verbose,
            callbacks=callbacks,
            validation=validation,
            shuffle=shuffle,
            initial_epoch=initial_epoch,
            batch_size=batch_size,
            validation_freq=validation_freq,
        )

    def _evaluate_validation(self, given, batch_size, steps):
        if isinstance(given, (tuple, list)):
            if len(given) not in (2, 3):
                raise ValueError(
                    "When passing a `validation_data` argument, it must contain either 2 items (x_val, y_val), or 3 items "
                    f"(x_val, y_val, val_sample_weights). However we received `validation_data={given}`"
                )
            x, y, weights = (*given, None)[:3]
        else:
            x, y, weights = given, None, None
        source = batches_of(self, x, y, weights, steps, "validation_steps", None, anew=True)
        if source is not None:
            return source
        inputs, targets, weights = self._prepare_arrays(x, y, weights)
        return self._batches([*inputs, *targets, *weights], batch_size or 32, steps)

    def evaluate(
        self,
        x=None,
        y=None,
        batch_size=None,
        verbose=1,
        sample_weight=None,
        steps=None,
        callbacks=None,
        max_queue_size=10,
        workers=1,
        use_multiprocessing=False,
    ):
        """The loss and the metrics for data, in the order of metrics_names."""
        self._needed_compiled()
        batch_size = self._batch_size(batch_size, steps, x)
        source = batches_of(self, x, y, sample_weight, steps, "steps", None)
        self._build_before(x)
        if source is None:
            inputs, targets, weights = self._prepare_arrays(x, y, sample_weight)
            source = self._batches([*inputs, *targets, *weights], batch_size, steps)
        step = self._step_function("test")
        return training_loop.run_loop(self, source, "test", step, verbose=verbose, callbacks=callbacks)

    def predict(
        self,
        x,
        batch_size=None,
        verbose=0,
        steps=None,
        callbacks=None,
        max_queue_size=10,
        workers=1,
        use_multiprocessing=False,
    ) -> Any:
        """The outputs for data, as NumPy arrays."""
        batch_size = self._batch_size(batch_size, steps, x)
        source = batches_of(self, x, None, None, steps, "steps", None, targets=False)
        if source is None:
            inputs, _, _ = self._prepare_arrays(x, need_targets=False)
            source = self._batches(inputs, batch_size, steps)
        return training_loop.run_loop(
            self, source, "predict", self._predict_arrays, verbose=verbose, callbacks=callbacks
        )

    # One batch

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, reset_metrics=True):
        """Makes a step with a batch, and returns its loss and metrics.

        Metrics go on from what they have seen: reset_metrics sets them back afterwards, `fit`, `evaluate` and `predict` only before.
        """
        self._needed_compiled()
        inputs, targets, weights = self._prepare_arrays(x, y, sample_weight, class_weight)
        found = self._step_function("train")([*inputs, *targets, *weights])
        return self._as_figures(found, reset_metrics)

    def test_on_batch(self, x, y=None, sample_weight=None, reset_metrics=True):
        """The loss and the metrics of a batch."""
        self._needed_compiled()
        inputs, targets, weights = self._prepare_arrays(x, y, sample_weight)
        found = self._step_function("test")([*inputs, *targets, *weights])
        return self._as_figures(found, reset_metrics)

    def predict_on_batch(self, x):
        """The outputs for a batch."""
        inputs, _, _ = self._prepare_arrays(x, need_targets=False)
        found = self._predict_arrays(inputs)
        return found[0] if len(found) == 1 else found

    def _as_figures(self, found, reset):
        if reset:
            self.reset_metrics()
        return found[0] if len(found) == 1 else found

    # Generators, by their old names

    def fit_generator(
        self,
        generator,
        steps_per_epoch=None,
        epochs=1,
        verbose=1,
        callbacks=None,
        validation_data=None,
        validation_steps=None,
        validation_freq=1,
        class_weight=None,
        max_queue_size=10,
        workers=1,
        use_multiprocessing=False,
        shuffle=True,
        initial_epoch=0,
    ):
        """fit, with a generator or a Sequence."""
        return self.fit(
            generator,
            steps_per_epoch=steps_per_epoch,
            epochs=epochs,
            verbose=verbose,
            callbacks=callbacks,
            validation_data=validation_data,
            validation_steps=validation_steps,
            validation_freq=validation_freq,
            class_weight=class_weight,
            shuffle=shuffle,
            initial_epoch=initial_epoch,
        )

    def evaluate_generator(
        self, generator, steps=None, callbacks=None, max_queue_size=10, workers=1, use_multiprocessing=False, verbose=0
    ):
        """evaluate, with a generator or a Sequence."""
        return self.evaluate(generator, steps=steps, callbacks=callbacks, verbose=verbose)

    def predict_generator(
        self, generator, steps=None, callbacks=None, max_queue_size=10, workers=1, use_multiprocessing=False, verbose=0
    ):
        """predict, with a generator or a Sequence."""
        return self.predict(generator, steps=steps, callbacks=callbacks, verbose=verbose)

    # Files, and the model as data

    def save(self, filepath, overwrite=True, include_optimizer=True, save_format=None, signatures=None):
        """Writes it to an HDF5 file, which tf.keras.models.load_model reads."""
        save_model(self, filepath, overwrite, include_optimizer, save_format, signatures)

    def save_weights(self, filepath, overwrite=True, save_format=None):
        """Writes its weights: a checkpoint, or HDF5 where the name ends in .h5 or save_format says so."""
        self._check_built()
        save_weights(self, filepath, overwrite, save_format)

    def load_weights(self, filepath, by_name=False):
        """Loads the weights that save_weights wrote; when the model is first called, where it has none yet.

        Returns the status of a TensorFlow checkpoint, which can assert that all of it was used.
        """
        if self._has_weights() or is_hdf5(filepath, None):
            self._check_built()
            return load_weights(self, filepath, by_name)
        status = status_of(self, filepath)
        self.__dict__["_waiting_weights"] = filepath, by_name, self.optimizer
        return status

    def _load_waiting_weights(self):
        waiting = self.__dict__.get("_waiting_weights")
        if waiting is not None:
            load_weights(self, *waiting)
            del self.__dict__["_waiting_weights"]  # not before they are there: an interrupt may come meanwhile

    def _load_late_weights(self):
        """Loads what a checkpoint has for the variables that the first step of training makes."""
        late = self.__dict__.get("_late_weights")
        if late is not None:
            late.end()
            del self.__dict__["_late_weights"]

    def __call__(self, *args, **kwargs):
        outputs = super().__call__(*args, **kwargs)
        self._load_waiting_weights()
        return outputs

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The model that get_config describes."""
        inputs, outputs, layers = functional_from_config(config, custom_objects)
        model = cls(inputs=inputs, outputs=outputs, name=config.get("name"))
        for layer in layers.values():
            if isinstance(layer, (AddLoss, AddMetric)):
                model._add_ancillary(layer.output)
        return model


def _input_like(item, name):
    """An Input for data like this."""
    item = convert_to_tensor(item) if isinstance(item, Variable) else item
    if isinstance(item, Tensor) or has_history(item):
        known: Any = as_input(item)
        if isinstance(item, Tensor) and is_placeholder(item.op):
            known._keras_history[0].is_placeholder = True  # what the model is trained on is fed
        return known
    if is_composite(item) or is_composite_tensor(item):
        raise ValueError(
            "All SparseTensor and RaggedTensor inputs must be explicitly declared using a keras.Input() with sparse=True or "
            f"ragged=True. We found an undeclared input {name}. For Sequential models, please add a keras.Input() as your "
            "first Layer. For subclassed models, please call self._set_inputs() on your input set, which you can create using "
            "keras.Input() for each input to your model."
        )
    if hasattr(item, "tocoo"):
        raise ValueError(
            f"Please provide as model inputs either a single array or a list of arrays. You passed a sparse matrix: {item!r}"
        )
    item = item if hasattr(item, "shape") else np.asarray(item)
    shape = (1,) if item.ndim == 1 else item.shape[1:]
    kind = item.dtype.name
    kind = kind if kind.startswith(("int", "bool", "uint")) or item.dtype.kind in "SUO" else None
    return InputLayer(input_shape=shape, dtype=None if kind is None else kind, name=name).output


def _expected_shape(tensor: Any) -> Any:
    """The sizes that values of an Input have; None where nothing is known of them."""
    layer = tensor._keras_history[0]
    if isinstance(tensor, SparseTensor):  # a placeholder for one does not know its shape
        return getattr(layer, "_batch_input_shape", None)
    return None if tensor.shape.ndims is None else tuple(tensor.shape.as_list())


def _weights_of(weights, classes, targets):
    weights = None if weights is None else np.asarray(weights)
    if classes is None or targets is None:
        return weights
    by_class = training_arrays.class_weights(targets, classes)
    return by_class if weights is None else weights * by_class


def _check_weights(output, weights):
    if weights is None:
        return
    if output.sample_weight_mode == "temporal":
        if weights.ndim != 2:
            raise ValueError(
                f"Found a sample_weight array with shape {weights.shape}. In order to use timestep-wise sample weighting, "
                "you should pass a 2D sample_weight array."
            )
    elif weights.ndim != 1:
        raise ValueError(
            f"Found a sample_weight array with shape {weights.shape} for an input with shape "
            f"{tuple(output.tensor.shape.as_list())}. sample_weight cannot be broadcast. In order to use timestep-wise sample weighting, "
            'you should specify sample_weight_mode="temporal" in compile().'
        )


def _print_sizes(source, held_out):
    line = f"Train on {source.count} {source.unit}" if source.count else "Train on None steps"
    if source.count is None or source.generated:
        return
    if held_out is not None and held_out.count:
        line += f", validate on {held_out.count} {held_out.unit}"
    print(line)
