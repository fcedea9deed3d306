"""tf.contrib.graph_editor.select: operations and tensors selected by name, by a function, or by where they lie."""

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
from graphlab._src.contrib.graph_editor.traversal import (
    check_cios,
    get_backward_walk_ops,
    get_forward_walk_ops,
    get_ops_ios,
    get_walks_intersection_ops,
    get_walks_union_ops,
    get_within_boundary_ops,
)

__all__ = [
    "can_be_regex",
    "check_cios",
    "compute_boundary_ts",
    "filter_ops",
    "filter_ops_from_regex",
    "filter_ts",
    "filter_ts_from_regex",
    "get_backward_walk_ops",
    "get_forward_walk_ops",
    "get_name_scope_ops",
    "get_ops_ios",
    "get_walks_intersection_ops",
    "get_walks_union_ops",
    "get_within_boundary_ops",
    "make_regex",
    "select_ops",
    "select_ops_and_ts",
    "select_ts",
]
