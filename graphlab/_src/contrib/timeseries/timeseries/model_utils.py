"""A layer, parameters by name, and the times of predictions."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.contrib.timeseries.timeseries.feature_keys import FilteringResults
from graphlab._src.graph import convert_to_tensor
from graphlab._src.ops.activation import relu
from graphlab._src.ops.bias import xw_plus_b
from graphlab._src.state.initializers import Zeros
from graphlab._src.state.scope import get_variable


def fully_connected(inp, inp_size, layer_size, name, activation=relu, dtype=dtypes.float32):
    """activation(inp · weight + bias), with variables "<name>_weight" and "<name>_bias".  inp: [batch, inp_size]."""
    weight = get_variable(name=f"{name}_weight", shape=[inp_size, layer_size], dtype=dtype)
    bias = get_variable(name=f"{name}_bias", shape=[layer_size], initializer=Zeros())
    output = xw_plus_b(inp, weight, bias)
    return output if activation is None else activation(output)


def parameter_switch(parameter_overrides):
    """A function of parameters that returns their values, or those in {parameter: value} instead."""

    def value(parameter):
        return convert_to_tensor(parameter_overrides.get(parameter, parameter)).eval()

    return value


def canonicalize_times_or_steps_from_output(times, steps, previous_model_output):
    """The times to predict, [batch, window]: times, or so many steps after those of an output."""
    if steps is not None and times is not None:
        raise ValueError("Only one of `steps` and `times` may be specified.")
    if steps is None and times is None:
        raise ValueError("One of `steps` and `times` must be specified.")
    previous = previous_model_output[FilteringResults.TIMES]
    if steps is not None:
        return previous[:, -1:] + 1 + np.arange(steps)[None, ...]
    times = np.array(times)
    if times.ndim != 2:
        times = times[None, ...]
    if previous.shape[0] != times.shape[0]:
        raise ValueError(
            "`times` must have a batch dimension matching the previous model output (got a batch dimension of "
            f"{times.shape[0]} for `times` and {previous.shape[0]} for the previous model output)."
        )
    if not (previous[:, -1] < times[:, 0]).all():
        raise ValueError("Prediction times must be after the corresponding previous model output.")
    return times
