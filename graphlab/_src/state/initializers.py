"""Initializers: functions of a shape and a dtype that return a variable's first value.

Each is called as initializer(shape, dtype=None, partition_info=None) and returns a tensor.
"""

import math
from typing import Any

from graphlab._src.base import dtypes, shapes
from graphlab._src.base.errors import explain
from graphlab._src.graph.convert import constant
from graphlab._src.ops.constants import ones, zeros
from graphlab._src.ops.decompositions import qr
from graphlab._src.ops.diagonal import diag_part, eye
from graphlab._src.ops.random import random_normal, random_uniform, truncated_normal
from graphlab._src.ops.rounding import sign
from graphlab._src.ops.shape import reshape
from graphlab._src.ops.slicing import slice_
from graphlab._src.ops.transpose import matrix_transpose

# The standard deviation of a normal distribution that is cut off at two standard deviations.
_TRUNCATED_STDDEV = 0.87962566103423978


class Initializer:
    """The base of all initializers."""

    def __call__(self, shape, dtype=None, partition_info=None):
        """A tensor of that shape and type."""
        raise NotImplementedError(f"{type(self).__name__} has no __call__")

    def get_config(self):
        """The arguments that make an equal initializer."""
        return {}

    @classmethod
    def from_config(cls, config):
        """The initializer that get_config describes."""
        return cls(**config)


class Zeros(Initializer):
    """All zeros. dtype: when the caller says none."""

    def __init__(self, dtype=dtypes.float32):
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        return zeros(shape, self.dtype if dtype is None else dtype)

    def get_config(self):
        return {"dtype": self.dtype.name}


class Ones(Initializer):
    """All ones. dtype: when the caller says none."""

    def __init__(self, dtype=dtypes.float32):
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        return ones(shape, self.dtype if dtype is None else dtype)

    def get_config(self):
        return {"dtype": self.dtype.name}


class Constant(Initializer):
    """A value, a list or an array; the last element is repeated to fill the shape.

    verify_shape: TypeError when the value's shape is another.
    dtype: of the result, when the call names none.
    """

    def __init__(self, value: Any = 0, dtype=dtypes.float32, verify_shape=False):
        is_array = hasattr(value, "dtype") and not hasattr(value, "graph")  # tensors and variables have both
        if not (is_array or isinstance(value, (int, float, complex, str, bytes, list, tuple))):
            raise TypeError(
                f"Invalid type for initial value: {type(value)} (expected Python scalar, list or tuple of values, or "
                "numpy.ndarray)."
            )
        self.value = value
        self.dtype = dtypes.as_dtype(dtype)
        self._verify_shape = verify_shape

    def __call__(self, shape, dtype=None, partition_info=None, verify_shape=None):
        return constant(
            self.value,
            self.dtype if dtype is None else dtype,
            shape,
            verify_shape=self._verify_shape if verify_shape is None else verify_shape,
        )

    def get_config(self):
        return {"value": self.value, "dtype": self.dtype.name}


class Drawn(Initializer):
    """An initializer that draws numbers; its seed is an argument of the operations that do."""

    seed: Any

    def uniform(self, shape, minval, maxval, dtype):
        """Evenly spread numbers."""
        return random_uniform(shape, minval, maxval, dtype, self.seed)

    def normal(self, shape, mean, stddev, dtype):
        """Normally distributed numbers."""
        return random_normal(shape, mean, stddev, dtype, self.seed)

    def truncated(self, shape, mean, stddev, dtype):
        """Normally distributed numbers, drawn again where they lie more than two standard deviations off."""
        return truncated_normal(shape, mean, stddev, dtype, self.seed)


class _Random(Drawn):
    """An initializer with a seed, of floating point numbers."""

    def __init__(self, seed, dtype):
        self.seed = seed
        self.dtype = floating(dtype)

    def _type(self, dtype):
        return self.dtype if dtype is None else dtype


def floating(dtype):
    """The DType; ValueError for one of other than floating point numbers."""
    dtype = dtypes.as_dtype(dtype)
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


class RandomUniform(Drawn):
    """Evenly spread numbers from minval up to, not including, maxval; integers when dtype says so.

    seed: see set_random_seed.
    """

    def __init__(self, minval: Any = 0, maxval: Any = None, seed=None, dtype=dtypes.float32):
        self.minval = minval
        self.maxval = maxval
        self.seed = seed
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        return self.uniform(shape, self.minval, self.maxval, self.dtype if dtype is None else dtype)

    def get_config(self):
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed, "dtype": self.dtype.name}


class RandomNormal(_Random):
    """Normally distributed numbers. mean, stddev: of the distribution.

    seed: see set_random_seed.  dtype: of the result, when the call names none.
    """

    def __init__(self, mean=0.0, stddev=1.0, seed=None, dtype=dtypes.float32):
        super().__init__(seed, dtype)
        self.mean = mean
        self.stddev = stddev

    def __call__(self, shape, dtype=None, partition_info=None):
        return self.normal(shape, self.mean, self.stddev, self._type(dtype))

    def get_config(self):
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed, "dtype": self.dtype.name}


class TruncatedNormal(RandomNormal):
    """Normally distributed numbers, drawn again where they lie more than two standard deviations off.

    mean, stddev: of the distribution.  seed: see set_random_seed.  dtype: of the result, when the call names none.
    """

    def __call__(self, shape, dtype=None, partition_info=None):
        return self.truncated(shape, self.mean, self.stddev, self._type(dtype))


class UniformUnitScaling(_Random):
    """Uniform in ±factor·√(3/inputs), which keeps the variance from layer to layer; inputs: sizes but the last.

    seed: see set_random_seed.  dtype: of the result, when the call names none.
    """

    def __init__(self, factor=1.0, seed=None, dtype=dtypes.float32):
        super().__init__(seed, dtype)
        self.factor = factor

    def __call__(self, shape, dtype=None, partition_info=None):
        sizes = _sizes(_whole(shape, partition_info))
        limit = math.sqrt(3 / max(1.0, math.prod(sizes[:-1]))) * self.factor
        return self.uniform(shape, -limit, limit, self._type(dtype))

    def get_config(self):
        return {"factor": self.factor, "seed": self.seed, "dtype": self.dtype.name}


class VarianceScaling(_Random):
    """Random numbers of variance scale/n, n taken from the shape of the weights.

    mode: n is "fan_in" (inputs), "fan_out" (outputs) or "fan_avg" (their mean).
    distribution: "truncated_normal" ("normal" is the same), "untruncated_normal" or "uniform".
    seed: see set_random_seed.  dtype: of the result, when the call names none.
    """

    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None, dtype=dtypes.float32):
        if scale <= 0.0:
            raise ValueError("`scale` must be positive float.")
        if mode not in ("fan_in", "fan_out", "fan_avg"):
            raise ValueError(f"Invalid `mode` argument: {mode}")
        distribution = distribution.lower()
        if distribution not in ("normal", "uniform", "truncated_normal", "untruncated_normal"):
            raise ValueError(f"Invalid `distribution` argument: {distribution}")
        super().__init__(seed, dtype)
        self.scale = scale
        self.mode = mode
        self.distribution = distribution

    def __call__(self, shape, dtype=None, partition_info=None):
        inputs, outputs = fans(_whole(shape, partition_info))
        n = {"fan_in": inputs, "fan_out": outputs, "fan_avg": (inputs + outputs) / 2}[self.mode]
        variance = self.scale / max(1.0, n)
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * variance)
            return self.uniform(shape, -limit, limit, self._type(dtype))
        if self.distribution == "untruncated_normal":
            return self.normal(shape, 0.0, math.sqrt(variance), self._type(dtype))
        return self.truncated(shape, 0.0, math.sqrt(variance) / _TRUNCATED_STDDEV, self._type(dtype))

    def get_config(self):
        return {
            "scale": self.scale,
            "mode": self.mode,
            "distribution": self.distribution,
            "seed": self.seed,
            "dtype": self.dtype.name,
        }


def _whole(shape, partition_info):
    """The shape of the variable: that of all its parts together where this is the initializer of one part."""
    return shape if partition_info is None else partition_info.full_shape


def _sizes(shape) -> Any:
    len(shape)  # a single number is no shape here: TypeError
    return shapes.TensorShape(shape).as_list()


def fans(shape):
    """(inputs, outputs) of one unit of a layer whose weights have that shape: [..., inputs, outputs]."""
    sizes = _sizes(shape)
    if len(sizes) < 2:
        return (sizes[0], sizes[0]) if sizes else (1, 1)
    receptive = math.prod(sizes[:-2])
    return sizes[-2] * receptive, sizes[-1] * receptive


class Identity(Initializer):
    """gain times the identity matrix.

    dtype: of the result, when the call names none.
    """

    def __init__(self, gain=1.0, dtype=dtypes.float32):
        self.gain = gain
        self.dtype = floating(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        whole = _sizes(_whole(shape, partition_info))
        if len(whole) != 2:
            raise ValueError(
                explain("Identity matrix initializer can only be used for 2D matrices.", at=f"shape {whole}")
            )
        matrix = eye(*whole, dtype=self.dtype if dtype is None else dtype)
        if partition_info is not None:
            matrix = slice_(matrix, partition_info.var_offset, shape)
        return self.gain * matrix

    def get_config(self):
        return {"gain": self.gain, "dtype": self.dtype.name}


class GlorotUniform(VarianceScaling):
    """Glorot and Bengio 2010: uniform, with the variance 2/(inputs + outputs). The default of get_variable.

    seed: see set_random_seed.  dtype: of the result, when the call names none.
    """

    def __init__(self, seed=None, dtype=dtypes.float32):
        super().__init__(1.0, "fan_avg", "uniform", seed, dtype)

    def get_config(self):
        return {"seed": self.seed, "dtype": self.dtype.name}


class GlorotNormal(VarianceScaling):
    """Glorot and Bengio 2010: normal, with the variance 2/(inputs + outputs).

    seed: see set_random_seed.  dtype: of the result, when the call names none.
    """

    def __init__(self, seed=None, dtype=dtypes.float32):
        super().__init__(1.0, "fan_avg", "truncated_normal", seed, dtype)

    def get_config(self):
        return {"seed": self.seed, "dtype": self.dtype.name}


class Orthogonal(Drawn):
    """Saxe et al. 2014: an orthogonal matrix, from the QR decomposition of a matrix of normal numbers.

    A tensor of more than two axes has orthogonal rows or columns when all but the last axis are taken as one.
    gain: factor to the matrix.  ValueError for less than two axes.
    seed: see set_random_seed.  dtype: of the result, when the call names none.
    """

    def __init__(self, gain=1.0, seed=None, dtype=dtypes.float32):
        self.gain = gain
        self.seed = seed
        self.dtype = floating(dtype)

    def __call__(self, shape, dtype=None, partition_info=None):
        sizes = [int(size) for size in shape]
        if len(sizes) < 2:
            raise ValueError("The tensor to initialize must be at least two-dimensional")
        rows, columns = math.prod(sizes[:-1]), sizes[-1]
        drawn = self.normal([max(rows, columns), min(rows, columns)], 0.0, 1.0, dtype or self.dtype)
        q, r = qr(drawn, full_matrices=False)
        q *= sign(diag_part(r))  # so that every orthogonal matrix is equally likely
        if rows < columns:
            q = matrix_transpose(q)
        return self.gain * reshape(q, sizes)

    def get_config(self):
        return {"gain": self.gain, "seed": self.seed, "dtype": self.dtype.name}


zeros_initializer = Zeros
ones_initializer = Ones
constant_initializer = Constant
random_uniform_initializer = RandomUniform
random_normal_initializer = RandomNormal
truncated_normal_initializer = TruncatedNormal
uniform_unit_scaling_initializer = UniformUnitScaling
variance_scaling_initializer = VarianceScaling
glorot_uniform_initializer = GlorotUniform
glorot_normal_initializer = GlorotNormal
orthogonal_initializer = Orthogonal


def he_normal(seed=None):
    """He et al. 2015: normal, with the variance 2/inputs.

    seed: see set_random_seed.
    """
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed=None):
    """He et al. 2015: uniform, with the variance 2/inputs.

    seed: see set_random_seed.
    """
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


def lecun_normal(seed=None):
    """LeCun et al. 1998: normal, with the variance 1/inputs.

    seed: see set_random_seed.
    """
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed=None):
    """LeCun et al. 1998: uniform, with the variance 1/inputs.

    seed: see set_random_seed.
    """
    return VarianceScaling(1.0, "fan_in", "uniform", seed)
