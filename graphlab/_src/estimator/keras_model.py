"""model_to_estimator: a compiled Keras model as an Estimator, which begins with the model's weights."""

import os
from typing import Any

from graphlab._src.estimator.estimator import Estimator, complete_config
from graphlab._src.estimator.export_outputs import PredictOutput
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.spec import EstimatorSpec
from graphlab._src.graph import Graph, GraphKeys, name_scope
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.io import file_system
from graphlab._src.keras import models, optimizers
from graphlab._src.keras.engine.input_layer import Input
from graphlab._src.keras.engine.metric import Metric
from graphlab._src.keras.engine.train_optimizer import TFOptimizer
from graphlab._src.keras.layers.learning_phase import set_learning_phase
from graphlab._src.keras.utils import custom_object_scope
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.session.session import Session
from graphlab._src.state.initialization import global_variables_initializer
from graphlab._src.train.global_step import create_global_step, get_global_step
from graphlab._src.train.saving.checkpoint_state import latest_checkpoint
from graphlab._src.train.saving.saver import Saver


def model_to_estimator(
    keras_model: Any = None,
    keras_model_path=None,
    custom_objects=None,
    model_dir=None,
    config=None,
    checkpoint_format="saver",
):
    """An Estimator that trains, evaluates and exports what a Keras model computes.

    keras_model: a compiled model of layers, or keras_model_path: the file that it is in.  model_dir, config: as Estimator
    accepts them.  Features and labels are tensors in the order of inputs and outputs, or dicts by their names.
    Raises ValueError without a model or with two, for one that is not compiled, and for a subclass of Model.
    """
    if keras_model is None and not keras_model_path:
        raise ValueError("Either `keras_model` or `keras_model_path` needs to be provided.")
    if keras_model is not None and keras_model_path:
        raise ValueError("Please specity either `keras_model` or `keras_model_path`, but not both.")
    if checkpoint_format not in (None, "saver", "checkpoint"):
        raise ValueError(f'Checkpoint format must be one of "checkpoint" or "saver". Got {checkpoint_format}')
    if checkpoint_format == "checkpoint":
        raise ValueError('graphlab saves variables by name: pass checkpoint_format="saver".')
    config = complete_config(config, model_dir)
    model = models.load_model(keras_model_path, custom_objects) if keras_model is None else keras_model
    if not getattr(model, "optimizer", None):
        raise ValueError(
            "The given keras model has not been compiled yet. Please compile the model with `model.compile()` before calling "
            "`model_to_estimator()`."
        )
    if not model.outputs or type(model) not in (models.Model, models.Sequential):
        raise ValueError("Estimators are made of models of layers: Sequential, or Model(inputs, outputs).")
    path = _first_checkpoint(model, custom_objects, config)
    return Estimator(_model_fn(model, custom_objects), config=config, warm_start_from=path)


def _model_fn(model, custom_objects):
    def model_fn(features, labels, mode):
        set_learning_phase(int(mode == ModeKeys.TRAIN))
        made = clone(model, custom_objects, _ordered(features, model.input_names, "features", "inputs"))
        predictions = dict(zip(model.output_names, made.outputs, strict=True))
        loss = train_op = metrics = None
        if mode != ModeKeys.PREDICT:
            targets = _ordered(labels, model.output_names, "labels", "outputs")
            compile_clone(model, made, _optimizer(model.optimizer), targets)
            loss = made._compiled_parts.total_loss
            metrics = dict(metric_ops(name, metric) for name, metric, *_ in made._compiled_parts.metrics)
        if mode == ModeKeys.TRAIN:
            with name_scope("training"):
                updates = list(made.optimizer.get_updates(params=made.trainable_weights, loss=loss))
            train_op = group(*updates, *made.get_updates_for(None), *made.get_updates_for(made.inputs))
        return EstimatorSpec(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=metrics,
            export_outputs={"serving_default": PredictOutput(predictions)},
        )

    return model_fn


def clone(model, custom_objects, tensors: Any = None) -> Any:
    """The same layers with new variables, on tensors where they are given."""
    with custom_object_scope(custom_objects or {}):
        made = type(model).from_config(model.get_config())
    if tensors is None:
        return made
    inputs = [Input(tensor=tensor) for tensor in tensors]
    whole: Any = models.Model(inputs, made(inputs if len(inputs) > 1 else inputs[0]))
    whole.output_names = list(model.output_names)
    return whole


def compile_clone(model, made, optimizer, targets):
    """Compiles `made` with what the model was compiled with, but for the optimizer and the targets."""
    loss, metrics, weights, modes, weighted, _ = model._compile_arguments
    made.compile(
        optimizer,
        loss=loss,
        metrics=_again(metrics),
        loss_weights=weights,
        sample_weight_mode=modes,
        weighted_metrics=_again(weighted),
        target_tensors=targets,
    )


def _optimizer(optimizer):
    """An equal optimizer without variables, whose steps are the global step."""
    if isinstance(optimizer, TFOptimizer):
        return TFOptimizer(optimizer.optimizer, get_global_step())
    made: Any = optimizers.deserialize(optimizers.serialize(optimizer))
    made.iterations = get_global_step()
    return made


def _again(metrics):
    """The metrics, without variables."""
    if isinstance(metrics, dict):
        return {key: _again(value) for key, value in metrics.items()}
    if isinstance(metrics, (list, tuple)):
        return [_again(value) for value in metrics]
    return type(metrics).from_config(metrics.get_config()) if isinstance(metrics, Metric) else metrics


def metric_ops(name, metric):
    """(name, (value, update)) of a metric, whose variables each evaluation begins with."""
    for variable in metric.weights:
        add_to_collection(GraphKeys.LOCAL_VARIABLES, variable)
    return name, (metric.result(), group(*metric.updates))


def _ordered(given, names, what, order) -> Any:
    """The tensors of features or labels, in the order of the model's inputs or outputs."""
    if given is None or isinstance(given, (list, tuple)):
        return given
    if not isinstance(given, dict):
        return [given]
    different = set(given) ^ set(names)
    if different:
        raise KeyError(
            f"The dictionary passed into {what} does not have the expected {order} keys defined in the keras model.\n\t"
            f"Expected keys: {set(names)}\n\t{what} keys: {set(given)}\n\tDifference: {different}"
        )
    return [given[name] for name in names]


def _first_checkpoint(model, custom_objects, config):
    """The path of a checkpoint of the model's weights, in the folder "keras" of the Estimator's."""
    folder = os.path.join(config.model_dir, "keras")
    path = latest_checkpoint(folder)
    if path:
        return path
    weights = model.get_weights()
    file_system.makedirs(folder)
    with Graph().as_default():
        create_global_step()
        set_learning_phase(1)
        made = clone(model, custom_objects)
        saver = Saver()
        with Session(config=config.session_config) as session:
            session.run(global_variables_initializer())
            for variable, value in zip(made.weights, weights, strict=True):
                variable.load(value, session)
            return saver.save(session, os.path.join(folder, "keras_model.ckpt"))
