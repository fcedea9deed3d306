"""tf.contrib.testing.FakeSummaryWriter: what hooks wrote, without files."""

import pytest

import graphlab as tf


def test_it_keeps_what_hooks_write():
    fake = tf.contrib.testing.FakeSummaryWriter("logs")
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        add = tf.assign_add(step, 1)
        hook = tf.train.SummarySaverHook(3, summary_writer=fake, summary_op=tf.summary.scalar("loss", 0.5))
        with tf.train.SingularMonitoredSession(hooks=[hook]) as session:
            for _ in range(7):
                session.run(add)
    fake.assert_summaries(tf.test.TestCase(), "logs", expected_summaries={n: {"loss": 0.5} for n in (1, 4, 7)})
    assert set(fake.summaries) == {1, 4, 7}


def test_the_cache_makes_it_while_it_is_installed():
    fake = tf.contrib.testing.FakeSummaryWriter
    tf.summary.FileWriterCache.clear()
    fake.install()
    try:
        assert isinstance(tf.summary.FileWriterCache.get("logs"), fake)
        with pytest.raises(ValueError, match="already installed"):
            fake.install()
    finally:
        fake.uninstall()
        tf.summary.FileWriterCache.clear()
    with pytest.raises(ValueError, match="not installed"):
        fake.uninstall()


def test_the_newest_summaries_of_a_folder(tmp_path):
    testing, value = tf.contrib.testing, tf.Summary.Value
    assert testing.latest_event_file(str(tmp_path)) is None and testing.latest_summaries(str(tmp_path)) == []
    with tf.summary.FileWriter(str(tmp_path)) as writer:
        for step, loss in ((1, 0.5), (7, 0.25)):
            writer.add_summary(tf.Summary(value=[value(tag="loss", simple_value=loss)]), step)
    events = testing.latest_summaries(str(tmp_path))
    assert testing.simple_values_from_events(events, ["loss"]) == {"loss": 0.25}
    summary = testing.to_summary_proto(events[0].summary.SerializeToString())
    testing.assert_summary(["loss"], {"loss": 0.501}, summary)
    with pytest.raises(ValueError, match="Expected tags"):
        testing.assert_summary(["accuracy"], {}, summary)
