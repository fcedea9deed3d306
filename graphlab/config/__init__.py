"""tf.config: defaults of the sessions that are given no ConfigProto, and the devices of this machine."""

from graphlab._src.function.run_eagerly import experimental_run_functions_eagerly
from graphlab._src.session.config_defaults import get_soft_device_placement, set_soft_device_placement
from graphlab.config import experimental as experimental
from graphlab.config import optimizer as optimizer
from graphlab.config import threading as threading

__all__ = [
    "experimental",
    "experimental_run_functions_eagerly",
    "get_soft_device_placement",
    "optimizer",
    "set_soft_device_placement",
    "threading",
]
