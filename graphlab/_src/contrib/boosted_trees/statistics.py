"""Statistics: sums of gradients and Hessians, one for each leaf and each bucket or id of a feature."""

import numpy as np

from graphlab._src.base.errors import invalid
from graphlab._src.contrib.boosted_trees.stamps import Stamped


def summed(partition_ids, feature_ids, gradients, hessians):
    """(partition_ids [n], feature_ids [n, 2], gradients [n, ...], hessians [n, ...]) with equal keys added up.

    feature_ids: the number of a bucket, or an id, and a dimension. The result is sorted by partition, dimension, feature.
    """
    count = len(partition_ids)
    if feature_ids.ndim != 2 or min(len(feature_ids), len(gradients), len(hessians)) < count:
        shapes = feature_ids.shape, gradients.shape, hessians.shape
        raise invalid(f"{count} partition_ids need feature_ids [{count}, 2], gradients and hessians, got {shapes}")
    feature_ids, gradients, hessians = feature_ids[:count], gradients[:count], hessians[:count]
    order = np.lexsort((feature_ids[:, 0], feature_ids[:, 1], partition_ids))
    keys = np.stack([partition_ids, feature_ids[:, 1], feature_ids[:, 0]], axis=1).astype(np.int64)[order]
    begins = np.ones(count, bool)
    begins[1:] = (keys[1:] != keys[:-1]).any(axis=1)
    places, keys = np.cumsum(begins) - 1, keys[begins]
    sums = []
    for values in (gradients, hessians):
        total = np.zeros((len(keys), *values.shape[1:]), np.float32)
        np.add.at(total, places, values[order])
        sums.append(total)
    return keys[:, 0].astype(np.int32), keys[:, [2, 1]], *sums


class Statistics(Stamped):
    """What has been added since the last flush.

    gradient_shape, hessian_shape: of one slot.
    """

    def __init__(self, stamp, gradient_shape, hessian_shape):
        self._shapes = tuple(gradient_shape), tuple(hessian_shape)
        self.clear(stamp)

    def clear(self, stamp):
        """Begins anew, with a stamp."""
        self.stamp, self.updates = int(stamp), 0
        self.slots = (
            np.zeros(0, np.int32),
            np.zeros((0, 2), np.int64),
            *(np.zeros((0, *shape), np.float32) for shape in self._shapes),
        )

    def add(self, partition_ids, feature_ids, gradients, hessians):
        """Adds a batch, as one update."""
        for name, values, shape in zip(("Gradients", "Hessian"), (gradients, hessians), self._shapes, strict=True):
            if values.shape[1:] != shape:
                raise invalid(f"{name} dimensions must match: {list(values.shape[1:])}, {list(shape)}")
        count = len(partition_ids)
        added = partition_ids, feature_ids[:count], gradients[:count], hessians[:count]
        slots = summed(*(np.concatenate(parts) for parts in zip(self.slots, added, strict=True)))
        self.slots, self.updates = slots, self.updates + 1
