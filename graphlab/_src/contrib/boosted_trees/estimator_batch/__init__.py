"""Boosted trees of tf.contrib.boosted_trees as Estimators."""
