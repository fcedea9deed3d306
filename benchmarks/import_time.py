"""The time of `import graphlab` when JAX is imported already, each time in a fresh process."""

import subprocess
import sys

from benchmarks import measure

BAR = 0.4  # seconds
PROGRAM = """
import time, jax
start = time.perf_counter()
import graphlab
print(time.perf_counter() - start)
"""


def rows(python: str | None) -> list[measure.Row]:
    times = [float(subprocess.check_output([sys.executable, "-c", PROGRAM], text=True)) for _ in range(7)]
    return [measure.Row("import graphlab, after jax", min(times), "0.4 s", BAR, 1.0)]
