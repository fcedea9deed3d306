"""Linear: a product with a kernel, and a bias, of one tensor or of several side by side."""

from typing import Any

from graphlab._src.base import dtypes
from graphlab._src.graph import constant, nest
from graphlab._src.ops.bias import bias_add
from graphlab._src.ops.joining import concat
from graphlab._src.ops.matmul import matmul
from graphlab._src.state.initializers import constant_initializer
from graphlab._src.state.scope import get_variable, variable_scope
from graphlab._src.state.variable_scope import get_variable_scope


class Linear:
    """kernel [sum of sizes, output_size] and bias, made in the variable scope that is open.

    args: a tensor [batch, size], or a list of them: what it will be called with.
    """

    def __init__(self, args, output_size, build_bias, bias_initializer=None, kernel_initializer=None):
        several = nest.is_nested(args)
        if args is None or several and not args:
            raise ValueError("`args` must be specified")
        self._several = several
        args = args if several else [args]
        kind: Any = args[0].dtype
        with variable_scope(get_variable_scope()) as outer:
            self._weights = get_variable(
                "kernel", [_depth(args), output_size], dtype=kind, initializer=kernel_initializer
            )
            self._bias = None
            if build_bias:
                with variable_scope(outer) as inner:
                    inner.set_partitioner(None)
                    zeros = constant_initializer(0.0, dtype=kind)
                    self._bias = get_variable("bias", [output_size], dtype=kind, initializer=bias_initializer or zeros)

    def __call__(self, args):
        """The product, and sum, for tensors like those that it was made for."""
        args = args if self._several else [args]
        if len(args) == 1:
            result = matmul(args[0], self._weights)
        else:
            axis: Any = constant(1, dtype=dtypes.int32)
            result = matmul(concat(args, axis), self._weights)
        return result if self._bias is None else bias_add(result, self._bias)


def linear(args, output_size, bias, bias_initializer=None, kernel_initializer=None):
    """The product of args, a tensor [batch, size] or a list of them, with a kernel made here; with a bias if `bias`."""
    with variable_scope(get_variable_scope()):
        return Linear(args, output_size, bias, bias_initializer, kernel_initializer)(args)


def _depth(args):
    shapes = [item.shape for item in args]
    total = 0
    for dims in shapes:
        if dims.ndims != 2:
            raise ValueError(f"linear is expecting 2D arguments: {shapes}")
        size = dims.as_list()[1]
        if size is None:
            raise ValueError(f"linear expects shape[1] to be provided for shape {dims}, but saw {size}")
        total += size
    return total
