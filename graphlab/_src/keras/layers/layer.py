"""Layer: the base of Keras' layers, which make their weights at the first call."""

import functools
import inspect
from typing import Any

import numpy as np
from google.protobuf import json_format

from graphlab._src.autograph.conversion import call_as_enabled
from graphlab._src.base import context, dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import (
    Operation,
    Tensor,
    convert_to_tensor,
    get_default_graph,
    name_scope,
    nest,
    static_value,
)
from graphlab._src.graph.attributes import attribute
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.graph.traversal import ancestors, needs_any, reached_from
from graphlab._src.graph.type_spec import TensorSpec
from graphlab._src.keras.layers import constraints, initializers, regularizers
from graphlab._src.keras.layers.autocast_variable import AutoCastVariable
from graphlab._src.keras.layers.backend_config import floatx
from graphlab._src.keras.layers.call_context import calls
from graphlab._src.keras.layers.dtype_policy import policy_of, v2_dtype_behavior_enabled, with_input_dtype
from graphlab._src.keras.layers.input_spec import InputSpec, check_inputs
from graphlab._src.keras.layers.layer_names import to_snake_case, unique_object_name
from graphlab._src.keras.layers.nodes import (
    add_node,
    connect,
    has_history,
    is_symbolic,
    operations_between,
    there_are_inputs,
)
from graphlab._src.keras.layers.tracking import Tracking
from graphlab._src.keras.layers.weight_values import (
    batch_get_value,
    batch_set_value,
    check_count,
    get_session,
    track_variable,
)
from graphlab._src.ops.cast import cast
from graphlab._src.ops.identity import placeholder
from graphlab._src.ops.ragged.tensor import RaggedTensor
from graphlab._src.ops.shape import shape as shape_of
from graphlab._src.proto import NodeDef
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.resource_variable import HandledVariable
from graphlab._src.state.variable import Variable, VariableAggregation, VariableSynchronization, modes

_ALLOWED = {"input_shape", "batch_input_shape", "batch_size", "weights", "activity_regularizer", "autocast"}


def default(method):
    """Marks a method that does nothing of its own, so that a layer knows whether its class overrides it."""
    method._is_default = True
    return method


def _taken(call):
    """(the names of call's arguments without self, whether it accepts any keyword)."""
    spec = inspect.getfullargspec(call)
    names = spec.args[1:] if spec.args[:1] == ["self"] else spec.args
    return names, spec.varkw is not None


class Layer(Tracking):
    """A part of a model: a function of tensors with variables of its own.

    Subclasses make variables in build(input_shape), with add_weight, and compute in call(inputs).

    trainable: whether its variables are trained.  name: made of the class's name when left out.
    dtype: of its variables and computations, or a Policy; that of the first input when left out.
    autocast: whether floating inputs are converted to the type of its computations.
    """

    def __init__(self, trainable=True, name=None, dtype=None, dynamic=False, **kwargs):
        for key in kwargs:
            if key not in _ALLOWED:
                raise TypeError("Keyword argument not understood:", key)
        self._trainable = trainable
        self._dynamic = dynamic
        self.stateful = False
        self.built = False
        self._input_spec: Any = None
        self.supports_masking = False
        self._init_set_name(name)
        self._activity_regularizer = kwargs.pop("activity_regularizer", None)
        self._tracked_list("_trainable_weights")
        self._tracked_list("_non_trainable_weights")
        self._tracked_list("_layers")
        self._inbound_nodes = []
        self._updates = []
        self._losses = []
        self._callable_losses = []
        self._metrics = []
        self._sources_of_items = {}  # for updates and losses that depend on inputs, by identity
        self._dtype_policy = policy_of(dtype)
        self._autocast = kwargs.get("autocast", v2_dtype_behavior_enabled())
        self._call_fn_args, self._call_has_kwargs = _taken(self.call)
        if "batch_input_shape" in kwargs:
            self._batch_input_shape = tuple(kwargs["batch_input_shape"])
        elif "input_shape" in kwargs:
            self._batch_input_shape = (kwargs.get("batch_size"), *kwargs["input_shape"])
        self._initial_weights = kwargs.get("weights")

    # What subclasses define

    @default
    def build(self, input_shape):
        """Makes the variables. input_shape: a TensorShape, or a list of them when there are several inputs."""
        self.built = True

    def call(self, inputs, **kwargs):
        """The outputs for the inputs."""
        return inputs

    def compute_output_shape(self, input_shape):
        """The shape of the output for an input of that shape."""
        raise NotImplementedError(f"{type(self).__name__} has no compute_output_shape")

    def compute_output_signature(self, input_signature):
        """The TensorSpec of the output for inputs of that TensorSpec, of the layer's dtype; a structure for a structure."""
        specs = nest.flatten(input_signature)
        for spec in specs:
            if not isinstance(spec, TensorSpec):
                raise TypeError(f"Only TensorSpec signature types are supported, but saw signature entry: {spec}.")
        shapes = self.compute_output_shape(nest.map_structure(lambda spec: spec.shape, input_signature))
        dtype = self.dtype or specs[0].dtype
        return nest.map_structure(lambda shape: TensorSpec(shape=shape, dtype=dtype), shapes)

    @default
    def compute_mask(self, inputs, mask=None):
        """The mask of the output: that of the input, where the layer supports masks."""
        if self.supports_masking:
            return mask
        if any(item is not None for item in nest.flatten(mask)):
            raise TypeError(f"Layer {self.name} does not support masking, but was passed an input_mask: {mask}")
        return None

    @default
    def get_config(self):
        """The arguments that make an equal layer, without its weights."""
        arguments = inspect.getfullargspec(self.__init__).args
        config = {"name": self.name, "trainable": self.trainable}
        if hasattr(self, "_batch_input_shape"):
            config["batch_input_shape"] = self._batch_input_shape
        config["dtype"] = self.dtype
        if self._dynamic:
            config["dynamic"] = True
        others = [name for name in arguments if name not in config and name != "dynamic"]
        if len(others) > 1 and hasattr(self.get_config, "_is_default"):
            raise NotImplementedError("Layers with arguments in `__init__` must override `get_config`.")
        return config

    @classmethod
    def from_config(cls, config):
        """The layer that get_config describes."""
        return cls(**config)

    # Names and types

    def _init_set_name(self, name, zero_based=True):
        self._name = name or unique_object_name(to_snake_case(type(self).__name__), zero_based=zero_based)

    def _name_scope(self):
        return self.name

    name = attribute("_name", "The layer's name.")
    dtype = attribute("_dtype", "The type of its variables, as a string; None until it is known.")

    @property
    def _dtype(self):
        return self._dtype_policy.variable_dtype

    @_dtype.setter
    def _dtype(self, value):
        self._dtype_policy = policy_of(value)

    @property
    def _compute_dtype(self):
        """The type that it computes in, as a string; None until it is known."""
        return self._dtype_policy.compute_dtype

    dynamic = attribute("_dynamic", "Whether it was said to need Python's control flow.")

    @property
    def trainable(self):
        """Whether its variables are trained."""
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        self._trainable = value
        for layer in self._sublayers():
            layer.trainable = value

    @property
    def activity_regularizer(self):
        """A function of the output whose value, for each example, is a loss."""
        return self._activity_regularizer

    @activity_regularizer.setter
    def activity_regularizer(self, regularizer):
        self._activity_regularizer = regularizer

    @property
    def input_spec(self):
        """What the inputs must be: an InputSpec, or a list of them."""
        return self._input_spec

    @input_spec.setter
    def input_spec(self, value):
        for spec in nest.flatten(value):
            if spec is not None and not isinstance(spec, InputSpec):
                raise TypeError(f"Layer input_spec must be an instance of InputSpec. Got: {spec}")
        self._input_spec = value

    # Variables

    def add_weight(
        self,
        name=None,
        shape=None,
        dtype=None,
        initializer=None,
        regularizer=None,
        trainable=None,
        constraint=None,
        partitioner=None,
        use_resource=None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        **kwargs,
    ) -> Any:
        """Makes a variable of the layer.

        shape: a single number when left out.  dtype: the layer's when left out.
        initializer, regularizer, constraint: functions, or names of Keras' own.
        """
        for key in kwargs:
            if key not in ("getter", "collections", "experimental_autocast"):
                raise TypeError("Unknown keyword argument:", key)
        kind = dtypes.as_dtype(dtype or self.dtype or floatx())
        if self._dtype is None:
            self._dtype = kind.base_dtype.name
        casts = kwargs.get("experimental_autocast", True) and self._dtype_policy.should_cast_variables
        regularizer = regularizers.get(regularizer)
        synchronization, trainable = when_trained(synchronization, trainable)
        variable = kwargs.get("getter", make_variable)(
            name=name,
            shape=() if shape is None else shape,
            dtype=kind,
            initializer=initializers.get(initializer) or self._default_initializer(name, kind),
            constraint=constraints.get(constraint),
            trainable=trainable,
            partitioner=partitioner,
            use_resource=use_resource,
            collections=kwargs.get("collections"),
            synchronization=synchronization,
            aggregation=aggregation,
        )
        if casts and kind.is_floating and isinstance(variable, HandledVariable):
            variable = AutoCastVariable(variable)
        for part in parts_of(variable):
            track_variable(part)
        if regularizer is not None:
            self._handle_weight_regularization(variable.name.partition(":")[0], variable, regularizer)
        (self._trainable_weights if trainable else self._non_trainable_weights).append(variable)
        return variable

    def add_variable(self, *args, **kwargs):
        """The old name of add_weight."""
        return self.add_weight(*args, **kwargs)

    def _default_initializer(self, name, dtype):
        if dtype.is_floating:
            return initializers.get("glorot_uniform")
        if dtype.is_integer or dtype.is_bool:
            return initializers.get("zeros")
        raise ValueError(
            f"An initializer for variable {name} of type {dtype.base_dtype} is required for layer {self.name}"
        )

    def _handle_weight_regularization(self, name, variable, regularizer):
        def loss(part):
            with name_scope(name + "/Regularizer"):
                return regularizer(part)

        for part in parts_of(variable):
            self.add_loss(functools.partial(loss, part))

    @property
    def trainable_weights(self):
        """The variables that are trained, those of its layers after its own."""
        return [*self._trainable_weights, *self._gather_of_sublayers("trainable_weights")] if self.trainable else []

    @property
    def non_trainable_weights(self):
        """The variables that are not trained."""
        if self.trainable:
            return [*self._non_trainable_weights, *self._gather_of_sublayers("non_trainable_weights")]
        return [*self._trainable_weights, *self._non_trainable_weights, *self._gather_of_sublayers("weights")]

    @property
    def weights(self):
        """All variables: those that are trained first."""
        return self.trainable_weights + self.non_trainable_weights

    trainable_variables = attribute("trainable_weights", "The variables that are trained.")
    non_trainable_variables = attribute("non_trainable_weights", "The variables that are not trained.")
    variables = attribute("weights", "All variables.")

    def get_weights(self):
        """The values of all variables, as NumPy arrays."""
        return batch_get_value(self.weights)

    def set_weights(self, weights):
        """Assigns NumPy arrays, in the order of get_weights."""
        variables = self.weights
        check_count(f'layer "{self.name}"', "layer", variables, weights)
        for variable, value in zip(variables, weights, strict=True):
            if not variable.shape.is_compatible_with(np.shape(value)):
                raise ValueError(
                    f"Layer weight shape {variable.shape} not compatible with provided weight shape {np.shape(value)}"
                )
        batch_set_value(list(zip(variables, weights, strict=True)))

    def count_params(self):
        """How many numbers all variables hold."""
        if not self.built:
            raise ValueError(
                f"You tried to call `count_params` on {self.name}, but the layer isn't built. You can build it manually "
                f"via: `{self.name}.build(batch_input_shape)`."
            )
        return int(sum(np.prod(w.shape.as_list()) for w in self.weights))

    # Where it was called

    def _inbound_node(self, index, what):
        if not self._inbound_nodes:
            raise RuntimeError(
                f"The layer has never been called and thus has no defined {what}."
                if what.endswith("shape")
                else f"Layer {self.name} has no inbound nodes."
            )
        if not -len(self._inbound_nodes) <= index < len(self._inbound_nodes):
            raise ValueError(
                f"Asked to get {what} at node {index}, but the layer has only {len(self._inbound_nodes)} inbound nodes."
            )
        return self._inbound_nodes[index]

    def _shape_of_nodes(self, of_node, what):
        if not self._inbound_nodes:
            raise AttributeError(f"The layer has never been called and thus has no defined {what}.")
        found = [of_node(node) for node in self._inbound_nodes]
        if any(shapes != found[0] for shapes in found):
            raise AttributeError(
                f'The layer "{self.name}" has multiple inbound nodes, hence the notion of "layer {what}" is ill-defined. '
                f"Use `get_{what.replace(' ', '_')}_at(node_index)` instead."
            )
        return found[0]

    def _first_node(self):
        if not self._inbound_nodes:
            raise AttributeError(
                f"Layer {self.name} has no inbound nodes, or is not connected to the output of an Input."
            )
        return self._inbound_nodes[0]

    @property
    def input(self):
        """What it was called on first, of what comes from an Input."""
        return _single(self._first_node().input_tensors)

    @property
    def output(self):
        """What it returned when it was called first on what comes from an Input."""
        return _single(self._first_node().output_tensors)

    @property
    def input_shape(self):
        """The shape of its input, as a tuple."""
        return self._shape_of_nodes(lambda node: node.input_shapes, "input shape")

    @property
    def output_shape(self):
        """The shape of its output, as a tuple."""
        return self._shape_of_nodes(lambda node: node.output_shapes, "output shape")

    @property
    def input_mask(self):
        """The mask of its input, or None."""
        return nest.map_structure(_mask_of, self.input)

    @property
    def output_mask(self):
        """The mask of its output, or None."""
        return nest.map_structure(_mask_of, self.output)

    @property
    def inbound_nodes(self):
        """A Node for each call."""
        return self._inbound_nodes

    def get_input_at(self, node_index):
        """The inputs of the call of that number."""
        return _single(self._inbound_node(node_index, "input").input_tensors)

    def get_output_at(self, node_index):
        """The outputs of the call of that number."""
        return _single(self._inbound_node(node_index, "output").output_tensors)

    def get_input_shape_at(self, node_index):
        """The shape of the inputs of the call of that number."""
        return self._inbound_node(node_index, "input shape").input_shapes

    def get_output_shape_at(self, node_index):
        """The shape of the outputs of the call of that number."""
        return self._inbound_node(node_index, "output shape").output_shapes

    # Losses and updates

    def add_loss(self, losses, inputs=None):
        """Adds losses: tensors, or functions without arguments that return one.

        inputs: what they depend on; None when on none of the layer's inputs.
        """
        for loss in nest.flatten(losses):
            if callable(loss):
                self._callable_losses.append(functools.partial(_loss, loss))
            elif loss is not None:
                loss = _tensor(loss)
                self._losses.append(loss)
                if inputs is not None:
                    self._sources_of_items[id(loss)] = nest.flatten(inputs)

    @property
    def losses(self):
        """The losses that were added, each regularizer's made anew, and those of its layers."""
        called = [loss() for loss in self._callable_losses]
        return [*self._losses, *(loss for loss in called if loss is not None), *self._gather_of_sublayers("losses")]

    def add_update(self, updates, inputs=None):
        """Adds operations that a training step should run: operations, tensors, or functions that return one.

        inputs: not looked at; what an update depends on is found in the graph.
        """
        sources = calls.inputs if calls.nested else [node.input_tensors for node in self._inbound_nodes]
        for update in updates if isinstance(updates, (list, tuple)) else [updates]:
            update: Any = update() if callable(update) else update
            if not isinstance(update, Operation):
                update = update.op if hasattr(update, "op") else convert_to_tensor(update)
            self._updates.append(update)
            self._sources_of_items[id(update)] = nest.flatten(sources)

    @property
    def updates(self):
        """The updates that were added, and those of its layers; none when it is not trained."""
        if not self.trainable and not self.stateful:
            return []
        return [*self._updates, *self._gather_of_sublayers("updates")]

    def get_updates_for(self, inputs):
        """The updates that depend on these inputs; for None those that depend on no input of the layer."""
        return self._items_of_inputs(self.updates, inputs)

    def get_losses_for(self, inputs):
        """The losses that depend on these inputs; for None those that depend on no input of the layer."""
        return self._items_of_inputs(self.losses, inputs)

    def _items_of_inputs(self, items, inputs):
        sources = self._all_sources()
        bound = [item for item in items if _depends(item, sources.get(id(item), ()))]
        if inputs is None:
            numbers = set(map(id, bound))
            return [item for item in items if id(item) not in numbers]
        reached = reached_from(_operations_of(nest.flatten(inputs)), ancestors(map(_operation_of, bound)))
        return [item for item in bound if _operation_of(item) in reached]

    def _all_sources(self):
        """_sources_of_items, with those of the layers in it and in these."""
        found = dict(self.__dict__.get("_sources_of_items", {}))
        for layer in self._sublayers():
            found.update(layer._all_sources() if hasattr(layer, "_all_sources") else {})
        return found

    def add_metric(self, value, aggregation=None, name=None):
        """Adds a metric: the result of calling a Metric; or, with aggregation "mean", a tensor whose mean over batches is it.

        name: of the metric; that of the Metric when left out.
        """
        check_metric(value, aggregation, name)
        metric = getattr(value, "_metric_obj", None)
        name = name if metric is None else metric.name
        known = self._metric_named(name)
        if aggregation is not None:
            if known is None:
                known = context.hook("mean_metric")(name=name)
                self._metrics.append(known)
            known(value)
        elif known is None:
            if metric is None:
                raise ValueError(
                    "We do not support adding an aggregated metric result tensor that is not the output of a "
                    "`tf.keras.metrics.Metric` metric instance. Without having access to the metric instance we cannot "
                    "reset the state of a metric after every epoch during training. You can create a "
                    "`tf.keras.metrics.Metric` instance and pass the result here or pass an un-aggregated result with "
                    "`aggregation` parameter set as `mean`. For example: `self.add_metric(tf.reduce_sum(inputs), "
                    "name='mean_activation', aggregation='mean')`"
                )
            self._metrics.append(metric)

    def _metric_named(self, name):
        found = [metric for metric in self._metrics if metric.name == name]
        if len(found) > 1:
            raise ValueError(
                "Please provide different names for the metrics you have added. "
                f'We found {len(found)} metrics with the name: "{name}"'
            )
        return found[0] if found else None

    @property
    def metrics(self):
        """The metrics that were added, and those of its layers."""
        return [*self._metrics, *self._gather_of_sublayers("metrics")]

    def _handle_activity_regularization(self, inputs, outputs):
        if self._activity_regularizer:
            with name_scope("ActivityRegularizer"):
                for output in nest.flatten(outputs):
                    loss = self._activity_regularizer(output)
                    batch = cast(shape_of(output)[0], loss.dtype)
                    self.add_loss(loss / batch, inputs=inputs)

    # Calling

    def __call__(self, inputs, *args, **kwargs):
        """Builds the layer for the first inputs, and returns what `call` makes of them."""
        inputs = nest.map_structure(_as_tensor, inputs)
        if any(isinstance(item, Tensor) for item in nest.flatten(inputs)):
            check_inputs(self.input_spec, inputs, self.name)
        connected = there_are_inputs() and self._is_connected(inputs, (args, {**kwargs, "mask": None}))
        masks = self._collect_masks(inputs, args, kwargs)
        said = (args, dict(kwargs)) if connected else None
        if masks is not None and self._call_accepts("mask") and not self._call_has("mask", args, kwargs):
            kwargs["mask"] = masks
        training = self._trains_in_call(args, kwargs)
        with calls.entered(self, inputs, training), name_scope(self._name_scope()):
            self._maybe_build(inputs)
            if connected and self._dynamic:
                outputs = self._outputs_like(inputs)
            else:
                taken = self._as_computed(inputs)
                with calls.computing(self._compute_dtype):
                    outputs = call_as_enabled(self.call, taken, *args, **kwargs)
            if outputs is None:
                raise ValueError(
                    f"A layer's `call` method should return a Tensor or a list of Tensors, not None (layer: {self.name})."
                )
            if connected:
                outputs = connect(self, inputs, outputs, said)
            self._handle_activity_regularization(inputs, outputs)
            self._set_masks(inputs, outputs, masks)
        return outputs

    def _as_computed(self, inputs):
        """Inputs, the floating ones in the type of the layer's computations where it converts them."""
        kind = self._compute_dtype
        if not self._autocast or kind is None or not dtypes.as_dtype(kind).is_floating:
            return inputs

        def converted(item):
            tensor = isinstance(item, (Tensor, SparseTensor, RaggedTensor))
            return (
                cast(item, kind) if tensor and item.dtype.is_floating and item.dtype.base_dtype.name != kind else item
            )

        return nest.map_structure(converted, inputs)

    def _outputs_like(self, inputs):
        """Placeholders for what a layer with Python's control flow would return; a model with it can't be compiled."""
        shapes = self.compute_output_shape(nest.map_structure(lambda item: item.shape, inputs))
        return nest.map_structure(lambda shape: placeholder(self.dtype or floatx(), shape), shapes)

    def _is_connected(self, inputs, arguments):
        """Whether all inputs come from Inputs; operations between layers become layers of their own, within `call` they don't.

        arguments: of the call, which operations may lead to as well.
        """
        items = nest.flatten(inputs)
        if not items or not all(is_symbolic(item) for item in items):
            return False
        if not calls.nested and not all(has_history(item) for item in items):
            wrap_operations([item for item in items if isinstance(item, Tensor)])
        connected = all(has_history(item) for item in items)
        if connected and not calls.nested:
            others = [item for item in nest.flatten(arguments) if isinstance(item, Tensor) and not has_history(item)]
            wrap_operations(others)
        return connected

    def apply(self, inputs, *args, **kwargs):
        """The same as calling the layer."""
        return self.__call__(inputs, *args, **kwargs)

    def _trains_in_call(self, args, kwargs):
        """The `training` argument, or that of the calling layer, passed in the place where `call` expects it."""
        if self._call_has("training", args, kwargs):
            given = dict(zip(self._call_fn_args[1:], args, strict=False))
            value = kwargs["training"] if "training" in kwargs else given["training"]
            if not self._call_accepts("training"):
                kwargs.pop("training")
            return value
        value = calls.training
        if value is not None and self._call_accepts("training"):
            kwargs["training"] = cast(value, dtypes.bool) if isinstance(value, Tensor) else bool(value)
        return value

    def _call_accepts(self, argument):
        return argument in self._call_fn_args or self._call_has_kwargs

    def _call_has(self, argument, args, kwargs):
        return argument in kwargs or argument in self._call_fn_args[1 : len(args) + 1]

    def _maybe_build(self, inputs):
        if not self.built:
            check_inputs(self.input_spec, inputs, self.name)
            items = nest.flatten(inputs)
            if items and self._compute_dtype is None and hasattr(items[0], "dtype"):
                self._dtype_policy = with_input_dtype(self._dtype_policy, items[0].dtype.base_dtype)
            shapes = None
            if all(hasattr(item, "shape") for item in items):
                shapes = nest.map_structure(lambda item: item.shape, inputs)
            if not hasattr(self.build, "_is_default"):
                self.build(shapes)
            self.built = True
        if getattr(self, "_initial_weights", None) is not None:
            weights, self._initial_weights = self._initial_weights, None
            self.set_weights(weights)

    # Masks

    def _collect_masks(self, inputs, args, kwargs):
        """The masks of the inputs, or None when there are none `call` has no `mask`."""
        if self._call_has("mask", args, kwargs):
            given = dict(zip(self._call_fn_args[1:], args, strict=False))
            return kwargs["mask"] if "mask" in kwargs else given["mask"]
        masks = nest.map_structure(lambda item: getattr(item, "_keras_mask", None), inputs)
        return None if all(mask is None for mask in nest.flatten(masks)) else masks

    def _set_masks(self, inputs, outputs, masks):
        outputs = nest.flatten(outputs)
        if getattr(self, "_compute_output_and_mask_jointly", False):
            return
        if outputs and all(getattr(output, "_keras_mask", None) is not None for output in outputs):
            return
        if not self.supports_masking and hasattr(self.compute_mask, "_is_default"):
            return
        made = self.compute_mask(inputs, masks)
        if made is not None:
            for output, mask in zip(outputs, nest.flatten(made), strict=False):
                output._keras_mask = mask


_OP_LAYER = "tf_op_layer_"


class TensorFlowOpLayer(Layer):
    """An operation between Keras' layers, as a layer: a model can do it again on other inputs.

    node_def: what it repeats: a NodeDef as bytes or as a dict.  name: of the operation.
    constants: {number of an input: its tensor or value} of the inputs that come from no Input, and stay what they are.
    """

    _untracked = frozenset({"node_def", "constants"})

    def __init__(self, node_def, name, constants=None, trainable=True, dtype=None):
        super().__init__(name=_OP_LAYER + name, trainable=trainable, dtype=dtype, autocast=False)
        if isinstance(node_def, dict):
            self.node_def = json_format.ParseDict(node_def, NodeDef())
        else:
            self.node_def = NodeDef.FromString(node_def if isinstance(node_def, bytes) else node_def.encode())
        self.constants = {int(number): value for number, value in (constants or {}).items()}
        self.built = True

    def call(self, inputs):
        """What the operation makes of other inputs."""
        taken = list(nest.flatten(inputs))
        for number, value in sorted(self.constants.items()):
            taken.insert(number, value if isinstance(value, Tensor) else self._constant(value))
        node = self.node_def
        made = get_default_graph().create_op(node.op, taken, name=node.name, attrs=dict(node.attr))
        return made.outputs[0] if len(made.outputs) == 1 else list(made.outputs)

    def _constant(self, value):
        """A value of a file, whose floating numbers are of the operation's type."""
        kind = dtypes.as_dtype(self.node_def.attr["T"].type) if self.node_def.attr["T"].type else None
        floats = not hasattr(value, "dtype") and np.asarray(value).dtype.kind == "f"
        return convert_to_tensor(value, dtype=kind if floats and kind is not None and kind.is_floating else None)

    def get_config(self):
        """The operation as a message, and the values of its constants."""
        config = super().get_config()
        values = {number: _value(constant) for number, constant in self.constants.items()}
        node = json_format.MessageToDict(self.node_def)
        return {**config, "name": config["name"].removeprefix(_OP_LAYER), "node_def": node, "constants": values}


def _value(constant):
    """The value of a tensor, computed by a run where it must be."""
    if not isinstance(constant, Tensor):
        return constant
    known = static_value(constant)
    return get_session().run(constant) if known is None else known


def wrap_operations(tensors):
    """Makes layers of the operations that lead from Inputs to these tensors."""
    for operation in operations_between(tensors):
        inputs = [tensor for tensor in operation.inputs if has_history(tensor)]
        constants = {i: tensor for i, tensor in enumerate(operation.inputs) if not has_history(tensor)}
        outputs = list(operation.outputs)
        layer = TensorFlowOpLayer(operation.node_def.SerializeToString(), operation.name, constants)
        add_node(
            layer, inputs[0] if len(inputs) == 1 else inputs, outputs[0] if len(outputs) == 1 else outputs, ((), {})
        )


def make_variable(
    name,
    shape,
    dtype,
    initializer,
    trainable=None,
    constraint=None,
    partitioner=None,
    use_resource=None,
    collections=None,
    synchronization=VariableSynchronization.AUTO,
    aggregation=VariableAggregation.NONE,
):
    """A variable outside of variable scopes, as Keras' layers make it: a ResourceVariable unless said otherwise."""
    return Variable(
        lambda: initializer(shape, dtype=dtype),
        name=name,
        trainable=trainable,
        dtype=dtype.base_dtype,
        constraint=constraint,
        use_resource=True if use_resource is None else use_resource,
        collections=collections,
        synchronization=synchronization,
        aggregation=aggregation,
        shape=TensorShape(shape) if shape else None,
    )


def check_metric(value, aggregation, name):
    """Raises ValueError for what add_metric does not accept."""
    if aggregation not in (None, "mean"):
        raise ValueError(
            f"We currently support only `mean` sample-wise metric aggregation. You provided aggregation=`{aggregation}`"
        )
    if name is None and not hasattr(value, "_metric_obj"):
        raise ValueError(
            "Please provide a name for your metric like `self.add_metric(tf.reduce_sum(inputs), name='mean_activation', "
            "aggregation='mean')`"
        )


def parts_of(variable):
    """The variables that a variable is made of: itself, or its parts."""
    return list(variable) if isinstance(variable, PartitionedVariable) else [variable]


def when_trained(synchronization, trainable):
    """(the synchronization mode, whether a variable with it is trained); ValueError when one excludes the other."""
    if synchronization is VariableSynchronization.ON_READ and trainable:
        raise ValueError(
            "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. You have "
            "specified trainable=True and synchronization=VariableSynchronization.ON_READ."
        )
    synchronization, _, trainable = modes(synchronization, None, trainable, None)
    return synchronization, trainable


def _as_tensor(item):
    return convert_to_tensor(item) if isinstance(item, (np.ndarray, float, int)) else item


def _tensor(loss):
    return loss if isinstance(loss, Tensor) else convert_to_tensor(loss, dtype=floatx())


def _single(tensors):
    return tensors[0] if isinstance(tensors, list) and len(tensors) == 1 else tensors


def _mask_of(tensor):
    return getattr(tensor, "_keras_mask", None)


def _loss(function):
    loss = function()
    return None if loss is None else _tensor(loss)


def _depends(item, tensors):
    """Whether an operation or tensor needs any of the tensors to run."""
    sources = _operations_of(tensors)
    return bool(sources) and needs_any(_operation_of(item), sources)


def _operation_of(item):
    return getattr(item, "op", item)


def _operations_of(tensors):
    parts = nest.flatten(list(tensors), expand_composites=True)
    return {part.op for part in parts if hasattr(part, "op")}  # an Input may be a variable
