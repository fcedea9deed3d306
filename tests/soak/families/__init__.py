"""The families of operations that random graphs are made of: a file each, each function of a Maker adds statements."""

from tests.soak.families import (
    arrays,
    elementwise,
    flow,
    gradients,
    indexing,
    linear,
    models,
    neural,
    numbers,
    ordering,
    pictures,
    reductions,
    sparse,
    texts,
)

MODULES = [
    arrays,
    elementwise,
    flow,
    gradients,
    indexing,
    linear,
    models,
    neural,
    numbers,
    ordering,
    pictures,
    reductions,
    sparse,
    texts,
]
