"""The feature columns of tf.contrib.layers, and the models made of them."""
