"""JAX's caches of what it has traced, prevented from growing with each new size.

JAX remembers what it made of a function for the shapes that came, jnp.matmul and the like among them, for as long as there is
the function: 15 kB for each function and shape, without end. Code that was compiled is not in these caches.
"""

import itertools

from jax._src import util

_MOST = 1024  # entries of one cache
_EVERY = 64  # segments that were compiled
_compiled = itertools.count(1)


def note_compiled():
    """Counts what was compiled; now and then it empties the caches that have grown large."""
    if next(_compiled) % _EVERY == 0:
        trim()


def trim():
    """Empties JAX's caches of very many entries."""
    for cache in list(getattr(util, "_caches", ())):
        try:
            if cache.cache_info().currsize > _MOST:
                cache.cache_clear()
        except AttributeError:  # JAX promises nothing of what these are
            continue
