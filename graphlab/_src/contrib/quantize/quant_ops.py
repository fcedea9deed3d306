"""Fake quantization whose range is the last one of its input, or a moving average of it, in two variables."""

from graphlab._src.graph import GraphKeys, name_scope
from graphlab._src.ops.extremes import maximum, minimum
from graphlab._src.ops.fake_quant import (
    fake_quant_with_min_max_args,
    fake_quant_with_min_max_vars,
    fake_quant_with_min_max_vars_per_channel,
)
from graphlab._src.ops.reduction import reduce_max, reduce_min
from graphlab._src.state.assignment import assign
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.moving_averages import assign_moving_average
from graphlab._src.state.scope import get_variable, variable_scope


def FixedQuantize(inputs, init_min=-6.0, init_max=6.0, scope=None):  # noqa: N802
    """Inputs, rounded to 255 steps between two numbers."""
    with name_scope(scope, "FixedQuantize", values=[inputs]):
        return fake_quant_with_min_max_args(inputs, min=init_min, max=init_max)


def LastValueQuantize(  # noqa: N802
    inputs,
    per_channel=False,
    init_min=-6.0,
    init_max=6.0,
    vars_collection=None,
    name_prefix="LastValueQuant",
    reuse=None,
    is_training=True,
    num_bits=8,
    narrow_range=False,
    symmetric=False,
):
    """Inputs, rounded to 2^num_bits steps between the least and the largest of them, which are stored in variables.

    per_channel: a range for each channel, the last axis.  init_min, init_max: the range before a step.
    vars_collection: for the variables.  is_training: measure the range, else use that of the variables.
    narrow_range: one step less, so that zero is in the middle.  symmetric: as far below zero as above.
    """

    def update(variable, value, name):
        return assign(variable, value, name=f"{name}Last")

    return _quantized(
        inputs, per_channel, init_min, init_max, vars_collection, name_prefix, reuse, is_training, num_bits,
        narrow_range, symmetric, update,
    )  # fmt: skip


def MovingAvgQuantize(  # noqa: N802
    inputs,
    per_channel=False,
    init_min=-6.0,
    init_max=6.0,
    ema_decay=0.999,
    vars_collection=GraphKeys.MOVING_AVERAGE_VARIABLES,
    name_prefix="MovingAvgQuantize",
    reuse=None,
    is_training=True,
    num_bits=8,
    narrow_range=False,
    symmetric=False,
):
    """LastValueQuantize with moving averages of the least and the largest value, whose decay is ema_decay."""

    def update(variable, value, name):
        return assign_moving_average(variable, value, ema_decay, name=f"{name}Ema")

    return _quantized(
        inputs, per_channel, init_min, init_max, vars_collection, name_prefix, reuse, is_training, num_bits,
        narrow_range, symmetric, update,
    )  # fmt: skip


def _quantized(
    inputs,
    per_channel,
    init_min,
    init_max,
    collection,
    name_prefix,
    reuse,
    is_training,
    bits,
    narrow,
    symmetric,
    update,
):
    with variable_scope(None, default_name=name_prefix, values=[inputs], reuse=reuse) as scope:
        scope.set_partitioner(None)
        axes = range(inputs.shape.ndims)
        if per_channel and len(axes) not in (1, 2, 4):
            raise AssertionError(f"Expected 1D, 2D or 4D input, was: {inputs.shape} in scope: {name_prefix}")
        dims = [inputs.shape[-1]] if per_channel else []
        low = _variable("min", dims, init_min, collection)
        high = _variable("max", dims, init_max, collection)
        quantize = fake_quant_with_min_max_vars_per_channel if per_channel else fake_quant_with_min_max_vars
        if is_training:
            least, most = inputs, inputs
            if not per_channel or len(axes) > 1:
                reduced = list(axes[:-1]) if per_channel else None
                least = reduce_min(inputs, axis=reduced, name="BatchMin")
                most = reduce_max(inputs, axis=reduced, name="BatchMax")
            if symmetric:
                ratio = -1 if narrow else -((1 << bits) - 2) / (1 << bits)
                least, most = minimum(least, most / ratio), maximum(most, least * ratio)
            else:
                least, most = minimum(least, 0.0), maximum(most, 0.0)
            low, high = update(low, least, "AssignMin"), update(high, most, "AssignMax")
        return quantize(inputs, low, high, num_bits=bits, narrow_range=narrow)


def _variable(name, dims, value, collection):
    return get_variable(
        name,
        shape=dims,
        initializer=constant_initializer(value),
        collections=[*([collection] if collection else []), GraphKeys.GLOBAL_VARIABLES],
        trainable=False,
    )
