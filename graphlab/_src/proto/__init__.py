"""TensorFlow's own messages, and nothing of ours: the classes that the tensorboard package ships."""

# Protobuf makes these classes when it is imported, which a type checker can't see:
# pyright: reportAttributeAccessIssue=false

from typing import Any

from google.protobuf import text_format
from tensorboard.compat.proto import (
    attr_value_pb2,
    cluster_pb2,
    config_pb2,
    cost_graph_pb2,
    event_pb2,
    function_pb2,
    graph_debug_info_pb2,
    graph_pb2,
    meta_graph_pb2,
    node_def_pb2,
    op_def_pb2,
    resource_handle_pb2,
    rewriter_config_pb2,
    saver_pb2,
    step_stats_pb2,
    struct_pb2,
    summary_pb2,
    tensor_pb2,
    tensor_shape_pb2,
    trackable_object_graph_pb2,
    variable_pb2,
    versions_pb2,
)

from graphlab._src.proto.queues_and_readers import QueueRunnerDef, ReaderBaseState
from graphlab._src.proto.server import ServerDef

AssetFileDef: Any = meta_graph_pb2.AssetFileDef
AttrValue: Any = attr_value_pb2.AttrValue
ClusterDef: Any = cluster_pb2.ClusterDef
CollectionDef: Any = meta_graph_pb2.CollectionDef
ConfigProto: Any = config_pb2.ConfigProto
CostGraphDef: Any = cost_graph_pb2.CostGraphDef
DeviceStepStats: Any = step_stats_pb2.DeviceStepStats
Event: Any = event_pb2.Event
FunctionDef: Any = function_pb2.FunctionDef
FunctionDefLibrary: Any = function_pb2.FunctionDefLibrary
GPUOptions: Any = config_pb2.GPUOptions
GraphDebugInfo: Any = graph_debug_info_pb2.GraphDebugInfo
GraphDef: Any = graph_pb2.GraphDef
GraphOptions: Any = config_pb2.GraphOptions
HistogramProto: Any = summary_pb2.HistogramProto
JobDef: Any = cluster_pb2.JobDef
LogMessage: Any = event_pb2.LogMessage
MetaGraphDef: Any = meta_graph_pb2.MetaGraphDef
NameAttrList: Any = attr_value_pb2.NameAttrList
NodeDef: Any = node_def_pb2.NodeDef
NodeExecStats: Any = step_stats_pb2.NodeExecStats
OpDef: Any = op_def_pb2.OpDef
OpList: Any = op_def_pb2.OpList
OptimizerOptions: Any = config_pb2.OptimizerOptions
ResourceHandleProto: Any = resource_handle_pb2.ResourceHandleProto
RewriterConfig: Any = rewriter_config_pb2.RewriterConfig
RunMetadata: Any = config_pb2.RunMetadata
RunOptions: Any = config_pb2.RunOptions
SaveSliceInfoDef: Any = variable_pb2.SaveSliceInfoDef
SaverDef: Any = saver_pb2.SaverDef
SessionLog: Any = event_pb2.SessionLog
SignatureDef: Any = meta_graph_pb2.SignatureDef
StepStats: Any = step_stats_pb2.StepStats
StructuredValue: Any = struct_pb2.StructuredValue
Summary: Any = summary_pb2.Summary
SummaryDescription: Any = summary_pb2.SummaryDescription
SummaryMetadata: Any = summary_pb2.SummaryMetadata
TaggedRunMetadata: Any = event_pb2.TaggedRunMetadata
TensorInfo: Any = meta_graph_pb2.TensorInfo
TensorProto: Any = tensor_pb2.TensorProto
VariantTensorDataProto: Any = tensor_pb2.VariantTensorDataProto
TensorShapeProto: Any = tensor_shape_pb2.TensorShapeProto
ThreadPoolOptionProto: Any = config_pb2.ThreadPoolOptionProto
TrackableObjectGraph: Any = trackable_object_graph_pb2.TrackableObjectGraph
TypeSpecProto: Any = struct_pb2.TypeSpecProto
VariableDef: Any = variable_pb2.VariableDef
VersionDef: Any = versions_pb2.VersionDef

__all__ = [
    "AssetFileDef",
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
    "GraphDebugInfo",
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
    "QueueRunnerDef",
    "ReaderBaseState",
    "ResourceHandleProto",
    "RunMetadata",
    "RunOptions",
    "SaveSliceInfoDef",
    "SaverDef",
    "ServerDef",
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
    "VariantTensorDataProto",
    "VersionDef",
    "text_format",
]
