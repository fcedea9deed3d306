"""Network: layers from inputs to outputs, itself a layer."""

import functools
import importlib
import inspect
import json
from typing import Any

from graphlab._src.base.errors import InvalidArgumentError
from graphlab._src.base.shapes import TensorShape, dimension_value
from graphlab._src.graph import Tensor, get_default_graph, nest
from graphlab._src.keras.engine.ancillary import AddLoss, AddMetric
from graphlab._src.keras.engine.configs import functional_config, plain
from graphlab._src.keras.engine.input_layer import InputLayer
from graphlab._src.keras.engine.summary import print_summary
from graphlab._src.keras.engine.topology import Topology
from graphlab._src.keras.layers.call_context import calls
from graphlab._src.keras.layers.layer import Layer, check_metric, wrap_operations
from graphlab._src.keras.layers.nodes import has_history


class Network(Layer):
    """Layers put together.

    inputs, outputs: tensors, lists or dicts of them; what lies between becomes the network.
    Subclasses leave them out, make layers in __init__ and call them in `call`.
    """

    _layers: Any
    _is_sequential = False
    _untracked = frozenset(("inputs", "outputs", "input_names", "output_names"))

    def __init__(self, *args, **kwargs):
        if len(args) == 2 or (len(args) == 1 and "outputs" in kwargs) or ("inputs" in kwargs and "outputs" in kwargs):
            self._init_functional(*args, **kwargs)
        else:
            self._init_subclass(*args, **kwargs)

    def _init_subclass(self, name=None, **kwargs):
        self._base_init(name, **kwargs)
        self._is_graph_network = False
        self.inputs: Any = []
        self.outputs: Any = []

    def _base_init(self, name=None, trainable=True, dtype=None, dynamic=False, **kwargs):
        for key in kwargs:
            raise TypeError("Keyword argument not understood:", key)
        tracked = self.__dict__.get("_layers", [])
        Layer.__init__(self, trainable=trainable, name=name, dtype=dtype, dynamic=dynamic)
        object.__setattr__(self, "_layers", tracked)
        self.optimizer: Any = None
        self._is_compiled = False

    def _init_functional(self, inputs, outputs, name=None, trainable=True):
        if isinstance(inputs, (list, tuple)) and len(nest.flatten(inputs)) == 1:
            inputs = nest.flatten(inputs)[0]
        if isinstance(outputs, (list, tuple)) and len(nest.flatten(outputs)) == 1:
            outputs = nest.flatten(outputs)[0]
        if "_name" not in self.__dict__:
            self._base_init(name, trainable=trainable)
        self._nested_inputs, self._nested_outputs = inputs, outputs
        given, wanted = nest.flatten(inputs), nest.flatten(outputs)
        if len({id(tensor) for tensor in given}) != len(given):
            raise ValueError(
                f"The list of inputs passed to the model is redundant. All inputs should only appear once. Found: {given}"
            )
        _check_batch_sizes(given)
        for tensor in given:
            if not has_history(tensor):
                raise ValueError(
                    f"Input tensors to a {type(self).__name__} must come from `tf.keras.Input`. Received: {tensor} "
                    "(missing previous layer metadata)."
                )
        if any(not has_history(tensor) for tensor in wanted if isinstance(tensor, Tensor)):
            wrap_operations([tensor for tensor in wanted if isinstance(tensor, Tensor)])
        for tensor in wanted:
            if not has_history(tensor):
                raise ValueError(
                    f"Output tensors to a {type(self).__name__} must be the output of a TensorFlow `Layer` (thus holding "
                    f"past layer metadata). Found: {tensor}"
                )
        self.inputs, self.outputs = given, wanted
        self._topology = Topology(given, wanted)
        check_styles(self._topology.layers)
        self._inputs_of_calls: list[Any] = []
        self._ancillary: list[Topology] = []  # what leads to the losses and metrics that were added to it
        object.__setattr__(self, "_layers", list(self._topology.layers))
        self._input_layers = [tensor._keras_history[0] for tensor in given]
        self._output_layers = [tensor._keras_history[0] for tensor in wanted]
        self._is_graph_network = True
        self.built = True
        self._compute_output_and_mask_jointly = True
        self.input_names = [layer.name for layer in self._input_layers]
        self.output_names = [layer.name for layer in self._output_layers]
        if not self._inbound_nodes:
            self._inbound_nodes.append(_Whole(self, inputs, outputs))

    # Its layers

    @property
    def dynamic(self):
        """Whether it or one of its layers was said to need Python's control flow."""
        return self._dynamic or any(getattr(layer, "dynamic", False) for layer in self._sublayers())

    @property
    def layers(self):
        """Its layers: those nearer to the inputs first."""
        return self._sublayers()

    @property
    def _nodes_by_depth(self):
        return self._topology.nodes_by_depth

    def get_layer(self, name=None, index=None):
        """The layer of that name or number."""
        if index is not None:
            if len(self.layers) <= index:
                raise ValueError(
                    f"Was asked to retrieve layer at index {index} but model only has {len(self.layers)} layers."
                )
            return self.layers[index]
        if not name:
            raise ValueError("Provide either a layer name or layer index.")
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise ValueError(f"No such layer: {name}")

    @property
    def stateful(self):
        """Whether one of its layers keeps state between batches."""
        return any(getattr(layer, "stateful", False) for layer in self._sublayers())

    @stateful.setter
    def stateful(self, value):
        pass

    def reset_states(self):
        """Forgets the states of its layers."""
        for layer in self.layers:
            if hasattr(layer, "reset_states") and getattr(layer, "stateful", False):
                layer.reset_states()

    @property
    def state_updates(self):
        """The updates of its stateful layers."""
        found = [update for layer in self.layers if getattr(layer, "stateful", False) for update in layer.updates]
        return self._items_reached(found) if self._is_graph_network else found

    def _items_reached(self, items):
        """Those updates that need no inputs but its own, or what it was called on."""
        inputs = [tensor for node in self._inbound_nodes for tensor in nest.flatten(node.input_tensors)]
        inputs += self._inputs_of_calls
        own = self._items_of_inputs(items, inputs) + self._items_of_inputs(items, None)
        return [item for item in items if any(item is other for other in own)]

    @property
    def weights(self):
        """All variables, layer by layer."""
        if not self._is_graph_network and "build" in type(self).__dict__:
            self._check_built()
        return [*self._gather_of_sublayers("weights"), *self._trainable_weights, *self._non_trainable_weights]

    @property
    def trainable_weights(self):
        """The variables that are trained, its own after those of its layers."""
        return [*self._gather_of_sublayers("trainable_weights"), *self._trainable_weights] if self.trainable else []

    @property
    def non_trainable_weights(self):
        """The variables that are not trained, its own after those of its layers."""
        if self.trainable:
            return [*self._gather_of_sublayers("non_trainable_weights"), *self._non_trainable_weights]
        return [*self._trainable_weights, *self._gather_of_sublayers("weights"), *self._non_trainable_weights]

    def _has_weights(self):
        """Whether its weights were made, or there are none to make."""
        return self.built or not (self._sublayers() or "build" in type(self).__dict__)

    def _check_built(self):
        if not self._has_weights():
            raise ValueError(
                f"Weights for model {self.name} have not yet been created. Weights are created when the Model is first "
                "called on inputs or `build()` is called with an `input_shape`."
            )

    def get_weights(self):
        """The values of all variables, as NumPy arrays, layer by layer."""
        self._check_built()
        return super().get_weights()

    # Losses and metrics that are added to it

    def add_loss(self, losses, inputs=None):
        """Adds losses; those that need a functional model's inputs are made again where the model is called on others."""
        for loss in nest.flatten(losses):
            if not self._attach(loss, AddLoss):
                super().add_loss(loss, inputs=inputs)

    def add_metric(self, value, aggregation=None, name=None):
        """Adds a metric; one of a functional model is made again where the model is called on others."""
        check_metric(value, aggregation, name)
        if self._is_graph_network and not calls.inputs:
            if hasattr(value, "_metric_obj"):
                raise ValueError(
                    "Using the result of calling a `Metric` object when calling `add_metric` on a Functional Model is not "
                    "supported. Please pass the Tensor to monitor directly."
                )
            if self._attach(value, functools.partial(AddMetric, aggregation, name)):
                return
        super().add_metric(value, aggregation, name)

    def _attach(self, tensor, make_layer):
        """Calls a new layer on a tensor that needs the inputs of a functional model; False for another tensor."""
        if not self._is_graph_network or calls.inputs or not isinstance(tensor, Tensor):
            return False
        wrap_operations([tensor])
        if not has_history(tensor):
            return False
        try:
            Topology(self.inputs, [tensor])
        except ValueError:  # it needs other Inputs, too
            return False
        self._add_ancillary(make_layer()(tensor))
        return True

    def _add_ancillary(self, output):
        """Has the model run what leads to the output of a layer that adds a loss or a metric."""
        ancillary = Topology(self.inputs, [output])
        self._ancillary.append(ancillary)
        self._layers.extend(layer for layer in ancillary.layers if not any(layer is own for own in self._layers))

    # Calling

    def build(self, input_shape):
        """Makes the variables, for inputs of a shape."""
        if self._is_graph_network:
            self.built = True
            return
        if input_shape is None:
            raise ValueError("Input shape must be defined when calling build on a model subclass network. ")
        if not isinstance(input_shape, (tuple, list, TensorShape)):
            raise ValueError(
                "Specified input shape is not one of the valid types. Please specify a batch input shape of type tuple or list "
                f"of input shapes. User provided input type: {type(input_shape)}"
            )
        keywords = _arguments_of_build(self.call)
        with get_default_graph().name_scope(self.name):
            shapes = input_shape if isinstance(input_shape, list) else [input_shape]
            made = [InputLayer(batch_input_shape=tuple(TensorShape(s).as_list())).output for s in shapes]
            taken = made if isinstance(input_shape, list) else made[0]
            try:
                self.call(taken if isinstance(taken, list) else nest.flatten(taken)[0], **keywords)
            except (InvalidArgumentError, TypeError) as error:
                raise ValueError(
                    "You cannot build your model by calling `build` if your layers do not support float type inputs. Instead, in "
                    "order to instantiate and build your model, `call` your model on real tensor data (of the correct dtype)."
                ) from error
        self.built = True
        self._load_waiting_weights()

    build._is_default = True

    def _load_waiting_weights(self):
        """Loads the weights that were to be loaded before there were any."""

    def call(self, inputs, training=None, mask=None):
        """What becomes of other inputs."""
        if not self._is_graph_network:
            raise NotImplementedError("When subclassing the `Model` class, you should implement a `call` method.")
        return self._run_layers(inputs, training, mask)

    def _run_layers(self, inputs, training, mask):
        given = nest.flatten(inputs)
        if isinstance(inputs, dict) and set(self.input_names) <= inputs.keys():
            given = [inputs[name] for name in self.input_names]
        self._inputs_of_calls.extend(given)
        masks = nest.flatten(mask) if mask is not None else [None] * len(given)
        for tensor, item in zip(given, masks, strict=False):
            if item is not None:
                tensor._keras_mask = item
        values = {id(old): new for old, new in zip(self.inputs, given, strict=True)}
        at_first = self._topology.nodes_by_depth[max(self._topology.nodes_by_depth)]
        for node in (node for topology in (self._topology, *self._ancillary) for node in topology.in_order()):
            old = nest.flatten(node.output_tensors)
            # An input that only later layers consume is called, as in TensorFlow: it becomes an Identity.
            comes_later = isinstance(node.outbound_layer, InputLayer) and node not in at_first
            if all(id(tensor) in values for tensor in old) and not comes_later:
                continue
            taken = nest.flatten(node.input_tensors)
            if not taken or not all(id(tensor) in values for tensor in taken):
                continue
            arguments, keywords = node.arguments
            arguments, keywords = nest.map_structure(
                lambda item: values.get(id(item), item), (list(arguments), keywords)
            )
            layer = node.outbound_layer
            if (
                layer._call_accepts("training")
                and training is not None
                and not layer._call_has("training", arguments, keywords)
            ):
                keywords = {**keywords, "training": training}
            new = layer(
                nest.map_structure(lambda tensor: values[id(tensor)], node.input_tensors), *arguments, **keywords
            )
            # a layer of a program may return fewer objects than its `call`
            values.update({id(tensor): made for tensor, made in zip(old, nest.flatten(new), strict=False)})
        return nest.map_structure(lambda tensor: values[id(tensor)], self._nested_outputs)

    def compute_mask(self, inputs, mask=None):
        """None: the outputs know their masks."""
        return None

    def compute_output_shape(self, input_shape):
        """The shapes of the outputs for inputs of other shapes."""
        if not self._is_graph_network:
            return super().compute_output_shape(input_shape)
        given = input_shape if isinstance(input_shape, list) else [input_shape]
        shapes = {id(old): TensorShape(new) for old, new in zip(self.inputs, given, strict=True)}
        for node in self._topology.in_order():
            old = nest.flatten(node.output_tensors)
            if all(id(tensor) in shapes for tensor in old):
                continue
            taken = nest.map_structure(lambda tensor: shapes[id(tensor)], node.input_tensors)
            new = node.outbound_layer.compute_output_shape(taken)
            new = new if isinstance(new, list) else [new]
            shapes.update({id(tensor): TensorShape(shape) for tensor, shape in zip(old, new, strict=True)})
        return nest.map_structure(lambda tensor: shapes[id(tensor)], self._nested_outputs)

    # What it looks like

    def summary(self, line_length=None, positions=None, print_fn=None):
        """Prints a table of its layers."""
        if not self.built:
            raise ValueError(
                "This model has not yet been built. Build the model first by calling `build()` or calling `fit()` with "
                "some data, or specify an `input_shape` argument in the first layer(s) for automatic build."
            )
        print_summary(self, line_length, positions, print_fn)

    def get_config(self):
        """Its layers, how each is configured, and how they are connected."""
        if not self._is_graph_network:
            raise NotImplementedError
        return functional_config(self)

    def to_json(self, **kwargs):
        """What model_from_json makes an equal model of, without weights."""
        message = {
            "class_name": type(self).__name__,
            "config": self.get_config(),
            "keras_version": "2.2.4-tf",
            "backend": "tensorflow",
        }
        return json.dumps(message, default=plain, **kwargs)

    def to_yaml(self, **kwargs):
        """What model_from_yaml makes an equal model of, without weights; needs the package PyYAML."""
        try:
            yaml: Any = importlib.import_module("yaml")
        except ImportError:
            raise ImportError("Requires yaml module installed (`pip install pyyaml`).") from None
        return yaml.dump(json.loads(self.to_json()), **kwargs)


def _check_batch_sizes(inputs):
    """ValueError for Inputs with different numbers of examples."""
    shapes = [getattr(getattr(tensor, "_keras_history", (None,))[0], "_batch_input_shape", None) for tensor in inputs]
    sizes = [dimension_value(shape[0]) if shape else None for shape in shapes]
    if len({size for size in sizes if size is not None}) > 1:
        raise ValueError(f"The specified batch sizes of the Input Layers are incompatible. Found batch sizes: {sizes}")


def check_styles(layers):
    """TypeError for layers of tf.layers, whose variables belong to variable scopes."""
    legacy = [layer for layer in layers if getattr(layer, "_is_legacy_layer", False)]
    if legacy:
        shown = "\n  ".join(str(layer) for layer in legacy)
        raise TypeError(
            f"The following are legacy tf.layers.Layers:\n  {shown}\nTo use keras as a framework (for instance using the "
            "Network, Model, or Sequential classes), please use the tf.keras.layers implementation instead. (Or, if writing "
            "custom layers, subclass from tf.keras.layers rather than tf.layers)"
        )


class _Whole:
    """The Node of a network as it was made."""

    def __init__(self, network, inputs, outputs):
        self.outbound_layer = network
        self.input_tensors, self.output_tensors = inputs, outputs
        self.arguments = ((), {})

    @property
    def input_shapes(self):
        return nest.map_structure(lambda tensor: tuple(tensor.shape.as_list()), self.input_tensors)

    @property
    def output_shapes(self):
        return nest.map_structure(lambda tensor: tuple(tensor.shape.as_list()), self.output_tensors)


def _arguments_of_build(call):
    """What `build` passes to a model's `call` besides inputs. ValueError where it requires more than `training`."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    named = [one for one in inspect.signature(call).parameters.values() if one.kind in kinds]
    if not named:
        raise ValueError("You can only call `build` on a model if its `call` method accepts an `inputs` argument.")
    required = [one.name for one in named[1:] if one.default is inspect.Parameter.empty]
    if any(name != "training" for name in required):
        raise ValueError(
            "Currently, you cannot build your model if it has positional or keyword arguments that are not inputs to the model, "
            "but are required for its `call` method. Instead, in order to instantiate and build your model, `call` your model "
            "on real tensor data with all expected call arguments."
        )
    return dict.fromkeys(required, False)
