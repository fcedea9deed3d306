"""tf.compat.v2: graphlab under the names and with the arguments of TensorFlow 2, in graph mode.

import graphlab.compat.v2 as tf
"""

import importlib

__path__ = []  # `import tensorflow.compat.v2.keras` is possible, where `tensorflow` means graphlab


def _names():
    return importlib.import_module("graphlab._src.compat.version_2").NAMES


def __getattr__(name):
    return _names().get(name)


def __dir__():
    return sorted([*globals(), *dir(_names())])
