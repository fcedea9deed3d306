"""tf.contrib.tensor_forest: random forests that learn from one batch after the other (Domingos and Hulten, 2000)."""
