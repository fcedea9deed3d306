"""Where compiled code is kept between processes."""

from graphlab.compiler.disk import cache_dir as folder
from graphlab.compiler.disk import set_cache_dir as set_folder

__all__ = ["folder", "set_folder"]
