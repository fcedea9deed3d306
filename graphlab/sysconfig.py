"""tf.sysconfig: where a C++ operation would find TensorFlow's headers and library. graphlab has neither."""

from graphlab._src.base.sysconfig import (
    CXX11_ABI_FLAG,
    MONOLITHIC_BUILD,
    get_compile_flags,
    get_include,
    get_lib,
    get_link_flags,
)

__all__ = [
    "CXX11_ABI_FLAG",
    "MONOLITHIC_BUILD",
    "get_compile_flags",
    "get_include",
    "get_lib",
    "get_link_flags",
]
