"""tf.contrib.all_reduce: reductions over tensors on several devices, one result for each."""
