"""tf.contrib.learn.datasets.base: what data sets are made of."""

import collections

Dataset = collections.namedtuple("Dataset", ["data", "target"])
Datasets = collections.namedtuple("Datasets", ["train", "validation", "test"])
