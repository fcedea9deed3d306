"""gl.train: the steps of a training in the background, with a player, curves and histograms in the diagram."""

import atexit
import itertools
import math
import time
from collections.abc import Mapping
from typing import Any

from IPython.core.getipython import get_ipython
from IPython.display import display

from graphlab._src.base.errors import explain
from graphlab._src.graph.tensor import Tensor
from graphlab._src.play import training_cells
from graphlab._src.play.predictions import Predictions
from graphlab._src.play.recording import Recording
from graphlab._src.play.training_commands import trainings
from graphlab._src.play.training_feeds import Feeds
from graphlab._src.play.training_loop import DONE, FAILED, PAUSED, PLAYING, STOPPED, TrainingLoop
from graphlab._src.play.training_observer import Observer
from graphlab._src.play.training_progress import Progress
from graphlab._src.play.training_schedule import Schedule
from graphlab._src.play.training_sliders import Slider, sliders_of
from graphlab._src.play.training_view import TrainingView
from graphlab._src.session.base_session import BaseSession
from graphlab._src.session.calls.fetches import FetchStructure
from graphlab._src.viz import live
from graphlab._src.viz.mimebundle import mimebundle

_numbers = itertools.count(1)
_MOST_SPEED = 1e6  # steps a second
_LAST_STEP = 5.0  # seconds that steps may last when the program ends: one may wait for what never comes


def train(
    session: Any,
    train_op: Any,
    metrics: Any = None,
    feed: Any = None,
    steps: int | None = None,
    sliders: Mapping[Any, Any] | None = None,
    predictions: Any = None,
    inputs: Any = None,
    labels: Any = None,
    predictions_feed: Mapping[Any, Any] | None = None,
    snapshot_every: int | None = None,
    wait: bool | None = None,
    name: str | None = None,
) -> "Training":
    """Trains in the background: the diagram gets a player, curves, histograms of weights and gradients, and sliders.

    Each step is session.run([train_op, *metrics], feed_dict), in order, so that its numbers are those of a plain loop.

    session, train_op: as for session.run(train_op).
    metrics: {name: a tensor with one number}, or a list of such tensors: fetched in each step, drawn as curves.
    feed: a feed_dict for all steps, an iterable or generator of feed_dicts, a function of the step's number (from 0) that
    returns one, or None where the graph reads a dataset.
    steps: after how many the training is done. When left out, it ends with `feed` or the dataset; a feed without an end needs it.
    sliders: {placeholder: (low, high), (low, high, value), True, False, or a widget with a value}: values that each step is
    fed, which the reader can change while it trains; they are recorded too.
    predictions, inputs: a tensor, and the placeholder [None, 2] that it is computed from, to draw what the model predicts over
    the plane, with the data points. labels: the placeholder of their classes; when left out, what else is fed with as many rows.
    predictions_feed: fed there in place of what the step is fed: {keep_prob: 1.0}.
    snapshot_every: weights, gradients and predictions are recorded each so many steps. When left out, as often as that costs at
    most three percent of the time, more often in the first steps.
    wait: whether it returns when the training is over. When left out: at once where a notebook is open, else at the end. In an
    open notebook cells that were sent before the training was on the screen, as by "Run All", run when it is over.
    name: what the recording is called.

    Returns a Training: play(), pause(), step(n), stop(), wait(), history, recording. A training of the same session that is
    not over is stopped. Raises what the first step raises; later errors stop it and are shown, wait() raises them.
    """
    if not isinstance(session, BaseSession):
        fix = "gl.train(sess, train_op, {'loss': loss}, feed, steps=1000)"
        raise TypeError(explain(f"train() runs steps of a Session, but got {type(session).__name__}", fix=fix))
    training = Training(
        session,
        train_op,
        _metrics(session.graph, metrics),
        Feeds(feed),
        steps,
        sliders_of(session.graph, sliders),
        None if predictions is None else Predictions(session, predictions, inputs, labels, predictions_feed),
        snapshot_every,
        name,
    )
    for before in [one for one in list(_running) if one.session is session]:
        before.stop("Another training of this session began.")
    training.begin(wait)
    return training


class Training:
    """A training that plays, is paused, or is over; shown in a cell it is the diagram with the player.

    state: "playing", "paused", "done", "stopped" or "failed".  why: a sentence about the end, or "".
    error: what a step raised, or None.  recording: the Recording.  loop: the TrainingLoop.  view: what its diagrams get.
    """

    def __init__(
        self,
        session: Any,
        train_op: Any,
        metrics: dict[str, Tensor],
        feeds: Feeds,
        steps: int | None,
        sliders: list[Slider],
        predictions: Predictions | None,
        snapshot_every: int | None,
        name: str | None,
    ) -> None:
        if steps is None and not feeds.ends:
            raise ValueError(explain("This feed has no end, so train() needs the number of steps", fix="steps=1000"))
        for what, number in (("steps", steps), ("snapshot_every", snapshot_every)):
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
                raise ValueError(explain(f"{what} must be a whole number above 0, got {number!r}", fix=f"{what}=10"))
        fetches = [train_op, *metrics.values()]
        FetchStructure(session.graph, fetches)  # raises for what can't be fetched
        self.number = next(_numbers)
        self.session = session
        self.sliders = sliders
        dtypes = {key: tensor.dtype.as_numpy_dtype for key, tensor in metrics.items()}
        moved = {slider.name: slider.tensor.dtype.as_numpy_dtype for slider in sliders}
        if repeated := dtypes.keys() & moved.keys():
            raise ValueError(f"{min(repeated)!r} is the name of a metric and of a slider")
        self.recording = Recording(name or f"training {self.number}", session.graph, dtypes, moved)
        self.view = TrainingView(self)
        self._metrics = metrics
        self._observer = Observer(session, train_op, self.recording, predictions)
        self.is_awaited = False  # by a cell that runs when it is over
        self._shown_in: Any = None  # the number of the cell whose output has it
        self._schedule = Schedule(snapshot_every)
        self.loop = TrainingLoop(session, fetches, feeds, steps, sliders, self._record, self._look, self._report)
        trainings[self.number] = self

    def begin(self, wait: bool | None) -> None:
        """Starts it, and shows it. wait: as train() has it."""
        in_notebook = live.in_notebook()
        goes_on = in_notebook and training_cells.shows_while_running()
        wait = not goes_on if wait is None else wait
        if goes_on:
            self._show()
        _running.add(self)
        try:
            self.loop.begin()
            if wait:
                self._follow(with_bar=not in_notebook)
            else:
                self.loop.wait_until(lambda: self.loop.step > 0 or self.loop.state != PLAYING)
        except KeyboardInterrupt:
            if goes_on:
                self.loop.pause()
            else:
                self.loop.stop("It was interrupted.")
                self.loop.join()
            raise
        if self.error is not None and (wait or not self.loop.step):
            raise self.error
        if goes_on and not wait:
            training_cells.follow(self)
        elif in_notebook and not goes_on:
            self._show()

    def _follow(self, with_bar: bool) -> None:
        if with_bar:
            Progress(self.loop, self._last).follow()
        self.loop.wait_until(lambda: self.loop.is_over)
        self.loop.join()

    @property
    def state(self) -> str:
        """ "playing", "paused", "done", "stopped" or "failed"."""
        return self.loop.state

    @property
    def error(self) -> BaseException | None:
        """What a step raised, or None."""
        return self.loop.error

    @property
    def why(self) -> str:
        """A sentence about the end, or ""."""
        return f"{type(self.error).__name__}: {self.error}" if self.error is not None else self.loop.why

    @property
    def step_number(self) -> int:
        """How many steps are done."""
        return self.loop.step

    @property
    def history(self) -> dict[str, Any]:
        """{"step": …, name: an array of its numbers in these steps} of metrics and sliders."""
        return self.recording.history

    @property
    def speed(self) -> float | None:
        """The most steps a second; None: as many as there can be."""
        return self.loop.speed

    @speed.setter
    def speed(self, speed: Any) -> None:
        if speed is not None and not (isinstance(speed, (int, float)) and 0 < speed <= _MOST_SPEED):
            raise ValueError(explain(f"{speed!r} is no number of steps a second", fix="training.speed = 10, or None"))
        self.loop.limit(speed)

    def play(self) -> "Training":
        """Goes on after a pause."""
        if self.loop.is_over:
            raise ValueError(explain(f"This training is over: {self._ending()}", fix="gl.train(…) trains on"))
        self.loop.play()
        return self

    def pause(self) -> "Training":
        """Pauses; returns when the step that runs has ended."""
        self.loop.pause()
        self._wait(lambda: self.loop.state != PLAYING)
        return self

    def step(self, count: int = 1) -> "Training":
        """Makes so many steps, and pauses; returns when they are done. Raises what a step raises."""
        if isinstance(count, bool) or not isinstance(count, int) or count < 1:
            raise ValueError(f"step() makes 1 or more steps, got {count!r}")
        self.pause()
        self._play_to(self.loop.step + count)
        self._wait(lambda: self.loop.state != PLAYING)
        if self.error is not None:
            raise self.error
        return self

    def go_one_step(self) -> None:
        """Makes one step, and pauses, without waiting for it."""
        if self.loop.state == PLAYING:
            self.loop.pause()
        else:
            self._play_to(self.loop.step + 1)

    def _play_to(self, step: int) -> None:
        if self.loop.is_over:
            raise ValueError(explain(f"This training is over: {self._ending()}", fix="gl.train(…) trains on"))
        self.loop.play(step)

    def stop(self, why: str = "") -> "Training":
        """Ends it; returns when the step that runs has ended. What was recorded stays."""
        self.end(why)
        self._wait(lambda: self.loop.is_over)
        return self

    def end(self, why: str = "") -> None:
        """Ends it without waiting for the step that runs."""
        self.loop.stop(why or "It was stopped.")

    def wait(self) -> "Training":
        """Returns when it is over; raises what a step raised. An interrupt pauses it."""
        if self.loop.state == PAUSED:
            raise ValueError(explain("A training that is paused comes to no end", fix="training.play().wait()"))
        self._wait(lambda: self.loop.state != PLAYING)
        if self.error is not None:
            raise self.error
        return self

    def _wait(self, reached: Any) -> None:
        if self.loop.is_own_thread:  # a feed function that pauses or stops the training
            return
        try:
            self.loop.wait_until(reached)
            if self.loop.is_over:
                self.loop.join()
        except KeyboardInterrupt:
            self.loop.pause()
            raise

    def set(self, slider: Any, value: Any) -> "Training":
        """Moves a slider, by its tensor or name: what the steps from now on are fed."""
        tensor = slider.tensor if isinstance(slider, Slider) else slider
        found = [one for one in self.sliders if tensor is one.tensor or tensor in (one.name, one.tensor.name)]
        if not found:
            names = ", ".join(repr(one.name) for one in self.sliders) or "none"
            raise ValueError(explain(f"{slider!r} is no slider of this training, which has {names}", fix="sliders={…}"))
        found[0].value = value
        return self

    def _record(self, step: int, values: list[Any], sliders: list[Slider]) -> None:
        numbers = values[1:]
        if sliders:
            numbers += [slider.number for slider in sliders]
        try:
            self.recording.add(step, numbers)
        except (TypeError, ValueError) as error:
            for (name, tensor), value in zip(self._metrics.items(), values[1:], strict=True):
                if getattr(value, "size", 1) != 1:
                    raise ValueError(_no_number(name, tensor, value.shape)) from error
            raise

    def _look(self, step: int, feed: Any, is_last: bool) -> tuple[float, int]:
        """Makes a snapshot and sends what is new, if that is due; returns when something is due again."""
        return self._schedule.run(
            step, self.view.is_seen, is_last, lambda: self._observer.take(step, feed), self.view.report
        )

    def _report(self) -> None:
        """The state has changed."""
        if self.loop.is_over:
            _running.discard(self)
            if self.error is not None:
                self.view.report_failure()
        self.view.report(always=True)

    def _last(self) -> dict[str, float]:
        numbers = self.recording.at(self.recording.steps)
        return {name: number for name, number in numbers.items() if name != "step"}

    def _ending(self) -> str:
        of = "" if self.loop.steps is None else f" of {self.loop.steps:,}"
        return self.why or f"step {self.loop.step:,}{of} was the last."

    def _show(self) -> None:
        display(_Shown(self))
        self._shown_in = getattr(get_ipython(), "execution_count", None)

    def _ipython_display_(self) -> None:
        if not live.in_notebook():
            print(self)
        elif self._shown_in != getattr(get_ipython(), "execution_count", None):
            self._show()

    def messages(self) -> list[dict[str, Any]]:
        """What a diagram that shows it is saved with: that it does, and of what is over all that was recorded."""
        begin = {"type": "train", "training": self.number, "begin": True}
        return [begin, self.view.whole()] if self.loop.is_over else [begin]

    def __repr__(self) -> str:
        of = "" if self.loop.steps is None else f" of {self.loop.steps:,}"
        numbers = "".join(f", {name} {number:.4g}" for name, number in self._last().items() if not math.isnan(number))
        why = f"\n  {self.why}" if self.why else ""
        return f"<Training, {self.state}: step {self.loop.step:,}{of}{numbers}>{why}"


class _Shown:
    """The diagram of a training."""

    def __init__(self, training: Training) -> None:
        self._training = training

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        data, metadata = mimebundle(self._training.session.graph, include, exclude, self._training.messages())
        if "text/plain" in data:
            data["text/plain"] = f"{self._training!r}\n{data['text/plain']}"
        return data, metadata

    def __repr__(self) -> str:
        return repr(self._training)


def _metrics(graph: Any, metrics: Any) -> dict[str, Tensor]:
    """{name: tensor} of metrics that are a dict, a list or one tensor; ValueError for what is no number."""
    if metrics is None:
        metrics = {}
    if not isinstance(metrics, Mapping):
        several = list(metrics) if isinstance(metrics, (list, tuple)) else [metrics]
        metrics = {getattr(getattr(one, "op", None), "name", str(one)): one for one in several}
    found = {}
    for name, item in metrics.items():
        tensor: Any = graph.as_graph_element(item, allow_operation=False)
        if name == "step":
            raise ValueError("'step' is what a history calls the steps: choose another name for this metric")
        if tensor.shape.num_elements() not in (None, 1):
            raise ValueError(_no_number(name, tensor, tuple(tensor.shape.as_list())))
        if tensor.dtype.base_dtype.as_numpy_dtype is object or tensor.dtype.is_complex:
            raise ValueError(explain(f"The metric {name!r} is {tensor.dtype.name}, which is no number", at=tensor))
        found[str(name)] = tensor
    return found


def _no_number(name: str, tensor: Tensor, shape: tuple[int, ...]) -> str:
    shape_text = "×".join(map(str, shape))
    message = f"The metric {name!r} has shape {shape_text}, but a curve has one number in each step"
    return explain(message, at=tensor, fix=f"tf.reduce_mean({tensor.op.name})")


_running: set[Training] = set()  # those that are not over, whose threads must end before the interpreter does


def _end_all() -> None:
    running = list(_running)
    for training in running:
        training.loop.stop("The program ended.")
    latest = time.monotonic() + _LAST_STEP
    for training in running:
        training.loop.join(max(0.0, latest - time.monotonic()))


atexit.register(_end_all)
__all__ = ["DONE", "FAILED", "PAUSED", "PLAYING", "STOPPED", "Training", "train"]
