"""tf.contrib.linear_optimizer: stochastic dual coordinate ascent."""

from graphlab._src.contrib.linear_optimizer.optimizer import SDCAOptimizer
from graphlab._src.train.sdca.model import SdcaModel
from graphlab._src.train.sdca.sparse_feature_column import SparseFeatureColumn

__all__ = ["SDCAOptimizer", "SdcaModel", "SparseFeatureColumn"]
