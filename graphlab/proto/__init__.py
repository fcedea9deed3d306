"""TensorFlow's own messages, and nothing of ours: re-exports of the classes that the tensorboard package ships."""

from google.protobuf import text_format
from tensorboard.compat.proto.attr_value_pb2 import AttrValue, NameAttrList
from tensorboard.compat.proto.cluster_pb2 import ClusterDef, JobDef
from tensorboard.compat.proto.config_pb2 import (
    ConfigProto,
    GPUOptions,
    GraphOptions,
    OptimizerOptions,
    RunMetadata,
    RunOptions,
    ThreadPoolOptionProto,
)
from tensorboard.compat.proto.cost_graph_pb2 import CostGraphDef
from tensorboard.compat.proto.event_pb2 import Event, LogMessage, SessionLog, TaggedRunMetadata
from tensorboard.compat.proto.function_pb2 import FunctionDef, FunctionDefLibrary
from tensorboard.compat.proto.graph_pb2 import GraphDef
from tensorboard.compat.proto.meta_graph_pb2 import CollectionDef, MetaGraphDef, SignatureDef, TensorInfo
from tensorboard.compat.proto.node_def_pb2 import NodeDef
from tensorboard.compat.proto.op_def_pb2 import OpDef, OpList
from tensorboard.compat.proto.saver_pb2 import SaverDef
from tensorboard.compat.proto.step_stats_pb2 import DeviceStepStats, NodeExecStats, StepStats
from tensorboard.compat.proto.summary_pb2 import HistogramProto, Summary, SummaryDescription, SummaryMetadata
from tensorboard.compat.proto.tensor_pb2 import TensorProto
from tensorboard.compat.proto.tensor_shape_pb2 import TensorShapeProto
from tensorboard.compat.proto.variable_pb2 import SaveSliceInfoDef, VariableDef
from tensorboard.compat.proto.versions_pb2 import VersionDef

__all__ = [
    "AttrValue",
    "ClusterDef",
    "CollectionDef",
    "ConfigProto",
    "CostGraphDef",
    "DeviceStepStats",
    "Event",
    "FunctionDef",
    "FunctionDefLibrary",
    "GPUOptions",
    "GraphDef",
    "GraphOptions",
    "HistogramProto",
    "JobDef",
    "LogMessage",
    "MetaGraphDef",
    "NameAttrList",
    "NodeDef",
    "NodeExecStats",
    "OpDef",
    "OpList",
    "OptimizerOptions",
    "RunMetadata",
    "RunOptions",
    "SaveSliceInfoDef",
    "SaverDef",
    "SessionLog",
    "SignatureDef",
    "StepStats",
    "Summary",
    "SummaryDescription",
    "SummaryMetadata",
    "TaggedRunMetadata",
    "TensorInfo",
    "TensorProto",
    "TensorShapeProto",
    "ThreadPoolOptionProto",
    "VariableDef",
    "VersionDef",
    "text_format",
]
