"""tf.layers.Layer: a Keras layer whose variables are named by, and shared through, variable scopes."""

import contextlib
import copy
from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import GraphKeys, Tensor, get_default_graph, name_scope, nest
from graphlab._src.keras.layers import layer
from graphlab._src.keras.layers.layer import parts_of, when_trained
from graphlab._src.keras.layers.layer_names import to_snake_case, unique_object_name
from graphlab._src.state.initialization import global_variables, trainable_variables
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable import VariableAggregation, VariableSynchronization
from graphlab._src.state.variable_scope import VariableScope

_keras_style = False


@contextlib.contextmanager
def keras_style_scope():
    """Layers and RNN cells that are made inside name and keep their variables as Keras' layers do."""
    global _keras_style
    before, _keras_style = _keras_style, True
    try:
        yield
    finally:
        _keras_style = before


def set_keras_style():
    """From now on layers and RNN cells name and keep their variables as Keras' layers do."""
    global _keras_style
    _keras_style = True


class Layer(layer.Layer):
    """The base of all layers of tf.layers, and of RNN cells.

    Its variables are made with get_variable in a variable scope that is chosen when it is first called: `scope` of that
    call, or the layer's name, made unique where no name was given.

    trainable: whether its variables are trained.  name: of the layer.
    dtype: of its variables; that of the first input when left out.
    """

    _is_legacy_layer = True

    def __init__(self, trainable=True, name=None, dtype=None, **kwargs):
        self._use_resource_variables = False
        scope = kwargs.pop("_scope", None)
        self._reuse = kwargs.pop("_reuse", None)
        super().__init__(trainable=trainable, name=name, dtype=dtype, **kwargs)
        self._keras_style = _keras_style
        if _keras_style:
            _refuse("scope", scope)
            _refuse("reuse", self._reuse)
        self._call_has_scope_arg = "scope" in self._call_fn_args
        self._scope: Any = None
        self._current_scope: Any = None
        if scope:
            with variable_scope(scope) as self._scope:
                pass

    # Keras' layers keep track of what is assigned to them; these do not.
    __setattr__: Any = object.__setattr__
    __delattr__: Any = object.__delattr__

    @property
    def graph(self):
        """None: layers no longer keep their graph."""
        return None

    def _init_set_name(self, name, zero_based=True):
        self._base_name = name.name if isinstance(name, VariableScope) else name
        self._name = name
        if not name or isinstance(name, VariableScope):
            self._name, base_name = self._make_unique_name()
            if not name:
                self._base_name = base_name

    def _make_unique_name(self, name_uid_map=None, avoid_names=None, namespace="", zero_based=False):
        base_name = to_snake_case(type(self).__name__)
        return unique_object_name(base_name, name_uid_map, avoid_names, namespace, zero_based), base_name

    @property
    def scope_name(self):
        """The name of its variable scope; ValueError before the first call."""
        if not self._scope:
            raise ValueError(
                f'No name available for layer scope because the layer "{self._name}" has not been used yet. The scope name '
                " is determined the first time the layer instance is called. You must therefore call the layer before "
                "querying `scope_name`."
            )
        return self._scope.name

    def _name_scope(self):
        return super()._name_scope() if self._keras_style else self._current_scope.original_name_scope

    def _set_scope(self, scope=None):
        if self._scope is not None:
            return
        if self._reuse:
            opened = variable_scope(self._base_name if scope is None else scope)
        else:
            opened = variable_scope(scope, default_name=self._base_name)
        with opened as self._scope:
            pass

    def add_loss(self, losses, inputs=None):
        """Adds losses, also to the collection REGULARIZATION_LOSSES."""
        tensors, functions = len(self._losses), len(self._callable_losses)
        super().add_loss(losses, inputs=inputs)
        called = [loss() for loss in self._callable_losses[functions:]]
        new = [*self._losses[tensors:], *(loss for loss in called if loss is not None)]
        _collect(new, GraphKeys.REGULARIZATION_LOSSES)

    def add_weight(
        self,
        name,
        shape,
        dtype=None,
        initializer=None,
        regularizer=None,
        trainable=None,
        constraint=None,
        use_resource=None,
        synchronization: Any = VariableSynchronization.AUTO,
        aggregation: Any = VariableAggregation.NONE,
        partitioner=None,
        **kwargs,
    ) -> Any:
        """Makes a variable of the layer, or reuses an existing one.

        dtype: the layer's when left out.  initializer: the variable scope's when left out.
        partitioner: says into how many parts to cut it.
        """
        for key in kwargs:
            if key != "experimental_autocast":
                raise TypeError("Unknown keyword argument:", key)
        options = {"constraint": constraint, "partitioner": partitioner}
        if self._keras_style:
            return super().add_weight(
                name,
                shape,
                dtype=dtype,
                initializer=initializer,
                regularizer=regularizer,
                trainable=trainable and self.trainable,
                use_resource=use_resource,
                **options,
            )
        synchronization, trainable = when_trained(synchronization, trainable)
        trained = trainable and self.trainable
        existing = global_variables()
        self._set_scope(None)
        before = len(self._trainable_weights)
        reuse = self.built or self._reuse
        with variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as scope:
            self._current_scope = scope
            with name_scope(self._name_scope()):
                variable = super().add_weight(
                    name,
                    shape,
                    dtype=dtypes.as_dtype(dtype or self.dtype or dtypes.float32),
                    initializer=scope.initializer if initializer is None else initializer,
                    trainable=trained,
                    use_resource=use_resource or self._use_resource_variables or scope.use_resource,
                    synchronization=synchronization,
                    aggregation=aggregation,
                    getter=get_variable,
                    **options,
                )
                if regularizer and not any(_among(part, existing) for part in parts_of(variable)):
                    self._handle_weight_regularization(name, variable, regularizer)
                if trained and not _among(variable, trainable_variables()):
                    # a custom getter said otherwise
                    self._non_trainable_weights += self._trainable_weights[before:]
                    del self._trainable_weights[before:]
        return variable

    def __call__(self, inputs, *args, **kwargs):
        """Builds the layer for the first inputs, and returns what `call` makes of them.

        scope: the variable scope of its variables, in the first call.
        """
        scope = kwargs.pop("scope", None)
        if self._keras_style:
            _refuse("scope", scope)
            return super().__call__(inputs, *args, **kwargs)
        self._set_scope(scope)
        reuse = True if self.built else self._reuse
        with variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as self._current_scope:
            if self._call_has_scope_arg:
                kwargs["scope"] = self._current_scope
            outputs = super().__call__(inputs, *args, **kwargs)
        _collect(self.updates, GraphKeys.UPDATE_OPS)
        return outputs

    def __deepcopy__(self, memo):
        made = memo[id(self)] = type(self).__new__(type(self))
        for name, value in self.__dict__.items():
            if name in ("_scope", "_current_scope"):
                value = copy.copy(value)
            elif not all(isinstance(item, Tensor) for item in nest.flatten(value)) or value == []:
                value = copy.deepcopy(value, memo)
            made.__dict__[name] = value
        return made


def _refuse(argument, value):
    if value is not None:
        raise ValueError(f"{argument} argument not allowed when keras style layers are enabled, but saw: {value}")


def _among(item, items):
    return any(item is other for other in items)


def _collect(items, name):
    """Adds what is not there yet to a collection."""
    collection = get_default_graph().get_collection_ref(name)
    collection.extend(item for item in items if not _among(item, collection))
