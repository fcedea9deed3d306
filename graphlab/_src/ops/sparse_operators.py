"""Operators and functions of sparse tensors: sp * x, x * sp and sp / x with dense ones, tf.abs(sp) and its like."""

from graphlab._src.base import dtypes
from graphlab._src.base.overrides import override
from graphlab._src.graph import convert_to_tensor, name_scope
from graphlab._src.graph.sparse_tensor import SparseTensor
from graphlab._src.ops import arithmetic, power, rounding, special, trigonometry
from graphlab._src.ops.cast import cast
from graphlab._src.ops.sparse_products import sparse_dense_cwise_div, sparse_dense_cwise_mul

_WIDER = {dtypes.int8: dtypes.float32, dtypes.uint8: dtypes.float32, dtypes.int16: dtypes.float32}
_WIDER |= {dtypes.uint16: dtypes.float32, dtypes.int32: dtypes.float64, dtypes.int64: dtypes.float64}


def _true_quotient(indices, values, sizes, dense, name=None):
    wider = _WIDER.get(values.dtype.base_dtype)
    if wider is not None:
        values, dense = cast(values, wider), cast(dense, wider)
    return sparse_dense_cwise_div(indices, values, sizes, dense, name=name)


def _install(operator, function):
    def apply(sparse, dense):
        with name_scope(None, operator, [sparse, dense]) as scope:
            dense = convert_to_tensor(dense, sparse.dtype.base_dtype, name="y")
            values = function(sparse.indices, sparse.values, sparse.dense_shape, dense, name=scope)
            return SparseTensor(sparse.indices, values, sparse.dense_shape)

    apply.__doc__ = function.__doc__
    SparseTensor.override_operator(f"__{operator}__", apply)
    if operator == "mul":
        SparseTensor.override_operator("__rmul__", apply)


for _operator, _function in (
    ("div", sparse_dense_cwise_div),
    ("truediv", _true_quotient),
    ("mul", sparse_dense_cwise_mul),
):
    _install(_operator, _function)


def _of_values(function):
    """The function of the values of a sparse tensor, in their places."""

    def apply(x, *args, **kwargs):
        return SparseTensor(x.indices, function(x.values, *args, **kwargs), x.dense_shape)

    override(function, SparseTensor, arguments=["x"])(apply)


for _function in (
    *(rounding.abs, arithmetic.negative, rounding.sign, arithmetic.square, power.sqrt),
    *(special.erf, trigonometry.tanh, special.bessel_i0e, special.bessel_i1e),
):
    _of_values(_function)
