"""Event files, read back with TensorBoard's own reader."""

import subprocess
import sys
import threading

import pytest
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

import graphlab as tf
from graphlab._src.summary.event_transformer import SummaryToEventTransformer
from tests.kernel import REPOSITORY


def events(folder):
    return [event for file in sorted(folder.iterdir()) for event in EventFileLoader(str(file)).Load()]


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        tf.identity(x, name="y")
        yield graph


def test_a_graph_is_written_as_tensorboard_wants_it(tmp_path, graph):
    tf.summary.FileWriter(str(tmp_path / "logs"), graph).close()
    written = events(tmp_path / "logs")
    assert written[0].file_version == "brain.Event:2"
    message = tf.GraphDef.FromString(next(event.graph_def for event in written if event.HasField("graph_def")))
    assert [node.name for node in message.node] == ["x", "y"]
    assert [dim.size for dim in message.node[1].attr["_output_shapes"].list.shape[0].dim] == [-1, 3]


def test_summaries_carry_their_step(tmp_path):
    summary = tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)])
    with tf.summary.FileWriter(str(tmp_path)) as writer:
        writer.add_summary(summary, global_step=3)
        writer.add_summary(summary.SerializeToString(), 4)
        assert writer.get_logdir() == str(tmp_path)
    found = [(event.step, event.summary.value[0].tag) for event in events(tmp_path) if event.HasField("summary")]
    assert found == [(3, "loss"), (4, "loss")]


def test_a_closed_writer_warns_and_can_be_reopened(tmp_path):
    writer = tf.summary.FileWriter(str(tmp_path))
    writer.close()
    with pytest.warns(UserWarning, match="Attempting to use a closed FileWriter"):
        writer.add_summary(tf.Summary())
    writer.reopen()
    writer.add_session_log(tf.SessionLog(status=tf.SessionLog.START), 1)
    writer.close()
    assert any(event.HasField("session_log") for event in events(tmp_path))


def test_run_metadata_tags_are_used_once(tmp_path):
    with tf.summary.FileWriter(str(tmp_path)) as writer:
        writer.add_run_metadata(tf.RunMetadata(), "step1", 1)
        with pytest.raises(ValueError, match="tag was already used"):
            writer.add_run_metadata(tf.RunMetadata(), "step1", 2)


def test_what_is_no_graph_is_refused(tmp_path, graph):
    writer = tf.summary.FileWriter(str(tmp_path))
    with pytest.raises(TypeError, match="must be an instance of `Graph`"):
        writer.add_graph("graph")
    with pytest.raises(TypeError, match="must be an instance of `Graph`"):
        writer.add_graph(None)
    with pytest.raises(ValueError, match="not both"):
        writer.add_graph(graph, graph_def=graph.as_graph_def())
    writer.close()


@pytest.mark.slow
def test_a_process_that_is_killed_loses_nothing_that_it_flushed(tmp_path):
    program = f"""
import os, signal
import graphlab as tf
writer = tf.summary.FileWriter({str(tmp_path)!r}, max_queue=1000, flush_secs=1000)
for step in range(200):
    writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=step)]), step)
writer.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY).returncode == -9
    assert [event.step for event in events(tmp_path) if event.HasField("summary")] == list(range(200))


def test_many_writers_and_threads_write_to_one_folder_at_once(tmp_path):
    def write(writer, first):
        for step in range(first, first + 50):
            writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.0)]), step)

    writers = [tf.summary.FileWriter(str(tmp_path), max_queue=2, filename_suffix=f".{number}") for number in range(3)]
    threads = [threading.Thread(target=write, args=(writers[number % 3], 50 * number)) for number in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.close()
    assert sorted(path.name[-2:] for path in tmp_path.iterdir()) == [".0", ".1", ".2"]
    steps = [event.step for path in tmp_path.iterdir() for event in tf.train.summary_iterator(str(path))]
    assert sorted(steps)[len(writers) :] == list(range(450))  # each file begins with an event that has no step


def test_the_cache_holds_one_writer_for_each_folder(tmp_path):
    one = tf.summary.FileWriterCache.get(str(tmp_path))
    assert tf.summary.FileWriterCache.get(str(tmp_path)) is one
    tf.summary.FileWriterCache.clear()
    assert tf.summary.FileWriterCache.get(str(tmp_path)) is not one
    tf.summary.FileWriterCache.clear()


def test_a_writer_of_a_program_is_given_events():
    class Events(list):
        add_event = list.append

    events = Events()
    with tf.Graph().as_default() as graph:
        tf.constant(1.0, name="c")
    transformer = SummaryToEventTransformer(events, graph=graph)
    summary = tf.Summary(value=[tf.Summary.Value(tag="a", simple_value=1.0)])
    summary.value[0].metadata.display_name = "A"
    transformer.add_summary(summary, 3)
    transformer.add_summary(summary.SerializeToString(), 4)
    assert [(one.WhichOneof("what"), one.step) for one in events] == [
        ("graph_def", 0),
        ("meta_graph_def", 0),
        ("summary", 3),
        ("summary", 4),
    ]
    assert [one.summary.value[0].HasField("metadata") for one in events[2:]] == [True, False]  # once for each tag
