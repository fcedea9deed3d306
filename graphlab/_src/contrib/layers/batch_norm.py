"""batch_norm, with variables "BatchNorm/beta", "gamma", "moving_mean" and "moving_variance"."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.contrib.framework.arg_scope import add_arg_scope
from graphlab._src.contrib.layers.utils import collect_named_outputs, constant_value, smart_cond
from graphlab._src.contrib.layers.weighted_layer import add_to_collections, parameter, variable_getter
from graphlab._src.graph import GraphKeys, constant, convert_to_tensor, get_default_graph
from graphlab._src.layers.batch_normalization import BatchNormalization
from graphlab._src.ops.batch_norm import fused_batch_norm
from graphlab._src.ops.identity import identity
from graphlab._src.ops.shape import reshape, shape
from graphlab._src.ops.statistics import batch_normalization, moments, weighted_moments
from graphlab._src.state.initializers import Ones, Zeros
from graphlab._src.state.moving_averages import assign_moving_average
from graphlab._src.state.scope import variable_scope
from graphlab._src.state.variable_scope import get_variable_scope

_INITIALIZERS = {"beta": Zeros(), "gamma": Ones(), "moving_mean": Zeros(), "moving_variance": Ones()}


@add_arg_scope
def batch_norm(
    inputs,
    decay=0.999,
    center=True,
    scale=False,
    epsilon=0.001,
    activation_fn=None,
    param_initializers=None,
    param_regularizers=None,
    updates_collections=GraphKeys.UPDATE_OPS,
    is_training=True,
    reuse=None,
    variables_collections=None,
    outputs_collections=None,
    trainable=True,
    batch_weights=None,
    fused=None,
    data_format="NHWC",
    zero_debias_moving_mean=False,
    scope=None,
    renorm=False,
    renorm_clipping=None,
    renorm_decay=0.99,
    adjustment=None,
):
    """Each channel brought to mean 0 and variance 1: the batch's in training, the moving averages' otherwise.

    decay: what a step keeps of the moving averages.  center, scale: whether an offset beta is added, a factor gamma
    multiplied.  updates_collections: where the averages' updates go, for a training step to run; None makes them part of
    the result.  is_training: a bool or a tensor.  batch_weights: one for each example.
    param_initializers, param_regularizers: {"beta", "gamma", "moving_mean" or "moving_variance": function}.
    zero_debias_moving_mean: corrects the average for having begun at 0.
    """
    inputs = convert_to_tensor(inputs)
    rank = inputs.shape.ndims
    fused = fused is None or fused
    plain = batch_weights is None and not renorm and rank in (2, 4) and adjustment is None
    by_layer = updates_collections is GraphKeys.UPDATE_OPS and not zero_debias_moving_mean
    by_fused = fused and plain and (not by_layer or rank == 2)
    if data_format not in ("NCHW", "NHWC"):
        raise ValueError("data_format has to be either NCHW or NHWC.")
    weights = _Weights(center, scale, param_initializers, param_regularizers, variables_collections, trainable)
    averages = _Averages(is_training, decay, zero_debias_moving_mean, updates_collections)
    getter = None if by_fused else variable_getter()
    with variable_scope(scope, "BatchNorm", [inputs], reuse=reuse, custom_getter=getter) as opened:
        if by_fused:
            outputs = _fused(inputs, weights, averages, epsilon, data_format)
        elif by_layer and batch_weights is None:
            layer = BatchNormalization(
                axis=1 if data_format == "NCHW" else -1,
                momentum=decay,
                epsilon=epsilon,
                center=center,
                scale=scale,
                **weights.for_layer(),
                trainable=trainable,
                renorm=renorm,
                renorm_clipping=renorm_clipping,
                renorm_momentum=renorm_decay,
                adjustment=adjustment,
                name=opened.name,
                _scope=opened,
                _reuse=reuse,
                fused=fused,
            )
            outputs = layer.apply(inputs, training=is_training)
            for name in ("moving_mean", "moving_variance", "beta", "gamma"):
                if getattr(layer, name) is not None:
                    add_to_collections(getattr(layer, name), variables_collections, name)
        elif renorm:
            raise ValueError(
                "renorm is not supported with batch_weights, updates_collections or zero_debias_moving_mean"
            )
        else:
            outputs = _by_single_operations(inputs, weights, averages, epsilon, batch_weights, data_format)
        outputs = outputs if activation_fn is None else activation_fn(outputs)
        return collect_named_outputs(outputs_collections, opened.name, outputs)


class _Weights:
    """The variables of a batch_norm, made when they are requested."""

    def __init__(self, center, scale, initializers, regularizers, variables_collections, trainable):
        self._wanted = {"beta": center, "gamma": scale}
        self._initializers = _INITIALIZERS | (initializers or {})
        self._regularizers = regularizers or {}
        self._collections = variables_collections
        self._trainable = trainable

    def for_layer(self):
        """The initializers and regularizers as arguments of a layer."""
        regularizers = {f"{name}_regularizer": self._regularizers.get(name) for name in self._wanted}
        return regularizers | {f"{name}_initializer": self._initializers[name] for name in _INITIALIZERS}

    def make(self, name, each, dtype, regularized) -> Any:
        """beta or gamma; None where it is not wanted."""
        if not self._wanted[name]:
            return None
        regularizer = self._regularizers.get(name) if regularized else None
        initializer = self._initializers[name]
        return parameter(name, each, dtype, initializer, self._collections, self._trainable, regularizer)

    def make_averages(self, each, dtype):
        """(moving_mean, moving_variance)."""
        with variable_scope(get_variable_scope()) as scope:
            scope.set_partitioner(None)
            return [
                parameter(name, each, dtype, self._initializers[name], self._collections, False)
                for name in ("moving_mean", "moving_variance")
            ]


class _Averages:
    """How the moving averages follow the batches."""

    def __init__(self, is_training, decay, zero_debias, collections):
        self.is_training = is_training
        self._decay = decay
        self._zero_debias = zero_debias
        self._collections = collections

    def _move(self, averages, moments):
        first = assign_moving_average(averages[0], moments[0], self._decay, zero_debias=self._zero_debias)
        return first, assign_moving_average(averages[1], moments[1], self._decay, zero_debias=False)

    def follow(self, averages, moments, results, otherwise):
        """Updates the averages in training, and returns `results`, or what otherwise() returns.

        Where the updates go into collections, the results do not wait for them.
        """
        if self._collections is None:

            def after_updates():
                with get_default_graph().control_dependencies(self._move(averages, moments)):
                    waited: Any = tuple(identity(result) for result in results)
                return waited if len(waited) > 1 else waited[0]

            return smart_cond(self.is_training, after_updates, otherwise)
        updates: Any = smart_cond(self.is_training, lambda: self._move(averages, moments), lambda: tuple(averages))
        for update in updates:
            get_default_graph().add_to_collections(self._collections, update)
        return None


def _fused(inputs, weights, averages, epsilon, data_format):
    original, rank = inputs, inputs.shape.ndims
    if rank == 2:
        channels = inputs.shape.as_list()[-1]
        if channels is None:
            raise ValueError("`C` dimension must be known but is None")
        inputs = reshape(inputs, [-1, channels, 1, 1] if data_format == "NCHW" else [-1, 1, 1, channels])
    input_shape = inputs.shape
    each = input_shape[-1:] if data_format == "NHWC" else input_shape[1:2]
    if not each.is_fully_defined():
        raise ValueError(f"Inputs {inputs.name} has undefined `C` dimension {each}.")
    kind = dtypes.float32
    beta = weights.make("beta", each, kind, True)
    beta = constant(0.0, dtype=kind, shape=each) if beta is None else beta
    gamma = weights.make("gamma", each, kind, True)
    gamma = constant(1.0, dtype=kind, shape=each) if gamma is None else gamma
    moving = weights.make_averages(each, kind)
    options = {"epsilon": epsilon, "data_format": data_format}
    results: Any = smart_cond(
        averages.is_training,
        lambda: fused_batch_norm(inputs, gamma, beta, **options),
        lambda: fused_batch_norm(inputs, gamma, beta, mean=moving[0], variance=moving[1], is_training=False, **options),
    )
    outputs, mean, variance = results
    known = constant_value(averages.is_training)
    if known is None or known:
        waited = averages.follow(moving, (mean, variance), [outputs], lambda: outputs)
        outputs = outputs if waited is None else waited
    outputs.set_shape(input_shape)
    return reshape(outputs, shape(original)) if rank == 2 else outputs


def _by_single_operations(inputs, weights, averages, epsilon, batch_weights, data_format):
    input_shape, rank = inputs.shape, inputs.shape.ndims
    if rank is None:
        raise ValueError(f"Inputs {inputs.name} has undefined rank.")
    if batch_weights is not None:
        batch_weights = convert_to_tensor(batch_weights)
        input_shape[0:1].assert_is_compatible_with(batch_weights.shape)
        batch_weights = reshape(batch_weights, [-1, *[1] * (rank - 1)])
    first = data_format == "NCHW"
    axes = [0, *range(2, rank)] if first else list(range(rank - 1))
    each = input_shape[1:2] if first else input_shape[-1:]
    if not each.is_fully_defined():
        raise ValueError(f"Inputs {inputs.name} has undefined channels dimension {each}.")
    dtype = inputs.dtype.base_dtype
    beta = weights.make("beta", each, dtype, False)
    gamma = weights.make("gamma", each, dtype, False)
    moving = weights.make_averages(each, dtype)
    known = constant_value(averages.is_training)
    mean, variance = moving
    if known is None or known:
        if batch_weights is None:
            mean, variance = moments(inputs, axes, keep_dims=first)
        else:
            mean, variance = weighted_moments(inputs, axes, batch_weights, keepdims=first)
        if first:
            mean, variance = reshape(mean, [-1]), reshape(variance, [-1])
        of_batch = mean, variance
        results: Any = averages.follow(moving, of_batch, of_batch, lambda: tuple(moving))
        if results is None:
            results = smart_cond(averages.is_training, lambda: of_batch, lambda: tuple(moving))
        mean, variance = results
    if first:
        spread = [1, input_shape.as_list()[1], *[1] * (rank - 2)]
        mean, variance = reshape(mean, spread), reshape(variance, spread)
        beta, gamma = (None if vector is None else reshape(vector, spread) for vector in (beta, gamma))
    outputs = batch_normalization(inputs, mean, variance, beta, gamma, epsilon)
    outputs.set_shape(input_shape)
    return outputs
