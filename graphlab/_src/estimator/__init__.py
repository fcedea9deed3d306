"""Estimators: models as functions that train, evaluate, predict and export."""
