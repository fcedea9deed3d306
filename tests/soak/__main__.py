"""`python -m tests.soak [--minutes 60] [part …]`: runs the campaign; exit status 1 when it found a fault."""

import argparse
import os
import pathlib
import sys
import time

from tests.soak import commands, fuzz, graphs, interrupts, limits, memory, notebooks, threads

PARTS = {
    "graphs": graphs.run,
    "interrupts": interrupts.run,
    "limits": limits.run,
    "threads": threads.run,
    "memory": memory.run,
    "fuzz": fuzz.run,
    "notebooks": notebooks.run,
    **commands.PARTS,
}


def tensorflow():
    """A Python with TensorFlow 1.15: what TENSORFLOW_PYTHON names, or "" when there is none."""
    found = os.environ.get("TENSORFLOW_PYTHON", "")
    return found if found and pathlib.Path(found).exists() else ""


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="all of them when none is named")
    parser.add_argument("--minutes", type=float, default=10, help="shared out equally among the parts")
    parser.add_argument(
        "--seed", type=int, default=0, help="where to begin; a fault names the seed that shows it again"
    )
    parser.add_argument("--count", type=int, default=0, help="seeds to go through; 0: as many as there is time for")
    parser.add_argument("--tensorflow", default=tensorflow(), help="a Python that has TensorFlow 1.15")
    parser.add_argument(
        "--way",
        action="append",
        help="graphs: compiled, numpy, interpreted, threads; interrupts: a scenario; memory: cells, graphs, fetches, sizes; "
        "fuzz: a reader; notebooks: diagrams, notebooks, files, kernel",
    )
    parser.add_argument(
        "--answers", default="", help="graphs: a folder that keeps what TensorFlow made of them, for another time"
    )
    parser.add_argument("--family", action="append", help="graphs: families to draw from, as module.function")
    arguments = parser.parse_args()
    parts = arguments.part or list(PARTS)
    good = True
    for name in parts:
        until = time.monotonic() + 60 * arguments.minutes / len(parts)
        good = PARTS[name](until, arguments).end() and good
    sys.exit(not good)


if __name__ == "__main__":
    main()
