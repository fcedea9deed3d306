"""The names of tf.compat.v2: those of graphlab, functions with TensorFlow 2's order of arguments where that differs."""

import functools
import inspect
import types
from collections.abc import Callable
from typing import Any

import graphlab as tf
from graphlab._src.base.errors import explain

# What TensorFlow 2 has of TensorFlow 1's top level, with the same arguments.
_SAME = """
    AggregationMethod Assert CriticalSection DType GradientTape Graph IndexedSlices IndexedSlicesSpec Module Operation OptionalSpec
    RegisterGradient SparseTensor SparseTensorSpec Tensor TensorArray TensorShape TensorSpec TypeSpec UnconnectedGradients
    VariableAggregation VariableSynchronization abs acos acosh add add_n argsort as_dtype as_string asin asinh atan atan2
    atanh audio autograph bfloat16 bitcast bitwise bool broadcast_dynamic_shape broadcast_static_shape broadcast_to cast
    clip_by_global_norm clip_by_norm clip_by_value compat complex complex128 complex64 concat config control_dependencies
    cos cosh cumsum custom_gradient data debugging device distribute divide double dtypes dynamic_partition dynamic_stitch
    edit_distance einsum ensure_shape equal errors estimator executing_eagerly exp expand_dims extract_volume_patches eye
    feature_column fill fingerprint float16 float32 float64 floor foldl foldr function get_logger get_static_value
    grad_pass_through graph_util greater greater_equal group guarantee_const half histogram_fixed_width
    histogram_fixed_width_bins identity identity_n import_graph_def init_scope int16 int32 int64 int8 io is_tensor keras less
    less_equal linspace logical_and logical_not logical_or lookup make_ndarray make_tensor_proto map_fn matmul
    matrix_square_root maximum meshgrid minimum multiply name_scope negative nest newaxis no_gradient no_op norm not_equal
    numpy_function one_hot ones ones_like parallel_stack pow print py_function qint16 qint32 qint8 quantization queue
    quint16 quint8 range rank raw_ops realdiv recompute_grad reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean
    reduce_min reduce_prod reduce_sum register_tensor_conversion_function repeat reshape resource reverse roll round
    saturate_cast saved_model scan scatter_nd searchsorted sequence_mask sets shape_n sigmoid sign signal sin sinh slice
    sort space_to_batch_nd split sqrt square squeeze stack stop_gradient strided_slice string subtract switch_case sysconfig
    tan tanh tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_update tensordot tile timestamp truediv
    truncatediv truncatemod uint16 uint32 uint64 uint8 unique unique_with_counts unravel_index unstack variable_creator_scope
    variant vectorized_map version zeros zeros_like
""".split()


class Names:
    """A namespace: names that are those of another one, and names of its own.

    changed: {name: value, or a function that finds it}.  missing: names that it does not have.
    """

    def __init__(self, path: str, base: Any, changed: dict[str, Any], same: Any, missing: str = "") -> None:
        self._path, self._base = path, base
        self._changed, self._same, self._missing = changed, same, set(missing.split())

    def get(self, name: str) -> Any:
        """What a name means; AttributeError for one that TensorFlow 2 does not have, or graphlab not in its form."""
        if name in self._changed:
            return self._changed[name]
        known = name not in self._missing if self._same is None else name in self._same
        if not known or name.startswith("_"):
            message = f"graphlab has no {self._path}.{name}: TensorFlow 2 has no such name, or other arguments for it"
            raise AttributeError(explain(message, fix=f"{self._path.replace('v2', 'v1')}.{name}"), name=name)
        return getattr(self._base, name)

    def __dir__(self) -> list[str]:
        same = [one for one in dir(self._base) if not one.startswith("_")] if self._same is None else self._same
        return sorted({*self._changed, *(set(same) - self._missing)})


def _module(path: str, base: Any, changed: dict[str, Any], missing: str = "") -> types.ModuleType:
    """A module of such names."""
    names = Names(path, base, changed, None, missing)
    module = types.ModuleType(path, f"{path}: {base.__doc__}")
    vars(module).update(__getattr__=names.get, __dir__=names.__dir__)
    return module


def _ordered(function: Callable[..., Any], order: str, **always: Any) -> Callable[..., Any]:
    """A function with its arguments in another order. always: arguments that it is given besides."""
    names = order.split()

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(names):
            raise TypeError(f"{function.__name__}() accepts at most {len(names)} arguments ({len(args)} given)")
        given = dict(zip(names, args, strict=False))
        twice = given.keys() & kwargs.keys()
        if twice:
            raise TypeError(f"{function.__name__}() got multiple values for argument '{sorted(twice)[0]}'")
        unknown = kwargs.keys() - set(names)
        if unknown:
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument '{sorted(unknown)[0]}'")
        return function(**{**given, **kwargs}, **always)

    made: Any = call
    made.__signature__ = inspect.Signature(
        [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    )
    return made


def Variable(  # noqa: N802
    initial_value: Any = None,
    trainable: bool | None = None,
    validate_shape: bool = True,
    caching_device: Any = None,
    name: str | None = None,
    variable_def: Any = None,
    dtype: Any = None,
    import_scope: Any = None,
    constraint: Any = None,
    synchronization: Any = tf.VariableSynchronization.AUTO,
    aggregation: Any = tf.VariableAggregation.NONE,
    shape: Any = None,
) -> Any:
    """A resource variable; the arguments are those of tf.Variable."""
    return tf.Variable(
        initial_value,
        trainable=trainable,
        validate_shape=validate_shape,
        caching_device=caching_device,
        name=name,
        variable_def=variable_def,
        dtype=dtype,
        import_scope=import_scope,
        constraint=constraint,
        use_resource=True,
        synchronization=synchronization,
        aggregation=aggregation,
        shape=shape,
    )


def _dropout(x: Any, rate: Any, noise_shape: Any = None, seed: Any = None, name: str | None = None) -> Any:
    """tf.nn.dropout: a part `rate` of the elements become 0."""
    return tf.nn.dropout(x, rate=rate, noise_shape=noise_shape, seed=seed, name=name)


_REDUCTIONS = {
    name: _ordered(getattr(tf, name), "input_tensor axis keepdims name")
    for name in "reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum".split()
}
_MATH = {
    **_REDUCTIONS,
    "argmax": _ordered(tf.argmax, "input axis output_type name"),
    "argmin": _ordered(tf.argmin, "input axis output_type name"),
    "count_nonzero": _ordered(tf.count_nonzero, "input_tensor axis keepdims dtype name"),
    "l2_normalize": _ordered(tf.nn.l2_normalize, "x axis epsilon name"),
    "log_softmax": _ordered(tf.nn.log_softmax, "logits axis name"),
    "softmax": _ordered(tf.nn.softmax, "logits axis name"),
}
_NN = {
    "avg_pool": _ordered(tf.nn.avg_pool, "input ksize strides padding data_format name"),
    "conv2d": _ordered(tf.nn.conv2d, "input filters strides padding data_format dilations name"),
    "max_pool": _ordered(tf.nn.max_pool, "input ksize strides padding data_format name"),
    "dropout": _dropout,
    "embedding_lookup": _ordered(tf.nn.embedding_lookup, "params ids max_norm name"),
    "l2_normalize": _MATH["l2_normalize"],
    "log_softmax": _MATH["log_softmax"],
    "moments": _ordered(tf.nn.moments, "x axes shift keepdims name"),
    "sigmoid_cross_entropy_with_logits": _ordered(tf.nn.sigmoid_cross_entropy_with_logits, "labels logits name"),
    "softmax": _MATH["softmax"],
    "softmax_cross_entropy_with_logits": _ordered(
        tf.nn.softmax_cross_entropy_with_logits_v2, "labels logits axis name"
    ),
    "sparse_softmax_cross_entropy_with_logits": _ordered(
        tf.nn.sparse_softmax_cross_entropy_with_logits, "labels logits name"
    ),
}
_NN_MISSING = """
    RNNCellDeviceWrapper RNNCellDropoutWrapper RNNCellResidualWrapper avg_pool avg_pool2d batch_norm_with_global_normalization
    conv1d conv2d conv2d_transpose conv3d conv3d_transpose convolution crelu ctc_beam_search_decoder ctc_loss depth_to_space
    depthwise_conv2d dilation2d embedding_lookup_sparse erosion2d fractional_avg_pool fractional_max_pool in_top_k max_pool
    max_pool_with_argmax nce_loss pool safe_embedding_lookup_sparse sampled_softmax_loss separable_conv2d space_to_batch
    space_to_depth sufficient_statistics weighted_cross_entropy_with_logits weighted_moments rnn_cell static_rnn dynamic_rnn
    bidirectional_dynamic_rnn static_bidirectional_rnn raw_rnn static_state_saving_rnn xw_plus_b relu_layer
"""
_CHANGED: dict[str, Any] = {
    **_REDUCTIONS,
    "Variable": Variable,
    "argmax": _MATH["argmax"],
    "argmin": _MATH["argmin"],
    "boolean_mask": _ordered(tf.boolean_mask, "tensor mask axis name"),
    "case": _ordered(tf.case, "pred_fn_pairs default exclusive strict name"),
    "cond": _ordered(tf.cond, "pred true_fn false_fn name", strict=True),
    "constant": _ordered(tf.constant, "value dtype shape name"),
    "convert_to_tensor": _ordered(tf.convert_to_tensor, "value dtype dtype_hint name"),
    "gather": _ordered(tf.gather, "params indices validate_indices axis batch_dims name"),
    "gather_nd": _ordered(tf.gather_nd, "params indices batch_dims name"),
    "gradients": _ordered(
        tf.gradients,
        "ys xs grad_ys name gate_gradients aggregation_method stop_gradients unconnected_gradients",
        colocate_gradients_with_ops=True,
    ),
    "initializers": tf.keras.initializers,
    "linalg": tf.linalg,
    "losses": tf.keras.losses,
    "math": _module("tf.compat.v2.math", tf.math, _MATH, "bincount confusion_matrix in_top_k scalar_mul"),
    "metrics": tf.keras.metrics,
    "nn": _module("tf.compat.v2.nn", tf.nn, _NN, _NN_MISSING),
    "optimizers": tf.keras.optimizers,
    "pad": _ordered(tf.pad, "tensor paddings mode constant_values name"),
    "random": _module(
        "tf.compat.v2.random",
        tf.random,
        {"set_seed": tf.set_random_seed, "poisson": _ordered(tf.random.poisson, "shape lam dtype seed name")},
        "set_random_seed get_seed multinomial",
    ),
    "shape": _ordered(tf.shape, "input out_type name"),
    "size": _ordered(tf.size, "input out_type name"),
    "test": tf.test,
    "train": tf.train,
    "transpose": _ordered(tf.transpose, "a perm conjugate name"),
    "tuple": _ordered(tf.tuple, "tensors control_inputs name"),
    "where": tf.where_v2,
    "while_loop": _ordered(
        tf.while_loop,
        "cond body loop_vars shape_invariants parallel_iterations back_prop swap_memory maximum_iterations name",
        return_same_structure=True,
    ),
    **{
        name: getattr(tf, name)
        for name in "constant_initializer ones_initializer random_normal_initializer random_uniform_initializer zeros_initializer".split()
    },
}

NAMES = Names("tf.compat.v2", tf, _CHANGED, _SAME)
