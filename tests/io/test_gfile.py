"""tf.gfile and tf.io.gfile: files and folders by name. What TensorFlow 1.15 returned for the same calls."""

import errno
import os

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.io.paths import file_errors


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with tf.gfile.GFile("a", "w") as file:
        file.write("hello\nworld\n\nend")
    return tmp_path


def test_reads_by_lines_and_by_position(here):
    with tf.gfile.GFile("a") as file:
        assert [file.readline(), file.tell()] == ["hello\n", 6]
        file.seek(2)
        assert [file.read(2), file.tell()] == ["ll", 4]
        file.seek(1, 1)
        assert file.readlines() == ["\n", "world\n", "\n", "end"]
        file.seek(-2, 2)
        assert [file.read(), file.read(), file.readline(), file.size()] == ["nd", "", "", 16]
        file.seek(0)
        assert list(file) == ["hello\n", "world\n", "\n", "end"]
    assert list(tf.gfile.FastGFile("a", "rb")) == [b"hello\n", b"world\n", b"\n", b"end"]
    assert tf.gfile.Open(b"a").read(3) == "hel"


def test_writes_and_appends(here):
    with tf.gfile.GFile("b", "w") as file:
        file.write("12")
        file.write(b"34")
        assert file.tell() == 4
    with tf.gfile.GFile("b", "a") as file:
        file.write("é")
    assert tf.gfile.GFile("b", "rb").read() == "1234é".encode()
    with tf.gfile.GFile("never_written", "w"):
        pass
    assert not tf.gfile.Exists("never_written")


def test_numpy_reads_and_writes_it(here):
    with tf.gfile.GFile("array", "wb") as file:
        np.save(file, [1, 2])
    with tf.gfile.GFile("array", "rb") as file:
        assert np.load(file).tolist() == [1, 2]  # pyright: ignore[reportArgumentType]  (a file in all that NumPy needs)


def test_folders(here):
    tf.gfile.MakeDirs("d/x/y")
    tf.gfile.MkDir("d")  # is there: no error, as in TensorFlow
    for name in ("d/f1", "d/.hidden", "d/x/f2"):
        with tf.gfile.GFile(name, "w") as file:
            file.write("")
    assert tf.gfile.ListDirectory("d") == [".hidden", "f1", "x"]
    walked = [("d", ["x"], [".hidden", "f1"]), ("d/x", ["y"], ["f2"]), ("d/x/y", [], [])]
    assert list(tf.gfile.Walk("d")) == walked
    assert list(tf.gfile.Walk("d", in_order=False)) == walked[::-1]
    assert list(tf.gfile.Walk("nowhere")) == []
    assert [tf.gfile.IsDirectory(name) for name in ("d", "a", "nowhere")] == [True, False, False]
    tf.gfile.DeleteRecursively("d")
    assert not tf.gfile.Exists("d")


def test_moves_and_copies(here):
    tf.gfile.Copy("a", "b")
    tf.io.gfile.rename("b", "c")
    assert tf.gfile.Glob("[^a]") == ["c"]
    assert tf.gfile.Glob(["c*", "a*"]) == ["c", "a"]
    tf.gfile.Copy("a", "c", overwrite=True)
    assert tf.gfile.Stat("c").length == 16
    tf.gfile.Remove("c")
    assert not tf.gfile.Exists("c")


def test_takes_file_urls(here):
    url = f"file://{here}"
    assert tf.gfile.Exists(f"{url}/a")
    assert tf.io.gfile.glob(f"{url}/*") == [f"{url}/a"]
    with tf.gfile.GFile(f"{url}/b", "w") as file:
        file.write("b")
    assert (here / "b").read_text() == "b"


@pytest.mark.parametrize(
    ("act", "error", "text"),
    [
        (lambda: tf.gfile.GFile("no").read(), "NotFoundError", "no; No such file or directory"),
        (lambda: tf.gfile.GFile("no/b", "w").write(""), "NotFoundError", "no/b; No such file or directory"),
        (lambda: tf.gfile.GFile("a").write(""), "PermissionDeniedError", "File isn't open for writing"),
        (lambda: tf.gfile.GFile("a", "w").read(), "PermissionDeniedError", "File isn't open for reading"),
        (lambda: tf.gfile.GFile("a", "U"), "InvalidArgumentError", "mode is not 'r' or 'w' or 'a' or 'r"),
        (lambda: tf.gfile.GFile("a").seek(99), "OutOfRangeError", "reached end of file"),
        (lambda: tf.gfile.GFile("a").seek(0, 5), "InvalidArgumentError", "Invalid whence argument: 5"),
        (lambda: tf.gfile.MakeDirs("a/x"), "FailedPreconditionError", "a/x; Not a directory"),
        (lambda: tf.gfile.ListDirectory("a"), "NotFoundError", "Could not find directory a"),
        (lambda: tf.gfile.Remove("no"), "NotFoundError", "no; No such file or directory"),
        (lambda: tf.gfile.Remove("."), "FailedPreconditionError", "Is a directory"),
        (lambda: tf.gfile.DeleteRecursively("no"), "NotFoundError", "no not found"),
        (lambda: tf.gfile.Stat("no"), "NotFoundError", "no; No such file or directory"),
        (lambda: tf.gfile.Copy("a", "a"), "AlreadyExistsError", "file already exists"),
        (lambda: tf.gfile.Rename("no", "b"), "NotFoundError", "no; No such file or directory"),
        (lambda: tf.gfile.Glob("no/*"), "NotFoundError", "no; No such file or directory"),
        (lambda: tf.gfile.Exists("foo://x"), "UnimplementedError", "File system scheme 'foo' not implemented"),
    ],
)
def test_errors_are_tensorflows(here, act, error, text):
    with pytest.raises(getattr(tf.errors, error)) as caught:
        act()
    assert text in str(caught.value)


def test_what_can_not_be_written_is_an_error_of_tensorflows(tmp_path):
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.write_text("")
    folder.mkdir()
    graph, gfile = tf.Graph(), tf.gfile
    failed, missing = tf.errors.FailedPreconditionError, tf.errors.NotFoundError
    gfile.MkDir(str(file))  # no error in TensorFlow
    for expected, reason, write in (
        (failed, "Not a directory", lambda: gfile.MakeDirs(str(file / "x"))),
        (failed, "Is a directory", lambda: gfile.GFile(str(folder), "w").write("x")),
        (missing, "No such file", lambda: gfile.GFile(str(folder / "a" / "b"), "w").write("x")),
        (failed, "Not a directory", lambda: tf.train.write_graph(graph, str(file / "x"), "g.pb")),
        (failed, "Is a directory", lambda: tf.train.write_graph(graph, str(tmp_path), "folder")),
        (failed, "Not a directory", lambda: tf.saved_model.Builder(str(file / "x"))),
        (failed, "Is a directory", lambda: tf.io.TFRecordWriter(str(folder))),
    ):
        with pytest.raises(expected, match=reason):
            write()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]


def test_errors_of_the_system_have_the_classes_that_tensorflow_gives_them():
    for number, kind in (
        (errno.EFBIG, tf.errors.OutOfRangeError),
        (errno.EROFS, tf.errors.PermissionDeniedError),
        (errno.ENOMEM, tf.errors.ResourceExhaustedError),
        (errno.ESTALE, tf.errors.AbortedError),
        (errno.EIO, tf.errors.UnknownError),
    ):
        with pytest.raises(kind, match=f"name; {os.strerror(number)}"), file_errors("name"):
            raise OSError(number, "")
