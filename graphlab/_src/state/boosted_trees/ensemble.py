"""Ensemble: trees of splits whose leaves are added up, in the message that checkpoints keep."""

from typing import Any, NamedTuple

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base.errors import invalid
from graphlab._src.proto.boosted_trees import TreeEnsemble as TreeEnsembleProto


class Nodes(NamedTuple):
    """The nodes of one tree as columns.

    is_leaf: whether a node is one.  feature, threshold: an example goes left where its bucket is at most the threshold, or
    equal to it where `equality` says so.  left, right: the children.  value: of a leaf, or of what was the leaf.
    """

    is_leaf: np.ndarray
    feature: np.ndarray
    threshold: np.ndarray
    equality: np.ndarray
    left: np.ndarray
    right: np.ndarray
    value: np.ndarray


def split_of(node) -> Any:
    """The split of a node, None for a leaf."""
    kind = node.WhichOneof("node")
    if kind == "leaf":
        return None
    if kind not in ("bucketized_split", "categorical_split"):
        raise invalid(f"Node type {kind} not supported.")
    return getattr(node, kind)


def _columns(tree):
    rows = []
    for node in tree.nodes:
        split = split_of(node)
        if split is None:
            rows.append((True, 0, 0, False, 0, 0, node.leaf.scalar))
            continue
        equality = node.HasField("categorical_split")
        threshold = split.value if equality else split.threshold
        children = split.left_id, split.right_id
        if not all(0 <= child < len(tree.nodes) for child in children):
            raise invalid(f"A split has the children {children}, but its tree has {len(tree.nodes)} nodes")
        value = node.metadata.original_leaf.scalar
        rows.append((False, split.feature_id, threshold, equality, *children, value))
    kinds = (bool, np.int32, np.int32, bool, np.int32, np.int32, np.float32)
    return Nodes(*(np.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)))


class Ensemble:
    """The trees of a model, and how often they changed.

    stamp: a number that each change makes larger.  serialized: a TreeEnsemble message.
    """

    def __init__(self, stamp, serialized=b""):
        self.stamp = stamp
        self.message = TreeEnsembleProto()
        self._columns: dict[int, Nodes] = {}
        try:
            self.message.ParseFromString(serialized)
        except DecodeError as error:
            raise invalid("Unable to parse tree ensemble proto.") from error
        count = len(self.message.trees)
        if len(self.message.tree_weights) != count or any(not tree.nodes for tree in self.message.trees):
            raise invalid(f"The {count} trees of the ensemble must have nodes, and a weight each in tree_weights")

    def __len__(self):
        return len(self.message.trees)

    def metadata(self, tree):
        """The TreeMetadata of a tree, which a serialized one may lack."""
        found = self.message.tree_metadata
        while len(found) <= tree:
            found.add()
        return found[tree]

    def is_finished(self, tree):
        """Whether a tree is as deep as it may be."""
        return tree < len(self.message.tree_metadata) and self.message.tree_metadata[tree].is_finalized

    def nodes(self, tree):
        """The Nodes of a tree."""
        if tree not in self._columns:
            self._columns[tree] = _columns(self.message.trees[tree])
        return self._columns[tree]

    def become(self, other):
        """Has the stamp and the trees of another one from now on."""
        self.stamp, self.message, self._columns = other.stamp, other.message, {}

    def changed(self, tree):
        """Has the columns of a tree made anew."""
        self._columns.pop(tree, None)

    def add_tree(self, value=0.0):
        """A new tree, of one leaf."""
        self.message.trees.add().nodes.add().leaf.scalar = value
        self.message.tree_weights.append(1.0)
        self.message.tree_metadata.add()

    def states(self):
        """(number of trees, of finished ones, of layers that were tried, the first and last node of the layer to split)."""
        count = len(self)
        finished = count if not count or self.is_finished(count - 1) else count - 1
        growing = self.message.growing_metadata
        nodes = growing.last_layer_node_start, max(1, growing.last_layer_node_end)
        return count, finished, growing.num_layers_attempted, nodes
