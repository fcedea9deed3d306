"""tf.contrib.factorization: k-means, mixtures of Gaussians, and matrices as products of factors."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.factorization.clustering_ops import (
        COSINE_DISTANCE,
        KMEANS_PLUS_PLUS_INIT,
        RANDOM_INIT,
        SQUARED_EUCLIDEAN_DISTANCE,
        KMeans,
    )
    from graphlab._src.contrib.factorization.factorization_ops import WALSModel
    from graphlab._src.contrib.factorization.gmm import GMM
    from graphlab._src.contrib.factorization.gmm_ops import GmmAlgorithm, gmm
    from graphlab._src.contrib.factorization.kmeans import KMeansClustering
    from graphlab._src.contrib.factorization.wals import WALSMatrixFactorization
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "COSINE_DISTANCE",
    "GMM",
    "KMEANS_PLUS_PLUS_INIT",
    "RANDOM_INIT",
    "SQUARED_EUCLIDEAN_DISTANCE",
    "GmmAlgorithm",
    "KMeans",
    "KMeansClustering",
    "WALSMatrixFactorization",
    "WALSModel",
    "gmm",
]
