"""tf.distribute.cluster_resolver: which tasks a cluster has, and which of them this process is."""

from graphlab._src.distribute.cluster_resolver import (
    ClusterResolver,
    SimpleClusterResolver,
    TFConfigClusterResolver,
)
from graphlab._src.distribute.cluster_resolver import UnionResolver as UnionResolver

__all__ = ["ClusterResolver", "SimpleClusterResolver", "TFConfigClusterResolver", "UnionResolver"]
