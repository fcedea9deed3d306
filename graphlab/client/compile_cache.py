"""The cache of executables on disk, which processes share."""

from graphlab._src.compiler.executables.disk_cache import cache_dir as folder
from graphlab._src.compiler.executables.disk_cache import set_cache_dir as set_folder

__all__ = ["folder", "set_folder"]
