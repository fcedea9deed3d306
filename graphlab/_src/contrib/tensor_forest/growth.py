"""How a tree grows: samples offer splits to their leaves and are counted there, and leaves that have counted enough are split."""

import time
from typing import Any

import numpy as np

from graphlab._src.base.philox import Philox
from graphlab._src.contrib.tensor_forest.candidates import ClassCandidates, RegressionCandidates
from graphlab._src.proto.forests import FertileStats


class Growth:
    """The candidates of the leaves of a tree: {leaf: Candidates}."""

    def __init__(self, params):
        self.params = params
        self.leaves: dict[int, Any] = {}
        self._add(0, 0)

    def _add(self, leaf, depth):
        kind = RegressionCandidates if self.params.is_regression else ClassCandidates
        self.leaves[leaf] = found = kind(self.params, depth)
        return found

    def process(self, tree, samples, leaves, targets, weights, seed):
        """Shows samples to their leaves. Returns those that can be split: int32.

        targets: classes, or [n, outputs].  seed: of the splits that are drawn; 0: another one each time.
        """
        seed = seed or time.time_ns()
        word, random = Philox(seed, 0), np.random.RandomState(seed & 0xFFFFFFFF)
        order = np.argsort(leaves, kind="stable")
        begins = np.flatnonzero(np.diff(leaves[order], prepend=-1))
        groups = {int(leaves[rows[0]]): rows for rows in np.split(order, begins[1:]) if len(rows)}
        counted = self._offer(samples, leaves, targets, word)
        finished = []
        for leaf, rows in groups.items():
            candidates = self.leaves.get(leaf)
            if candidates is None:  # a tree without what its leaves have counted
                continue
            rows = rows[counted[rows]]
            if len(rows):
                candidates.count(tree, samples, rows, targets[rows], weights[rows], random)
            if candidates.finished:
                finished.append(leaf)
        return np.asarray(finished, np.int32)

    def _offer(self, samples, leaves, targets, word):
        """Has samples offer splits to leaves that lack some, in their order. Returns which samples are left to count."""
        counted = np.ones(len(leaves), bool)
        open_leaves = [leaf for leaf, candidates in self.leaves.items() if not candidates.complete]
        for row in np.flatnonzero(np.isin(leaves, open_leaves)).tolist():
            candidates = self.leaves[int(leaves[row])]
            if not candidates.complete:
                candidates.offer(samples, row, targets[row], samples.draw(row, word.below))
                counted[row] = False
        if self.params.collate_examples:  # what comes to such a leaf in this batch is not counted
            counted &= ~np.isin(leaves, open_leaves)
        return counted

    def grow(self, tree, finished):
        """Splits leaves of a tree at their best candidates, until it has max_nodes nodes."""
        for leaf in finished.tolist():
            if tree.size >= self.params.max_nodes:
                return
            candidates = self.leaves.get(leaf)
            if candidates is None:  # another run has split it since it was found finished
                continue
            best = candidates.best()
            if best is None:
                self._add(leaf, candidates.depth)  # other splits may be better
                continue
            place = candidates.features[best], candidates.thresholds[best], candidates.categories[best]
            for child in tree.split(leaf, *place, *candidates.sides(best)):
                self._add(child, candidates.depth + 1)
            del self.leaves[leaf]

    def message(self):
        """All of it as a FertileStats."""
        stats = FertileStats()
        for leaf, candidates in self.leaves.items():
            candidates.write(stats.node_to_slot.add(node_id=leaf))
        return stats

    def read(self, text):
        """Becomes what a serialized FertileStats says; where that is empty, that of a tree with one leaf."""
        slots = FertileStats.FromString(text).node_to_slot
        self.leaves.clear()
        if not len(slots):
            self._add(0, 0)
        for slot in slots:
            self._add(slot.node_id, slot.depth).read(slot)
