"""tf.contrib.image: images moved, rotated and warped, and their connected parts."""
