"""RandomFourierFeatures: a layer whose outputs have inner products close to a kernel (Rahimi and Recht, 2007)."""

from typing import Any

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.base.shapes import TensorShape
from graphlab._src.graph import convert_to_tensor
from graphlab._src.keras.layers import initializers
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.cast import cast
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.trigonometry import cos
from graphlab._src.state.initializers import Constant, Initializer, RandomNormal, RandomUniform

_KERNELS = ["gaussian", "laplacian"]


class RandomFourierFeatures(Layer):
    """cos(x W / scale + b), [batch, output_dim], of inputs x [batch, dim], with random W and b.

    kernel_initializer: "gaussian" for exp(-|x - y|² / (2 scale²)), "laplacian" for exp(-|x - y|₁ / scale), or an initializer of W.
    scale: sqrt(dim / 2) for "gaussian", else 1, where it is left out.  trainable: whether it is trained.
    """

    def __init__(
        self,
        output_dim: int,
        kernel_initializer: Any = "gaussian",
        scale: float | None = None,
        trainable: bool = False,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        if output_dim <= 0:
            raise ValueError(f"`output_dim` should be a positive integer. Given: {output_dim}.")
        if isinstance(kernel_initializer, str) and kernel_initializer.lower() not in _KERNELS:
            raise ValueError(f"Unsupported kernel type: '{kernel_initializer}'. Supported kernel types: {_KERNELS}.")
        if scale is not None and scale <= 0.0:
            raise ValueError(f"When provided, `scale` should be a positive float. Given: {scale}.")
        super().__init__(trainable=trainable, name=name, **kwargs)
        self.output_dim = output_dim
        self.kernel_initializer = kernel_initializer
        self.scale = scale

    def build(self, input_shape: Any) -> None:
        """Makes the random features and their scale."""
        sizes = TensorShape(input_shape)
        if sizes.ndims != 2:
            raise ValueError(f"The rank of the input tensor should be 2. Got {sizes.ndims} instead.")
        dim = sizes.as_list()[1]
        if dim is None:
            raise ValueError(
                "The last dimension of the inputs to `RandomFourierFeatures` should be defined. Found `None`."
            )
        self.input_spec = InputSpec(ndim=2, axes={1: dim})
        size = dim, self.output_dim
        unscaled = self.add_weight(
            name="unscaled_random_features",
            shape=size,
            dtype=dtypes.float32,
            initializer=_of_features(self.kernel_initializer, size),
            trainable=False,
        )
        self.bias = self.add_weight(
            name="random_features_bias",
            shape=(self.output_dim,),
            dtype=dtypes.float32,
            initializer=RandomUniform(minval=0.0, maxval=2 * np.pi, dtype=dtypes.float32),
            trainable=False,
        )
        if self.scale is None:
            self.scale = np.sqrt(dim / 2.0) if _is(self.kernel_initializer, "gaussian") else 1.0
        scale = self.add_weight(
            name="random_features_scale",
            shape=(1,),
            dtype=dtypes.float32,
            initializer=Constant(self.scale),
            trainable=True,
            constraint="NonNeg",
        )
        self.kernel = (1.0 / scale) * unscaled
        super().build(input_shape)

    def call(self, inputs: Any) -> Any:
        """The features of the inputs, float32."""
        inputs = cast(convert_to_tensor(inputs, dtype=self.dtype), dtypes.float32)
        return cos(bias_add(matmul(inputs, self.kernel), self.bias))

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """[batch, output_dim]."""
        sizes = TensorShape(input_shape).with_rank(2)
        if sizes.as_list()[-1] is None:
            raise ValueError(f"The innermost dimension of input shape must be defined. Given: {sizes}")
        return sizes[:-1].concatenate(self.output_dim)

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal layer."""
        initializer = self.kernel_initializer
        if isinstance(initializer, Initializer):
            initializer = initializers.serialize(initializer)
        own = {"output_dim": self.output_dim, "kernel_initializer": initializer, "scale": self.scale}
        return {**super().get_config(), **own}


def _is(initializer: Any, kernel: str) -> bool:
    return isinstance(initializer, str) and initializer.lower() == kernel


def _of_features(initializer: Any, size: tuple[int, int]) -> Any:
    if _is(initializer, "gaussian"):
        return RandomNormal(stddev=1.0)
    if _is(initializer, "laplacian"):  # the Cauchy distribution
        return Constant(np.tan(np.pi * (np.random.uniform(size=size) - 0.5)))
    return initializer
