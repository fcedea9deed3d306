"""tf.config.experimental: the devices of this machine, and which of them sessions see that are given no ConfigProto."""

from graphlab._src.session.tf_config.devices import *  # noqa: F403
from graphlab._src.session.tf_config.devices import __all__ as __all__
