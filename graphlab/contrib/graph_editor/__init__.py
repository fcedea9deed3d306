"""tf.contrib.graph_editor: operations of a graph selected, rewired and copied."""

from graphlab._src.contrib.graph_editor.edit import (
    bypass,
    connect,
    detach,
    detach_control_inputs,
    detach_control_outputs,
    detach_inputs,
    detach_outputs,
)
from graphlab._src.contrib.graph_editor.elements import (
    ControlOutputs,
    get_consuming_ops,
    get_generating_ops,
    get_tensors,
    make_list_of_op,
    make_list_of_t,
)
from graphlab._src.contrib.graph_editor.handlers import (
    assign_renamed_collections_handler,
    copy_op_handler,
    keep_t_if_possible_handler,
    replace_t_with_placeholder_handler,
    transform_op_if_inside_handler,
)
from graphlab._src.contrib.graph_editor.placeholders import (
    make_placeholder_from_dtype_and_shape,
    make_placeholder_from_tensor,
    placeholder_name,
)
from graphlab._src.contrib.graph_editor.placeholders import make_placeholder_from_dtype_and_shape as ph
from graphlab._src.contrib.graph_editor.reroute import (
    add_control_inputs,
    remove_control_inputs,
    reroute_inputs,
    reroute_ios,
    reroute_outputs,
    reroute_ts,
    swap_inputs,
    swap_ios,
    swap_outputs,
    swap_ts,
)
from graphlab._src.contrib.graph_editor.select import (
    can_be_regex,
    compute_boundary_ts,
    filter_ops,
    filter_ops_from_regex,
    filter_ts,
    filter_ts_from_regex,
    get_name_scope_ops,
    make_regex,
    select_ops,
    select_ops_and_ts,
    select_ts,
)
from graphlab._src.contrib.graph_editor.subgraph import (
    SubGraphView,
    make_view,
    make_view_from_scope,
)
from graphlab._src.contrib.graph_editor.subgraph import make_view as sgv
from graphlab._src.contrib.graph_editor.subgraph import make_view_from_scope as sgv_scope
from graphlab._src.contrib.graph_editor.transform import (
    Transformer,
    TransformerInfo,
    copy,
    copy_with_input_replacements,
    graph_replace,
)
from graphlab._src.contrib.graph_editor.traversal import (
    check_cios,
    get_backward_walk_ops,
    get_forward_walk_ops,
    get_ops_ios,
    get_walks_intersection_ops,
    get_walks_union_ops,
    get_within_boundary_ops,
)
from graphlab.contrib.graph_editor import edit as edit
from graphlab.contrib.graph_editor import reroute as reroute
from graphlab.contrib.graph_editor import select as select
from graphlab.contrib.graph_editor import subgraph as subgraph
from graphlab.contrib.graph_editor import transform as transform
from graphlab.contrib.graph_editor import util as util

__all__ = [
    "ControlOutputs",
    "SubGraphView",
    "Transformer",
    "TransformerInfo",
    "add_control_inputs",
    "assign_renamed_collections_handler",
    "bypass",
    "can_be_regex",
    "check_cios",
    "compute_boundary_ts",
    "connect",
    "copy",
    "copy_op_handler",
    "copy_with_input_replacements",
    "detach",
    "detach_control_inputs",
    "detach_control_outputs",
    "detach_inputs",
    "detach_outputs",
    "edit",
    "filter_ops",
    "filter_ops_from_regex",
    "filter_ts",
    "filter_ts_from_regex",
    "get_backward_walk_ops",
    "get_consuming_ops",
    "get_forward_walk_ops",
    "get_generating_ops",
    "get_name_scope_ops",
    "get_ops_ios",
    "get_tensors",
    "get_walks_intersection_ops",
    "get_walks_union_ops",
    "get_within_boundary_ops",
    "graph_replace",
    "keep_t_if_possible_handler",
    "make_list_of_op",
    "make_list_of_t",
    "make_placeholder_from_dtype_and_shape",
    "make_placeholder_from_tensor",
    "make_regex",
    "make_view",
    "make_view_from_scope",
    "ph",
    "placeholder_name",
    "remove_control_inputs",
    "replace_t_with_placeholder_handler",
    "reroute",
    "reroute_inputs",
    "reroute_ios",
    "reroute_outputs",
    "reroute_ts",
    "select",
    "select_ops",
    "select_ops_and_ts",
    "select_ts",
    "sgv",
    "sgv_scope",
    "subgraph",
    "swap_inputs",
    "swap_ios",
    "swap_outputs",
    "swap_ts",
    "transform",
    "transform_op_if_inside_handler",
    "util",
]
