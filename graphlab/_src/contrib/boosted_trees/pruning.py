"""Pruning: splits of a finished tree that lose more than they gain become leaves again."""

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.trees import children_of, is_oblivious, link


def prune(tree):
    """Undoes such splits from the bottom up. A tree that is one leaf then has no nodes any more."""
    if is_oblivious(tree):
        raise invalid("Post pruning is not implemented for oblivious decision trees.")
    nodes = list(tree.nodes)
    _prune_below(nodes, 0)
    order, numbers = [0], {0: 0}
    for number, node in enumerate(nodes):
        if number in numbers:
            for child in children_of(node):
                numbers[child] = len(order)
                order.append(child)
    rest = [nodes[number] for number in order]
    for node in rest:
        children = children_of(node)
        if children:
            link(node, *(numbers[child] for child in children))
    _become(tree, rest)


def _become(tree, nodes):
    """Has a tree of these nodes; none where a leaf is all."""
    if len(nodes) == 1 and nodes[0].node_metadata.gain <= 0:
        nodes = []
    tree.CopyFrom(type(tree)(nodes=nodes))


def _prune_below(nodes, number):
    node = nodes[number]
    children = children_of(node)
    if not children:
        return
    for child in children:
        _prune_below(nodes, child)
    metadata = node.node_metadata
    if metadata.gain < 0 and all(nodes[child].WhichOneof("node") == "leaf" for child in children):
        node.leaf.CopyFrom(metadata.original_leaf)
        node.ClearField("node_metadata")
    else:
        metadata.ClearField("original_leaf")
