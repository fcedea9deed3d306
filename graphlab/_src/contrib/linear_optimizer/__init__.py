"""tf.contrib.linear_optimizer: stochastic dual coordinate ascent for the columns of tf.contrib.layers."""
