"""Makes tests/golden/random_graphs.json.xz: `python -m tests.soak.goldens FIRST END`, where TensorFlow 1.15 is installed.

What graphlab does not compute as TensorFlow does is left out: the goldens hold what is right, the campaign looks for more.
"""

import json
import pathlib
import sys
import tempfile
import time

from tests.soak import codec, graphs
from tests.soak.__main__ import tensorflow
from tests.soak.compare import Comparison
from tests.soak.ways import WAYS

LARGEST = 8000  # characters of JSON; the suite keeps the small ones,
SLOWEST = 0.12  # seconds, and those that NumPy is soon done with


def main(first, end):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "batch.json.xz"
        results = graphs.oracle(tensorflow(), path, int(first), int(end), [])
    chosen = {}
    for seed, result in results.items():
        if len(json.dumps(result)) > LARGEST:
            continue
        comparison = Comparison(result["program"], result["reference"], WAYS["numpy"])
        begun = time.process_time()
        faults = comparison.check()
        if all(fault.reason for fault in faults) and time.process_time() - begun < SLOWEST:
            chosen[seed] = result
    codec.save(graphs.GOLDENS, chosen)
    print(f"{len(chosen)} graphs of {len(results)}, {graphs.GOLDENS.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
