"""tf.distribute.cluster_resolver: which tasks a cluster has, and which of them this process is."""

from graphlab._src.distribute.cluster_resolver import (
    ClusterResolver,
    SimpleClusterResolver,
    TFConfigClusterResolver,
    UnionResolver,
)
from graphlab._src.distribute.managed_resolvers import (
    GCEClusterResolver,
    KubernetesClusterResolver,
    SlurmClusterResolver,
)
from graphlab._src.distribute.tpu.resolver import TPUClusterResolver

__all__ = [
    "ClusterResolver",
    "GCEClusterResolver",
    "KubernetesClusterResolver",
    "SimpleClusterResolver",
    "SlurmClusterResolver",
    "TFConfigClusterResolver",
    "TPUClusterResolver",
    "UnionResolver",
]
