"""The cache of compiled code: files that are damaged, and descriptions that don't fit, under a checksum that does."""

import functools
import struct

import jax
import jax.numpy as jnp

from graphlab._src.compiler.executables import disk_cache
from tests.fuzz.mutations import json_texts, spoil_bytes
from tests.fuzz.readers.reader import Reader

_DIGEST = "0" * 64


@functools.cache
def _compiled():
    return jax.jit(lambda x, y: [x + y, (x,)]).lower(jnp.ones((2, 3)), 1.0).compile()


@functools.cache
def _sound():
    """What is cached of a small program."""
    about, code = disk_cache.serialization.pack(_compiled())
    return _file(about, code)


def _file(about, code):
    payload = struct.pack("<Q", len(about)) + about + code
    return disk_cache._MAGIC + disk_cache._checksum(_DIGEST, payload) + payload


def spoil(random, content):
    if random.random() < 0.3 or len(content) < disk_cache._CHECKED + 8:
        return spoil_bytes(random, content)
    (length,) = struct.unpack_from("<Q", content, disk_cache._CHECKED)
    begin = disk_cache._CHECKED + 8
    about = json_texts(("float32", "int8", "leaf", "About", "lapack_spotrf_ffi"), ("list", "tuple", "leaf", "calls"))(
        random, content[begin : begin + length]
    )
    return _file(about, content[begin + length :])


def load(content, folder):
    folder.chmod(0o700)
    path = folder / _DIGEST
    path.write_bytes(content)
    path.chmod(0o600)
    disk_cache.set_cache_dir(folder)
    disk_cache.load(_DIGEST, jax.devices("cpu")[0])
    if not content.startswith(disk_cache._MAGIC):
        assert not path.exists()


NAMES = ("cache",)


def readers():
    return {"cache": Reader([_sound()], spoil, load)}
