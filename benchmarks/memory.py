"""The memory that a process needs to save or restore a model: `python -m benchmarks.memory save 1024 PATH` prints it.

In megabytes, beyond what the process had with the graph built: for saving the variables and what saving adds to them,
for restoring all of it.
"""

import pathlib
import re
import sys

import graphlab as tf


def most() -> float:
    """The most that this process has had so far, as Linux reports it."""
    (kilobytes,) = re.findall(r"VmHWM:\s+(\d+) kB", pathlib.Path("/proc/self/status").read_text())
    return int(kilobytes) / 1024


def peak(what: str, megabytes: int, path: str) -> float:
    shape = [megabytes * 32, 1024]  # float32: an eighth
    for number in range(8):
        tf.get_variable(f"v{number}", shape, initializer=tf.zeros_initializer())
    saver, session, small = tf.train.Saver(), tf.Session(), tf.zeros([])
    session.run(small)
    before = most()
    if what == "save":
        session.run(tf.global_variables_initializer())
        saver.save(session, path, write_meta_graph=False)
    else:
        saver.restore(session, path)
    return most() - before


if __name__ == "__main__":
    print(peak(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
