"""Assertions of the entries and sizes of matrices, which runs check."""

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.checks.values import assert_equal, assert_less
from graphlab._src.ops.complex import imag
from graphlab._src.ops.control_flow.grouping import no_op
from graphlab._src.ops.rounding import abs as abs_
from graphlab._src.ops.shape import shape


def assert_no_entries_with_modulus_zero(x, message=None, name="assert_no_entries_with_modulus_zero"):
    """An operation that ends the run with InvalidArgumentError where an entry of x is 0."""
    with name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        return assert_less(_zero(x), abs_(x), message=message)


def assert_zero_imag_part(x, message=None, name="assert_zero_imag_part"):
    """An operation that ends the run with InvalidArgumentError where an entry of x is not real."""
    with name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        return no_op() if x.dtype.is_floating else assert_equal(_zero(x), imag(x), message=message)


def _zero(x):
    return constant(0, dtype=dtypes.as_dtype(x.dtype.base_dtype.real_dtype))


def assert_compatible_matrix_dimensions(operator, x):
    """An operation that ends the run with InvalidArgumentError unless operator.matmul(x) is defined."""
    message = "Dimensions are not compatible.  shape[-2] of argument to be the same as this operator"
    return assert_equal(shape(x)[-2], operator.domain_dimension_tensor(), message=message)


def assert_is_batch_matrix(tensor):
    """ValueError for a tensor that is known to have less than two axes."""
    if tensor.shape.ndims is not None and tensor.shape.ndims < 2:
        raise ValueError(f"Expected [batch] matrix to have at least two dimensions.  Found: {tensor}")
