"""The versions of graphlab and of the TensorFlow whose programs it runs."""

import sys

RELEASE = "0.1.0"
VERSION = "1.15.0"  # TensorFlow's version, as programs read it
GIT_VERSION = "v1.15.0"
COMPILER_VERSION = sys.version.partition("[")[2].rstrip("]")
