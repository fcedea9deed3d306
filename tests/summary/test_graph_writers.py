"""tf.contrib.summary: summaries that a run writes by itself."""

from typing import cast

import pytest

import graphlab as tf

summary = tf.contrib.summary


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def written(folder):
    """(step, tag, kind) of the values in a folder's files, in order."""
    events = [event for path in sorted(folder.iterdir()) for event in tf.train.summary_iterator(str(path))]
    return [(event.step, value.tag, value.WhichOneof("value")) for event in events for value in event.summary.value]


def test_a_run_writes_what_its_step_requests(session, tmp_path):
    step = tf.train.get_or_create_global_step()
    writer = summary.create_file_writer(str(tmp_path), flush_millis=1000)
    with writer.as_default():
        summary.scalar("unasked", 1.0)
        with summary.always_record_summaries():
            with tf.name_scope("part"):
                loss = summary.scalar("loss", tf.constant(2.0), family="train")
            summary.histogram("h", tf.constant([1.0, 2.0]), step=5)
            summary.image("im", tf.zeros([2, 4, 4, 3]))
            summary.audio("au", tf.zeros([1, 100]), 8000.0, 1)
            summary.generic("gen", tf.constant([1, 2]))
        with summary.record_summaries_every_n_global_steps(2):
            summary.scalar("even", 3.0)
        assert tf.summary.all_v2_summary_ops() == summary.all_summary_ops()
        session.run(tf.global_variables_initializer())
        with pytest.raises(tf.errors.NotFoundError, match=r"Resource logdir:\S+ does not exist"):
            session.run(loss)
        summary.initialize(graph=tf.get_default_graph())
        assert session.run(summary.all_summary_ops()) == [False, True, True, True, True, True, True]
        session.run(tf.assign_add(step, 1))
        assert session.run(summary.all_summary_ops()) == [False, True, True, True, True, True, False]
        session.run(writer.close())
    of_each_step = [("train/part/train/loss", "simple_value"), ("im/image/0", "image"), ("im/image/1", "image")]
    of_each_step += [("au/audio", "audio"), ("gen", "tensor")]
    expected = {(step, tag, kind) for step in (0, 1) for tag, kind in of_each_step}
    assert set(written(tmp_path)) == expected | {(5, "h", "histo"), (0, "even", "simple_value")}


def test_writers_of_a_session_and_a_folder_share_one_file(session, tmp_path):
    one = tf.summary.FileWriter(str(tmp_path), session=session)
    two = tf.summary.FileWriter(str(tmp_path), session=session)
    with summary.create_file_writer(str(tmp_path)).as_default(), summary.always_record_summaries():
        by_run = summary.scalar("run", 1.0, step=2)
    one.add_summary(tf.Summary(value=[tf.Summary.Value(tag="one", simple_value=1)]), 0)
    two.add_summary(tf.Summary(value=[tf.Summary.Value(tag="two", simple_value=1)]), 1)
    session.run(by_run)
    one.flush()
    assert len(list(tmp_path.iterdir())) == 1
    assert [tag for _, tag, _ in written(tmp_path)] == ["one", "two", "run"]
    one.close()
    one.reopen()
    one.add_graph(session.graph)
    one.close()
    assert len(list(tmp_path.iterdir())) == 2


def test_what_is_missing_is_said(session):
    with pytest.raises(RuntimeError, match="No default tf.contrib.summary.SummaryWriter found"):
        summary.initialize()
    assert cast(tf.Operation, summary.scalar("loss", 1.0)).type == "NoOp"
    with summary.create_file_writer(None).as_default():
        assert summary.flush().type == "NoOp"
    with pytest.raises(TypeError, match="needs a tf.Tensor"):
        summary.graph(session.graph)
    assert summary.eval_dir("models") == "models/eval"


def test_the_projector_finds_its_config_beside_the_events(tmp_path):
    projector = tf.contrib.tensorboard.plugins.projector
    config = projector.ProjectorConfig()
    embedding = config.embeddings.add()
    embedding.tensor_name, embedding.metadata_path = "words", "labels.tsv"
    projector.visualize_embeddings(tf.summary.FileWriter(str(tmp_path)), config)
    assert 'tensor_name: "words"' in (tmp_path / "projector_config.pbtxt").read_text()


def test_the_first_replica_writes_what_is_recorded_around_all(tmp_path):
    strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    writer = summary.create_file_writer(str(tmp_path))
    with strategy.scope(), writer.as_default(), summary.always_record_summaries():
        step = tf.train.get_or_create_global_step()

        def replica():
            number = tf.distribute.get_replica_context().replica_id_in_sync_group
            return summary.scalar("number", tf.cast(number, tf.float32))

        written = strategy.experimental_local_results(strategy.experimental_run_v2(replica))
        with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as sess:
            sess.run([step.initializer, writer.init()])
            sess.run(written)
            sess.run(writer.close())
    (file,) = tmp_path.iterdir()
    _, *events = tf.train.summary_iterator(str(file))
    assert [event.summary.value[0].simple_value for event in events] == [0.0]


def test_clips_are_written_as_tensors_of_wav_files(session, tmp_path):
    v2 = tf.compat.v2.summary
    writer = v2.create_file_writer(str(tmp_path))
    with writer.as_default():
        one = v2.audio("clips", tf.zeros([2, 3, 1]), 8000, step=3, max_outputs=1)
    with pytest.raises(ValueError, match="encoding"):
        v2.audio("clips", tf.zeros([2, 3, 1]), 8000, encoding="mp3")
    session.run(writer.init())
    assert session.run(one)
    session.run(writer.flush())
    _, event = tf.train.summary_iterator(str(next(tmp_path.iterdir())))
    (value,) = event.summary.value
    assert (event.step, value.tag, value.metadata.plugin_data.plugin_name) == (3, "clips", "audio")
    (found,) = tf.make_ndarray(value.tensor)
    assert found[0][:4] == b"RIFF" and len(found[0]) == 50 and found[1] == b""
