"""A Saver that is passed what is no checkpoint says which path to pass."""

import pytest

import graphlab as tf


@pytest.mark.parametrize(
    ("path", "fix"),
    [
        ("model", "checkpoints that are there: {folder}/model-20, {folder}/model-3"),
        ("model-20.index", "'{folder}/model-20', without .index"),
        ("model-20.data-00000-of-00001", "'{folder}/model-20', without .data-00000-of-00001"),
        ("checkpoint", "tf.train.latest_checkpoint('{folder}')"),
        ("", "this is a folder: tf.train.latest_checkpoint('{folder}')"),
    ],
)
def test_restore_names_the_path_that_was_meant(tmp_path, path, fix):
    tf.Variable(1.0, name="w")
    with tf.Session() as sess:
        saver = tf.train.Saver()
        sess.run(tf.global_variables_initializer())
        for step in (3, 20):
            saver.save(sess, str(tmp_path / "model"), global_step=step, write_meta_graph=False)
        with pytest.raises((ValueError, tf.errors.OpError), match="not a valid checkpoint") as error:
            saver.restore(sess, str(tmp_path / path) if path else str(tmp_path))
    assert str(error.value).endswith(f"  fix     {fix.format(folder=tmp_path)}")
