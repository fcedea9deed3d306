"""The functions of TensorFlow 2 whose arguments are others than TensorFlow 1's, under the same names."""

import ast
import functools
import inspect
from collections.abc import Callable
from typing import Any

from graphlab._src.base.dtypes import as_dtype

# Namespace: then a function a line, with its arguments in TensorFlow 2's order. new<old: what TensorFlow 1 calls it.
_REDUCE = "input_tensor axis=None keepdims=False name=None"
_COMPARE = "x y message=None summarize=None name=None"
_CHECK = "x message=None summarize=None name=None"
_LOOKUP = "weights biases labels inputs num_sampled num_classes num_true=1 sampled_values=None"
_CONV = "strides padding='SAME'"
_TABLE = f"""
:
argmax input axis=None output_type=int64 name=None
argmin input axis=None output_type=int64 name=None
assert_equal {_COMPARE}
assert_greater {_COMPARE}
assert_less {_COMPARE}
assert_rank x rank message=None name=None
boolean_mask tensor mask axis=None name='boolean_mask'
cond pred true_fn=None false_fn=None name=None
convert_to_tensor value dtype=None dtype_hint=None name=None
device device_name<device_name_or_function
expand_dims input axis name=None
gather params indices validate_indices=None axis=None batch_dims=0 name=None
gather_nd params indices batch_dims=0 name=None
gradients ys xs grad_ys=None name='gradients' gate_gradients=False aggregation_method=None stop_gradients=None unconnected_gradients='none'
hessians ys xs gate_gradients=False aggregation_method=None name='hessians'
norm tensor ord='euclidean' axis=None keepdims=None name=None
ones_like input<tensor dtype=None name=None
pad tensor paddings mode='CONSTANT' constant_values=0 name=None
reduce_all {_REDUCE}
reduce_any {_REDUCE}
reduce_logsumexp {_REDUCE}
reduce_max {_REDUCE}
reduce_mean {_REDUCE}
reduce_min {_REDUCE}
reduce_prod {_REDUCE}
reduce_sum {_REDUCE}
reverse_sequence input seq_lengths seq_axis=None batch_axis=None name=None
shape input out_type=int32 name=None
size input out_type=int32 name=None
squeeze input axis=None name=None
transpose a perm=None conjugate=False name='transpose'
tuple tensors control_inputs=None name=None
while_loop cond body loop_vars shape_invariants=None parallel_iterations=10 back_prop=True swap_memory=False maximum_iterations=None name=None
zeros_like input<tensor dtype=None name=None
:math
argmax input axis=None output_type=int64 name=None
argmin input axis=None output_type=int64 name=None
confusion_matrix labels predictions num_classes=None weights=None dtype=int32 name=None
count_nonzero input<input_tensor axis=None keepdims=None dtype=int64 name=None
in_top_k targets predictions k name=None
l2_normalize x axis=None epsilon=1e-12 name=None
log_softmax logits axis=None name=None
reduce_all {_REDUCE}
reduce_any {_REDUCE}
reduce_logsumexp {_REDUCE}
reduce_max {_REDUCE}
reduce_mean {_REDUCE}
reduce_min {_REDUCE}
reduce_prod {_REDUCE}
reduce_sum {_REDUCE}
softmax logits axis=None name=None
:nn
batch_norm_with_global_normalization input mean variance beta gamma variance_epsilon scale_after_normalization name=None
conv1d input filters stride padding data_format='NWC' dilations=None name=None
conv2d input filters strides padding data_format='NHWC' dilations=None name=None
conv2d_transpose input filters output_shape {_CONV} data_format='NHWC' dilations=None name=None
conv3d input filters strides padding data_format='NDHWC' dilations=None name=None
conv3d_transpose input<value filters output_shape {_CONV} data_format='NDHWC' dilations=None name=None
convolution input filters strides=None padding='VALID' data_format=None dilations=None name=None
crelu features axis=-1 name=None
ctc_beam_search_decoder inputs sequence_length beam_width=100 top_paths=1
depth_to_space input block_size data_format='NHWC' name=None
depthwise_conv2d input filter strides padding data_format=None dilations=None name=None
dropout x rate noise_shape=None seed=None name=None
embedding_lookup params ids max_norm=None name=None
embedding_lookup_sparse params sp_ids sp_weights combiner=None max_norm=None name=None
in_top_k targets predictions k name=None
l2_normalize x axis=None epsilon=1e-12 name=None
log_softmax logits axis=None name=None
moments x axes shift=None keepdims=False name=None
nce_loss {_LOOKUP} remove_accidental_hits=False name='nce_loss'
pool input window_shape pooling_type strides=None padding='VALID' data_format=None dilations=None name=None
safe_embedding_lookup_sparse embedding_weights sparse_ids sparse_weights=None combiner='mean' default_id=None max_norm=None name=None
sampled_softmax_loss {_LOOKUP} remove_accidental_hits=True seed=None name='sampled_softmax_loss'
separable_conv2d input depthwise_filter pointwise_filter strides padding data_format=None dilations=None name=None
sigmoid_cross_entropy_with_logits labels=None logits=None name=None
softmax logits axis=None name=None
space_to_depth input block_size data_format='NHWC' name=None
sparse_softmax_cross_entropy_with_logits labels logits name=None
sufficient_statistics x axes shift=None keepdims=False name=None
weighted_cross_entropy_with_logits labels logits pos_weight name=None
weighted_moments x axes frequency_weights keepdims=False name=None
:random
poisson shape lam dtype=float32 seed=None name=None
:linalg
l2_normalize x axis=None epsilon=1e-12 name=None
norm tensor ord='euclidean' axis=None keepdims=None name=None
:strings
length input unit='BYTE' name=None
reduce_join inputs axis=None keepdims=False separator='' name=None
split input sep=None maxsplit=-1 name=None
substr input pos len unit='BYTE' name=None
to_hash_bucket input num_buckets name=None
to_number input out_type=float32 name=None
:io
decode_csv records record_defaults field_delim=',' use_quote_delim=True na_value='' select_cols=None name=None
parse_example serialized features example_names=None name=None
parse_single_example serialized features example_names=None name=None
serialize_many_sparse sp_input out_type=string name=None
serialize_sparse sp_input out_type=string name=None
:image
crop_and_resize image boxes box_indices crop_size method='bilinear' extrapolation_value=0 name=None
draw_bounding_boxes images boxes colors name=None
:debugging
assert_all_finite x message name=None
assert_equal {_COMPARE}
assert_greater {_COMPARE}
assert_greater_equal {_COMPARE}
assert_less {_COMPARE}
assert_less_equal {_COMPARE}
assert_near x y rtol=None atol=None message=None summarize=None name=None
assert_negative {_CHECK}
assert_non_negative {_CHECK}
assert_non_positive {_CHECK}
assert_none_equal x y summarize=None message=None name=None
assert_positive {_CHECK}
assert_rank x rank message=None name=None
assert_rank_at_least x rank message=None name=None
assert_rank_in x ranks message=None name=None
assert_scalar tensor message=None name=None
:sparse
add a b threshold=0
concat axis sp_inputs expand_nonconcat_dims=False name=None
segment_mean data indices segment_ids num_segments=None name=None
segment_sqrt_n data indices segment_ids num_segments=None name=None
segment_sum data indices segment_ids num_segments=None name=None
split sp_input=None num_split=None axis=None name=None
"""

# What TensorFlow 2 does always, and TensorFlow 1 only where an argument says so.
_ALWAYS: dict[str, dict[str, Any]] = {
    "cond": {"strict": True},
    "gradients": {"colocate_gradients_with_ops": True},
    "while_loop": {"return_same_structure": True},
    "nn.ctc_beam_search_decoder": {"merge_repeated": False},
    "strings.split": {"result_type": "RaggedTensor"},
    **{
        f"nn.{name}": {"partition_strategy": "div"}
        for name in "embedding_lookup embedding_lookup_sparse nce_loss safe_embedding_lookup_sparse sampled_softmax_loss".split()
    },
}


def changed(namespace: str, base: Any) -> dict[str, Any]:
    """{name: the function as TensorFlow 2 has it} for a namespace, of whose form in TensorFlow 1 the functions are taken."""
    found, here = {}, ""
    for line in _TABLE.strip().splitlines():
        if line.startswith(":"):
            here = line[1:]
        elif here == namespace:
            name, _, arguments = line.partition(" ")
            path = f"{here}.{name}" if here else name
            found[name] = ordered(getattr(base, name), arguments, **_ALWAYS.get(path, {}))
    return found


def ordered(function: Callable[..., Any], arguments: str, **always: Any) -> Callable[..., Any]:
    """A function with other arguments, written as in the table. always: arguments that it is given besides."""
    parameters, old = [], {}
    for one in arguments.split():
        names, has_default, default = one.partition("=")
        name, _, old_name = names.partition("<")
        old[name] = old_name or name
        value = _value(default) if has_default else inspect.Parameter.empty
        parameters.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value))
    signature = inspect.Signature(parameters)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{function.__name__}() {error}") from None
        return function(**{old[name]: value for name, value in given.items()}, **always)

    made: Any = call
    made.__signature__ = signature
    return made


def _value(text: str) -> Any:
    """A default: a dtype by its name, or a literal of Python."""
    return as_dtype(text) if text.isidentifier() and text not in ("None", "True", "False") else ast.literal_eval(text)
