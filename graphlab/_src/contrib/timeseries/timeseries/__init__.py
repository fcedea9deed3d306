"""Models of time series, their estimators, and the input that they read."""
