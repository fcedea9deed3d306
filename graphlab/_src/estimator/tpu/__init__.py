"""TPUEstimator: an Estimator whose input functions and model functions receive the size of a batch."""
