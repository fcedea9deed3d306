"""LayerNormalization: each example by itself with mean 0 and variance 1."""

from typing import Any

from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers import constraints, initializers, regularizers
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.statistics import batch_normalization, moments


class LayerNormalization(Layer):
    """Inputs with mean 0 and variance 1 over some axes, times gamma, plus beta (Ba, Kiros and Hinton, 2016).

    axis: one or several.  center, scale: whether there are beta and gamma.
    """

    def __init__(
        self,
        axis=-1,
        epsilon=0.001,
        center=True,
        scale=True,
        beta_initializer="zeros",
        gamma_initializer="ones",
        beta_regularizer=None,
        gamma_regularizer=None,
        beta_constraint=None,
        gamma_constraint=None,
        trainable=True,
        name=None,
        **kwargs,
    ):
        super().__init__(name=name, trainable=trainable, **kwargs)
        if not isinstance(axis, (int, list, tuple)):
            raise ValueError(
                f"Expected an int or a list/tuple of ints for the argument 'axis', but received instead: {axis}"
            )
        self.axis: Any = axis if isinstance(axis, int) else list(axis)
        self.epsilon, self.center, self.scale = epsilon, center, scale
        self.beta_initializer, self.gamma_initializer = map(initializers.get, (beta_initializer, gamma_initializer))
        self.beta_regularizer, self.gamma_regularizer = map(regularizers.get, (beta_regularizer, gamma_regularizer))
        self.beta_constraint, self.gamma_constraint = map(constraints.get, (beta_constraint, gamma_constraint))
        self.supports_masking = True

    def build(self, input_shape):
        """Makes gamma and beta."""
        sizes = TensorShape(input_shape).as_list()
        rank = len(sizes)
        axes = [self.axis] if isinstance(self.axis, int) else self.axis
        self.axis = [axis + rank if axis < 0 else axis for axis in axes]
        for axis in self.axis:
            if not 0 <= axis < rank:
                raise ValueError(f"Invalid axis: {axis}")
        if len(set(self.axis)) != len(self.axis):
            raise ValueError(f"Duplicate axis: {tuple(self.axis)}")
        shape = [sizes[axis] for axis in self.axis]
        self.gamma = self._weight("gamma", shape) if self.scale else None
        self.beta = self._weight("beta", shape) if self.center else None
        self.built = True

    def _weight(self, name, shape):
        return self.add_weight(
            name=name,
            shape=shape,
            experimental_autocast=False,
            initializer=getattr(self, name + "_initializer"),
            regularizer=getattr(self, name + "_regularizer"),
            constraint=getattr(self, name + "_constraint"),
            trainable=True,
        )

    def call(self, inputs):
        """The inputs, normalized."""
        sizes = inputs.shape.as_list()
        mean, variance = moments(inputs, self.axis, keep_dims=True)
        wide = [size if axis in self.axis else 1 for axis, size in enumerate(sizes)]

        def spread(weight):
            return weight if weight is None or self.axis == [len(sizes) - 1] else reshape(weight, wide)

        outputs = batch_normalization(inputs, mean, variance, spread(self.beta), spread(self.gamma), self.epsilon)
        outputs.set_shape(inputs.shape)
        return outputs

    def compute_output_shape(self, input_shape):
        """The input's."""
        return input_shape

    def get_config(self):
        """The arguments that make an equal layer."""
        config = {"axis": self.axis, "epsilon": self.epsilon, "center": self.center, "scale": self.scale}
        for role, module in (("initializer", initializers), ("regularizer", regularizers), ("constraint", constraints)):
            for name in ("beta", "gamma"):
                config[f"{name}_{role}"] = module.serialize(getattr(self, f"{name}_{role}"))
        return {**super().get_config(), **config}
