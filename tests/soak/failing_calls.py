"""Kills saves, event files and cache writes at each call that touches a file, and lets each such call fail.

python -m tests.soak.failing_calls                 every call, killed before and after, failing once, and from there on
python -m tests.soak.failing_calls --every 9       a sample
python -m tests.soak.failing_calls save events     some of the scenarios

A library that is loaded before the C library's counts the calls; where no C compiler is, Python's audit events are taken,
which do not see writes. After each point the last complete state must be there, and after the next start nothing else.
"""

import argparse
import contextlib
import ctypes
import errno
import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback
from typing import Any

from graphlab._src.compiler.executables import private_files
from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.tf_record import TFRecordWriter, tf_record_iterator
from graphlab._src.proto import Event
from graphlab._src.summary.event_file import EventFile
from graphlab.errors import DataLossError, OpError
from tests.io.killed_saves import save, save_retained, save_sharded, version_of

KILL_BEFORE, KILL_AFTER, FAIL_ONCE, FAIL_FROM = range(1, 5)
MODES = {
    "killed before": (KILL_BEFORE, 0),
    "killed after": (KILL_AFTER, 0),
    "input/output error": (FAIL_ONCE, errno.EIO),
    "full disk once": (FAIL_ONCE, errno.ENOSPC),
    "full disk": (FAIL_FROM, errno.ENOSPC),
}
_SHIM = pathlib.Path(__file__).with_name("failing_calls.c")
_DONE, _SAID, _MISTAKE = 0, 1, 3  # exit statuses of a child


class AuditedCalls:
    """The same as the library, as far as Python's audit events go."""

    def __init__(self):
        self.count = 0
        self._armed: Any = None
        sys.addaudithook(self._hear)

    def failing_calls_arm(self, mode, at, number, folder):
        self.count, self._armed = 0, (mode, at, number, os.fsdecode(folder))

    def failing_calls_count(self):
        return self.count

    def _hear(self, event, arguments):
        if self._armed is None or event not in ("open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir"):
            return
        mode, at, number, folder = self._armed
        if not f"{arguments[0]}/".startswith(f"{folder}/"):
            return
        self.count += 1
        if self.count == at and mode in (KILL_BEFORE, KILL_AFTER):
            os._exit(9)
        if number and (self.count == at or (mode == FAIL_FROM and self.count > at and event in ("open", "os.mkdir"))):
            raise OSError(number, os.strerror(number))


# What is killed: prepare(folder) makes the state before, act(folder) is interrupted, check(folder, killed) looks at what is
# there, again(folder) is the next start.


class Saving:
    """A checkpoint over another one, in one of the ways that killed_saves knows."""

    def __init__(self, way):
        self._way = way

    def prepare(self, folder):
        self._way(f"{folder}/m", 1)

    def act(self, folder):
        self._way(f"{folder}/m", 2)

    def check(self, folder, status):
        found = version_of(f"{folder}/m")
        assert found in ((2,) if status == _DONE else (1, 2)), found

    def again(self, folder):
        self._way(f"{folder}/m", 3)

    def check_again(self, folder):
        assert version_of(f"{folder}/m") == 3
        left = [name for name in os.listdir(folder) if "temp" in name or name.endswith(".previous")]
        assert not left, left


class Graph:
    """A file that is written whole."""

    def prepare(self, folder):
        write_atomically(f"{folder}/graph.pb", b"old" * 1000)

    def act(self, folder):
        write_atomically(f"{folder}/graph.pb", b"new" * 1000)

    def check(self, folder, status):
        expected = (b"new",) if status == _DONE else (b"old", b"new")
        assert pathlib.Path(folder, "graph.pb").read_bytes() in [one * 1000 for one in expected]

    def again(self, folder):
        self.act(folder)

    def check_again(self, folder):
        assert os.listdir(folder) == ["graph.pb"]


class Records:
    """A file of records: what was flushed is there, and what is there can be read."""

    def prepare(self, folder):
        pathlib.Path(f"{folder}.flushed").write_text("0")

    def act(self, folder):
        writer = TFRecordWriter(f"{folder}/records")
        for number in range(6):
            writer.write(b"%d" % (number + 1) * 100)
            if number == 2:
                writer.flush()
                pathlib.Path(f"{folder}.flushed").write_text("3")
        writer.close()

    def check(self, folder, status):
        least = 6 if status == _DONE else int(pathlib.Path(f"{folder}.flushed").read_text())
        found = [record for name in sorted(os.listdir(folder)) for record in _records(f"{folder}/{name}")]
        self.compare(found, least)

    def compare(self, found, least):
        assert found == [b"%d" % (number + 1) * 100 for number in range(len(found))]
        assert len(found) >= least, (len(found), least)

    def again(self, folder):
        shutil.rmtree(folder)  # a program that starts anew writes its records anew
        os.mkdir(folder)
        self.act(folder)

    def check_again(self, folder):
        self.check(folder, _DONE)


class Events(Records):
    """An event file; where a call fails once, no event is lost."""

    def act(self, folder):
        failed = None
        file = EventFile(folder)
        for number in range(6):
            failed = _tried(lambda number=number: file.add_event(Event(step=number + 1)), failed)
            if number == 2 and failed is _tried(file.flush, failed):
                pathlib.Path(f"{folder}.flushed").write_text("3")
        failed = _tried(file.close, failed)
        if failed is not None:
            file.close()  # what failed once may work now
            raise failed

    def compare(self, found, least):
        steps = [Event.FromString(record).step for record in found]
        starts = [i for i, step in enumerate(steps) if step == 0]
        for start, end in itertools.pairwise([*starts, len(steps)]):
            assert steps[start:end] == list(range(end - start)), steps
        assert sum(step > 0 for step in steps) >= least, (steps, least)

    def again(self, folder):
        self.act(folder)

    def check(self, folder, status):
        super().check(folder, status)


def _tried(action, failed):
    try:
        action()
    except OpError as error:
        return failed or error
    return failed


def _records(path):
    try:
        yield from tf_record_iterator(path)
    except DataLossError as error:
        assert "truncated" in str(error), error  # the last one, which was being written


class Cache:
    """The cache of compiled code: a process of its own for each, because JAX does not fork."""

    def prepare(self, folder):
        os.mkdir(f"{folder}.clean")
        subprocess.run([sys.executable, "-c", _COMPILES], env=_cached(f"{folder}.clean"), check=True)

    def act(self, folder):
        command = [sys.executable, "-c", f"{_ARMS}{_COMPILES}{_COUNTS}"]
        environment = _cached(folder) | {"FAILING_CALLS": " ".join(map(str, self.point))}
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        if done.returncode == -9:
            os._exit(9)
        assert done.returncode == 0, done.stderr
        self.calls = int(done.stdout)

    def check(self, folder, status):
        pass

    def again(self, folder):
        subprocess.run([sys.executable, "-c", _COMPILES], env=_cached(folder), check=True)

    def check_again(self, folder):
        assert len(os.listdir(folder)) == len(os.listdir(f"{folder}.clean")), os.listdir(folder)

    point: Any = None
    calls = 0


class Cleaning:
    """The cache's folder when it holds too much, and what a process that was killed was writing."""

    def prepare(self, folder):
        for number in range(5):
            private_files.write(pathlib.Path(folder), str(number), [b"x" * 100])
        pathlib.Path(folder, f"5.{'0' * 16}.part").write_bytes(b"half")

    def act(self, folder):
        with contextlib.suppress(OSError):  # as the cache does, whose failures raise no error
            private_files.remove_unfinished(pathlib.Path(folder))
            private_files.free_space(pathlib.Path(folder), 250, str.isdigit)

    def check(self, folder, status):
        found = [path.read_bytes() for path in pathlib.Path(folder).iterdir() if path.name.isdigit()]
        assert found.count(b"x" * 100) == len(found) >= 2, found

    def again(self, folder):
        self.act(folder)

    def check_again(self, folder):
        assert len([name for name in os.listdir(folder) if name.isdigit()]) == 2
        assert len(os.listdir(folder)) == 2, os.listdir(folder)


_COMPILES = """
import graphlab as tf
with tf.Session() as sess:
    assert sess.run(tf.constant(3.0) * tf.placeholder_with_default(2.0, [])) == 6.0
"""
_ARMS = """
import ctypes, os
_calls = ctypes.CDLL(None)
_mode, _at, _number, _folder = os.environ["FAILING_CALLS"].split(" ", 3)
_calls.failing_calls_arm(int(_mode), int(_at), int(_number), _folder.encode())
"""
_COUNTS = """
print(_calls.failing_calls_count())
"""


def _cached(folder):
    return os.environ | {"GRAPHLAB_CACHE_DIR": str(folder)}


SCENARIOS = {
    "save": Saving(save),
    "sharded": Saving(save_sharded),
    "kept": Saving(save_retained),
    "graph": Graph(),
    "records": Records(),
    "events": Events(),
    "cleaning": Cleaning(),
    "cache": Cache(),
}


def in_child(action, out=None):
    """Runs it in a fork; returns its exit status: _DONE, _SAID for an OpError, -9 when it was killed. out: receives a number."""
    child = os.fork()
    if not child:
        status = _DONE
        try:
            action()
        except OpError:
            status = _SAID
        except BaseException:
            traceback.print_exc()
            status = _MISTAKE
        if out is not None:
            os.write(out, b"%d" % status)
        os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status != _MISTAKE
    return status


def count_calls(calls, scenario):
    """How many calls there are when none fails."""
    read, write = os.pipe()

    def counted():
        scenario.act(folder)
        os.write(write, b"%d" % (scenario.calls if isinstance(scenario, Cache) else calls.failing_calls_count()))

    with tempfile.TemporaryDirectory() as parent:
        folder = _prepared(scenario, parent)
        _armed(calls, scenario, FAIL_ONCE, 1 << 30, errno.EIO, folder, counted)
    return int(os.read(read, 20))


def _prepared(scenario, parent):
    folder = os.path.join(parent, "files")
    os.mkdir(folder)
    assert in_child(lambda: scenario.prepare(folder)) == _DONE
    return folder


def _armed(calls, scenario, mode, at, number, folder, action):
    def armed():
        if isinstance(scenario, Cache):
            scenario.point = mode, at, number, folder
        else:
            calls.failing_calls_arm(mode, at, number, os.fsencode(folder))
        action()

    return in_child(armed)


def check_point(calls, scenario, mode, at, number):
    """Interrupts at one call; returns how the process ended."""
    with tempfile.TemporaryDirectory() as parent:
        folder = _prepared(scenario, parent)
        status = _armed(calls, scenario, mode, at, number, folder, lambda: scenario.act(folder))
        scenario.check(folder, status)
        assert in_child(lambda: scenario.again(folder)) == _DONE
        scenario.check_again(folder)
        return status


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(SCENARIOS)}")
    parser.add_argument("--every", type=int, default=1, help="only each such call, to take a sample")
    options = parser.parse_args()
    calls: Any = None
    with tempfile.TemporaryDirectory() as folder:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler and sys.platform == "linux" and "failing_calls" not in os.environ.get("LD_PRELOAD", ""):
            library = f"{folder}/failing_calls.so"
            subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, str(_SHIM), "-ldl"], check=True)
            command = [sys.executable, "-m", "tests.soak.failing_calls", *sys.argv[1:]]
            return subprocess.run(command, env=os.environ | {"LD_PRELOAD": library}, check=False).returncode
        calls = ctypes.CDLL(None) if compiler else AuditedCalls()
        names = options.names or [name for name in SCENARIOS if name != "cache" or compiler]
        for name in names:
            run_all(calls, name, options.every)
    return 0


def run_all(calls, name, every):
    scenario = SCENARIOS[name]
    total = count_calls(calls, scenario)
    ends = {"killed": 0, "said": 0, "unharmed": 0}
    offset = 0
    for mode, (number, with_errno) in MODES.items():
        for at in range(1 + offset % every, total + 1, every):
            try:
                status = check_point(calls, scenario, number, at, with_errno)
            except BaseException:
                print(f"{name}: {mode} at call {at} of {total}", file=sys.stderr)
                raise
            ends["killed" if status == -9 or status == 9 else "said" if status == _SAID else "unharmed"] += 1
        offset += 1
    print(
        f"{name}: {total} calls, {sum(ends.values())} points:",
        ", ".join(f"{n} {end}" for end, n in ends.items()),
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
