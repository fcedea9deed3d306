"""What a session adds to a run: y = x + 1 on four floats, warm, fetched as NumPy.

The bare figure is the least that any framework on JAX can take: a jitted call and the conversion of its result.
"""

import jax
import numpy as np

import graphlab
from benchmarks import measure, programs, tensorflow


def rows(python: str | None) -> list[measure.Row]:
    values = np.ones(4, np.float32)
    bare = jax.jit(lambda x: x + 1.0)
    with tensorflow.contender(python, "add_one") as contender:
        best = measure.best(
            {
                "graphlab": measure.local(programs.add_one(graphlab)),
                "np.asarray(jax.jit(f)(a))": measure.local(lambda: np.asarray(bare(values))),
                **contender,
            }
        )
    bars = {"np.asarray(jax.jit(f)(a))": 1.5, "TensorFlow": 1 / 8}
    ours = best.pop("graphlab")
    return [measure.Row("run y = x + 1", ours, other, theirs, bars[other]) for other, theirs in best.items()]
