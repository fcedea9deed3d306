"""Estimators with a model of their own: linear, deep, combined, baseline."""
