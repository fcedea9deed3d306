"""tf.contrib.slim: layers, training steps and networks."""
