"""Ensemble: trees with weights, whose leaves are added up, as a DecisionTreeEnsembleConfig message."""

import bisect

from google.protobuf.message import DecodeError

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.stamps import Stamped
from graphlab._src.proto.gradient_trees import DecisionTreeEnsembleConfig


class Ensemble(Stamped):
    """Trees.

    stamp: each growth changes it.  serialized: a DecisionTreeEnsembleConfig.  InvalidArgumentError for what is none.
    """

    def __init__(self, stamp, serialized=b""):
        self.stamp = int(stamp)
        self.message = DecisionTreeEnsembleConfig()
        try:
            self.message.ParseFromString(serialized)
        except DecodeError as error:
            raise invalid("Unable to parse tree ensemble config.") from error
        count = len(self.message.trees)
        if len(self.message.tree_weights) != count or len(self.message.tree_metadata) not in (0, count):
            raise invalid(f"The {count} trees of an ensemble must have a weight each, and metadata each or none")

    def __len__(self):
        return len(self.message.trees)

    def changed(self, stamp):
        """A copy with another stamp, to be changed and put in the place of this one."""
        found = Ensemble(stamp)
        found.message.CopyFrom(self.message)
        return found

    @property
    def last_is_finalized(self):
        """Whether the next layer begins a tree: there is none, or the last one is finished."""
        return not self.message.tree_metadata or self.message.tree_metadata[-1].is_finalized

    def is_finalized(self, tree):
        """Whether a tree is finished; one without metadata is."""
        return not self.message.tree_metadata or self.message.tree_metadata[tree].is_finalized

    def count_attempt(self):
        """Counts a layer that is tried, and a tree where it would begin one."""
        growing = self.message.growing_metadata
        growing.num_layers_attempted += 1
        if self.last_is_finalized:
            growing.num_trees_attempted += 1

    def add_tree(self, weight):
        """A new tree without nodes, of one layer."""
        self.message.tree_weights.append(weight)
        self.message.tree_metadata.add(num_layers_grown=1)
        return self.message.trees.add()

    def remove_last(self):
        """Drops the last tree."""
        del self.message.trees[-1], self.message.tree_weights[-1], self.message.tree_metadata[-1]

    def use_handler(self, handler):
        """Adds a feature to those that are used; their numbers are sorted."""
        used = list(self.message.growing_metadata.used_handler_ids)
        place = bisect.bisect_left(used, handler)
        if place == len(used) or used[place] != handler:
            self.message.growing_metadata.used_handler_ids.insert(place, handler)

    def statistics(self):
        """(finished trees, layers, trees, layers of the last tree, trees that were tried, layers that were tried)."""
        count, metadata = len(self), self.message.tree_metadata
        finished = count if self.last_is_finalized else count - 1
        layers = [one.num_layers_grown for one in metadata]
        growing = self.message.growing_metadata
        tried = growing.num_trees_attempted, growing.num_layers_attempted
        return finished, sum(layers), count, layers[-1] if layers else 0, *tried
