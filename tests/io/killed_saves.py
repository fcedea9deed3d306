"""Kills saves wherever they touch the file system, and reads while another process saves; test_killed_saves.py runs it.

A process of its own, so that it can fork: nothing here starts JAX.
"""

import contextlib
import os
import pathlib
import sys
import time

import numpy as np

from graphlab._src.io.atomic_file import write_atomically
from graphlab._src.io.checkpoint.bundle_reader import BundleReader
from graphlab._src.io.checkpoint.bundle_writer import _Entries, write_bundle
from graphlab._src.io.checkpoint.merge import merge_bundles
from graphlab._src.train.saving.checkpoint_state import (
    get_checkpoint_state,
    latest_checkpoint,
    record_state,
    remove_checkpoint,
)
from graphlab.errors import NotFoundError

_TOUCHES = ("open", "os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir")
_KILLED = 9


def tensors(version, part=""):
    return [(f"{part}{name}".encode(), "", np.full(1000, version, np.int32)) for name in "abc"]


def save(prefix, version):
    write_bundle(prefix, tensors(version))


def save_sharded(prefix, version):
    folder = f"{prefix}_temp_{version:032x}"
    for part in ("x", "y"):
        write_bundle(f"{folder}/{part}", tensors(version, part))
    merge_bundles([f"{folder}/x", f"{folder}/y"], prefix)
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def save_retained(prefix, version):
    """What a Saver does: the checkpoint of a step, its graph, the list of those that are retained, and the oldest goes."""
    folder = os.path.dirname(prefix)
    before = get_checkpoint_state(folder)
    retained = list(before.all_model_checkpoint_paths) if before else []
    path = f"{prefix}-{version}"
    write_bundle(path, tensors(version))
    record_state(folder, path, [*retained[-1:], path])
    for old in retained[:-1]:
        remove_checkpoint(old)
    write_atomically(f"{path}.meta", b"graph")


def version_of(prefix):
    """The version that all tensors of a checkpoint have, of the latest in its folder where these are listed."""
    with BundleReader(latest_checkpoint(os.path.dirname(prefix)) or prefix) as reader:
        found = {int(one) for name in reader.names() for one in reader.read(name)}
    assert len(found) == 1, f"a mixture of {found}"
    return found.pop()


def die_at(touch):
    """Lets this process end at the nth time that it touches the file system, without any clearing up."""
    count = 0

    def step():
        nonlocal count
        count += 1
        if count == touch:
            os._exit(_KILLED)

    sys.addaudithook(lambda event, _: step() if event in _TOUCHES else None)
    fsync, write = os.fsync, _Entries._write

    def half_written(self, data):
        write(self, bytes(data)[: len(data) // 2])
        step()
        write(self, bytes(data)[len(data) // 2 :])
        step()

    def fsync_with_steps(handle):
        step()
        fsync(handle)
        step()

    os.fsync, _Entries._write = fsync_with_steps, half_written


def in_child(action):
    child = os.fork()
    if not child:
        action()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def killed_everywhere(prefix, saving):
    """Saves again and again, killed one step later each time, on top of what the last one left behind."""
    saving(prefix, 1)
    known, touch = 1, 0
    while True:
        touch += 1

        def attempt(touch=touch):
            die_at(touch)
            saving(prefix, touch + 1)

        code = in_child(attempt)
        assert code in (0, _KILLED), code
        found = version_of(prefix)
        assert found in (known, touch + 1), f"{found} is neither the last checkpoint nor the new one"
        known = found
        if code == 0:
            break
    assert touch > 10
    saving(prefix, touch + 2)
    assert version_of(prefix) == touch + 2
    names = os.listdir(os.path.dirname(prefix))
    assert not any(name.endswith(".previous") or "temp" in name for name in names), names
    return touch


def version_of_what_stays(prefix):
    """The same; the checkpoint that was found may be gone, because there are later ones."""
    while True:
        try:
            return version_of(prefix)
        except NotFoundError:
            assert latest_checkpoint(os.path.dirname(prefix))


def read_while_saved(prefix, saving, seconds):
    saving(prefix, 1)
    writer = os.fork()
    if not writer:
        version = 1
        while True:
            version += 1
            saving(prefix, version)
    end, reads, seen = time.monotonic() + seconds, 0, 0
    while time.monotonic() < end:
        found = version_of_what_stays(prefix)
        assert found >= seen
        reads, seen = reads + 1, found
    os.kill(writer, _KILLED)
    os.waitpid(writer, 0)
    version_of(prefix)
    return reads, seen


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    for name, saving in (("one", save), ("sharded", save_sharded), ("kept", save_retained)):
        (folder / name).mkdir()
        print(name, "killed at", killed_everywhere(str(folder / name / "m"), saving), "places")
        (folder / f"{name}_read").mkdir()
        print(name, "reads, saves:", *read_while_saved(str(folder / f"{name}_read" / "m"), saving, 0.7))
