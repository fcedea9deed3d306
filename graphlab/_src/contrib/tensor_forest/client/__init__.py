"""Random forests as Estimators."""
