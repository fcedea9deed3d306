"""Networks written in one line: tf.contrib.specs."""
