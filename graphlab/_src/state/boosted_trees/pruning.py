"""Pruning: which splits are not made, or are undone when their tree is finished, because they gain too little."""

import numpy as np

from graphlab._src.state.boosted_trees.ensemble import split_of


class PruningMode:
    """When splits without a gain are dropped: never, before they are made, or when their tree is finished."""

    NO_PRUNING, PRE_PRUNING, POST_PRUNING = range(3)

    _map = {"none": NO_PRUNING, "pre": PRE_PRUNING, "post": POST_PRUNING}

    @classmethod
    def from_str(cls, mode):
        """The mode "none", "pre" or "post".  ValueError for another one."""
        if mode not in cls._map:
            raise ValueError(f"pruning_mode mode must be one of: {', '.join(sorted(cls._map))}")
        return cls._map[mode]


def prune(tree, metadata):
    """Makes leaves of the splits that have a negative gain and leaves for children, from the bottom up.

    metadata: of the tree, to which is added where each node has gone, and by how much its value has changed.
    """
    dropped = {}  # a child that is gone: (its parent, the change of the value)
    _drop_below(tree, 0, dropped)
    if not dropped:
        return
    numbers = {}
    for i in range(len(tree.nodes)):
        target, change = i, np.float32(0)
        while target in dropped:
            target, more = dropped[target]
            change += more
        if target == i:
            numbers[i] = len(numbers)
        metadata.post_pruned_nodes_meta.add(new_node_id=numbers[target], logit_change=[change])
    rest = [node for i, node in enumerate(tree.nodes) if i in numbers]
    for node in rest:
        split = split_of(node)
        if split is not None:
            split.left_id, split.right_id = numbers[split.left_id], numbers[split.right_id]
    pruned = type(tree)(nodes=rest)
    tree.CopyFrom(pruned)


def _drop_below(tree, number, dropped):
    node = tree.nodes[number]
    split = split_of(node)
    if split is None:
        return
    children = split.left_id, split.right_id
    for child in children:
        _drop_below(tree, child, dropped)
    if not node.metadata.gain < 0 or any(not tree.nodes[child].HasField("leaf") for child in children):
        return
    value = np.float32(node.metadata.original_leaf.scalar)
    for child in children:
        dropped[child] = number, value - np.float32(tree.nodes[child].leaf.scalar)
    node.leaf.CopyFrom(node.metadata.original_leaf)
    node.ClearField("metadata")
