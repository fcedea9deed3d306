"""Masks and thresholds as variables, and the blocks that they are pooled and expanded by."""

import numpy as np

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, convert_to_tensor, name_scope
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.gather import scatter_nd
from graphlab._src.ops.joining import split
from graphlab._src.ops.padding import tile
from graphlab._src.ops.pooling.pool import pool
from graphlab._src.ops.shape import reshape, squeeze
from graphlab._src.ops.transpose import transpose
from graphlab._src.state.assignment import assign
from graphlab._src.state.initializers import Ones, Zeros
from graphlab._src.state.scope import get_variable, variable_scope


def weight_mask_variable(var, scope):
    """The variable "mask" of a scope, as large as var; it begins with ones."""
    with variable_scope(scope):
        return get_variable("mask", var.shape, initializer=Ones(), trainable=False, dtype=var.dtype)


def weight_threshold_variable(var, scope):
    """The variable "threshold" of a scope, a scalar of var's dtype; it begins with 0."""
    with variable_scope(scope):
        return get_variable("threshold", [], initializer=Zeros(), trainable=False, dtype=var.dtype)


def kronecker_product(mat1, mat2):
    """The Kronecker product of two matrices, [m, n] and [p, q]: [m · p, n · q]."""
    m, n = mat1.shape.as_list()
    first = reshape(mat1, [m, 1, n, 1])
    p, q = mat2.shape.as_list()
    return reshape(first * reshape(mat2, [1, p, 1, q]), [m * p, n * q])


def expand_tensor(tensor, block_dims):
    """A matrix with each element repeated as a block of that height and width."""
    if tensor.shape.ndims != 2:
        raise ValueError("Input tensor must be rank 2")
    if len(block_dims) != 2:
        raise ValueError("block_dims must have 2 elements")
    height, width = block_dims
    if height > 1:
        tensor = _repeat_rows(tensor, height)
    if width > 1:
        tensor = transpose(_repeat_rows(transpose(tensor), width))
    return tensor


def _repeat_rows(tensor, times):
    rows, columns = tensor.shape.as_list()
    places = np.arange(rows * times, dtype=np.int32).reshape(rows, times).T.reshape(-1, 1)
    return scatter_nd(constant(places), tile(tensor, [times, 1]), [rows * times, columns])


def factorized_pool(input_tensor, window_shape, pooling_type, strides, padding, name=None):
    """A matrix, pooled over rows and then over columns.

    window_shape, strides: [height, width].  pooling_type: "AVG" or "MAX".  padding: "SAME" or "VALID".
    """
    if input_tensor.shape.ndims != 2:
        raise ValueError("factorized_pool() accepts tensors of rank 2 only")
    height, width = input_tensor.shape.as_list()
    with name_scope(name, "factorized_pool"):
        pooled = reshape(input_tensor, [1, 1, height, width], name=input_tensor.op.name + "_aligned")
        for axis in range(2):
            pooled = pool(
                pooled,
                window_shape=[1, window_shape[axis]],
                pooling_type=pooling_type,
                strides=[1, strides[axis]],
                padding=padding,
            )
            if axis == 0:
                pooled = transpose(pooled, perm=[0, 1, 3, 2])
    return squeeze(transpose(pooled, perm=[0, 1, 3, 2]), axis=[0, 1])


def determine_partitioned_axis(partitioned_variable):
    """The axis along which a variable is cut; ValueError where it is not exactly one."""
    axis = 0
    whole = partitioned_variable.shape.as_list()
    for partition in partitioned_variable:
        cut = [i for i, (part, size) in enumerate(zip(partition.shape.as_list(), whole, strict=True)) if part < size]
        if len(cut) != 1:
            raise ValueError(f"Number of partitioned axes {len(cut)} not equal to 1")
        axis = cut[0]
    return axis


def variable_assign(var, new_value):
    """Assigns a value to a variable, as "<variable>_assign"."""
    return assign(var, new_value, name=var.op.name + "_assign")


def partitioned_variable_assign(partitioned_var, new_value):
    """Assigns a value to the parts of a variable, as "<variable>_group_assign"."""
    axis = 0 if len(partitioned_var) == 1 else determine_partitioned_axis(partitioned_var)
    sizes = np.array([partition.shape.as_list()[axis] for partition in partitioned_var])
    values = split(new_value, convert_to_tensor(sizes, dtype=dtypes.int32), axis=axis)
    assigned = [variable_assign(part, value) for part, value in zip(partitioned_var, values, strict=True)]
    return group(*assigned, name=partitioned_var.name + "_group_assign")
