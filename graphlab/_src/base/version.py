"""The versions of graphlab and of the TensorFlow whose programs it runs."""

import sys

RELEASE = "0.1.0"
VERSION = "1.15.0"  # what programs that ask for TensorFlow's version get
GIT_VERSION = "v1.15.0"
COMPILER_VERSION = sys.version.partition("[")[2].rstrip("]")
