"""ProgressHook: what its bar says."""

import io

import pytest

import graphlab as tf

pytest.importorskip("tqdm", reason="ProgressHook's bar is tqdm's")


@pytest.fixture(autouse=True)
def add_one():
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        yield tf.assign_add(step, 1)


def test_the_bar_shows_steps_and_values(add_one):
    screen = io.StringIO()
    loss = tf.constant(0.25)
    hook = tf.train.ProgressHook(last_step=40, tensors={"loss": loss}, every_n_secs=0, desc="training", file=screen)
    hooks = [tf.train.StopAtStepHook(last_step=40), hook]
    with tf.train.MonitoredTrainingSession(hooks=hooks) as session:
        while not session.should_stop():
            session.run(add_one)
    last = screen.getvalue().split("\r")[-1]
    assert "training: 100%" in last
    assert "40/40" in last
    assert "step/s, loss=0.25]" in last


def test_the_bar_goes_on_from_the_step_of_a_checkpoint(add_one, tmp_path):
    for first in (0, 5):
        screen = io.StringIO()
        hooks = [tf.train.StopAtStepHook(num_steps=5), tf.train.ProgressHook(num_steps=5, file=screen)]
        with tf.train.MonitoredTrainingSession(checkpoint_dir=str(tmp_path), hooks=hooks) as session:
            while not session.should_stop():
                session.run(add_one)
        assert f" {first}/{first + 5} " in screen.getvalue()
        assert f" {first + 5}/{first + 5} " in screen.getvalue()


def test_one_end_is_enough():
    with pytest.raises(ValueError, match="Only one of num_steps or last_step"):
        tf.train.ProgressHook(num_steps=1, last_step=2)
