"""tf.compat.v1: everything that graphlab offers, under the name that TensorFlow 2 has for TensorFlow 1.

import graphlab.compat.v1 as tf
"""

import sys

__path__ = []  # `import tensorflow.compat.v1.keras` is possible, where `tensorflow` means graphlab
_PACKAGE = sys.modules[__name__.partition(".")[0]]  # not imported: it imports this module


def __getattr__(name):
    return getattr(_PACKAGE, name)


def __dir__():
    return dir(_PACKAGE)
