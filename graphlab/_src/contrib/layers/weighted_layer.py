"""Layers of tf.layers with tf.contrib's names of variables, in MODEL_VARIABLES."""

import inspect
from typing import Any

from graphlab._src.base.arguments import forwarded
from graphlab._src.contrib.framework.variables import model_variable
from graphlab._src.contrib.layers.utils import collect_named_outputs, get_variable_collections
from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.state.partitioned_variable import PartitionedVariable
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable import VariableAggregation, VariableSynchronization

KERNEL_AND_BIAS = {"kernel": "weights", "bias": "biases"}


def variable_getter(rename=None):
    """A custom getter that makes model variables. rename: {last part of a name: what it becomes}."""

    def make(
        getter,
        name,
        shape=None,
        dtype: Any = None,
        initializer=None,
        regularizer=None,
        trainable=True,
        collections=None,
        caching_device=None,
        partitioner=None,
        use_resource=None,
        synchronization=VariableSynchronization.AUTO,
        aggregation=VariableAggregation.NONE,
        **_,
    ):
        arguments = forwarded(locals(), "getter", "name", "rename", "_")
        scope, slash, short = name.rpartition("/")
        full_name = scope + slash + (rename or {}).get(short, short)
        return model_variable(full_name, custom_getter=getter, **arguments)

    return make


def add_to_collections(variable, variables_collections, name):
    """Puts a variable into the collections that are wanted for variables of that name."""
    graph = get_default_graph()
    parts = list(variable) if isinstance(variable, PartitionedVariable) else [variable]
    for collection in get_variable_collections(variables_collections, name) or []:
        for part in parts:
            if not any(part is item for item in graph.get_collection(collection)):
                graph.add_to_collection(collection, part)


def weighted_layer(
    layer_class,
    default_scope,
    inputs,
    arguments,
    alias="name",
    *,
    activation_fn,
    normalizer_fn,
    normalizer_params,
    weights_initializer,
    weights_regularizer,
    biases_initializer,
    biases_regularizer,
    reuse,
    variables_collections,
    outputs_collections,
    trainable,
    scope,
):
    """The output of a layer with a kernel and a bias, normalized and activated.

    layer_class: a class, or a function of the inputs that returns one.  arguments: those of this kind of layer.
    alias: the attribute of the variable scope that names the outputs in outputs_collections.
    """
    getter = variable_getter(KERNEL_AND_BIAS)
    with variable_scope(scope, default_scope, [inputs], reuse=reuse, custom_getter=getter) as opened:
        inputs = convert_to_tensor(inputs)
        if not isinstance(layer_class, type):
            layer_class = layer_class(inputs)
        layer = layer_class(
            **arguments,
            activation=None,
            use_bias=not normalizer_fn and biases_initializer,
            kernel_initializer=weights_initializer,
            bias_initializer=biases_initializer,
            kernel_regularizer=weights_regularizer,
            bias_regularizer=biases_regularizer,
            activity_regularizer=None,
            trainable=trainable,
            name=opened.name,
            dtype=inputs.dtype.base_dtype,
            _scope=opened,
            _reuse=reuse,
        )
        outputs = layer.apply(inputs)
        add_to_collections(layer.kernel, variables_collections, "weights")
        if layer.bias is not None:
            add_to_collections(layer.bias, variables_collections, "biases")
        outputs = finished(outputs, activation_fn, normalizer_fn, normalizer_params)
        return collect_named_outputs(outputs_collections, getattr(opened, alias), outputs)


def common_arguments(local_variables):
    """The arguments of weighted_layer that the calling function has too. local_variables: its locals()."""
    return {name: local_variables[name] for name in inspect.getfullargspec(weighted_layer).kwonlyargs}


def finished(outputs, activation_fn, normalizer_fn=None, normalizer_params=None):
    """Outputs, normalized and activated where that is wanted."""
    if normalizer_fn is not None:
        outputs = normalizer_fn(outputs, **(normalizer_params or {}))
    return outputs if activation_fn is None else activation_fn(outputs)


def parameter(name, shape, dtype, initializer, variables_collections, trainable, regularizer=None):
    """A model variable in the collections that are wanted for variables of its name."""
    return model_variable(
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        collections=get_variable_collections(variables_collections, name),
        trainable=trainable,
    )


def channels_format(data_format, known):
    """ "channels_first" or "channels_last" for a data_format like "NHWC"; ValueError for one that is not known."""
    if data_format not in known:
        raise ValueError(f"data_format has to be either {known[0]} or {known[1]}.")
    return "channels_first" if data_format.startswith("NC") else "channels_last"
