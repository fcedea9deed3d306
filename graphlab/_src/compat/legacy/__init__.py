"""What programs of 2016 call: the names and orders of arguments that TensorFlow had before 1.0."""
