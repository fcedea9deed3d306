"""Operations that read, write and find files."""

import os

import pytest

import graphlab as tf


@pytest.fixture
def sess():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_what_is_written_can_be_read(sess, tmp_path):
    path = str(tmp_path / "new" / "folder" / "file")
    sess.run(tf.write_file(path, b"\x00contents"))
    assert sess.run(tf.read_file(path)) == b"\x00contents"


def test_files_that_match_come_in_order(sess, tmp_path):
    for name in ("b1", "b2", ".hidden", "a1", "c"):
        (tmp_path / name).touch()

    def matching(*patterns):
        found = sess.run(tf.matching_files([f"{tmp_path}/{pattern}" for pattern in patterns]))
        return [os.path.basename(path).decode() for path in found]

    assert matching("*") == [".hidden", "a1", "b1", "b2", "c"]
    assert matching("[^b]?", "b?") == ["a1", "b1", "b2"]
    assert matching("c", "nothing*") == ["c"]
    assert sess.run(tf.matching_files(f"{tmp_path}/c")).tolist() == [f"{tmp_path}/c".encode()]


def test_what_is_not_there(sess, tmp_path):
    for fetch in (tf.read_file(str(tmp_path / "gone")), tf.matching_files(str(tmp_path / "gone" / "*"))):
        with pytest.raises(tf.errors.NotFoundError, match="gone; No such file or directory"):
            sess.run(fetch)
    with pytest.raises(tf.errors.FailedPreconditionError, match="; Is a directory"):
        sess.run(tf.read_file(str(tmp_path)))
