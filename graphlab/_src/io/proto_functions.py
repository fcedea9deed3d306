"""How the items of a collection become messages, for a MetaGraphDef, and messages items again."""

from typing import Any, NamedTuple

from graphlab._src.graph import GraphKeys
from graphlab._src.ops.control_flow.context_protos import cond_from_proto, to_proto, while_from_proto
from graphlab._src.proto import VariableDef
from graphlab._src.proto.control_flow import CondContextDef, WhileContextDef
from graphlab._src.state.variable import Variable


class ProtoFunctions(NamedTuple):
    """proto_type: the class of the message.  to_proto(item, export_scope=…), from_proto(message, import_scope=…)."""

    proto_type: Any
    to_proto: Any
    from_proto: Any


_by_collection = {}


def register_proto_function(collection_name, proto_type=None, to_proto=None, from_proto=None):
    """Says how the items of a collection become messages, and messages items.

    to_proto(item, export_scope=None) returns a message, or None for what is outside of the scope.
    from_proto(message, import_scope=None) returns an item.
    """
    for function, name in ((to_proto, "to_proto"), (from_proto, "from_proto")):
        if function and not callable(function):
            raise TypeError(f"{name} must be callable.")
    _by_collection[collection_name] = ProtoFunctions(proto_type, to_proto, from_proto)


def proto_functions(collection_name):
    """The ProtoFunctions of a collection, or None."""
    return _by_collection.get(collection_name)


def _to_variable_def(variable, export_scope=None):
    return variable.to_proto(export_scope=export_scope)


VARIABLE_COLLECTIONS = (
    GraphKeys.GLOBAL_VARIABLES,
    GraphKeys.LOCAL_VARIABLES,
    GraphKeys.METRIC_VARIABLES,
    GraphKeys.MODEL_VARIABLES,
    GraphKeys.TRAINABLE_VARIABLES,
    GraphKeys.MOVING_AVERAGE_VARIABLES,
    GraphKeys.GLOBAL_STEP,
)
for _name in VARIABLE_COLLECTIONS:
    register_proto_function(_name, VariableDef, _to_variable_def, Variable.from_proto)
register_proto_function(GraphKeys.COND_CONTEXT, CondContextDef, to_proto, cond_from_proto)
register_proto_function(GraphKeys.WHILE_CONTEXT, WhileContextDef, to_proto, while_from_proto)
