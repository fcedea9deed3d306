"""tf.contrib.metrics: metrics over many runs under their first names, predictions first, and those tf.metrics lacks."""
