"""Modules of tensorflow.python.autograph that programs and TensorFlow's unit tests import: what converted code calls."""
