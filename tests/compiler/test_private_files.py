"""Files that no other user can have written: what is read, what is refused, and that nothing is left behind."""

import errno
import grp
import os
import pwd
import subprocess
import sys
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from graphlab._src.compiler.executables import disk_cache, private_files, serialization
from graphlab._src.compiler.executables.private_files import (
    NotPrivateError,
    free_space,
    open_folder,
    read,
    remove_unfinished,
    write,
)


@pytest.fixture
def folder(tmp_path):
    return open_folder(tmp_path / "deep" / "folder")


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_what_is_written_is_read(folder):
    write(folder, "a", [b"one ", b"two"])
    assert read(folder, "a", 100) == b"one two"
    assert read(folder, "b", 100) is None
    assert names(folder) == ["a"]
    assert [path.stat().st_mode & 0o777 for path in (folder.parent, folder, folder / "a")] == [0o700, 0o700, 0o600]


@pytest.mark.parametrize("has_links", [True, False])
def test_what_another_process_was_faster_to_write_stays(folder, monkeypatch, has_links):
    if not has_links:
        monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(PermissionError()))
    for content in (b"first", b"second"):
        private_files.write(folder, "key", [content], replace=False)
    assert private_files.read(folder, "key", 100) == b"first"
    assert os.listdir(folder) == ["key"]


def test_reading_takes_the_memory_of_the_file_and_no_more(folder):
    private_files.write(folder, "name", [b"x" * 1000])
    assert private_files.read(folder, "name", 1 << 60) == b"x" * 1000


def test_an_empty_file_is_as_good_as_none(folder, monkeypatch):
    monkeypatch.setattr(disk_cache._Settings, "folder", folder)
    (folder / ("0" * 64)).touch(0o600)
    assert disk_cache.load("0" * 64, None) is None
    assert not list(folder.iterdir())


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_folder_that_others_may_write_to_is_refused(folder, mode):
    folder.chmod(mode)
    with pytest.raises(NotPrivateError, match="others may write to .*folder"):
        open_folder(folder)


def test_a_folder_on_the_way_that_others_may_write_to_is_refused(folder, tmp_path):
    folder.parent.chmod(0o777)
    with pytest.raises(NotPrivateError, match="others may write to .*deep"):
        open_folder(folder)
    with pytest.raises(NotPrivateError, match="others may write to .*deep"):
        open_folder(tmp_path / "deep" / "new")
    assert names(folder.parent) == ["folder"]
    folder.parent.chmod(0o1777)  # as /tmp is: no other user can rename what is in it
    assert open_folder(folder) == folder


@pytest.mark.parametrize("members, is_refused", [([], False), (["somebody"], True)])
def test_a_group_of_one_is_nobody_else(folder, monkeypatch, members, is_refused):
    folder.parent.chmod(0o770)
    monkeypatch.setattr(private_files, "_is_of_one", private_files._is_of_one.__wrapped__)
    user = pwd.getpwuid(os.geteuid()).pw_name
    monkeypatch.setattr(grp, "getgrgid", lambda gid: SimpleNamespace(gr_name=user, gr_mem=members))
    with pytest.raises(NotPrivateError) if is_refused else nullcontext():
        open_folder(folder)


def test_a_folder_through_links_is_looked_at_where_it_is(folder, tmp_path):
    (tmp_path / "link").symlink_to("deep")
    assert open_folder(tmp_path / "link" / ".." / "link" / "folder") == folder
    (tmp_path / "absolute").symlink_to(folder)
    assert open_folder(tmp_path / "absolute") == folder
    folder.parent.chmod(0o777)
    with pytest.raises(NotPrivateError, match="others may write to .*deep"):
        open_folder(tmp_path / "absolute")
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(NotPrivateError, match="too many links"):
        open_folder(tmp_path / "loop" / "folder")


def test_what_belongs_to_somebody_else_is_refused(folder, monkeypatch):
    write(folder, "a", [b"planted"])
    somebody_else = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody_else)
    with pytest.raises(NotPrivateError, match="others may have written .*a"):
        read(folder, "a", 100)
    with pytest.raises(NotPrivateError, match="is owned by another user"):
        open_folder(folder)


def test_only_plain_files_of_ones_own_are_read(folder):
    write(folder, "a", [b"text"])
    (folder / "link").symlink_to("a")
    with pytest.raises(OSError):
        read(folder, "link", 100)
    os.mkfifo(folder / "pipe")
    with pytest.raises(NotPrivateError, match="not a file"):
        read(folder, "pipe", 100)
    with pytest.raises(NotPrivateError, match="larger"):
        read(folder, "a", 3)
    (folder / "a").chmod(0o620)
    with pytest.raises(NotPrivateError, match="others may have written .*a"):
        read(folder, "a", 100)


@pytest.mark.parametrize("ends", [False, True])
def test_a_write_that_fails_leaves_nothing(folder, monkeypatch, ends):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    def parts():
        yield b"half"
        if not ends:
            full()

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write(folder, "a", parts())
    assert names(folder) == []


KILLED = """
    import os, signal, sys
    from graphlab._src.compiler.executables import private_files
    folder = private_files.open_folder(sys.argv[1])
    def parts():
        yield b"half"
        os.kill(os.getpid(), signal.SIGKILL)
    private_files.write(folder, "a", parts())
"""


@pytest.mark.slow
def test_what_killed_processes_left_goes_at_the_next_start_and_what_others_write_stays(folder):
    subprocess.run([sys.executable, "-c", "\n".join(line[4:] for line in KILLED.splitlines()), folder], check=False)
    assert len(names(folder)) == 1
    (folder / "mine.part").write_text("not written here")

    def parts():
        yield b"whole"
        remove_unfinished(folder)  # another process starts

    write(folder, "b", parts())
    assert names(folder) == ["b", "mine.part"]


def test_what_was_not_used_for_longest_is_evicted(folder):
    for i, name in enumerate(["a", "b", "c", "d", "other"]):
        write(folder, name, [b"x" * 10])
        os.utime(folder / name, (i, i))
    read(folder, "b", 100)
    free_space(folder, 25, lambda name: len(name) == 1)
    assert names(folder) == ["b", "d", "other"]


def test_eviction_goes_on_when_files_vanish_or_stay(folder, monkeypatch):
    for i, name in enumerate("abcd"):
        write(folder, name, [b"x" * 10])
        os.utime(folder / name, (i, i))
    real = os.unlink

    def unlink(path):
        if path.endswith("a"):
            raise PermissionError(errno.EPERM, "Operation not permitted")
        real(path)
        raise FileNotFoundError  # another process was faster

    monkeypatch.setattr(os, "unlink", unlink)
    free_space(folder, 25, lambda name: True)
    assert names(folder) == ["a", "d"]


@pytest.mark.parametrize("what", ["open_folder", "remove_unfinished", "read", "write", "free_space"])
def test_a_disk_that_fails_is_nobodys_error(folder, monkeypatch, what):
    def fail(*_):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(disk_cache._Settings, "folder", folder)
    monkeypatch.setattr(disk_cache._Settings, "written", 0)
    monkeypatch.setattr(private_files, what, fail)
    monkeypatch.setattr(serialization, "pack", lambda compiled: (b"{}", compiled))
    assert disk_cache.load("0" * 64, None) is None
    code: Any = b"code"
    disk_cache.save("0" * 64, code)
    assert names(folder) == ([] if what in ("open_folder", "write") else ["0" * 64])
