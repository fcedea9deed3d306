"""Heads with methods for their loss, predictions and metrics: tf.estimator.Head and those in it."""
