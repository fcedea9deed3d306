"""Variables as tf.contrib makes them: with arg_scope, in MODEL_VARIABLES, on a device that is chosen for each."""

from graphlab._src.contrib.framework.variables import (
    VariableDeviceChooser,
    add_model_variable,
    global_variable,
    local_variable,
    model_variable,
    variable,
)

__all__ = [
    "VariableDeviceChooser",
    "add_model_variable",
    "global_variable",
    "local_variable",
    "model_variable",
    "variable",
]
