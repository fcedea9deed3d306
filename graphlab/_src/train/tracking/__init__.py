"""Objects that hold variables, by which tf.train.Checkpoint saves and restores them."""
