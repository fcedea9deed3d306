"""tf.contrib.learn: words as numbers, data sets in local files, and the names that became tf.estimator's."""

from graphlab.contrib.learn import datasets as datasets
from graphlab.contrib.learn import preprocessing as preprocessing
from graphlab.estimator.mode_keys import ModeKeys
from graphlab.estimator.run_config import RunConfig

__all__ = ["ModeKeys", "RunConfig", "datasets", "preprocessing"]
