"""graphlab: TensorFlow-1 dataflow graphs, drawn live in a notebook and run through JAX.

    import graphlab as tf

runs graph-and-session code written for TensorFlow 1.15.
"""

import importlib

from graphlab import dtypes as dtypes
from graphlab import errors as errors
from graphlab import io as io
from graphlab import summary as summary
from graphlab.dtypes import (
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
from graphlab.graph import (
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
from graphlab.graph.constant import constant_value as get_static_value
from graphlab.graph.graph import GRAPH_DEF_VERSION, GRAPH_DEF_VERSION_MIN_CONSUMER, GRAPH_DEF_VERSION_MIN_PRODUCER
from graphlab.graph.scopes import (
    add_to_collection,
    add_to_collections,
    colocate_with,
    container,
    control_dependencies,
    device,
    get_collection,
    get_collection_ref,
    op_scope,
)
from graphlab.graph.tensor_proto import decode as make_ndarray
from graphlab.graph.tensor_proto import make_tensor_proto
from graphlab.io.graphdef import import_graph_def, write_graph
from graphlab.ops.array import identity, placeholder
from graphlab.ops.control_flow import group, no_op
from graphlab.ops.control_flow import tuple_ as tuple  # noqa: A004
from graphlab.proto import (
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
    TensorInfo,
)
from graphlab.session.session import InteractiveSession, Session, get_default_session
from graphlab.shapes import Dimension, TensorShape
from graphlab.state.variable import (
    Variable,
    assign,
    assign_add,
    assign_sub,
    global_variables,
    global_variables_initializer,
    is_variable_initialized,
    local_variables,
    local_variables_initializer,
    model_variables,
    moving_average_variables,
    trainable_variables,
    variables_initializer,
)

__version__ = "0.1.0"
VERSION = "1.15.0"  # of TensorFlow: what programs that ask get told


def __getattr__(name):
    # tf.test brings in unittest, which most programs never need.
    if name == "test":
        return importlib.import_module("graphlab.test")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
