"""Growth of an ensemble: the best split of each leaf, or of a whole layer, becomes part of its last tree."""

import numpy as np
from google.protobuf.message import DecodeError

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.dropout import dropped_trees, weights_with_new_tree
from graphlab._src.contrib.boosted_trees.pruning import prune
from graphlab._src.contrib.boosted_trees.trees import link
from graphlab._src.proto.gradient_trees import LearnerConfig, ObliviousSplitInfo, SplitInfo, TreeNode


def _parsed(kind, text):
    try:
        return kind.FromString(text)
    except DecodeError as error:
        raise invalid("Unable to parse split info.") from error


def _rank(gain, split, handler):
    """What is larger for a better split: the gain, then a simpler kind of node, then a later feature."""
    kind = split.split_node.WhichOneof("node")
    return gain, -TreeNode.DESCRIPTOR.fields_by_name[kind].number, handler


def _candidates(config, kind, handlers):
    """(number of the feature, leaf, gain, split) of what may be split.  handlers: for each (leaves, gains, splits)."""
    for handler, (leaves, gains, texts) in enumerate(handlers):
        if len(gains) != len(texts) or (kind is SplitInfo and len(leaves) != len(gains)):
            raise invalid(f"Inconsistent partition Ids, gains and splits: {len(leaves)}, {len(gains)}, {len(texts)}")
        if kind is ObliviousSplitInfo and len(gains) != 1:
            raise invalid(f"Gains size must be one for oblivious weak learner: {len(gains)} != 1")
        for number, gain, text in zip(leaves, gains, texts, strict=False):
            split = _parsed(kind, text)
            if split.split_node.WhichOneof("node") is None:
                continue
            if config.pruning_mode == LearnerConfig.PRE_PRUNE and gain < 0:
                continue
            yield handler, int(number), gain, split


def best_splits(config, handlers):
    """{leaf: (number of the feature, gain, SplitInfo)}, in the order of leaves."""
    found = {}
    for handler, leaf, gain, split in _candidates(config, SplitInfo, handlers):
        if any(side.WhichOneof("leaf") is None for side in (split.left_child, split.right_child)):
            continue  # all examples are on one side
        if leaf not in found or _rank(gain, split, handler) > found[leaf][0]:
            found[leaf] = _rank(gain, split, handler), (handler, gain, split)
    return {leaf: found[leaf][1] for leaf in sorted(found)}


def best_layer(config, handlers):
    """(number of the feature, gain, ObliviousSplitInfo) of the best split of a layer; None where there is none."""
    found = [
        (_rank(gain, split, handler), (handler, gain, split))
        for handler, _, gain, split in _candidates(config, ObliviousSplitInfo, handlers)
    ]
    return max(found, key=lambda one: one[0])[1] if found else None


def grow(ensemble, config, handlers, learning_rate, seed, center_bias, max_depth, oblivious):
    """Adds a layer to an ensemble where there is a split for it.

    config: a LearnerConfig.  handlers: for each feature (leaves, gains, splits).  seed: of the dropout.
    center_bias: whether the first tree is a bias.  oblivious: whether a layer has one split.
    """
    ensemble.count_attempt()
    splits = None if oblivious else best_splits(config, handlers)
    layer = best_layer(config, handlers) if oblivious else None
    if not splits and layer is None:
        return
    tree = _growing_tree(ensemble, learning_rate, max_depth)
    if ensemble.last_is_finalized and config.learning_rate_tuner.WhichOneof("tuner") == "dropout":
        _reweigh(ensemble, config.learning_rate_tuner.dropout, seed, center_bias)
    keeps_leaves = config.pruning_mode == LearnerConfig.POST_PRUNE
    adds_up = config.growing_mode != LearnerConfig.WHOLE_TREE
    if layer is not None:
        _split_layer(tree, layer, adds_up)
        _note_use(ensemble, config, [layer])
    else:
        for leaf, chosen in (splits or {}).items():
            _split_leaf(tree, leaf, chosen, adds_up, keeps_leaves)
        _note_use(ensemble, config, (splits or {}).values())
    if keeps_leaves and ensemble.last_is_finalized:
        prune(tree)
        if not tree.nodes:
            ensemble.remove_last()


def _growing_tree(ensemble, learning_rate, max_depth):
    if ensemble.last_is_finalized:
        tree = ensemble.add_tree(learning_rate)
        tree.nodes.add().leaf.SetInParent()
        metadata = ensemble.message.tree_metadata[-1]
        metadata.num_tree_weight_updates = 1
    else:
        tree, metadata = ensemble.message.trees[-1], ensemble.message.tree_metadata[-1]
        metadata.num_layers_grown += 1
    metadata.is_finalized = metadata.num_layers_grown >= max_depth
    return tree


def _reweigh(ensemble, dropout, seed, center_bias):
    message, last = ensemble.message, len(ensemble) - 1
    dropped = dropped_trees(seed, dropout, {last, 0} if center_bias else {last}, message.tree_weights)
    if dropped:
        message.tree_weights[:] = weights_with_new_tree(message.tree_weights, dropped).tolist()
        for tree in (*dropped, last):
            message.tree_metadata[tree].num_tree_weight_updates += 1


def _note_use(ensemble, config, chosen):
    if config.constraints.max_number_of_unique_feature_columns:
        for handler, *_ in chosen:
            ensemble.use_handler(handler)


def _split_leaf(tree, leaf, chosen, adds_up, keeps_leaf):
    _, gain, split = chosen
    if not 0 <= leaf < len(tree.nodes) or tree.nodes[leaf].WhichOneof("node") != "leaf":
        raise invalid(f"Node {leaf} can't be split: the tree has no leaf of that number")
    before = tree.nodes[leaf].leaf
    left = len(tree.nodes)
    for side in (split.left_child, split.right_child):
        tree.nodes.add().leaf.CopyFrom(_sum(before, side) if adds_up else side)
    node = split.split_node
    link(node, left, left + 1)
    node.node_metadata.gain = gain + 0.0
    if keeps_leaf:
        node.node_metadata.original_leaf.CopyFrom(before)
    tree.nodes[leaf].CopyFrom(node)


def _split_layer(tree, chosen, adds_up):
    _, gain, split = chosen
    depth = sum(node.WhichOneof("node") != "leaf" for node in tree.nodes)
    before = [node.leaf for node in tree.nodes[depth:]]
    children, parents = iter(split.children), set(split.children_parent_id)
    if len(split.children) != 2 * len(parents) or not parents <= set(range(depth, len(tree.nodes))):
        raise invalid(f"A split of the leaves {sorted(parents)} does not fit the {len(before)} leaves of the layer")
    after = []
    for number, leaf in enumerate(before, depth):
        for _ in range(2):
            after.append(leaf)
            if number in parents:
                side = next(children)
                after[-1] = _sum(leaf, side) if adds_up else side
    node = split.split_node
    node.node_metadata.gain = gain + 0.0
    node.node_metadata.original_oblivious_leaves.extend(before)
    nodes = [*tree.nodes[:depth], node, *(TreeNode(leaf=leaf) for leaf in after)]
    tree.CopyFrom(type(tree)(nodes=nodes))


def _sum(before, after):
    """A leaf that adds up what two leaves say; the one that was there before may say nothing."""
    kind = before.WhichOneof("leaf")
    total = type(after)()
    total.CopyFrom(after)
    if kind is None or not getattr(before, kind).value:
        return total
    if kind != after.WhichOneof("leaf"):
        raise invalid(f"A leaf with a {kind} can't have children with a {after.WhichOneof('leaf')}")
    if kind == "vector":
        if len(before.vector.value) != len(after.vector.value):
            raise invalid(f"A leaf has {len(before.vector.value)} logits, its children {len(after.vector.value)}")
        total.vector.value[:] = np.add(before.vector.value, after.vector.value, dtype=np.float32).tolist()
        return total
    found = dict(zip(after.sparse_vector.index, np.array(after.sparse_vector.value, np.float32), strict=True))
    for index, value in zip(before.sparse_vector.index, before.sparse_vector.value, strict=True):
        found[index] = found.get(index, np.float32(0)) + np.float32(value)
    total.sparse_vector.index[:] = list(reversed(found))  # TensorFlow's order, that of a hash map
    total.sparse_vector.value[:] = [float(value) for value in reversed(found.values())]
    return total
