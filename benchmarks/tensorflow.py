"""TensorFlow as a contender: the same programs in a process of its own, which runs a round on request.

TensorFlow is never installed beside graphlab. GRAPHLAB_TENSORFLOW_PYTHON names a Python that has it; without that,
one is made under build/, once.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import Contender

REPOSITORY = Path(__file__).parents[1]
OWN = REPOSITORY / "build" / "tensorflow"

# Answers each line "n" with the seconds that one unit of work lasted, on average over n.
SERVER = """
import os, sys
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()
from benchmarks import measure, programs
work = measure.local(getattr(programs, sys.argv[1])(tf, *map(int, sys.argv[2:])))
print("ready", flush=True)
for line in sys.stdin:
    print(work(int(line)), flush=True)
"""


def interpreter() -> str | None:
    """The path of a Python that has TensorFlow, or None with a word on why there is none."""
    named = os.environ.get("GRAPHLAB_TENSORFLOW_PYTHON")
    if named:
        return named
    python = OWN / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not (OWN / "installed").exists():
        print(f"Installing TensorFlow to compare with, into {OWN}", flush=True)
        commands = [
            [sys.executable, "-m", "venv", OWN],
            [python, "-m", "pip", "install", "--quiet", "tensorflow>=2.16"],
        ]
        for command in commands:
            if subprocess.run(command, stdin=subprocess.DEVNULL).returncode:
                print("TensorFlow cannot be installed here, so the comparisons with it are left out.")
                return None
        (OWN / "installed").touch()
    return str(python)


@contextmanager
def contender(python: str | None, program: str, *arguments: int) -> Iterator[dict[str, Contender]]:
    """{"TensorFlow": contender} while the block runs, or {} where there is no TensorFlow."""
    if python is None:
        yield {}
        return
    command = [python, "-c", SERVER, program, *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command, cwd=REPOSITORY, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
    )
    with process:
        assert process.stdin is not None and process.stdout is not None
        stdin, stdout = process.stdin, process.stdout

        def measure(count: int) -> float:
            print(count, file=stdin, flush=True)
            return float(stdout.readline())

        if stdout.readline() != "ready\n":
            raise RuntimeError(f"{python} did not run the TensorFlow program {program}")
        yield {"TensorFlow": measure}
        stdin.close()
