"""What tf.test offers: a TestCase that knows tensors, numeric Jacobians, and where a test runs."""
