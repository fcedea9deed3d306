"""A decision tree: inner nodes that test one feature, and leaves with the sums of what came to them."""

import numpy as np

from graphlab._src.proto.forests import LESS_THAN, MODEL_SPARSE_CLASSIFICATION, MatchingValues, Model, TreePath

LEAF = -1
_FIRST = 64  # nodes that there is space for
_MATCHING = "type.googleapis.com/tensorflow.decision_trees.MatchingValuesTest"


def fill_vector(message, values):
    """Writes numbers into a Vector."""
    for value in values.tolist():
        message.value.add().float_value = value
    message.SetInParent()


def fill_sparse(message, values):
    """Writes the numbers that are not 0 into a SparseVector."""
    for key in np.flatnonzero(values).tolist():
        entry = message.sparse_value.add(key=key)
        entry.value.float_value = values[key]
    message.SetInParent()


def numbers_of(dense, sparse, count):
    """The numbers of a Vector, or those of a SparseVector."""
    values = np.zeros(count, np.float32)
    for i, value in enumerate(dense.value):
        values[i] = value.float_value
    for entry in sparse.sparse_value:
        values[entry.key] = entry.value.float_value
    return values


def write_test(node, feature, threshold, category, less):
    """Writes the test of an inner node into a BinaryNode: which samples go left."""
    if category:
        test = MatchingValues()
        test.feature_id.id.value = str(feature)
        test.value.add().float_value = threshold
        node.custom_left_child_test.type_url = _MATCHING
        node.custom_left_child_test.value = test.SerializeToString()
        return
    test = node.inequality_left_child_test
    test.feature_id.id.value = str(feature)
    test.threshold.float_value = threshold
    test.type = LESS_THAN if less else 0


def read_test(node):
    """(feature, threshold, whether it is a category) of a BinaryNode."""
    if node.HasField("custom_left_child_test"):
        test = MatchingValues.FromString(node.custom_left_child_test.value)
        return int(test.feature_id.id.value), test.value[0].float_value, True
    test = node.inequality_left_child_test
    return int(test.feature_id.id.value), test.threshold.float_value, False


class Tree:
    """A tree for the given TensorForestParams; it begins as one leaf.

    values: what leaves sum up, [nodes, outputs]: the weights of classes, or the means of a regression.
    """

    def __init__(self, params):
        self.params = params
        self._less = params.inequality_test_type == LESS_THAN
        self._reset(1)

    def _reset(self, size):
        """Makes the tree one of so many empty leaves."""
        self.size = size
        count = max(_FIRST, size)
        self._left, self._right = np.full(count, LEAF, np.int32), np.full(count, LEAF, np.int32)
        self._feature, self._threshold = np.zeros(count, np.int64), np.zeros(count, np.float32)
        self._category = np.zeros(count, bool)
        self.values = np.zeros((count, self.params.num_outputs), np.float32)

    def _add_leaves(self, count):
        """Adds leaves. Returns the first."""
        first, self.size = self.size, self.size + count
        if self.size > len(self._left):
            old = self.__dict__.copy()
            self._reset(2 * self.size)
            for name in ("_left", "_right", "_feature", "_threshold", "_category", "values"):
                getattr(self, name)[:first] = old[name][:first]
            self.size = first + count
        return first

    def goes_left(self, values, thresholds, categories):
        """Whether samples with these values of a feature belong to the left child."""
        ordered = values < thresholds if self._less else values <= thresholds
        return np.where(categories, values == thresholds, ordered) if np.any(categories) else ordered

    def leaves_of(self, samples):
        """The leaf of each sample: int32[n]."""
        nodes = np.zeros(samples.count, np.int32)
        rows = np.arange(samples.count)
        while len(rows):
            here = nodes[rows]
            inner = self._left[here] != LEAF
            rows, here = rows[inner], here[inner]
            values = samples.at(rows, self._feature[here])
            left = self.goes_left(values, self._threshold[here], self._category[here])
            nodes[rows] = np.where(left, self._left[here], self._right[here])
        return nodes

    def add(self, leaves, labels, weights):
        """Adds weights to the classes of leaves."""
        np.add.at(self.values, (leaves, labels), weights)

    def predictions(self, leaves):
        """What leaves predict, [n, outputs]: probabilities of classes, or means."""
        found = self.values[leaves]
        if self.params.is_regression:
            return found
        sums = found.sum(axis=1, keepdims=True)
        return np.divide(found, sums, out=found, where=sums > 0)

    def split(self, leaf, feature, threshold, category, left_values, right_values):
        """Makes a leaf an inner node. Returns its children."""
        first = self._add_leaves(2)
        children = first, first + 1
        self._feature[leaf], self._threshold[leaf], self._category[leaf] = feature, threshold, category
        self._left[leaf], self._right[leaf] = children
        self.values[children[0]], self.values[children[1]] = left_values, right_values
        self.values[leaf] = 0
        return children

    def usage(self, count):
        """How many nodes test each of `count` features: int32[count]."""
        tested = self._feature[: self.size][self._left[: self.size] != LEAF]
        return np.bincount(tested, minlength=count)[:count].astype(np.int32)

    def message(self):
        """The tree as a Model."""
        model = Model()
        model.decision_tree.SetInParent()
        for i in range(self.size):
            self._write(i, model.decision_tree.nodes.add())
        return model

    def _write(self, i, node):
        if i:
            node.node_id.value = i
        if self._left[i] == LEAF:
            if self.params.leaf_type == MODEL_SPARSE_CLASSIFICATION:
                fill_sparse(node.leaf.sparse_vector, self.values[i])
            else:
                fill_vector(node.leaf.vector, self.values[i])
            return
        inner = node.binary_node
        inner.left_child_id.value, inner.right_child_id.value = int(self._left[i]), int(self._right[i])
        write_test(inner, self._feature[i], self._threshold[i], self._category[i], self._less)

    def read(self, text):
        """Becomes the tree of a serialized Model, a single leaf where that is empty."""
        nodes = Model.FromString(text).decision_tree.nodes
        self._reset(max(1, len(nodes)))
        for i, node in enumerate(nodes):
            if node.HasField("leaf"):
                self.values[i] = numbers_of(node.leaf.vector, node.leaf.sparse_vector, self.params.num_outputs)
                continue
            inner = node.binary_node
            self._left[i], self._right[i] = inner.left_child_id.value, inner.right_child_id.value
            self._feature[i], self._threshold[i], self._category[i] = read_test(inner)

    def paths(self, samples):
        """A serialized TreePath for each sample: the nodes from the root to its leaf."""
        found = np.empty(samples.count, object)
        for row in range(samples.count):
            path, node = TreePath(), 0
            while True:
                self._write(node, path.nodes_visited.add())
                if self._left[node] == LEAF:
                    break
                value = samples.at(row, self._feature[node])
                left = self.goes_left(value, self._threshold[node], self._category[node])
                node = int(self._left[node] if left else self._right[node])
            found[row] = path.SerializeToString()
        return found
