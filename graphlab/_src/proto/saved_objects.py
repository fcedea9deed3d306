"""TensorFlow's messages of the objects of a SavedModel, saved_object_graph.proto."""

# Protobuf makes these classes when it is imported, which a type checker can't see:
# pyright: reportAttributeAccessIssue=false

from typing import Any

from tensorboard.compat.proto import saved_object_graph_pb2

FunctionSpec: Any = saved_object_graph_pb2.FunctionSpec
SavedBareConcreteFunction: Any = saved_object_graph_pb2.SavedBareConcreteFunction
SavedConcreteFunction: Any = saved_object_graph_pb2.SavedConcreteFunction
SavedFunction: Any = saved_object_graph_pb2.SavedFunction
SavedObject: Any = saved_object_graph_pb2.SavedObject
SavedObjectGraph: Any = saved_object_graph_pb2.SavedObjectGraph
SavedUserObject: Any = saved_object_graph_pb2.SavedUserObject
