"""tf.load_op_library and its siblings: errors, as graphlab loads no C++ libraries, of the classes that programs expect."""

import os

from graphlab._src.base.errors import NotFoundError

_INSTEAD = (
    "graphlab loads no C++ libraries: gl.jax_call makes an operation of a JAX function, tf.py_func of a Python function"
)


def load_op_library(library_filename: str | bytes) -> None:
    """Raises NotFoundError, as TensorFlow does for a library that is missing or was built for another TensorFlow.

    Programs that have a slower way without their library choose it when they catch this error.
    """
    path = os.fsdecode(library_filename)
    why = _INSTEAD if os.path.exists(path) else "cannot open shared object file: No such file or directory"
    raise NotFoundError(None, None, f"{path}: {why}")


def load_file_system_library(library_filename: str | bytes) -> None:
    """Raises NotFoundError: graphlab reads local files, and loads no libraries for others."""
    load_op_library(library_filename)


def load_library(library_location: str | bytes) -> None:
    """Raises NotFoundError for a library and for a folder with libraries in it. A folder without any is no error."""
    location = os.fsdecode(library_location)
    if not os.path.exists(location):
        raise FileNotFoundError(2, "The file or folder to load kernel libraries from does not exist.", location)
    folder = os.path.isdir(location)
    names = [os.path.join(location, name) for name in os.listdir(location)] if folder else [location]
    for name in names:
        if not folder or name.endswith(".so"):
            load_op_library(name)
