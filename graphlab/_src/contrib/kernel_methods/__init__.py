"""tf.contrib.kernel_methods: features whose products approximate a kernel, for linear classifiers."""
