"""Modules of tensorflow.python.keras that programs and TensorFlow's unit tests import beside the public ones."""
