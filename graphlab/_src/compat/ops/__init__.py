"""What programs import of the modules in tensorflow.python.ops beside their public functions."""
