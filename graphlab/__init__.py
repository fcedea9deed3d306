"""graphlab: TensorFlow-1 dataflow graphs, drawn live in a notebook and run through JAX.

    import graphlab as tf

runs graph-and-session code written for TensorFlow 1.15.
"""

from graphlab._src.base import libraries as _foreign  # before all that imports NumPy

# isort: split
from typing import TYPE_CHECKING

from graphlab import dtypes as dtypes
from graphlab import errors as errors
from graphlab._src.base.lazy_imports import attach
from graphlab._src.base.shapes import Dimension, TensorShape, dimension_at_index, dimension_value
from graphlab._src.viz.ipython import load as _load_magic
from graphlab._src.viz.ipython import load_ipython_extension as load_ipython_extension
from graphlab.dtypes import (
    QUANTIZED_DTYPES,
    DType,
    as_dtype,
    bfloat16,
    bool,  # noqa: A004
    complex64,
    complex128,
    double,
    float16,
    float32,
    float64,
    half,
    int8,
    int16,
    int32,
    int64,
    qint8,
    qint16,
    qint32,
    quint8,
    quint16,
    resource,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
    variant,
)
from graphlab.errors import OpError

if TYPE_CHECKING:
    from graphlab import app as app
    from graphlab import audio as audio
    from graphlab import autograph as autograph
    from graphlab import bitwise as bitwise
    from graphlab import compat as compat
    from graphlab import config as config
    from graphlab import contrib as contrib
    from graphlab import data as data
    from graphlab import debugging as debugging
    from graphlab import distribute as distribute
    from graphlab import distributions as distributions
    from graphlab import estimator as estimator
    from graphlab import feature_column as feature_column
    from graphlab import flags as flags
    from graphlab import gfile as gfile
    from graphlab import graph_util as graph_util
    from graphlab import image as image
    from graphlab import initializers as initializers
    from graphlab import io as io
    from graphlab import keras as keras
    from graphlab import layers as layers
    from graphlab import linalg as linalg
    from graphlab import logging as logging
    from graphlab import lookup as lookup
    from graphlab import losses as losses
    from graphlab import manip as manip
    from graphlab import math as math
    from graphlab import metrics as metrics
    from graphlab import nest as nest
    from graphlab import nn as nn
    from graphlab import profiler as profiler
    from graphlab import python_io as python_io
    from graphlab import quantization as quantization
    from graphlab import queue as queue
    from graphlab import ragged as ragged
    from graphlab import random as random
    from graphlab import resource_loader as resource_loader
    from graphlab import saved_model as saved_model
    from graphlab import sets as sets
    from graphlab import signal as signal
    from graphlab import sparse as sparse
    from graphlab import spectral as spectral
    from graphlab import strings as strings
    from graphlab import summary as summary
    from graphlab import sysconfig as sysconfig
    from graphlab import teach as teach
    from graphlab import test as test
    from graphlab import tpu as tpu
    from graphlab import train as train
    from graphlab import user_ops as user_ops
    from graphlab import version as version
    from graphlab import xla as xla
    from graphlab._src.autodiff.aggregation import AggregationMethod
    from graphlab._src.autodiff.custom_gradient import custom_gradient, grad_pass_through, recompute_grad
    from graphlab._src.autodiff.gradient_tape import GradientTape
    from graphlab._src.autodiff.gradients import UnconnectedGradients, gradients
    from graphlab._src.autodiff.hessians import hessians
    from graphlab._src.autodiff.registry import RegisterGradient
    from graphlab._src.autodiff.registry import not_differentiable as NoGradient  # noqa: N812
    from graphlab._src.autodiff.registry import not_differentiable as NotDifferentiable  # noqa: N812
    from graphlab._src.autodiff.registry import not_differentiable as no_gradient
    from graphlab._src.base.behavior import (
        disable_eager_execution,
        disable_tensor_equality,
        disable_v2_behavior,
        disable_v2_tensorshape,
        enable_v2_tensorshape,
        executing_eagerly,
    )
    from graphlab._src.base.logging import get_logger
    from graphlab._src.base.plugins import load_file_system_library, load_library, load_op_library
    from graphlab._src.cluster.launch.local_cluster import cluster
    from graphlab._src.data.optional import OptionalSpec
    from graphlab._src.function.batch_function import nondifferentiable_batch_function
    from graphlab._src.function.def_function import function
    from graphlab._src.function.vectorized_map import vectorized_map
    from graphlab._src.function.wrap_function import wrap_function
    from graphlab._src.graph import (
        DeviceSpec,
        Graph,
        GraphKeys,
        IndexedSlices,
        Operation,
        Tensor,
        constant,
        convert_to_tensor,
        convert_to_tensor_or_indexed_slices,
        get_default_graph,
        is_tensor,
        name_scope,
        register_tensor_conversion_function,
        reset_default_graph,
    )
    from graphlab._src.graph.constant import get_static_value
    from graphlab._src.graph.scopes import (
        add_to_collection,
        add_to_collections,
        colocate_with,
        container,
        control_dependencies,
        device,
        get_collection,
        get_collection_ref,
        init_scope,
        op_scope,
    )
    from graphlab._src.graph.sparse_tensor import SparseTensor, SparseTensorValue, convert_to_tensor_or_sparse_tensor
    from graphlab._src.graph.tensor_proto import make_ndarray, make_tensor_proto
    from graphlab._src.graph.type_spec import IndexedSlicesSpec, SparseTensorSpec, TensorSpec, TypeSpec
    from graphlab._src.io.file_ops import matching_files, read_file, write_file
    from graphlab._src.io.graphdef import import_graph_def, write_graph
    from graphlab._src.io.readers import (
        FixedLengthRecordReader,
        IdentityReader,
        ReaderBase,
        TextLineReader,
        TFRecordReader,
        WholeFileReader,
    )
    from graphlab._src.ops.activation import log_sigmoid, sigmoid
    from graphlab._src.ops.arg import arg_max, arg_min, argmax, argmin
    from graphlab._src.ops.arithmetic import (
        accumulate_n,
        add,
        add_n,
        multiply,
        negative,
        scalar_mul,
        square,
        squared_difference,
        subtract,
    )
    from graphlab._src.ops.broadcasting import broadcast_dynamic_shape, broadcast_static_shape, broadcast_to
    from graphlab._src.ops.cast import (
        bitcast,
        cast,
        saturate_cast,
        to_bfloat16,
        to_complex64,
        to_complex128,
        to_double,
        to_float,
        to_int32,
        to_int64,
    )
    from graphlab._src.ops.checks.asserting import assert_ as Assert  # noqa: N812
    from graphlab._src.ops.checks.kinds import (
        assert_integer,
        assert_proper_iterable,
        assert_same_float_dtype,
        assert_type,
        is_non_decreasing,
        is_numeric_tensor,
        is_strictly_increasing,
    )
    from graphlab._src.ops.checks.numerics import add_check_numerics_ops, check_numerics, verify_tensor_all_finite
    from graphlab._src.ops.checks.ranks import assert_rank, assert_rank_at_least, assert_rank_in, assert_scalar
    from graphlab._src.ops.checks.values import (
        assert_equal,
        assert_greater,
        assert_greater_equal,
        assert_less,
        assert_less_equal,
        assert_near,
        assert_negative,
        assert_non_negative,
        assert_non_positive,
        assert_none_equal,
        assert_positive,
    )
    from graphlab._src.ops.clip import (
        clip_by_average_norm,
        clip_by_global_norm,
        clip_by_norm,
        clip_by_value,
        global_norm,
    )
    from graphlab._src.ops.clock import timestamp
    from graphlab._src.ops.comparison import (
        equal,
        greater,
        greater_equal,
        is_finite,
        is_inf,
        is_nan,
        less,
        less_equal,
        not_equal,
    )
    from graphlab._src.ops.complex import (
        angle,
        complex,  # noqa: A004
        conj,
        imag,
        real,
    )
    from graphlab._src.ops.confusion import confusion_matrix
    from graphlab._src.ops.constants import fill, ones, ones_like, zeros, zeros_like
    from graphlab._src.ops.control_flow import group, no_op
    from graphlab._src.ops.control_flow import tuple_ as tuple  # noqa: A004
    from graphlab._src.ops.control_flow.case import case, switch_case
    from graphlab._src.ops.control_flow.cond import cond
    from graphlab._src.ops.control_flow.versions import (
        control_flow_v2_enabled,
        disable_control_flow_v2,
        enable_control_flow_v2,
    )
    from graphlab._src.ops.control_flow.while_loop import while_loop
    from graphlab._src.ops.counting import bincount, histogram_fixed_width, histogram_fixed_width_bins
    from graphlab._src.ops.cumulative import cumprod, cumsum
    from graphlab._src.ops.decompositions import qr, self_adjoint_eig, self_adjoint_eigvals, svd
    from graphlab._src.ops.define import raw_ops
    from graphlab._src.ops.depth import depth_to_space, space_to_depth
    from graphlab._src.ops.diagonal import (
        diag,
        diag_part,
        eye,
        matrix_band_part,
        matrix_diag,
        matrix_diag_part,
        matrix_set_diag,
        trace,
    )
    from graphlab._src.ops.division import (
        div,
        div_no_nan,
        divide,
        floor_div,
        floordiv,
        floormod,
        realdiv,
        truediv,
        truncatediv,
        truncatemod,
    )
    from graphlab._src.ops.division import floormod as mod
    from graphlab._src.ops.dynamic import dynamic_partition, dynamic_stitch, setdiff1d, unique, unique_with_counts
    from graphlab._src.ops.edit_distance import edit_distance
    from graphlab._src.ops.einsum import einsum
    from graphlab._src.ops.extremes import maximum, minimum
    from graphlab._src.ops.fake_quant import (
        fake_quant_with_min_max_args,
        fake_quant_with_min_max_args_gradient,
        fake_quant_with_min_max_vars,
        fake_quant_with_min_max_vars_gradient,
        fake_quant_with_min_max_vars_per_channel,
        fake_quant_with_min_max_vars_per_channel_gradient,
    )
    from graphlab._src.ops.functional.fold import foldl, foldr
    from graphlab._src.ops.functional.from_jax import expand, from_jax
    from graphlab._src.ops.functional.map_fn import map_fn
    from graphlab._src.ops.functional.scan import scan
    from graphlab._src.ops.gather import batch_gather, gather, gather_nd, scatter_nd
    from graphlab._src.ops.grids import meshgrid, roll, sequence_mask
    from graphlab._src.ops.identity import (
        ensure_shape,
        guarantee_const,
        identity,
        identity_n,
        placeholder,
        placeholder_with_default,
        stop_gradient,
    )
    from graphlab._src.ops.image.cropping import random_crop
    from graphlab._src.ops.indexing import boolean_mask, newaxis
    from graphlab._src.ops.jax_call import jax_call
    from graphlab._src.ops.joining import concat, parallel_stack, split, stack, unstack
    from graphlab._src.ops.least_squares import matrix_solve_ls
    from graphlab._src.ops.linalg import (
        cholesky,
        cholesky_solve,
        matrix_determinant,
        matrix_inverse,
        matrix_solve,
        matrix_triangular_solve,
    )
    from graphlab._src.ops.logical import logical_and, logical_not, logical_or, logical_xor
    from graphlab._src.ops.matmul import matmul
    from graphlab._src.ops.matrix_functions import matrix_square_root
    from graphlab._src.ops.one_hot import one_hot
    from graphlab._src.ops.padding import pad, tile
    from graphlab._src.ops.parsing.csv import decode_csv
    from graphlab._src.ops.parsing.examples import parse_example, parse_single_example, parse_single_sequence_example
    from graphlab._src.ops.parsing.features import (
        FixedLenFeature,
        FixedLenSequenceFeature,
        SparseFeature,
        VarLenFeature,
    )
    from graphlab._src.ops.parsing.sequences import decode_json_example
    from graphlab._src.ops.patches import extract_image_patches, extract_volume_patches
    from graphlab._src.ops.power import (
        exp,
        expm1,
        log,
        log1p,
        pow,  # noqa: A004
        reciprocal,
        rsqrt,
        sqrt,
    )
    from graphlab._src.ops.printing import print_ as Print  # noqa: N812
    from graphlab._src.ops.printing import print_v2 as print  # noqa: A004
    from graphlab._src.ops.products import cross, norm, tensordot
    from graphlab._src.ops.py_func import numpy_function, py_func
    from graphlab._src.ops.py_function import py_function
    from graphlab._src.ops.quantization import dequantize, quantize, quantize_v2
    from graphlab._src.ops.quantized import quantized_concat
    from graphlab._src.ops.ragged.spec import RaggedTensorSpec
    from graphlab._src.ops.ragged.strings import string_split
    from graphlab._src.ops.ragged.tensor import RaggedTensor
    from graphlab._src.ops.random import multinomial, random_normal, random_shuffle, random_uniform, truncated_normal
    from graphlab._src.ops.random_counts import random_gamma, random_poisson
    from graphlab._src.ops.reduction import (
        reduce_all,
        reduce_any,
        reduce_max,
        reduce_mean,
        reduce_min,
        reduce_prod,
        reduce_sum,
    )
    from graphlab._src.ops.repeating import repeat, unravel_index
    from graphlab._src.ops.rounding import (
        abs,  # noqa: A004
        ceil,
        floor,
        rint,
        round,  # noqa: A004
        sign,
    )
    from graphlab._src.ops.searching import searchsorted
    from graphlab._src.ops.seed import get_seed, set_random_seed
    from graphlab._src.ops.segment import (
        unsorted_segment_max,
        unsorted_segment_min,
        unsorted_segment_prod,
        unsorted_segment_sum,
    )
    from graphlab._src.ops.segment_means import unsorted_segment_mean, unsorted_segment_sqrt_n
    from graphlab._src.ops.segment_sorted import segment_max, segment_mean, segment_min, segment_prod, segment_sum
    from graphlab._src.ops.select import where, where_v2
    from graphlab._src.ops.sequence import (
        lin_space,
        range,  # noqa: A004
    )
    from graphlab._src.ops.sequence import lin_space as linspace
    from graphlab._src.ops.session_tensors import delete_session_tensor, get_session_handle, get_session_tensor
    from graphlab._src.ops.shape import expand_dims, rank, reshape, shape, shape_n, size, squeeze
    from graphlab._src.ops.signal.fft_ops import fft, fft2d, fft3d, ifft, ifft2d, ifft3d
    from graphlab._src.ops.slicing import slice_ as slice  # noqa: A004
    from graphlab._src.ops.slicing import strided_slice
    from graphlab._src.ops.sorting import argsort, sort
    from graphlab._src.ops.space import (
        batch_to_space,
        batch_to_space_nd,
        required_space_to_batch_paddings,
        space_to_batch,
        space_to_batch_nd,
    )
    from graphlab._src.ops.sparse import sparse_placeholder, sparse_retain
    from graphlab._src.ops.sparse_dense import sparse_reorder, sparse_tensor_to_dense, sparse_to_dense
    from graphlab._src.ops.sparse_matmul import sparse_matmul
    from graphlab._src.ops.sparse_merge import sparse_merge
    from graphlab._src.ops.sparse_places import (
        sparse_concat,
        sparse_reshape,
        sparse_slice,
        sparse_split,
        sparse_transpose,
    )
    from graphlab._src.ops.sparse_products import sparse_softmax, sparse_tensor_dense_matmul
    from graphlab._src.ops.sparse_reduction import (
        sparse_reduce_max,
        sparse_reduce_max_sparse,
        sparse_reduce_sum,
        sparse_reduce_sum_sparse,
    )
    from graphlab._src.ops.sparse_rows import (
        sparse_fill_empty_rows,
        sparse_mask,
        sparse_reset_shape,
        sparse_to_indicator,
    )
    from graphlab._src.ops.sparse_segment import sparse_segment_mean, sparse_segment_sqrt_n, sparse_segment_sum
    from graphlab._src.ops.sparse_serialized import deserialize_many_sparse, serialize_many_sparse, serialize_sparse
    from graphlab._src.ops.sparse_sums import sparse_add, sparse_maximum, sparse_minimum
    from graphlab._src.ops.special import betainc, digamma, erf, erfc, igamma, igammac, lbeta, lgamma, polygamma, zeta
    from graphlab._src.ops.statistics import count_nonzero, reduce_logsumexp
    from graphlab._src.ops.string_bytes import decode_base64, encode_base64, string_strip, substr
    from graphlab._src.ops.string_hash import (
        fingerprint,
        string_to_hash_bucket,
        string_to_hash_bucket_fast,
        string_to_hash_bucket_strong,
    )
    from graphlab._src.ops.string_join import reduce_join, string_join
    from graphlab._src.ops.string_numbers import as_string, decode_raw, string_to_number
    from graphlab._src.ops.string_regex import regex_replace
    from graphlab._src.ops.string_tensors import decode_compressed, parse_tensor, serialize_tensor
    from graphlab._src.ops.tensor_array import TensorArray
    from graphlab._src.ops.tensor_array_spec import TensorArraySpec
    from graphlab._src.ops.tensor_scatter import tensor_scatter_add, tensor_scatter_sub, tensor_scatter_update
    from graphlab._src.ops.tensor_scatter import tensor_scatter_add as tensor_scatter_nd_add
    from graphlab._src.ops.tensor_scatter import tensor_scatter_sub as tensor_scatter_nd_sub
    from graphlab._src.ops.tensor_scatter import tensor_scatter_update as tensor_scatter_nd_update
    from graphlab._src.ops.transpose import invert_permutation, matrix_transpose, reverse, reverse_sequence, transpose
    from graphlab._src.ops.transpose import reverse as reverse_v2
    from graphlab._src.ops.trigonometry import (
        acos,
        acosh,
        asin,
        asinh,
        atan,
        atan2,
        atanh,
        cos,
        cosh,
        sin,
        sinh,
        tan,
        tanh,
    )
    from graphlab._src.play.array_editor import ArrayEditor
    from graphlab._src.play.drawing_pad import DrawingPad
    from graphlab._src.play.interact import interact
    from graphlab._src.proto import (
        AttrValue,
        ConfigProto,
        Event,
        GPUOptions,
        GraphDef,
        GraphOptions,
        HistogramProto,
        LogMessage,
        MetaGraphDef,
        NameAttrList,
        NodeDef,
        OptimizerOptions,
        RunMetadata,
        RunOptions,
        SessionLog,
        Summary,
        SummaryMetadata,
        TensorInfo,
    )
    from graphlab._src.session.session import InteractiveSession, Session, get_default_session
    from graphlab._src.session.stablehlo import export_stablehlo, load_stablehlo
    from graphlab._src.session.variable_copies import copy_variables
    from graphlab._src.state.assignment import (
        assign,
        assign_add,
        assign_sub,
        batch_scatter_update,
        count_up_to,
        scatter_add,
        scatter_div,
        scatter_max,
        scatter_min,
        scatter_mul,
        scatter_nd_add,
        scatter_nd_sub,
        scatter_nd_update,
        scatter_sub,
        scatter_update,
    )
    from graphlab._src.state.conditional_accumulator import (
        ConditionalAccumulator,
        ConditionalAccumulatorBase,
        SparseConditionalAccumulator,
    )
    from graphlab._src.state.critical_section import CriticalSection
    from graphlab._src.state.initialization import (
        all_variables,
        assert_variables_initialized,
        global_variables,
        global_variables_initializer,
        initialize_all_variables,
        initialize_local_variables,
        initialize_variables,
        is_variable_initialized,
        local_variables,
        local_variables_initializer,
        model_variables,
        moving_average_variables,
        report_uninitialized_variables,
        trainable_variables,
        variables_initializer,
    )
    from graphlab._src.state.initializers import (
        constant_initializer,
        glorot_normal_initializer,
        glorot_uniform_initializer,
        ones_initializer,
        orthogonal_initializer,
        random_normal_initializer,
        random_uniform_initializer,
        truncated_normal_initializer,
        uniform_unit_scaling_initializer,
        variance_scaling_initializer,
        zeros_initializer,
    )
    from graphlab._src.state.lookup.static import tables_initializer
    from graphlab._src.state.lookup.static import tables_initializer as initialize_all_tables
    from graphlab._src.state.partitioners import (
        create_partitioned_variables,
        fixed_size_partitioner,
        min_max_variable_partitioner,
        variable_axis_size_partitioner,
    )
    from graphlab._src.state.queue import FIFOQueue, PaddingFIFOQueue, PriorityQueue, QueueBase, RandomShuffleQueue
    from graphlab._src.state.scope import (
        get_local_variable,
        get_variable,
        no_regularizer,
        variable_op_scope,
        variable_scope,
    )
    from graphlab._src.state.template import make_template
    from graphlab._src.state.variable import Variable, VariableAggregation, VariableSynchronization
    from graphlab._src.state.variable_creators import (
        disable_resource_variables,
        enable_resource_variables,
        resource_variables_enabled,
        variable_creator_scope,
    )
    from graphlab._src.state.variable_scope import VariableScope, get_variable_scope
    from graphlab._src.state.variable_store import AUTO_REUSE
    from graphlab._src.train.tracking.module import Module
    from graphlab._src.viz.diff import diff
    from graphlab._src.viz.export import save_html, to_dot, to_svg
    from graphlab._src.viz.overlay import overlay
    from graphlab._src.viz.preview import preview
    from graphlab._src.viz.show import show
    from graphlab._src.viz.step import step
    from graphlab._src.viz.watch import unwatch, watch
    from graphlab.sysconfig import CXX11_ABI_FLAG, MONOLITHIC_BUILD
    from graphlab.sysconfig import CXX11_ABI_FLAG as __cxx11_abi_flag__  # noqa: N811
    from graphlab.sysconfig import MONOLITHIC_BUILD as __monolithic_build__  # noqa: N811
    from graphlab.version import (
        COMPILER_VERSION,
        GIT_VERSION,
        GRAPH_DEF_VERSION,
        GRAPH_DEF_VERSION_MIN_CONSUMER,
        GRAPH_DEF_VERSION_MIN_PRODUCER,
        VERSION,
    )
    from graphlab.version import COMPILER_VERSION as __compiler_version__  # noqa: N811
    from graphlab.version import GIT_VERSION as __git_version__  # noqa: N811
    from graphlab.version import VERSION as __version__  # noqa: N811
else:
    __getattr__, __dir__ = attach(__name__)

_load_magic()
