"""NumPy, imported whole: like JAX it can't be imported a second time where an interrupt left it half imported."""

import functools
import importlib

from graphlab._src.base.signals import delayed, raise_again

raise_again()
with delayed():
    import numpy as np  # noqa: F401


@functools.cache
def import_dialects():
    """Imports what JAX would import when it lowers a function for the first time: as little can it be imported twice."""
    with delayed():
        importlib.import_module("jaxlib.mlir.dialects.mhlo")
