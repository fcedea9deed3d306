"""RandomFourierFeatureMapper: features whose products approximate a Gaussian kernel."""

import abc
import math

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant
from graphlab._src.ops.arithmetic import add
from graphlab._src.ops.matmul import matmul
from graphlab._src.ops.trigonometry import cos


class InvalidShapeError(Exception):
    """A tensor of another shape than a mapper expects."""


class DenseKernelMapper(abc.ABC):
    """A map from dense features to dense features, whose products are those of a kernel, or near them."""

    @abc.abstractmethod
    def map(self, input_tensor):
        """The features [batch, output_dim] of the tensor's [batch, features]."""

    @property
    @abc.abstractmethod
    def name(self):
        """What it is called."""

    @property
    @abc.abstractmethod
    def output_dim(self):
        """How many features it makes."""


class RandomFourierFeatureMapper(DenseKernelMapper):
    """sqrt(2 / D) cos(x Ω + b), whose products approximate exp(-|x - y|² / (2 stddev²)) (Rahimi and Recht, 2007).

    input_dim, output_dim: how many features it reads, and makes: D.  stddev: of the kernel.
    seed: of Ω, which is normally distributed, and of b, uniform: the same in each graph.
    """

    def __init__(self, input_dim, output_dim, stddev=1.0, seed=1, name=None):
        self._input_dim = input_dim
        self._output_dim = output_dim
        self._stddev = stddev
        self._seed = seed
        self._name = name

    @property
    def name(self):
        return self._name or str(id(self))

    @property
    def input_dim(self):
        """How many features it reads."""
        return self._input_dim

    @property
    def output_dim(self):
        return self._output_dim

    def map(self, input_tensor):
        """float32 [batch, output_dim] of float32 [batch, input_dim]; InvalidShapeError for another shape."""
        dims = input_tensor.shape
        if len(dims) != 2:
            raise InvalidShapeError(f"The shape of the tensor should be 2. Got {len(dims)} instead.")
        if dims[1] != self._input_dim:
            raise InvalidShapeError(
                f"Invalid dimension: expected {self._input_dim} input features, got {dims[1]} instead."
            )
        # As in TensorFlow NumPy's own generator is seeded: what a program draws from it afterwards is the same, too.
        np.random.seed(self._seed)
        omega = np.random.normal(scale=1.0 / self._stddev, size=[self._input_dim, self._output_dim])
        bias = np.random.uniform(low=0.0, high=2 * np.pi, size=[self._output_dim])
        angles = add(matmul(input_tensor, constant(omega, dtypes.float32)), constant(bias, dtypes.float32))
        return math.sqrt(2.0 / self._output_dim) * cos(angles)
