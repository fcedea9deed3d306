"""tf.sysconfig: where a C++ operation would find TensorFlow's headers and library. graphlab has neither."""

from graphlab._src.base.errors import UnimplementedError

CXX11_ABI_FLAG = 1
MONOLITHIC_BUILD = 0

__all__ = ["CXX11_ABI_FLAG", "MONOLITHIC_BUILD", "get_compile_flags", "get_include", "get_lib", "get_link_flags"]

_NOTHING = (
    "graphlab has no C++ {}: operations of one's own are written in Python. "
    "gl.jax_call makes one of any JAX function, tf.py_func of any Python function"
)


def get_include():
    """Raises UnimplementedError: there are no C++ headers."""
    raise UnimplementedError(None, None, _NOTHING.format("headers"))


def get_lib():
    """Raises UnimplementedError: there is no C++ library."""
    raise UnimplementedError(None, None, _NOTHING.format("library"))


def get_compile_flags():
    """Raises UnimplementedError: there are no C++ headers."""
    raise UnimplementedError(None, None, _NOTHING.format("headers"))


def get_link_flags():
    """Raises UnimplementedError: there is no C++ library."""
    raise UnimplementedError(None, None, _NOTHING.format("library"))
