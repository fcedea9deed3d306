"""tf.contrib.solvers: linear systems solved by iteration."""
