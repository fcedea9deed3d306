"""tf.config: defaults of the sessions that are given no ConfigProto, and the devices of this machine."""

from graphlab.config import experimental as experimental
from graphlab.config import optimizer as optimizer
from graphlab.config import threading as threading
from graphlab.session import defaults

__all__ = [
    "experimental",
    "get_soft_device_placement",
    "optimizer",
    "set_soft_device_placement",
    "threading",
]


def get_soft_device_placement():
    """True when operations that ask for a device that is not there run on another."""
    return defaults.config.allow_soft_placement


def set_soft_device_placement(enabled):
    """Whether operations that ask for a device that is not there run on another, in sessions made from now on."""
    defaults.config.allow_soft_placement = enabled
