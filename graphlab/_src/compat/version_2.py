"""The names of tf.compat.v2: those of graphlab, functions with TensorFlow 2's order of arguments where that differs."""

import types
from typing import Any

import graphlab as tf
from graphlab._src.base.errors import explain
from graphlab._src.compat import summaries_v2, version_2_functions
from graphlab._src.compat.version_2_arguments import changed, ordered
from graphlab._src.data import readers
from graphlab._src.data.dataset import DatasetV2
from graphlab._src.graph.convert import constant_v2
from graphlab._src.graph.device import DeviceSpecV2
from graphlab._src.keras.feature_layers_v2 import DenseFeatures
from graphlab._src.keras.layers import version_2 as keras_layers
from graphlab._src.layers.feature_column.categorical import categorical_column_with_vocabulary_file_v2
from graphlab._src.layers.feature_column.shared import shared_embedding_columns_v2
from graphlab._src.ops.image import resizing_v2
from graphlab._src.ops.pooling.pool import avg_pool2d_v2
from graphlab._src.ops.string_numbers import decode_raw_v2
from graphlab._src.state import initializers_v2

# What TensorFlow 2 has of TensorFlow 1's top level, with the same arguments.
_SAME = """
    AggregationMethod Assert CriticalSection DType GradientTape Graph IndexedSlices IndexedSlicesSpec Module Operation OptionalSpec
    RaggedTensor RaggedTensorSpec RegisterGradient SparseTensor SparseTensorSpec Tensor TensorArray TensorArraySpec TensorShape TensorSpec TypeSpec UnconnectedGradients
    VariableAggregation VariableSynchronization abs acos acosh add add_n argsort as_dtype as_string asin asinh atan atan2
    atanh audio autograph bfloat16 bitcast bitwise bool broadcast_dynamic_shape broadcast_static_shape broadcast_to case cast
    clip_by_global_norm clip_by_norm clip_by_value compat complex complex128 complex64 concat config control_dependencies
    cos cosh cumsum custom_gradient data debugging device distribute divide double dtypes dynamic_partition dynamic_stitch
    edit_distance einsum ensure_shape equal errors estimator executing_eagerly exp expand_dims extract_volume_patches eye
    fill fingerprint float16 float32 float64 floor foldl foldr function get_logger get_static_value
    grad_pass_through graph_util greater greater_equal group guarantee_const half histogram_fixed_width
    histogram_fixed_width_bins identity identity_n import_graph_def init_scope int16 int32 int64 int8 io is_tensor less
    less_equal linspace logical_and logical_not logical_or lookup make_ndarray make_tensor_proto map_fn matmul
    matrix_square_root maximum meshgrid minimum multiply name_scope negative nest newaxis no_gradient no_op norm not_equal
    numpy_function one_hot ones ones_like parallel_stack pow print py_function qint16 qint32 qint8 quantization queue
    quint16 quint8 range rank raw_ops realdiv recompute_grad reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean
    reduce_min reduce_prod reduce_sum register_tensor_conversion_function repeat reshape resource reverse roll round
    saturate_cast saved_model scan scatter_nd searchsorted sequence_mask sets shape_n sigmoid sign signal sin sinh slice
    sort space_to_batch_nd split sqrt square squeeze stack stop_gradient strided_slice string subtract switch_case sysconfig
    tan tanh tensor_scatter_nd_add tensor_scatter_nd_sub tensor_scatter_nd_update tensordot tile timestamp truediv
    truncatediv truncatemod uint16 uint32 uint64 uint8 unique unique_with_counts unravel_index unstack variable_creator_scope
    variant vectorized_map version zeros required_space_to_batch_paddings scalar_mul
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
        if name == "__all__":  # for `from tensorflow.compat.v2 import *`
            return [one for one in dir(self) if not one.startswith("_")]
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
    module = types.ModuleType(path.replace("tf.", "graphlab.", 1), f"{path}: {base.__doc__}")
    vars(module).update(__getattr__=names.get, __dir__=names.__dir__, __path__=[])
    return module


class _Variables(type):
    """The class of a class whose instances are all variables of graphlab, and whose subclasses are those of tf.Variable."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
        if any(isinstance(base, mcs) for base in bases):
            replaced = tuple(tf.Variable if isinstance(base, mcs) else base for base in bases)
            return type(tf.Variable)(name, replaced, namespace)
        return super().__new__(mcs, name, bases, namespace)

    def __getattr__(cls, name: str) -> Any:
        return getattr(tf.Variable, name)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, tf.Variable)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return subclass is cls or issubclass(subclass, tf.Variable)


class Variable(metaclass=_Variables):
    """A resource variable; the arguments are those of tf.Variable."""

    def __new__(
        cls,
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
        """The variable, which is a tf.Variable."""
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


def _bincount(
    arr: Any,
    weights: Any = None,
    minlength: Any = None,
    maxlength: Any = None,
    dtype: Any = tf.int32,
    name: str | None = None,
) -> tf.Tensor:
    """tf.math.bincount, with a name."""
    if name is None:
        return tf.math.bincount(arr, weights, minlength, maxlength, dtype)
    with tf.name_scope(name):
        return tf.math.bincount(arr, weights, minlength, maxlength, dtype)


_INITIALIZERS: dict[str, Any] = {
    **{
        name: getattr(initializers_v2, name)
        for name in """
            Constant GlorotNormal GlorotUniform Identity Initializer Ones Orthogonal RandomNormal RandomUniform TruncatedNormal
            VarianceScaling Zeros he_normal he_uniform lecun_normal lecun_uniform
        """.split()
    },
    "constant": initializers_v2.Constant,
    "glorot_normal": initializers_v2.GlorotNormal,
    "glorot_uniform": initializers_v2.GlorotUniform,
    "identity": initializers_v2.Identity,
    "ones": initializers_v2.Ones,
    "orthogonal": initializers_v2.Orthogonal,
    "zeros": initializers_v2.Zeros,
}
_NO_INITIALIZERS = "normal random_normal random_uniform truncated_normal uniform"
_KERAS_LAYERS = "BatchNormalization GRU GRUCell LSTM LSTMCell"
_KERAS = _module(
    "tf.compat.v2.keras",
    tf.keras,
    {
        "layers": _module(
            "tf.compat.v2.keras.layers",
            tf.keras.layers,
            {**{name: getattr(keras_layers, name) for name in _KERAS_LAYERS.split()}, "DenseFeatures": DenseFeatures},
            "CuDNNGRU CuDNNLSTM",
        ),
        "initializers": _module(
            "tf.compat.v2.keras.initializers", tf.keras.initializers, _INITIALIZERS, _NO_INITIALIZERS
        ),
    },
)
_SPACE = ordered(tf.space_to_batch_nd, "input block_shape paddings name=None")
_BATCH = ordered(tf.batch_to_space_nd, "input block_shape crops name=None")

# Functions whose form in TensorFlow 2 graphlab does not have, and names that TensorFlow 2 does not have.
_MISSING = {
    "math": "",
    "nn": """
        RNNCellDeviceWrapper RNNCellDropoutWrapper RNNCellResidualWrapper bidirectional_dynamic_rnn conv2d_backprop_filter
        conv2d_backprop_input conv3d_backprop_filter conv3d_backprop_filter_v2 ctc_beam_search_decoder_v2 ctc_loss_v2
        depthwise_conv2d_native depthwise_conv2d_native_backprop_filter depthwise_conv2d_native_backprop_input dynamic_rnn
        fused_batch_norm log_uniform_candidate_sampler avg_pool_v2 max_pool_v2 raw_rnn relu_layer rnn_cell
        softmax_cross_entropy_with_logits_v2 static_bidirectional_rnn static_rnn static_state_saving_rnn uniform_candidate_sampler xw_plus_b
    """,
    "random": "get_seed multinomial set_random_seed stateless_multinomial",
    "linalg": "transpose",
    "strings": "",
    "image": """
        extract_image_patches resize_area resize_bicubic resize_bilinear resize_image_with_crop_or_pad
        resize_image_with_pad resize_images resize_nearest_neighbor transpose_image
    """,
    "sparse": """
        SparseConditionalAccumulator matmul merge placeholder reduce_max_sparse reduce_sum_sparse
    """,
    "debugging": "is_finite is_inf is_nan is_non_decreasing is_strictly_increasing",
    "io": "PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue TFRecordCompressionType tf_record_iterator",
    "sets": "set_difference set_intersection set_size set_union",
    "ragged": "RaggedTensorValue constant_value placeholder",
    "feature_column": "input_layer linear_model shared_embedding_columns",
}
_NN_FUNCTIONS = "dilation2d erosion2d fractional_avg_pool fractional_max_pool max_pool_with_argmax"
_OWN: dict[str, dict[str, Any]] = {
    "math": {"bincount": _bincount},
    "nn": {
        "softmax_cross_entropy_with_logits": ordered(
            tf.nn.softmax_cross_entropy_with_logits_v2, "labels logits axis=-1 name=None"
        ),
        "space_to_batch": _SPACE,
        **{name: getattr(version_2_functions, name) for name in _NN_FUNCTIONS.split()},
        "ctc_loss": tf.nn.ctc_loss_v2,
        "avg_pool": tf.nn.avg_pool_v2,
        "avg_pool2d": avg_pool2d_v2,
        "max_pool": tf.nn.max_pool_v2,
    },
    "image": {
        **{name: getattr(resizing_v2, name) for name in ("ResizeMethod", "resize", "resize_with_pad")},
        **{name: getattr(version_2_functions, name) for name in ("extract_glimpse", "sample_distorted_bounding_box")},
    },
    "sparse": {name: getattr(version_2_functions, name) for name in ("reduce_max", "reduce_sum")},
    "random": {"set_seed": tf.set_random_seed},
    "io": {"decode_raw": decode_raw_v2},
    "feature_column": {
        "categorical_column_with_vocabulary_file": categorical_column_with_vocabulary_file_v2,
        "shared_embeddings": shared_embedding_columns_v2,
    },
}
_DATASET_CLASSES = (
    DatasetV2,
    readers.FixedLengthRecordDatasetV2,
    readers.TFRecordDatasetV2,
    readers.TextLineDatasetV2,
)
_DATASETS = {kind.__name__.removesuffix("V2"): kind for kind in _DATASET_CLASSES}
_NO_DATASETS = """
    Iterator get_output_classes get_output_shapes get_output_types make_initializable_iterator make_one_shot_iterator
"""
_NO_SAVED_MODELS = """
    Builder build_signature_def build_tensor_info builder classification_signature_def constants experimental
    get_tensor_from_tensor_info is_valid_signature load_v2 loader main_op main_op_with_restore maybe_saved_model_directory
    predict_signature_def regression_signature_def signature_constants signature_def_utils simple_save tag_constants utils
"""
_SUMMARY = types.ModuleType("tf.compat.v2.summary", summaries_v2.__doc__)
_SUMMARY_NAMES = (
    "SummaryWriter audio create_file_writer create_noop_writer flush histogram image record_if scalar text write"
)
vars(_SUMMARY).update({name: getattr(summaries_v2, name) for name in _SUMMARY_NAMES.split()})
_STEPS = {name: getattr(summaries_v2, name) for name in ("get_step", "set_step", "summary_scope")}
vars(_SUMMARY).update(experimental=types.SimpleNamespace(**_STEPS))
_CHANGED: dict[str, Any] = {
    **changed("", tf),
    Variable.__name__: Variable,
    "DeviceSpec": DeviceSpecV2,
    "batch_to_space": _BATCH,
    "constant": constant_v2,
    "data": _module("tf.compat.v2.data", tf.data, _DATASETS, _NO_DATASETS),
    "initializers": _module("tf.compat.v2.initializers", tf.keras.initializers, _INITIALIZERS, _NO_INITIALIZERS),
    "keras": _KERAS,
    "losses": tf.keras.losses,
    "metrics": tf.keras.metrics,
    "optimizers": tf.keras.optimizers,
    "saved_model": _module(
        "tf.compat.v2.saved_model", tf.saved_model, {"load": tf.saved_model.load_v2}, _NO_SAVED_MODELS
    ),
    "space_to_batch": _SPACE,
    "summary": _SUMMARY,
    "test": tf.test,
    "train": tf.train,
    "where": tf.where_v2,
    **{
        f"__{name}__": getattr(tf, f"__{name}__")
        for name in "version git_version compiler_version cxx11_abi_flag monolithic_build".split()
    },
    **{
        name: getattr(initializers_v2, name)
        for name in "constant_initializer ones_initializer random_normal_initializer random_uniform_initializer zeros_initializer".split()
    },
    **{
        name: _module(
            f"tf.compat.v2.{name}",
            getattr(tf, name),
            {**changed(name, getattr(tf, name)), **_OWN.get(name, {})},
            missing,
        )
        for name, missing in _MISSING.items()
    },
}

NAMES = Names("tf.compat.v2", tf, _CHANGED, _SAME)
