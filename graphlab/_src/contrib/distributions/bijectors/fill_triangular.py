"""The bijector from vectors to triangular matrices."""

import math

from graphlab._src.base import dtypes
from graphlab._src.graph import Tensor, name_scope
from graphlab._src.ops.cast import cast
from graphlab._src.ops.checks.values import assert_equal
from graphlab._src.ops.constants import zeros_like
from graphlab._src.ops.distributions.bijector import Bijector, checked
from graphlab._src.ops.distributions.triangles import fill_triangular, fill_triangular_inverse
from graphlab._src.ops.joining import concat
from graphlab._src.ops.power import sqrt


class FillTriangular(Bijector):
    """Vectors [..., n (n + 1) / 2] as lower, or upper, triangular matrices [..., n, n]: tf.contrib.distributions.fill_triangular.

    validate_args: whether runs check sizes that only they know.
    """

    def __init__(self, upper=False, validate_args=False, name="fill_triangular"):
        self._upper = upper
        super().__init__(forward_min_event_ndims=1, inverse_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x):
        return fill_triangular(x, upper=self._upper)

    def _inverse(self, y):
        return fill_triangular_inverse(y, upper=self._upper)

    def _forward_log_det_jacobian(self, x):
        return zeros_like(x[..., 0])

    def _inverse_log_det_jacobian(self, y):
        return zeros_like(y[..., 0, 0])

    def _forward_event_shape(self, input_shape):
        size = input_shape.as_list()[-1]
        n = None if size is None else vector_size_to_square_matrix_size(size, self.validate_args)
        return input_shape[:-1].concatenate([n, n])

    def _inverse_event_shape(self, output_shape):
        rows, columns = output_shape.as_list()[-2:]
        size = None
        if rows is not None and columns is not None:
            if rows != columns:
                raise ValueError(f"Matrix must be square. (saw [{rows}, {columns}])")
            size = rows * (rows + 1) // 2
        return output_shape[:-2].concatenate([size])

    def _forward_event_shape_tensor(self, input_shape_tensor):
        n = vector_size_to_square_matrix_size(input_shape_tensor[-1], self.validate_args)
        return concat([input_shape_tensor[:-1], [n, n]], axis=0)

    def _inverse_event_shape_tensor(self, output_shape_tensor):
        n = output_shape_tensor[-1]
        if self.validate_args:
            n = checked(n, assert_equal(n, output_shape_tensor[-2], message="Matrix must be square."))
        return concat([output_shape_tensor[:-2], [n * (n + 1) // 2]], axis=0)


def vector_size_to_square_matrix_size(d, validate_args, name=None):
    """n of n (n + 1) / 2: a number, or a tensor for a tensor. ValueError where a number is not triangular."""
    if not isinstance(d, Tensor):
        n = (-1 + math.sqrt(1 + 8 * d)) / 2.0
        if int(n) != n:
            raise ValueError("Vector length is not a triangular number.")
        return int(n)
    with name_scope(name, "vector_size_to_square_matrix_size", [d]):
        n = (-1.0 + sqrt(1 + 8.0 * cast(d, dtypes.float32))) / 2.0
        if validate_args:
            whole = cast(cast(n, dtypes.int32), dtypes.float32)
            n = checked(n, assert_equal(whole, n, message="Vector length is not a triangular number"))
        return cast(n, d.dtype)
