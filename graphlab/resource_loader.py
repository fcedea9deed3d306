"""tf.resource_loader: files beside a program."""

from graphlab._src.base.resource_loader import *  # noqa: F403
from graphlab._src.base.resource_loader import __all__ as __all__
