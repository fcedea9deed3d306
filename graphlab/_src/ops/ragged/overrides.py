"""What the functions on tensors do with ragged tensors: their overrides (base/overrides.py)."""

import inspect
from typing import Any

from graphlab._src.base.overrides import override
from graphlab._src.graph import convert_to_tensor, get_default_graph
from graphlab._src.graph.ragged_tensor import RaggedParts, RaggedTensorValue
from graphlab._src.ops import (
    activation,
    arithmetic,
    bitwise,
    cast,
    clip,
    comparison,
    complex,
    constants,
    division,
    dynamic,
    extremes,
    gather,
    identity,
    joining,
    logical,
    one_hot,
    padding,
    power,
    rounding,
    segment,
    segment_means,
    select,
    shape,
    special,
    string_bytes,
    string_hash,
    string_join,
    string_numbers,
    string_regex,
    string_tensors,
    trigonometry,
    unicode_scripts,
)
from graphlab._src.ops import reduction as dense_reduction
from graphlab._src.ops.checks import numerics
from graphlab._src.ops.deprecated import renamed
from graphlab._src.ops.ragged import gathering, reduction, selection, tiling
from graphlab._src.ops.ragged import joining as ragged_joining
from graphlab._src.ops.ragged.broadcasting import broadcast_dynamic_shape, broadcast_to
from graphlab._src.ops.ragged.dynamic_shape import RaggedTensorDynamicShape
from graphlab._src.ops.ragged.partitions import assert_splits_match
from graphlab._src.ops.ragged.tensor import (
    RaggedTensor,
    convert_to_tensor_or_ragged_tensor,
    is_ragged,
    splits_dtype,
)

_KINDS = (RaggedParts, RaggedTensorValue)

_UNARY = (
    *(numerics.check_numerics, identity.identity, constants.ones_like, constants.zeros_like, clip.clip_by_value),
    *(bitwise.invert, rounding.abs, rounding.ceil, rounding.floor, rounding.rint, rounding.round, rounding.sign),
    *(trigonometry.acos, trigonometry.acosh, trigonometry.asin, trigonometry.asinh, trigonometry.atan),
    *(trigonometry.atanh, trigonometry.cos, trigonometry.cosh, trigonometry.sin, trigonometry.sinh, trigonometry.tan),
    *(complex.angle, complex.conj, complex.imag, complex.real, cast.cast, cast.saturate_cast, special.digamma),
    *(special.erf, special.erfc, special.lgamma, power.exp, power.expm1, power.log, power.log1p, power.reciprocal),
    *(power.rsqrt, power.sqrt, arithmetic.square, arithmetic.negative, activation.log_sigmoid, logical.logical_not),
    *(comparison.is_finite, comparison.is_inf, comparison.is_nan, string_tensors.decode_compressed),
    *(string_numbers.string_to_number, string_numbers.as_string, string_bytes.decode_base64),
    *(string_bytes.encode_base64, string_bytes.string_strip, string_bytes.substr, string_bytes.string_length),
    *(string_hash.string_to_hash_bucket, string_hash.string_to_hash_bucket_fast),
    *(string_hash.string_to_hash_bucket_strong, string_regex.regex_full_match, string_regex.regex_replace),
    unicode_scripts.unicode_script,
)
_LISTS = (arithmetic.add_n, string_join.string_join)
_BINARY = (
    *(bitwise.bitwise_and, bitwise.bitwise_or, bitwise.bitwise_xor, bitwise.left_shift, bitwise.right_shift),
    *(arithmetic.add, arithmetic.add_v2, arithmetic.multiply, arithmetic.subtract, arithmetic.squared_difference),
    *(trigonometry.atan2, complex.complex, division.div_no_nan, division.divide, division.div, division.floordiv),
    *(division.floormod, division.realdiv, division.truediv, division.truncatediv, division.truncatemod),
    *(comparison.equal, comparison.not_equal, comparison.greater, comparison.greater_equal, comparison.less),
    *(comparison.less_equal, logical.logical_and, logical.logical_or, logical.logical_xor, extremes.maximum),
    *(extremes.minimum, power.pow),
)


def names_of(function):
    """The names of a function's parameters."""
    return list(inspect.signature(function).parameters)


def override_unary(function):
    """Applies a function to the elements of its first argument where that is ragged."""
    name = names_of(function)[0]

    def handler(*args, **kwargs):
        x, args = (args[0], args[1:]) if args else (kwargs.pop(name), args)
        x: Any = convert_to_tensor_or_ragged_tensor(x)
        return x.with_flat_values(function(x.flat_values, *args, **kwargs))

    override(function, *_KINDS, arguments=[name])(handler)


def override_list(function):
    """Applies a function to the elements of a list of tensors, of which the ragged ones have equal rows."""
    name = names_of(function)[0]

    def handler(*args, **kwargs):
        items, args = (args[0], args[1:]) if args else (kwargs.pop(name), args)
        items = [convert_to_tensor_or_ragged_tensor(item) if is_ragged(item) else item for item in items]
        splits_dtype(*items)
        nested = [item.nested_row_splits for item in items if is_ragged(item)]
        values = [item.flat_values if is_ragged(item) else item for item in items]
        with get_default_graph().control_dependencies(assert_splits_match(nested)):
            return RaggedTensor.from_nested_row_splits(function(values, *args, **kwargs), nested[0], validate=False)

    override(function, *_KINDS, arguments=[name])(handler)


def override_binary(function):
    """Applies a function to the elements of its first two arguments, broadcast, where one is ragged."""
    first, second = names_of(function)[:2]

    def handler(*args, **kwargs):
        given = dict(zip(names_of(function), args, strict=False)) | kwargs
        x, y, checks = _operands(given.pop(first), given.pop(second), first, second)
        # Rows that differ must fail even where nothing is left to broadcast.
        with get_default_graph().control_dependencies(checks):
            values = function(_flat(x), _flat(y), **given)
        return (x if is_ragged(x) else y).with_flat_values(values)

    override(function, *_KINDS, arguments=[first, second])(handler)


def _flat(value):
    return value.flat_values if is_ragged(value) else value


def _operands(x, y, first, second) -> tuple[Any, Any, list[Any]]:
    """Two values of which one is ragged, broadcast against each other where what is not ragged has as many axes.

    Also the tensors to wait for, which fail when the two don't broadcast.
    """
    if is_ragged(x):
        x = convert_to_tensor_or_ragged_tensor(x)
    if is_ragged(y):
        y = convert_to_tensor_or_ragged_tensor(y)
    x = x if is_ragged(x) else convert_to_tensor(x, name=first, preferred_dtype=y.dtype)
    y = y if is_ragged(y) else convert_to_tensor(y, name=second, preferred_dtype=x.dtype)
    kind = splits_dtype(x, y)
    if not (is_ragged(x) and is_ragged(y) or _needs_rows(x, y) or _needs_rows(y, x)):
        return x, y, []
    sizes = [RaggedTensorDynamicShape.from_tensor(value, kind) for value in (x, y)]
    together = broadcast_dynamic_shape(*sizes)
    x = broadcast_to(x, together, broadcast_inner_dimensions=False)
    y = broadcast_to(y, together, broadcast_inner_dimensions=False)
    return x, y, [*together.partitioned_dim_sizes, together.inner_dim_sizes]


def _needs_rows(ragged, other):
    """Whether the other has more axes than those inside the rows, with which it broadcasts as it is."""
    if not is_ragged(ragged) or other.shape.ndims == 0:
        return False
    inner = ragged.flat_values.shape.ndims
    return None in (inner, other.shape.ndims) or inner <= other.shape.ndims


def _gather(params, indices, validate_indices=None, name=None, axis=None, batch_dims=0):
    return gathering.gather(params, indices, validate_indices, 0 if axis is None else axis, batch_dims, name)


def _gather_nd(params, indices, name=None, batch_dims=0):
    return gathering.gather_nd(params, indices, batch_dims, name)


def _expand_dims(input, axis=None, name=None, dim=None):
    return tiling.expand_dims(input, axis if dim is None else dim, name)


def _size(input, name=None, out_type=None):
    return tiling.size(input, name=name, **({} if out_type is None else {"out_type": out_type}))


def _squeeze(input, axis=None, name=None, squeeze_dims=None):
    return selection.squeeze(input, renamed("axis", axis, "squeeze_dims", squeeze_dims), name)


def _dynamic_partition(data, partitions, num_partitions, name=None):
    if not isinstance(num_partitions, int) or num_partitions < 0:
        raise TypeError("num_partitions must be a non-negative integer")
    found = selection.stack_dynamic_partitions(data, partitions, num_partitions, name)
    return [found[i] for i in range(num_partitions)]


def _concat(values, axis, name="concat"):
    return ragged_joining.concat(values, axis, None if name == "concat" else name)


def _stack(values, axis=0, name="stack"):
    return ragged_joining.stack(values, axis, None if name == "stack" else name)


def _reduction(function):
    def handler(input_tensor, axis=None, keepdims=None, name=None, reduction_indices=None, keep_dims=None):
        axis = renamed("axis", axis, "reduction_indices", reduction_indices)
        return function(input_tensor, axis, renamed("keepdims", keepdims, "keep_dims", keep_dims), name)

    return handler


def _reduce_join(inputs, axis=None, keep_dims=None, separator="", name=None, reduction_indices=None, keepdims=None):
    axis = renamed("axis", axis, "reduction_indices", reduction_indices)
    return reduction.reduce_join(inputs, axis, renamed("keepdims", keepdims, "keep_dims", keep_dims), separator, name)


_REDUCTIONS = ("sum", "prod", "min", "max", "mean", "any", "all")
_SEGMENTS = ("sum", "prod", "min", "max")

# (function, its arguments that may be ragged, the function for these)
_FUNCTIONS = (
    (gather.batch_gather, ("params", "indices"), gathering.batch_gather),
    (gather.gather, ("params", "indices"), _gather),
    (gather.gather_nd, ("params", "indices"), _gather_nd),
    (joining.concat, ("values",), _concat),
    (joining.stack, ("values",), _stack),
    (one_hot.one_hot, ("indices",), tiling.one_hot),
    (shape.expand_dims, ("input",), _expand_dims),
    (shape.rank, ("input",), tiling.rank),
    (shape.size, ("input",), _size),
    (shape.squeeze, ("input",), _squeeze),
    (padding.tile, ("input",), tiling.tile),
    (select.where, ("condition", "x", "y"), selection.where),
    (dynamic.dynamic_partition, ("data", "partitions"), _dynamic_partition),
    (segment_means.unsorted_segment_mean, ("data", "segment_ids"), reduction.segment_mean),
    (segment_means.unsorted_segment_sqrt_n, ("data", "segment_ids"), reduction.segment_sqrt_n),
    (string_join.reduce_join, ("inputs",), _reduce_join),
    *(
        (getattr(segment, f"unsorted_segment_{what}"), ("data", "segment_ids"), getattr(reduction, f"segment_{what}"))
        for what in _SEGMENTS
    ),
    *(
        (
            getattr(dense_reduction, f"reduce_{what}"),
            ("input_tensor",),
            _reduction(getattr(reduction, f"reduce_{what}")),
        )
        for what in _REDUCTIONS
    ),
)

for _function in _UNARY:
    override_unary(_function)
for _function in _LISTS:
    override_list(_function)
for _function in _BINARY:
    override_binary(_function)
for _function, _arguments, _handler in _FUNCTIONS:
    override(_function, *_KINDS, arguments=_arguments)(_handler)
