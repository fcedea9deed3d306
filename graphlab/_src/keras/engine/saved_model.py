"""Keras' layers and models as objects of a SavedModel: their functions, their variables and what they are made of."""

import json
import os
from collections.abc import Callable
from typing import Any

from graphlab._src.base import logging
from graphlab._src.base.shapes import TensorShape
from graphlab._src.function.concrete import ConcreteFunction
from graphlab._src.function.def_function import Function
from graphlab._src.graph import Tensor, nest
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.io.saved_model.message import maybe_saved_model_directory
from graphlab._src.io.saved_model.revived_types import VersionedTypeRegistration, register_revived_type
from graphlab._src.io.saved_model.save import save as save_object
from graphlab._src.keras.engine.configs import plain
from graphlab._src.keras.engine.model_metadata import model_metadata
from graphlab._src.keras.engine.optimizer import Optimizer
from graphlab._src.keras.engine.replicated import recorded
from graphlab._src.keras.layers.learning_phase import learning_phase_scope
from graphlab._src.keras.layers.weight_values import get_session
from graphlab._src.state.tracked_structures import ListWrapper
from graphlab._src.train.tracking.trackable import AutoTrackable

_KEY = "keras"  # in the cache that the objects of a SavedModel share
_API = "keras_api"  # the object that has all of them
_COMMON = ("variables", "trainable_variables", "regularization_losses")
_CALLS = ("__call__", "call_and_return_all_conditional_losses")

register_revived_type(
    "optimizer",
    lambda obj: isinstance(obj, Optimizer),
    [VersionedTypeRegistration(lambda _: AutoTrackable(), 1, 1, 1)],
)


class SerializedLayer:
    """What a SavedModel has of a layer. objects, functions: directly below it, by name; `keras_api` has all of them."""

    def __init__(self) -> None:
        self.objects: dict[str, Any] = {}
        self.functions: dict[str, Any] = {}


def serialized(layer: Any, cache: dict[Any, Any]) -> SerializedLayer:
    """The SerializedLayer of a layer, made once for each SavedModel. cache: of that SavedModel."""
    known = cache.setdefault(_KEY, {})
    if id(layer) not in known:
        made = SerializedLayer()
        first = not known
        known[id(layer)] = layer, made
        if first:
            get_session()  # which initializes the variables that have no value
        made.functions = _own_functions(layer)
        if _is_complete(layer):
            _fill(layer, made, first)
    return known[id(layer)][1]


def _own_functions(layer: Any) -> dict[str, Any]:
    """The functions that a program made of methods and attributes of a layer with tf.function."""
    kinds = Function, ConcreteFunction
    names = [name for kind in type(layer).__mro__ for name, value in vars(kind).items() if isinstance(value, kinds)]
    names += [name for name, value in vars(layer).items() if isinstance(value, kinds)]
    return {name: getattr(layer, name) for name in dict.fromkeys(names)}


def _is_complete(layer: Any) -> bool:
    if getattr(layer, "_is_metric", False):
        return False
    complete = _is_model(layer) and bool(layer.inputs) or not _is_model(layer) and layer.built
    if not complete:
        logging.warning(
            "Skipping full serialization of Keras %s %s, because %s.",
            "model" if _is_model(layer) else "layer",
            layer,
            "its inputs are not defined" if _is_model(layer) else "it is not built",
        )
    return complete


def _is_model(layer: Any) -> bool:
    return hasattr(layer, "_is_graph_network")


def _fill(layer: Any, made: SerializedLayer, first: bool) -> None:
    losses = {id(one): Function(one, f"loss_fn_{i}", []) for i, one in enumerate(_unconditional_losses(layer))}
    own = [losses[id(one)] for one in layer._callable_losses]
    sublayers = list(layer.layers) if _is_model(layer) else layer._sublayers()
    objects = {
        "variables": layer.weights,
        "trainable_variables": layer.trainable_weights,
        "non_trainable_variables": layer.non_trainable_weights,
        "layers": sublayers,
        "metrics": [],
        "regularization_losses": list(losses.values()),
        "layer_regularization_losses": own,
    }
    objects = {name: ListWrapper(list(value)) for name, value in objects.items()}
    specs = _input_specs(layer)
    both = _call_function(layer, f"{layer.name}_layer_call_and_return_conditional_losses", specs, outputs_only=False)
    functions = {
        "__call__": _call_function(layer, f"{layer.name}_layer_call_fn", specs, outputs_only=True),
        "call_and_return_all_conditional_losses": both,
        "call_and_return_conditional_losses": both,
    }
    if first and _is_model(layer):
        made.functions["_default_save_signature"] = functions["_default_save_signature"] = model_function(layer)
    api: Any = AutoTrackable()
    for name, value in {**objects, **functions}.items():
        setattr(api, name, value)
    made.objects = {**{name: objects[name] for name in _COMMON}, _API: api}
    for name in _CALLS:
        made.functions.setdefault(name, functions[name])


def _unconditional_losses(layer: Any) -> list[Callable[[], Any]]:
    """Those of regularizers of weights, of the layer and the layers in it."""
    return [loss for one in layer._all_layers() for loss in one._callable_losses]


# Functions


def _input_specs(layer: Any) -> Any:
    """The TensorSpecs of a layer's input, any number of examples; None where it had several, or none that is known."""
    if _is_model(layer):
        (specs,) = model_input_signature(layer)
        return specs
    try:
        return nest.map_structure(lambda tensor: _spec_of(tensor, None), layer.input)
    except AttributeError:
        pass
    spec = layer.input_spec
    if spec is None or not hasattr(spec, "ndim") or spec.ndim is None and spec.shape is None:
        return None
    sizes: list[Any] = [None] * (spec.ndim or 0) if spec.shape is None else list(spec.shape)
    for axis, size in (spec.axes or {}).items():
        sizes[axis] = size
    return TensorSpec(sizes, spec.dtype or layer.dtype, "inputs")


def model_input_signature(model: Any) -> list[Any]:
    """[the TensorSpecs of a model's inputs, in their structure], for any number of examples."""
    names = iter(nest.flatten(model.input_names))
    specs = nest.map_structure(lambda tensor: _spec_of(tensor, next(names)), model.inputs)
    return list(specs) if isinstance(specs, (list, tuple)) and len(specs) == 1 else [specs]


def _spec_of(tensor: Tensor, name: str | None) -> TensorSpec:
    sizes = tensor.shape.dims
    shape = TensorShape(None) if sizes is None else TensorShape([None, *sizes[1:]])
    return TensorSpec(shape, tensor.dtype.base_dtype, name)


def _call_function(layer: Any, name: str, specs: Any, outputs_only: bool) -> Function:
    """A function of the layer's input, and of `training` where the layer or one in it is a different function then."""
    accepts = layer._call_accepts("training")

    def computed(inputs: Any, training: bool) -> Any:
        with learning_phase_scope(int(training)), recorded(layer) as record:
            outputs = layer(inputs, training=training) if accepts else layer(inputs)
        return outputs if outputs_only else (outputs, list(record.losses))

    def call_training(inputs: Any, training: bool = False) -> Any:
        return computed(inputs, training)

    def call(inputs: Any) -> Any:
        return computed(inputs, False)

    trains = any(one._call_accepts("training") for one in layer._all_layers())
    made = Function(call_training if trains else call, name, autograph=False)
    if specs is not None and not getattr(layer, "is_placeholder", False):
        for arguments in ((True,), (False,)) if trains else ((),):
            made.get_concrete_function(specs, *arguments)
    return made


def model_function(model: Any, input_signature: Any = None) -> Function:
    """A function of a model's inputs that returns its outputs by their names, as they are without training.

    input_signature: TensorSpecs in place of the model's inputs.
    """
    signature = model_input_signature(model) if input_signature is None else input_signature

    def wrapped_model(*args: Any) -> dict[str, Any]:
        inputs = args[0] if len(args) == 1 else list(args)
        with learning_phase_scope(0), recorded(model):
            outputs = model(inputs, training=False) if model._call_accepts("training") else model(inputs)
        return dict(zip(model.output_names, nest.flatten(outputs), strict=True))

    return Function(wrapped_model, "_wrapped_model", signature, autograph=False)


# What they are made of


def identifier(layer: Any) -> str:
    """What a SavedModel says of the kind of a layer."""
    if not _is_model(layer):
        return "_tf_keras_layer"
    if layer._is_sequential:
        return "_tf_keras_sequential"
    return "_tf_keras_model" if hasattr(layer, "fit") else "_tf_keras_network"


def metadata(layer: Any) -> str:
    """What a SavedModel says of how a layer is made, as JSON."""
    found: dict[str, Any] = {
        "class_name": type(layer).__name__,
        "name": layer.name,
        "trainable": layer.trainable,
        "expects_training_arg": "training" in layer._call_fn_args,
        "dtype": layer.dtype,
        "batch_input_shape": getattr(layer, "_batch_input_shape", None),
    }
    try:
        found["config"] = layer.get_config()
    except NotImplementedError:  # of layers whose classes say no such thing
        pass
    if hasattr(layer, "fit"):
        found.update(model_metadata(layer, require_config=False))
    return json.dumps(found, default=plain)


# Files


def save(model: Any, filepath: Any, overwrite: bool, include_optimizer: bool, signatures: Any = None) -> None:
    """Writes a model as a SavedModel."""
    if not overwrite and os.path.exists(filepath):
        raise FileExistsError(f"{filepath} is there already: pass overwrite=True to replace it")
    if not model.inputs:
        raise ValueError(
            f"Model {model} cannot be saved because the input shapes have not been set. Usually, input shapes are "
            "automatically determined from calling .fit() or .predict(). To manually set the shapes, call "
            "model._set_inputs(inputs)."
        )
    optimizer = model.optimizer
    if not include_optimizer:
        model.optimizer = None
    try:
        with learning_phase_scope(0):
            save_object(model, filepath, signatures)
    finally:
        model.optimizer = optimizer


def is_saved_model(filepath: Any) -> bool:
    """True for a folder with a SavedModel."""
    return isinstance(filepath, (str, os.PathLike)) and maybe_saved_model_directory(os.fspath(filepath))
