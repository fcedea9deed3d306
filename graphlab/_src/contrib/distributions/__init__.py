"""tf.contrib.distributions: more kinds of distributions, and functions of distributions."""
