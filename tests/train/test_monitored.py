"""Monitored sessions: prepared, restored, watched by hooks, and stopped; Supervisor, which does the same with threads."""

import logging
import threading

import numpy as np
import pytest

import graphlab as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph
    tf.summary.FileWriterCache.clear()


@pytest.fixture
def log(caplog):
    """The messages of tf.logging, from INFO on."""
    logger = logging.getLogger("tensorflow")
    logger.propagate = True
    tf.logging.set_verbosity(tf.logging.INFO)
    return lambda: [record.getMessage() for record in caplog.records]


def counting():
    """The global step, and what adds one to it."""
    step = tf.train.get_or_create_global_step()
    return step, tf.assign_add(step, 1)


def run_to_the_end(session, op):
    while not session.should_stop():
        session.run(op)


def events(folder):
    (path,) = folder.glob("events*")
    return list(tf.train.summary_iterator(str(path)))


def test_training_goes_to_its_last_step_and_leaves_checkpoints_and_summaries(tmp_path):
    step, add = counting()
    tf.summary.scalar("loss", tf.cast(step, tf.float32))
    hooks = [tf.train.StopAtStepHook(last_step=25)]
    with tf.train.MonitoredTrainingSession(
        checkpoint_dir=str(tmp_path),
        hooks=hooks,
        save_checkpoint_steps=10,
        save_summaries_steps=5,
        log_step_count_steps=10,
    ) as session:
        run_to_the_end(session, add)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"checkpoint", "graph.pbtxt", *(f"model.ckpt-{n}.index" for n in (0, 10, 20, 25))} <= names
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-25")
    found = events(tmp_path)
    losses = [event.step for event in found if event.summary.value and event.summary.value[0].tag == "loss"]
    assert losses == [1, 6, 11, 16, 21]
    assert "global_step/sec" in {value.tag for event in found for value in event.summary.value}
    saved = [event.step for event in found if event.session_log.status == tf.SessionLog.CHECKPOINT]
    assert saved == [0, 10, 20, 25]


def test_a_later_session_goes_on_where_the_last_one_ended(tmp_path):
    step, add = counting()
    for expected in (3, 6):
        hooks = [tf.train.StopAtStepHook(num_steps=3)]
        with tf.train.MonitoredTrainingSession(checkpoint_dir=str(tmp_path), hooks=hooks) as session:
            run_to_the_end(session, add)
        with tf.train.SingularMonitoredSession(checkpoint_dir=str(tmp_path)) as session:
            assert session.run(step) == expected
            assert isinstance(session.raw_session(), tf.Session)


class Diary(tf.train.SessionRunHook):
    """Lists its calls."""

    def __init__(self, wanted=None, stop_after=None):
        self.lines, self._wanted, self._stop_after = [], wanted, stop_after

    def begin(self):
        self.lines.append("begin")

    def after_create_session(self, session, coord):
        self.lines.append("created")

    def before_run(self, run_context):
        return self._wanted

    def after_run(self, run_context, run_values):
        self.lines.append(run_values.results)
        if len(self.lines) == self._stop_after:
            run_context.request_stop()

    def end(self, session):
        self.lines.append("end")


def test_hooks_see_each_run_and_fetch_and_feed_with_it():
    x = tf.placeholder(tf.float32, [])
    y = x * 2
    fetching, silent = Diary(tf.train.SessionRunArgs({"y": y}), stop_after=4), Diary()
    feeding = tf.train.FeedFnHook(lambda: {x: 3.0})
    with tf.train.MonitoredSession(hooks=[fetching, silent, feeding]) as session:
        assert session.run(y) == 6
        assert not session.should_stop()
        session.run(y)
        assert session.should_stop()
        with pytest.raises(RuntimeError, match="Run called even after should_stop requested"):
            session.run(y)
    assert fetching.lines == ["begin", "created", {"y": 6}, {"y": 6}, "end"]
    assert silent.lines == ["begin", "created", None, None, "end"]
    with (
        tf.train.MonitoredSession(hooks=[feeding]) as session,
        pytest.raises(RuntimeError, match="fed by a SessionRunHook"),
    ):
        session.run(y, {x: 1.0})


def test_the_end_of_the_input_ends_the_loop_and_an_error_comes_through():
    values = tf.train.string_input_producer(["a", "b"], num_epochs=1, shuffle=False).dequeue()
    seen = []
    with tf.train.MonitoredSession() as session:
        while not session.should_stop():
            seen.append(session.run(values))
    assert seen == [b"a", b"b"]
    diary = Diary()
    with pytest.raises(ValueError, match="mine"), tf.train.MonitoredSession(hooks=[diary]):
        raise ValueError("mine")
    assert diary.lines == ["begin", "created"]


def test_the_graph_is_finalized_while_the_session_is_open():
    tf.Variable(1.0)
    with tf.train.MonitoredSession() as session:
        assert session.graph is tf.get_default_graph()
        with pytest.raises(RuntimeError, match="Graph is finalized"):
            tf.constant(1)
    tf.constant(1)
    assert session.should_stop()
    with pytest.raises(RuntimeError, match="Session is already closed"):
        session.run([])


def test_a_lost_session_is_made_anew():
    step, add = counting()
    diary = Diary()

    class Losing(tf.train.SessionRunHook):
        lost = False

        def after_run(self, run_context, run_values):
            if not self.lost:
                self.lost = True
                raise tf.errors.AbortedError(None, None, "gone")

    with tf.train.MonitoredSession(hooks=[diary, Losing()]) as session:
        assert session.run(add) == 1
    assert diary.lines == ["begin", "created", None, "created", None, "end"]


def test_a_step_function_gets_the_raw_session_of_the_monitored_one():
    """TensorFlow's unit tests replace what _tf_sess returns."""
    counting()
    with tf.train.MonitoredSession() as session:
        assert session.run_step_fn(lambda step_context: step_context.session) is session._tf_sess()
        session._tf_sess = lambda: "raw"
        assert session.run_step_fn(lambda step_context: step_context.session) == "raw"


def test_a_step_function_runs_with_hooks_or_without():
    step, add = counting()
    diary = Diary()

    def step_fn(step_context):
        step_context.session.run(add)
        return step_context.run_with_hooks(add)

    with tf.train.MonitoredSession(hooks=[diary]) as session:
        assert session.run_step_fn(step_fn) == 2
        with pytest.raises(ValueError, match="`step_fn` may either have one `step_context` argument"):
            session.run_step_fn(lambda other: None)
        session.run_step_fn(lambda step_context: step_context.request_stop())  # StopIteration ends the block
    assert diary.lines == ["begin", "created", None, "end"]


def test_a_scaffold_says_how_to_initialize():
    v = tf.get_variable("v", initializer=tf.zeros([2]), trainable=False)
    scaffold = tf.train.Scaffold(init_fn=lambda scaffold, session: v.load([7, 8], session))
    with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(scaffold)) as session:
        assert session.run(v).tolist() == [7, 8]
    with pytest.raises(RuntimeError, match="did not make model ready.*Variables not initialized: v"):
        tf.train.MonitoredSession(tf.train.ChiefSessionCreator(tf.train.Scaffold(init_op=tf.no_op())))


def test_tensors_are_logged_by_name_now_and_then_and_at_the_end(log):
    step, add = counting()
    tf.identity(step, name="twin")
    hook = tf.train.LoggingTensorHook({"step": "twin"}, every_n_iter=2, at_end=True)
    with tf.train.MonitoredSession(hooks=[hook]) as session:
        for _ in range(3):
            session.run(add)
    lines = [line for line in log() if line.startswith("step = ")]
    assert [line.split()[2] for line in lines] == ["1", "3", "3"]
    with pytest.raises(ValueError, match="exactly one of every_n_iter and every_n_secs"):
        tf.train.LoggingTensorHook([step])


def test_a_loss_that_is_not_a_number_ends_training():
    loss = tf.placeholder_with_default(np.float32(np.nan), [])
    hook = tf.train.NanTensorHook(loss)
    with pytest.raises(tf.train.NanLossDuringTrainingError, match="NaN loss during training"):
        with tf.train.MonitoredSession(hooks=[hook]) as session:
            session.run(loss)
    with tf.train.MonitoredSession(hooks=[tf.train.NanTensorHook(loss, fail_on_nan_loss=False)]) as session:
        session.run(loss)
        assert session.should_stop()


def test_listeners_hear_of_checkpoints_and_may_end_training(tmp_path):
    _, add = counting()
    heard = []

    class Listener(tf.train.CheckpointSaverListener):
        def before_save(self, session, global_step_value):
            heard.append(("before", int(global_step_value)))

        def after_save(self, session, global_step_value):
            heard.append(("after", int(global_step_value)))
            return global_step_value >= 2

    hook = tf.train.CheckpointSaverHook(str(tmp_path), save_steps=2, saver=tf.train.Saver(), listeners=[Listener()])
    with tf.train.SingularMonitoredSession(hooks=[hook]) as session:
        run_to_the_end(session, add)
    assert heard == [("before", 0), ("after", 0), ("before", 2), ("after", 2)]


def test_a_profile_is_written_for_a_step(tmp_path):
    _, add = counting()
    with tf.train.MonitoredSession(hooks=[tf.train.ProfilerHook(save_steps=2, output_dir=str(tmp_path))]) as session:
        for _ in range(4):
            session.run(add)
    assert '"traceEvents"' in (tmp_path / "timeline-2.json").read_text()
    assert [event.tagged_run_metadata.tag for event in events(tmp_path)][-1] == "step_4"


def test_what_needs_a_global_step_says_so():
    for hook in (tf.train.StopAtStepHook(last_step=1), tf.train.StepCounterHook()):
        with pytest.raises(RuntimeError, match=f"Global step should be created to use {type(hook).__name__}"):
            tf.train.MonitoredSession(hooks=[hook])


def test_a_supervisor_saves_and_restores(tmp_path):
    step, add = counting()
    tf.summary.scalar("s", tf.cast(step, tf.float32))
    supervisor = tf.train.Supervisor(logdir=str(tmp_path), save_model_secs=0, save_summaries_secs=0)
    with supervisor.managed_session() as session:
        for _ in range(3):
            summary, _ = session.run([supervisor.summary_op, add])
        supervisor.summary_computed(session, summary)
        supervisor.saver.save(session, supervisor.save_path, global_step=supervisor.global_step)
        supervisor.request_stop()
        assert supervisor.should_stop()
    assert [event.step for event in events(tmp_path) if event.summary.value] == [3]
    with supervisor.managed_session() as session:
        assert session.run(step) == 3
    with pytest.raises(ValueError, match="mine"), supervisor.managed_session():
        raise ValueError("mine")


def test_a_supervisors_threads_write_by_themselves(tmp_path):
    step, add = counting()
    supervisor = tf.train.Supervisor(logdir=str(tmp_path), save_model_secs=60)
    saved = threading.Event()
    supervisor.saver.save, save = lambda *args, **kwargs: (save(*args, **kwargs), saved.set()), supervisor.saver.save

    def train(session, limit):
        assert saved.wait(30)
        if session.run(add) == limit:
            supervisor.request_stop()

    tf.train.basic_train_loop(supervisor, train, args=[4])
    assert tf.train.latest_checkpoint(str(tmp_path)) == str(tmp_path / "model.ckpt-0")


def test_a_hook_knows_how_many_steps_a_run_makes(tmp_path):
    step = tf.train.create_global_step()
    hook = tf.train.CheckpointSaverHook(str(tmp_path), save_steps=10, saver=tf.train.Saver())
    hook._set_steps_per_run(5)
    five = tf.assign_add(step, 5)
    with tf.train.SingularMonitoredSession(hooks=[hook]) as session:
        for _ in range(3):
            session.run(five)
    assert [tf.train.load_variable(path, "global_step") for path in hook._get_saver().last_checkpoints] == [0, 10, 15]
