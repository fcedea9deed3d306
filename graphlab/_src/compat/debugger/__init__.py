"""Modules of tensorflow.python.debug that programs and TensorFlow's unit tests import beside the sessions and hooks."""
