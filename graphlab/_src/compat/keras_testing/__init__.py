"""What TensorFlow's unit tests of Keras are written with."""
