"""Predictors: models as functions of arrays."""
