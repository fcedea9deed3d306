"""tf.contrib.integrate: ordinary differential equations."""
