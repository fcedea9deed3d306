"""gl.train: steps in the background that are those of a plain loop, with a player, sliders and a recording."""

import copy
import gc
import inspect
import json
import pickle
import signal
import threading
import time
import types
import weakref
import zlib
from base64 import b64decode
from typing import Any

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.play import recording as recordings
from graphlab._src.play import training, training_cells, training_commands
from graphlab._src.play.series import Series, thinned
from graphlab._src.play.snapshots import FIGURES, Snapshot, thin_out
from graphlab._src.play.training_loop import TrainingLoop
from graphlab._src.viz import live

train: Any = tf.train  # a namespace that is called, which type checkers do not expect


class Model:
    """A small classifier of points in the plane, with dropout, whose learning rate is fed."""

    def __init__(self, seed=1):
        with tf.Graph().as_default():
            tf.set_random_seed(seed)
            self.x = tf.placeholder(tf.float32, [None, 2], name="x")
            self.y = tf.placeholder(tf.int64, [None], name="y")
            self.rate = tf.placeholder_with_default(0.1, [], name="rate")
            hidden = tf.nn.dropout(tf.layers.dense(self.x, 4, tf.nn.tanh, name="hidden"), rate=0.2)
            logits = tf.layers.dense(hidden, 2, name="logits")
            self.classes = tf.nn.softmax(logits, name="classes")
            self.loss = tf.losses.sparse_softmax_cross_entropy(self.y, logits)
            self.train = tf.train.MomentumOptimizer(self.rate, 0.9).minimize(self.loss)
            init = tf.global_variables_initializer()
            self.session = tf.Session()
        self.session.run(init)

    def feed(self, step):
        points = np.random.RandomState(step).randn(8, 2).astype(np.float32)
        return {self.x: points, self.y: (points[:, 0] > 0).astype(np.int64)}

    def variables(self):
        return self.session.run(self.session.graph.get_collection("trainable_variables"))


def until(condition):
    """Returns when condition(): a training says when its state changes, but not each step."""
    while not condition():
        time.sleep(0.001)


@pytest.fixture
def counter():
    """A session whose training step adds what it is fed to a number."""
    with tf.Graph().as_default():
        amount = tf.placeholder(tf.float32, [], name="amount")
        total = tf.Variable(0.0, name="total")
        added = tf.assign_add(total, amount, name="added")
        session = tf.Session()
    session.run(total.initializer)
    return types.SimpleNamespace(session=session, amount=amount, total=total, added=added)


def test_the_numbers_are_those_of_a_plain_loop():
    ours, plain = Model(), Model()
    run = train(
        ours.session, ours.train, {"loss": ours.loss}, ours.feed, steps=12, snapshot_every=3,
        predictions=ours.classes, inputs=ours.x,
    )  # fmt: skip
    losses = [plain.session.run([plain.train, plain.loss], plain.feed(step))[1] for step in range(12)]
    assert run.state == "done" and run.history["step"].tolist() == list(range(1, 13))
    assert run.history["loss"].dtype == np.float32
    assert run.history["loss"].tolist() == losses
    for mine, theirs in zip(ours.variables(), plain.variables(), strict=True):
        assert mine.tolist() == theirs.tolist()
    # Beside that it has recorded weights, gradients and predictions, with the random numbers of dropout and all.
    assert run.recording.notes == []
    assert [one.step for one in run.recording.snapshots] == [0, 3, 6, 9, 12]
    kinds = [kind for _, _, kind, _ in run.recording.tensors]
    assert kinds == ["weight"] * 4 + ["gradient"] * 4
    assert set(run.recording.health.values()) == {"ok"}
    counts, edges = run.recording.histogram("hidden/kernel")
    assert counts.max() == 1.0 and len(edges) == len(counts) + 1
    assert run.recording.snapshots[-1].surface.classes


@pytest.mark.parametrize("kind", ["dict", "list", "generator", "generator function", "function"])
def test_feeds_come_in_any_form(counter, kind):
    def batches():
        for step in range(4):
            yield {counter.amount: step + 1.0}

    feed = {
        "dict": {counter.amount: 2.5},
        "list": list(batches()),
        "generator": batches(),
        "generator function": batches,
        "function": lambda step: {counter.amount: step + 1.0},
    }[kind]
    steps = 4 if kind in ("dict", "function") else None
    run = train(counter.session, counter.added, [counter.added], feed, steps=steps)
    assert run.step_number == 4 and run.state == "done"
    assert counter.session.run(counter.total) == 10.0
    assert run.history["added"][-1] == 10.0


def test_a_dataset_in_the_graph_ends_the_training():
    with tf.Graph().as_default():
        batch = tf.data.Dataset.range(5).make_one_shot_iterator().get_next()
        total = tf.Variable(tf.constant(0, tf.int64))
        added = tf.assign_add(total, batch)
        session = tf.Session()
    session.run(total.initializer)
    run = train(session, added, {"total": added})
    assert (run.state, run.why, run.step_number) == ("done", "", 5)
    assert run.history["total"].tolist() == [0, 1, 3, 6, 10]


def test_feeds_that_end_early_are_said(counter):
    run = train(counter.session, counter.added, feed=[{counter.amount: 1.0}] * 3, steps=5)
    assert run.why == "The feed ended after 3 of 5 steps."


def test_it_pauses_steps_plays_and_stops(counter):
    run = train(counter.session, counter.added, {"total": counter.added}, {counter.amount: 1.0}, 10**9, wait=False)
    assert run.pause().state == "paused"
    done = run.step_number
    assert done >= 1 and counter.session.run(counter.total) == done  # other runs may come between
    assert run.step(3).step_number == done + 3
    assert run.state == "paused"
    assert [one.step for one in run.recording.snapshots][-1] == done + 3
    run.play()
    until(lambda: run.step_number > done + 3)
    assert counter.session.run(counter.total * 2.0) > 0  # while it plays, too
    assert run.stop().state == "stopped"
    assert counter.session.run(counter.total) == run.step_number == len(run.history["total"])
    with pytest.raises(ValueError, match="This training is over: It was stopped"):
        run.play()


def test_who_steps_on_while_it_comes_to_a_pause_does_not_see_that_pause(counter):
    run = train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9, wait=False).pause()
    look, seen = run.loop._look, []

    def step_on(step, feed, is_last):  # what another thread does while the last snapshot is made
        if is_last and not seen:
            seen.append(step)
            run.loop.play(step + 3)
        return look(step, feed, is_last)

    run.loop._look = step_on
    run.loop._report = lambda: seen.append((run.step_number, run.state))
    run.play().loop.pause()
    until(lambda: len(seen) > 1)
    assert seen[1:] == [(seen[0] + 3, "paused")]
    run.stop()


def test_a_speed_is_changed_while_it_waits(counter):
    run = train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9, wait=False)
    run.pause().speed = 1e-3
    run.play()
    run.loop.wait_until(lambda: run.state == "playing")
    run.speed = None
    assert run.step(2).state == "paused"
    with pytest.raises(ValueError, match="no number of steps a second"):
        run.speed = 0
    run.stop()


def test_sliders_feed_the_steps_and_are_recorded(counter):
    run = train(
        counter.session, counter.added, {"total": counter.added}, None, 10**9,
        sliders={counter.amount: (0.0, 4.0, 1.0)}, wait=False,
    )  # fmt: skip
    run.pause()
    done = run.step_number
    run.set(counter.amount, 3.0).step(2)
    assert run.history["amount"].tolist() == [1.0] * done + [3.0] * 2
    assert counter.session.run(counter.total) == done + 6.0
    with pytest.raises(ValueError, match="outside of the slider"):
        run.set("amount", 5.0)
    with pytest.raises(ValueError, match="no slider of this training"):
        run.set("rate", 5.0)
    run.stop()


def test_a_slider_may_be_a_widget(counter):
    widgets = pytest.importorskip("ipywidgets")
    widget = widgets.FloatLogSlider(value=0.01, min=-4, max=0)
    run = train(counter.session, counter.added, feed=None, steps=10**9, sliders={counter.amount: widget}, wait=False)
    run.pause()
    assert (run.sliders[0].low, run.sliders[0].high, run.sliders[0].is_log) == (1e-4, 1.0, True)
    widget.value = 0.1
    assert run.step().history["amount"][-1] == np.float32(0.1)
    run.set(counter.amount, 0.5)
    assert widget.value == 0.5
    run.stop()


def test_an_interrupt_pauses_what_goes_on_and_leaves_the_session_usable(counter):
    run = train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9, wait=False)
    timer = threading.Timer(0.05, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run.wait()
    run.loop.wait_until(lambda: run.state != "playing")
    assert run.state == "paused"
    assert counter.session.run(counter.total) == run.step_number
    assert run.step().stop().state == "stopped"


def test_an_interrupt_ends_what_runs_in_the_foreground(counter):
    timer = threading.Timer(0.1, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9)
    before = counter.session.run(counter.total)
    assert before == counter.session.run(counter.total)


def test_an_error_in_a_step_stops_it_and_what_was_recorded_stays():
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [], name="x")
        checked = tf.check_numerics(tf.log(x), "log of a negative number", name="checked")
        session = tf.Session()
    run = train(session, checked, {"log": checked}, [{x: 1.0}] * 3 + [{x: -1.0}], wait=False)
    with pytest.raises(tf.errors.InvalidArgumentError, match="log of a negative number"):
        run.wait()
    assert (run.state, run.step_number) == ("failed", 3)
    assert run.history["log"].tolist() == [0.0] * 3
    assert "InvalidArgumentError" in run.why
    assert session.run(checked, {x: 1.0}) == 0.0
    with pytest.raises(tf.errors.InvalidArgumentError):
        train(session, checked, feed=[{x: -1.0}], wait=False)  # that of the first step, as a loop would


def test_errors_of_the_programs_own_feed_are_raised(counter):
    def batches():
        yield {counter.amount: 1.0}
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        train(counter.session, counter.added, feed=batches)
    with pytest.raises(TypeError, match="feed produced a tuple for step 0"):
        train(counter.session, counter.added, feed=lambda step: (1.0, 2.0), steps=3)


def test_mistakes_are_explained_before_anything_runs(counter):
    with counter.session.graph.as_default():
        vector = tf.identity(counter.total * np.ones(3, np.float32), name="vector")
    session, added = counter.session, counter.added
    with pytest.raises(ValueError, match="This feed has no end.*\n.*steps=1000"):
        train(session, added, feed={counter.amount: 1.0})
    with pytest.raises(ValueError, match="metric 'v' has shape 3.*\n.*\n.*\n.*tf.reduce_mean"):
        train(session, added, {"v": vector}, feed={counter.amount: 1.0}, steps=1)
    with pytest.raises(TypeError, match="steps of a Session, but got Graph"):
        train(session.graph, added)
    with pytest.raises(TypeError, match="feed is a int"):
        train(session, added, feed=3)
    with pytest.raises(ValueError, match="steps must be a whole number above 0"):
        train(session, added, feed={counter.amount: 1.0}, steps=0)
    with pytest.raises(ValueError, match="no range for a slider"):
        train(session, added, steps=1, sliders={counter.amount: 3.0})
    with pytest.raises(ValueError, match="predictions need inputs="):
        train(session, added, steps=1, predictions=counter.total)
    with pytest.raises(ValueError, match="draws a plane"):
        train(session, added, steps=1, predictions=counter.total, inputs=counter.amount)
    assert session.run(counter.total) == 0.0


def test_closing_the_session_ends_it_with_a_sentence(counter):
    run = train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9, wait=False)
    counter.session.close()
    run.wait()
    assert run.state == "stopped" and run.error is None
    assert run.why == f"The session was closed after step {run.step_number:,}."


@pytest.mark.parametrize("waits", ["paused", "slow"])
def test_closing_the_session_ends_what_waits(counter, waits):
    run = train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9, wait=False).pause()
    if waits == "slow":
        run.speed = 1e-6
        run.play()
    counter.session.close()
    run.loop.wait_until(lambda: run.loop.is_over)
    assert run.state == "stopped" and run.error is None
    assert run.why == f"The session was closed after step {run.step_number:,}."


def test_a_session_has_one_training_at_a_time_and_others_go_on(counter):
    other = Model()
    beside = train(other.session, other.train, feed=other.feed, steps=10**9, wait=False)
    first = train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9, wait=False)
    second = train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=5)
    assert (first.state, first.why) == ("stopped", "Another training of this session began.")
    assert second.state == "done" and beside.state == "playing"
    beside.stop()


def test_a_training_that_is_over_keeps_neither_itself_nor_its_session():
    def trained():
        model = Model()
        return weakref.ref(train(model.session, model.train, feed=model.feed, steps=2)), weakref.ref(model.session)

    run, session = trained()
    gc.collect()
    assert run() is None and session() is None


def test_an_interrupt_before_the_first_step_does_not_block_the_next_training(monkeypatch, counter):
    def interrupted(run):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(live, "in_notebook", lambda: True)
        patch.setattr(training_cells, "shows_while_running", lambda: True)
        for show in (interrupted, lambda run: None):  # while it is drawn, or before its thread has begun
            patch.setattr(training.Training, "_show", show)
            patch.setattr(TrainingLoop, "begin", interrupted)
            with pytest.raises(KeyboardInterrupt):
                train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=10**9)
    assert train(counter.session, counter.added, feed={counter.amount: 1.0}, steps=2).state == "done"


def test_the_program_ends_although_a_step_waits_for_what_never_comes(monkeypatch, counter):
    comes, waits = threading.Event(), threading.Event()

    def feed(step):
        if step:
            waits.set()
            comes.wait()
        return {counter.amount: 1.0}

    run = train(counter.session, counter.added, feed=feed, steps=10**9, wait=False)
    waits.wait()
    monkeypatch.setattr(training, "_LAST_STEP", 0.0)
    training._end_all()
    comes.set()
    run.loop.join()
    assert run.state == "stopped" and run.why == "The program ended."


def test_gradients_that_cannot_be_computed_again_are_left_out_with_the_reason():
    with tf.Graph().as_default():
        x = tf.data.Dataset.from_tensors(np.float32(2.0)).repeat(6).make_one_shot_iterator().get_next()
        w = tf.Variable(3.0, name="w")
        descent = tf.train.GradientDescentOptimizer(0.1).minimize(tf.square(w - x))
        session = tf.Session()
    session.run(w.initializer)
    run = train(session, descent)
    assert [name for *_, name in run.recording.tensors] == ["w"]
    assert "Gradients are not recorded. It depends on OneShotIterator" in run.recording.notes[0]
    assert run.step_number == 6  # none of which was lost to gradients


def test_extra_runs_leave_batch_statistics_as_the_steps_made_them():
    def means(trains):
        with tf.Graph().as_default():
            tf.set_random_seed(1)
            x = tf.placeholder(tf.float32, [None, 2])
            normal = tf.layers.batch_normalization(tf.layers.dense(x, 3), training=True)
            loss = tf.reduce_mean(tf.square(normal - x[:, :1]))
            with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
                step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
            init, moving = tf.global_variables_initializer(), tf.global_variables("batch_normalization/moving")
            session = tf.Session()
        session.run(init)
        session.run([variable.initializer for variable in moving])
        trains(session, step, [{x: np.full([4, 2], n, np.float32)} for n in range(6)])
        return [value.tolist() for value in session.run(moving)]

    notes = []

    def ours(session, step, feeds):
        run = train(session, step, feed=feeds, snapshot_every=1)
        notes.extend(run.recording.notes)
        assert "gradient" in [kind for _, _, kind, _ in run.recording.tensors]

    assert means(ours) == means(lambda session, step, feeds: [session.run(step, feed) for feed in feeds])
    assert notes == []


def test_series_drop_every_second_step_when_there_are_too_many():
    series = Series({"loss": np.float32}, 64)
    for step in range(1, 1001):
        series.add(step, [step / 2])
    assert len(series) <= 32 and series.every == 32
    assert series.step_numbers().tolist() == list(range(32, 1001, 32))
    assert series.column("loss").tolist() == [step / 2 for step in range(32, 1001, 32)]


def test_a_thinned_line_keeps_its_peaks():
    values = np.zeros((1, 10_000))
    values[0, [1234, 8765]] = 5.0, -3.0
    places = thinned(values, 100)
    assert {0, 1234, 8765, 9999} <= set(places.tolist()) and len(places) <= 104


def test_a_recording_stays_within_its_memory(monkeypatch, counter):
    monkeypatch.setattr(recordings, "_SNAPSHOT_BYTES", 100_000)
    record = recordings.Recording("long", counter.session.graph, {"loss": np.float32}, {})
    record.tensors = [(op, 0, "weight", f"w{op}") for op in range(20)]
    for step in range(2_000):
        record.add(step, [0.5])
        record.add_snapshot(Snapshot(step, np.zeros(20, FIGURES)))
    assert sum(one.nbytes for one in record.snapshots) <= 100_000
    steps = [one.step for one in record.snapshots]
    assert (steps[0], steps[-1]) == (0, 1_999) and max(np.diff(steps)) < 200
    assert recordings.MEMORY >= 16_000_000 + 8 * recordings._NUMBERS


def test_snapshots_are_thinned_evenly():
    chosen = thin_out([Snapshot(step, np.zeros(0, FIGURES)) for step in range(101)], 11)
    assert [one.step for one in chosen] == list(range(0, 101, 10))


def unpacked(message):
    return json.loads(zlib.decompress(b64decode(message["bytes"])))


def test_a_saved_page_has_diagram_curves_and_values(tmp_path):
    model = Model()
    run = train(
        model.session, model.train, {"loss": model.loss}, model.feed, steps=6, snapshot_every=2,
        predictions=model.classes, inputs=model.x, name="first",
    )  # fmt: skip
    run.recording.save(tmp_path / "run.html")
    text = (tmp_path / "run.html").read_text()
    source = json.loads(text.partition('id="source">')[2].partition("</script>")[0])
    begin, message = source["messages"]
    assert begin == {"type": "train", "training": 0, "begin": True}
    (data,) = unpacked(message)["recordings"]
    assert (data["name"], data["metrics"], data["steps"]) == ("first", ["loss"], [1, 2, 3, 4, 5, 6])
    assert data["values"][0] == [float(f"{loss:.6g}") for loss in run.history["loss"].tolist()]
    figures = np.frombuffer(b64decode(data["snapshots"][-1]["figures"]), FIGURES)
    assert len(figures) == len(data["tensors"]) == 8
    assert len(data["points"]["x"]) == 32
    assert len(b64decode(data["snapshots"][0]["surface"]["levels"])) == 1600


def test_two_recordings_are_compared(counter):
    runs = [
        train(counter.session, counter.added, {"total": counter.added}, {counter.amount: 1.0}, 3, name=name)
        for name in ("one", "two")
    ]
    comparison = runs[0].recording.compare(runs[1].recording)
    assert "total" in repr(comparison) and "'one' and 'two'" in repr(comparison)
    messages = comparison._repr_mimebundle_()[0]
    assert "text/plain" in messages
    with pytest.raises(TypeError, match="needs another recording"):
        runs[0].recording.compare(runs[1])


class Page:
    """What a diagram sends and gets."""

    def __init__(self, graph):
        self.sent = []
        self.view = live.View(graph, types.SimpleNamespace(send=self.sent.append, close=lambda: None))
        live._views[graph] = self.view

    def do(self, kind, **content):
        from_page = {"type": kind, "view": 7, **content}
        training_commands_of(kind)(self.view, from_page)

    def states(self):
        return [unpacked(message)["state"] for message in self.sent if "bytes" in message]


def training_commands_of(kind):
    return {
        "train-sync": training_commands.sync,
        "train-look": training_commands.look,
        "train-do": training_commands.control,
        "train-others": training_commands.send_others,
        "train-compare": training_commands.send_other,
    }[kind]


def test_a_diagram_follows_and_controls_a_training(counter):
    run = train(
        counter.session, counter.added, {"total": counter.added}, None, 10**9,
        sliders={counter.amount: (0.0, 4.0, 1.0)}, wait=False,
    )  # fmt: skip
    run.pause()
    page = Page(counter.session.graph)
    page.do("train-sync", training=run.number)
    assert page.states()[-1]["state"] == "paused"
    assert unpacked(page.sent[-1])["recordings"][0]["whole"]
    page.do("train-do", training=run.number, what="slider", slider="amount", value=2.0)
    page.do("train-do", training=run.number, what="speed", value=50)
    page.do("train-do", training=run.number, what="step")
    until(lambda: run.history["amount"][-1] == 2.0)
    page.do("train-do", training=run.number, what="stop")
    run.stop()
    last = [message for message in page.sent if "bytes" in message][-1]
    assert unpacked(last)["state"]["state"] == "stopped"
    # A page that is reloaded gets all of it again; one of another kernel hears that this is over.
    page.do("train-sync", training=run.number)
    assert unpacked(page.sent[-1])["recordings"][0]["steps"] == run.history["step"].tolist()
    page.do("train-sync", training=10**6)
    assert page.sent[-1]["ended"]
    with pytest.raises(ValueError, match="knows no 'dance'"):
        page.do("train-do", training=run.number, what="dance")


def test_cells_that_were_sent_before_the_training_was_on_screen_wait():
    run = object.__new__(training.Training)
    on_screen = time.time()
    assert training_cells._must_wait(run, on_screen)  # it has not been shown yet
    training_cells._seen[run] = on_screen
    assert training_cells._must_wait(run, on_screen - 1.0)
    assert not training_cells._must_wait(run, on_screen + 1.0)


def test_the_namespace_is_pickled_by_its_name():
    assert pickle.loads(pickle.dumps(tf.train)) is tf.train and copy.copy(tf.train) is tf.train


def test_the_function_has_the_namespaces_arguments():
    ours = inspect.signature(training.train).parameters
    assert list(inspect.signature(train).parameters) == list(ours)
    assert tf.train.AdamOptimizer  # it is TensorFlow's namespace still
