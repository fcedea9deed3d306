"""JAX's caches: of what it has traced, prevented from growing with each new size, and of compiled code in a folder.

JAX remembers what it made of a function for the shapes that came, jnp.matmul and the like among them, for as long as there is
the function: 15 kB for each function and shape, without end. Code that was compiled is not in these caches.
"""

import itertools
import threading
from typing import Any

import jax
from jax._src import util

_MOST = 1024  # entries of one cache
_EVERY = 64  # segments that were compiled
_compiled = itertools.count(1)


class _Loaded(threading.local):
    count = 0


_loaded = _Loaded()


def loaded_here() -> int:
    """How many times JAX has loaded code from its own folder in place of compiling, in this thread.

    The folder is jax_compilation_cache_dir. Code that XLA loaded can't be stored a second time: it has lost parts.
    """
    return _loaded.count


def _note_loaded(event: str, **_: Any) -> None:
    if event == "/jax/compilation_cache/cache_hits":
        _loaded.count += 1


jax.monitoring.register_event_listener(_note_loaded)


def note_compiled() -> None:
    """Counts what was compiled; now and then it empties the caches that have grown large."""
    if next(_compiled) % _EVERY == 0:
        trim()


def trim() -> None:
    """Empties JAX's caches of very many entries."""
    for cache in list(getattr(util, "_caches", ())):
        try:
            if cache.cache_info().currsize > _MOST:
                cache.cache_clear()
        except AttributeError:  # JAX promises nothing of what these are
            continue
