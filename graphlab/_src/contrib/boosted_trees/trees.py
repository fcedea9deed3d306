"""Trees as DecisionTreeConfig messages: the leaf that each example comes to, and the children of nodes."""

from typing import Any

import numpy as np

from graphlab._src.base.errors import invalid

_OBLIVIOUS = "oblivious_dense_float_binary_split", "oblivious_categorical_id_binary_split"


def split_of(node) -> Any:
    """The part of a node that has its children; None for a leaf and for an empty node."""
    kind = node.WhichOneof("node")
    if kind in (None, "leaf") or kind in _OBLIVIOUS:
        return None
    part = getattr(node, kind)
    return part.split if kind.startswith("sparse_float") else part


def children_of(node):
    """The numbers of the left and the right child; none of a leaf."""
    split = split_of(node)
    return [] if split is None else [split.left_id, split.right_id]


def link(node, left, right):
    """Says which the children of a split are."""
    split = split_of(node)
    split.left_id, split.right_id = left, right


def is_oblivious(tree):
    """Whether all nodes of a layer of a tree have one split: then the splits come first, and all leaves after them."""
    return bool(tree.nodes) and tree.nodes[0].WhichOneof("node") in _OBLIVIOUS


def _goes_left(node, features):
    kind = node.WhichOneof("node")
    if kind is None:
        raise invalid("Invalid node in tree: it has neither a leaf nor a split")
    split = getattr(node, kind) if kind in _OBLIVIOUS else split_of(node)
    if kind in ("dense_float_binary_split", "oblivious_dense_float_binary_split"):
        return features.dense(split.feature_column) <= np.float32(split.threshold)
    if kind.startswith("sparse_float"):
        values, present = features.sparse(split.feature_column, split.dimension_id)
        lower = values <= np.float32(split.threshold)
        return ~present | lower if kind.endswith("default_left") else present & lower
    ids = split.feature_ids if kind == "categorical_id_set_membership_binary_split" else [split.feature_id]
    return features.has_id(split.feature_column, ids)


def leaves_of(tree, features):
    """The number of the leaf that each example comes to: int32[n]. 0 of a tree without nodes."""
    found = np.zeros(features.count, np.int32)
    if not tree.nodes:
        return found
    if is_oblivious(tree):
        return _oblivious_leaves(tree, features)
    waiting, seen = [(0, np.arange(features.count))], set()
    while waiting:
        number, rows = waiting.pop()
        if not 0 <= number < len(tree.nodes) or number in seen:
            raise invalid(f"Malformed tree: node {number} is twice in it, or not at all")
        seen.add(number)
        node = tree.nodes[number]
        if node.WhichOneof("node") == "leaf":
            found[rows] = number
            continue
        goes_left = _goes_left(node, features)[rows]
        for child, part in zip(children_of(node), (rows[goes_left], rows[~goes_left]), strict=True):
            if len(part):
                waiting.append((child, part))
    return found


def _oblivious_leaves(tree, features):
    found, depth = np.zeros(features.count, np.int32), 0
    for node in tree.nodes:
        if node.WhichOneof("node") == "leaf":
            break
        found = 2 * found + ~_goes_left(node, features)
        depth += 1
    if len(tree.nodes) < depth + 2**depth:
        raise invalid(f"Malformed tree: it has {depth} layers and {len(tree.nodes) - depth} leaves")
    return (found + depth).astype(np.int32)
