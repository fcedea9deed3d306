"""What tf.contrib.keras has that tf.keras has not."""
