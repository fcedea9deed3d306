"""TPUEstimator: an Estimator whose input functions and model functions are told the size of a batch."""
