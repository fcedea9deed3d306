"""KernelAndBias: the settings that Keras' layers with a kernel and a bias share."""

from typing import Any

from graphlab._src.keras.layers import activations, constraints, initializers, regularizers

_ROLES = {"initializer": initializers, "regularizer": regularizers, "constraint": constraints}


class KernelAndBias:
    """A layer with an activation, a kernel and a bias, and how both are initialized, regularized and constrained."""

    activation: Any
    use_bias: bool
    kernel_initializer: Any
    bias_initializer: Any
    kernel_regularizer: Any
    bias_regularizer: Any
    kernel_constraint: Any
    bias_constraint: Any

    def _set_kernel_and_bias(self, arguments):
        """Sets these attributes. arguments: the constructor's, by name."""
        self.activation = activations.get(arguments["activation"])
        self.use_bias = arguments["use_bias"]
        self._set_roles(arguments, "kernel", "bias")

    def _set_roles(self, arguments, *weights):
        """Sets initializer, regularizer and constraint of each weight."""
        for role, module in _ROLES.items():
            for name in (f"{weight}_{role}" for weight in weights):
                setattr(self, name, module.get(arguments[name]))
