"""tf.contrib.timeseries: models of series of observations, and estimators that train them."""
