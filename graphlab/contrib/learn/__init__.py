"""tf.contrib.learn: words as numbers, data sets in local files, and the names that became tf.estimator's."""

from graphlab._src.estimator.mode_keys import ModeKeys
from graphlab._src.estimator.run_config import RunConfig
from graphlab.contrib.learn import datasets as datasets
from graphlab.contrib.learn import preprocessing as preprocessing

__all__ = ["ModeKeys", "RunConfig", "datasets", "preprocessing"]
