"""Reshape, Permute, RepeatVector: the same numbers in another order or more often."""

import math

from graphlab._src.base.shapes import TensorShape
from graphlab._src.keras.layers.input_spec import InputSpec
from graphlab._src.keras.layers.layer import Layer
from graphlab._src.ops.joining import stack
from graphlab._src.ops.padding import tile
from graphlab._src.ops.shape import expand_dims, reshape, shape
from graphlab._src.ops.transpose import transpose


class Reshape(Layer):
    """[batch, …] as [batch, *target_shape]; one size may be -1 and is computed."""

    def __init__(self, target_shape, **kwargs):
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def _sizes_of_input(self, sizes):
        """The sizes of an output for an input of these, both without the batch."""
        target = list(self.target_shape)
        known = math.prod(size for size in target if size >= 0)
        total = math.prod(sizes)
        error = ValueError("total size of new array must be unchanged")
        if target.count(-1) > 1:
            raise ValueError("Can only specify one unknown dimension.")
        if -1 in target:
            if known == 0 or total % known:
                raise error
            target[target.index(-1)] = total // known
        elif total != known:
            raise error
        return target

    def compute_output_shape(self, input_shape):
        """[batch, *target_shape]."""
        sizes = TensorShape(input_shape).as_list()
        if None in sizes[1:]:
            return TensorShape([sizes[0], *(None if size == -1 else size for size in self.target_shape)])
        return TensorShape([sizes[0], *self._sizes_of_input(sizes[1:])])

    def call(self, inputs):
        """The same numbers in the new shape."""
        return reshape(inputs, (shape(inputs)[0], *self.target_shape))

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "target_shape": self.target_shape}


class Permute(Layer):
    """The axes in another order. dims: the numbers of the axes, from 1 on; the batch stays."""

    def __init__(self, dims, **kwargs):
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError(
                f"Invalid permutation `dims` for Permute Layer: {dims}. The set of indices in `dims` must be consecutive "
                "and start from 1."
            )
        self.input_spec = InputSpec(ndim=len(self.dims) + 1)

    def compute_output_shape(self, input_shape):
        """The sizes in the new order."""
        sizes = TensorShape(input_shape).as_list()
        return TensorShape([sizes[0], *(sizes[axis] for axis in self.dims)])

    def call(self, inputs):
        """The axes in the new order."""
        return transpose(inputs, perm=(0, *self.dims))

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "dims": self.dims}


class RepeatVector(Layer):
    """[batch, k] as [batch, n, k]: each row n times."""

    def __init__(self, n, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.input_spec = InputSpec(ndim=2)

    def compute_output_shape(self, input_shape):
        """[batch, n, k]."""
        batch, size = TensorShape(input_shape).as_list()
        return TensorShape([batch, self.n, size])

    def call(self, inputs):
        """Each row n times."""
        return tile(expand_dims(inputs, 1), stack([1, self.n, 1]))

    def get_config(self):
        """The arguments that make an equal layer."""
        return {**super().get_config(), "n": self.n}
