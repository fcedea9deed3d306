"""tf.resource_loader: files in the folder of a program."""

import inspect
import os
import sys

from graphlab._src.base.package import PACKAGE

__all__ = [
    "get_data_files_path",
    "get_path_to_datafile",
    "get_root_dir_with_all_resources",
    "load_resource",
    "readahead_file_path",
]


def get_data_files_path():
    """The folder of the file that calls this."""
    return _folder_of(sys._getframe(1))


def get_root_dir_with_all_resources():
    """The folder of the file that calls this, or the one below a `.runfiles` folder that it is in."""
    folder = inner = _folder_of(sys._getframe(1))
    while os.path.dirname(inner) != inner:
        outer = os.path.dirname(inner)
        if ".runfiles" in os.path.basename(outer):
            return inner
        inner = outer
    return folder


def get_path_to_datafile(path):
    """A path relative to the folder of the file that calls this, made whole."""
    return os.path.join(_folder_of(sys._getframe(1)), path)


def load_resource(path):
    """The bytes of a file, given by its path relative to graphlab's own folder."""
    with open(os.path.join(PACKAGE, path), "rb") as file:
        return file.read()


def readahead_file_path(path, readahead="128M"):
    """The path as it is: the operating system reads ahead by itself."""
    return path


def _folder_of(frame):
    return os.path.dirname(inspect.getfile(frame))
