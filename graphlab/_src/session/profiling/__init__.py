"""tf.profiler: what a model's parts cost."""
