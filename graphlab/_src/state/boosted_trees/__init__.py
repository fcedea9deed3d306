"""Gradient boosted trees: ensembles that layers are added to, and quantiles of the features that they split."""
