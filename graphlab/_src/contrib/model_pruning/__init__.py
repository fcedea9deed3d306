"""tf.contrib.model_pruning: weights that are multiplied by masks, which a schedule makes sparser during training."""
