"""tf.contrib.factorization's k-means: that of TensorFlow's core, with the seed as it is given."""

from graphlab._src.graph import constant
from graphlab._src.train.clustering import kmeans

RANDOM_INIT = kmeans.RANDOM_INIT
KMEANS_PLUS_PLUS_INIT = kmeans.KMEANS_PLUS_PLUS_INIT
KMC2_INIT = kmeans.KMC2_INIT
SQUARED_EUCLIDEAN_DISTANCE = kmeans.SQUARED_EUCLIDEAN_DISTANCE
COSINE_DISTANCE = kmeans.COSINE_DISTANCE
CLUSTERS_VAR_NAME = kmeans.CLUSTERS_VAR_NAME


class KMeans(kmeans.KMeans):
    __doc__ = kmeans.KMeans.__doc__

    def _seed_of(self, random_seed):
        return random_seed

    def _nothing(self):
        return constant([])
