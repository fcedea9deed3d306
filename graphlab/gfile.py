"""tf.gfile: files and folders by name, with TensorFlow 1's parameter names."""

from graphlab._src.io.file_io import FastGFile
from graphlab._src.io.gfile import (
    Copy,
    DeleteRecursively,
    Exists,
    GFile,
    Glob,
    IsDirectory,
    ListDirectory,
    MakeDirs,
    MkDir,
    Open,
    Remove,
    Rename,
    Stat,
    Walk,
)

__all__ = [
    "Copy",
    "DeleteRecursively",
    "Exists",
    "FastGFile",
    "GFile",
    "Glob",
    "IsDirectory",
    "ListDirectory",
    "MakeDirs",
    "MkDir",
    "Open",
    "Remove",
    "Rename",
    "Stat",
    "Walk",
]
