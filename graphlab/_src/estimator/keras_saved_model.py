"""Keras models as SavedModels: graphs that train, evaluate and predict, the weights, and the layers as JSON."""

import os
from typing import Any

from graphlab._src.estimator.keras_model import clone, compile_clone, metric_ops
from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.graph import Graph, GraphKeys, constant, get_default_graph, name_scope, nest
from graphlab._src.graph.scopes import add_to_collection
from graphlab._src.io import file_system
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.saved_model import constants, signature_constants
from graphlab._src.io.saved_model.operations_builder import _SavedModelBuilder
from graphlab._src.io.saved_model.signature_def_utils import build_signature_def, predict_signature_def
from graphlab._src.io.saved_model.utils import build_tensor_info
from graphlab._src.keras import optimizers
from graphlab._src.keras.backend import placeholder
from graphlab._src.keras.engine.train_optimizer import TFOptimizer
from graphlab._src.keras.layers.learning_phase import set_learning_phase
from graphlab._src.keras.layers.weight_values import batch_get_value
from graphlab._src.keras.models import Sequential, model_from_json
from graphlab._src.ops.control_flow.grouping import group
from graphlab._src.session.session import Session
from graphlab._src.state.initialization import local_variables_initializer
from graphlab._src.train.saving.checkpoint_state import update_checkpoint_state
from graphlab._src.train.saving.saver import Saver
from graphlab._src.train.tracking.checkpoint import Checkpoint
from graphlab._src.train.tracking.object_graph import ObjectGraph
from graphlab._src.train.tracking.trackable import children_of

_JSON = "saved_model.json"
_SUPERVISED = {  # mode -> tag, name and method of the signature
    ModeKeys.TRAIN: ("train", "train", "tensorflow/supervised/training"),
    ModeKeys.EVAL: ("eval", "eval", "tensorflow/supervised/eval"),
}


class _Weights(Checkpoint):
    """A checkpoint whose root has the children of a model, under its names."""

    def __init__(self, children):
        super().__init__()
        self._self_children = children

    def _tracked_children(self):
        return self._self_children


def export_saved_model(
    model: Any, saved_model_path, custom_objects=None, as_text=False, input_signature=None, serving_only=False
):
    """Writes a Keras model of layers as a SavedModel, which load_from_saved_model reads.

    saved_model_path: a folder that is empty or not there.  custom_objects: {name: class or function} of its layers.
    as_text: the graphs as readable text.  input_signature: TensorSpecs in place of the model's inputs.
    serving_only: without the graphs that train and evaluate, which a compiled model has.
    Raises NotImplementedError for a subclass of Model, ValueError for a Sequential without weights.
    """
    if not model._is_graph_network:
        if not isinstance(model, Sequential):
            raise NotImplementedError("Subclassed models can only be exported for serving: tf.saved_model.simple_save.")
        if not model.built:
            raise ValueError(
                "Weights for sequential model have not yet been created. Weights are created when the Model is first called "
                "on inputs or `build()` is called with an `input_shape`, or the first layer in the model has `input_shape` "
                "during construction."
            )
    saved = [(key, node.object) for node, key in ObjectGraph(model).variables()]
    values = dict(zip([key for key, _ in saved], batch_get_value([value for _, value in saved]), strict=True))
    builder = _SavedModelBuilder(saved_model_path)
    trains = getattr(model, "optimizer", None) is not None and not serving_only
    make_optimizer = _optimizers(model.optimizer) if trains else None
    for mode in [ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.PREDICT] if trains else [ModeKeys.PREDICT]:
        with Graph().as_default():
            set_learning_phase(int(mode == ModeKeys.TRAIN))
            copied = _copy(model, custom_objects, input_signature)
            _add_graph(builder, os.fsdecode(saved_model_path), model, mode, values, copied, make_optimizer)
    builder.save(as_text)
    folder = os.path.join(os.fsdecode(saved_model_path), constants.ASSETS_DIRECTORY)
    file_system.makedirs(folder)
    write_atomically(os.path.join(folder, _JSON), model.to_json().encode())


def load_from_saved_model(saved_model_path, custom_objects=None) -> Any:
    """The Keras model of a folder that export_saved_model wrote, with its weights, not compiled.

    custom_objects: {name: class or function} of its layers.
    """
    folder = os.fsdecode(saved_model_path)
    with open(os.path.join(folder, constants.ASSETS_DIRECTORY, _JSON), encoding="utf-8") as file:
        model: Any = model_from_json(file.read(), custom_objects)
    model.load_weights(os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME))
    return model


def _add_graph(builder, folder, model, mode, values, copied, make_optimizer):
    """Adds the graph of a mode to the builder; the first one's variables are saved."""
    made, holder = copied
    outputs = dict(zip(model.output_names, made.outputs, strict=True))
    inputs = dict(zip(model.input_names, made.inputs, strict=True))
    children, train_op = dict(children_of(holder)), None
    if mode == ModeKeys.PREDICT:
        tag, name = "serve", signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
        signature = predict_signature_def(inputs, outputs)
    else:
        compile_clone(model, made, make_optimizer(), None)
        add_to_collection(GraphKeys.GLOBAL_STEP, made.optimizer.iterations)
        inputs.update((target.op.name, target) for target in made._targets)
        if mode == ModeKeys.TRAIN:
            train_op = _train_op(made)
        tag, name, method = _SUPERVISED[mode]
        signature = build_signature_def(_infos(inputs), _infos(_supervised(made, outputs)), method)
        children["optimizer"] = made.optimizer
    for update in made.state_updates:
        add_to_collection(GraphKeys.UPDATE_OPS, update)
    weights = _Weights(children)
    named = {key: node.object for node, key in ObjectGraph(weights).variables()}
    first = not builder._has_saved_variables
    builder._has_saved_variables = True
    init_op = local_variables_initializer()
    saver = Saver(named, allow_empty=True)
    builder.add_meta_graph([tag], {name: signature}, init_op=init_op, train_op=train_op, saver=saver)
    if first:
        with Session() as session:
            _save(session, weights, named, values, os.path.join(folder, constants.VARIABLES_DIRECTORY))


def _save(session, weights, named, values, folder):
    """Writes the values, and initial ones of variables that have none, such as those of an optimizer before training."""
    file_system.makedirs(folder)
    session.run([variable.initializer for variable in named.values()])
    for key, variable in named.items():
        if key in values:
            variable.load(values[key], session)
    path = weights.write(os.path.join(folder, constants.VARIABLES_FILENAME), session)
    update_checkpoint_state(folder, constants.VARIABLES_FILENAME, [os.path.basename(path)])


def _copy(model, custom_objects, input_signature):
    """(a model of new layers in the default graph, the one in it that tracks the layers as `model` does)."""
    specs = None if input_signature is None else nest.flatten(input_signature)
    made: Any = clone(model, custom_objects) if specs is None else None
    if made is not None and made.outputs:
        return made, made
    if specs is None and not model.inputs:
        raise ValueError("The inputs of the model are not known: call it on a tensor, or pass input_signature.")
    specs = specs or model.inputs
    tensors = [
        placeholder(spec.shape, dtype=spec.dtype, name=(spec.name or "").partition(":")[0] or None) for spec in specs
    ]
    made = clone(model, custom_objects, tensors)
    return made, made.layers[-1]


def _optimizers(optimizer):
    """The function that makes an equal optimizer in the default graph, with variables of its own."""
    if isinstance(optimizer, TFOptimizer):
        return lambda: TFOptimizer(optimizer.optimizer)
    config = optimizers.serialize(optimizer)  # here, where its variables are
    return lambda: optimizers.deserialize(config)


def _train_op(made):
    with made._as_when_compiled(), name_scope("training"):
        loss, weights = made._compiled_parts.total_loss, made._trained_weights()
        updates = list(made.optimizer.get_updates(params=weights, loss=loss))
        return group(*updates, *made.get_updates_for(None), *made.get_updates_for(made.inputs))


def _supervised(made, outputs):
    """The loss, the predictions, and the value and the update of each metric, by the names that TensorFlow has for them."""
    parts = made._compiled_parts
    found = {"loss": parts.total_loss, **{f"predictions/{name}": tensor for name, tensor in outputs.items()}}
    for name, metric, *_ in parts.metrics:
        _, (value, update) = metric_ops(name, metric)
        with get_default_graph().control_dependencies([update]):
            done = constant([], name="metric_op_wrapper")
        found |= {f"metrics/{name}/value": value, f"metrics/{name}/update_op": done}
    return found


def _infos(tensors):
    return {name: build_tensor_info(tensor) for name, tensor in tensors.items()}
