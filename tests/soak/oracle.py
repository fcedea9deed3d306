"""Runs random programs under TensorFlow 1.15: `python3.7 -m tests.soak.oracle FILE FIRST END [FAMILY …]`.

FILE gets a line of JSON for each seed, the program and what TensorFlow made of it; FILE.seed names the seed at work, for a parent that sees the process die.
"""

import json
import os
import pathlib
import sys
import warnings

os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
warnings.simplefilter("ignore")
sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))

import tensorflow as tf  # noqa: E402  # pyright: ignore[reportMissingImports]

from tests.soak.execute import reference  # noqa: E402
from tests.soak.programs import make  # noqa: E402


def main(path, first, end, *families):
    assert tf.__version__.startswith("1.15"), tf.__version__
    tf.compat.v1.logging.set_verbosity("FATAL")
    with open(path, "w") as file:
        for seed in range(int(first), int(end)):
            pathlib.Path(path + ".seed").write_text(str(seed))
            program = make(seed, set(families) or None)
            file.write(json.dumps({"program": program, "reference": reference(tf, program)}) + "\n")
            file.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
