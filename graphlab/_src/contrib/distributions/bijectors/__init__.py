"""tf.contrib.distributions.bijectors: invertible functions with their Jacobians, a file each."""
