"""Callbacks: what a program wants to happen while a model is trained."""

from typing import Any

from graphlab._src.graph.attributes import named
from graphlab._src.keras.engine.progress import Progbar


class Callback:
    """The base of callbacks: methods that are called while a model is trained, tested or predicts.

    params: what training is about (epochs, batch_size, metrics …).  model: the model.
    """

    def __init__(self):
        self.validation_data = None
        self.model: Any = None
        self.params: Any = None

    def set_params(self, params):
        """Sets the parameters of the training: epochs, steps, names of metrics and more."""
        self.params = params

    def set_model(self, model):
        """Sets the model that is trained."""
        self.model = model

    def on_epoch_begin(self, epoch, logs=None):
        """An epoch begins."""

    def on_epoch_end(self, epoch, logs=None):
        """An epoch ended, with these figures."""

    def on_batch_begin(self, batch, logs=None):
        """A batch of training begins."""

    def on_batch_end(self, batch, logs=None):
        """A batch of training ended, with these figures."""

    def on_train_batch_begin(self, batch, logs=None):
        """A batch of training begins."""
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch, logs=None):
        """A batch of training ended, with these figures."""
        self.on_batch_end(batch, logs=logs)

    def on_test_batch_begin(self, batch, logs=None):
        """A batch of testing begins."""

    def on_test_batch_end(self, batch, logs=None):
        """A batch of testing ended, with these figures."""

    def on_predict_batch_begin(self, batch, logs=None):
        """A batch of predictions begins."""

    def on_predict_batch_end(self, batch, logs=None):
        """A batch of predictions ended."""

    def on_train_begin(self, logs=None):
        """Training begins."""

    def on_train_end(self, logs=None):
        """Training ended."""

    def on_test_begin(self, logs=None):
        """Testing begins."""

    def on_test_end(self, logs=None):
        """Testing ended."""

    def on_predict_begin(self, logs=None):
        """Predictions begin."""

    def on_predict_end(self, logs=None):
        """Predictions ended."""


class CallbackList:
    """Several callbacks, called one after the other, by the methods that each has.

    queue_length: has no effect; slow callbacks are not looked for.
    """

    def __init__(self, callbacks=None, queue_length=10):
        self.callbacks = list(callbacks or [])
        self.queue_length = queue_length
        self.model: Any = None
        self.params: Any = {}

    def append(self, callback):
        """Adds a callback behind the others."""
        self.callbacks.append(callback)

    def set_params(self, params):
        """Sets the parameters of the training, of each."""
        self.params = params
        self.call("set_params", params)

    def set_model(self, model):
        """Sets the model that is trained, of each."""
        self.model = model
        self.call("set_model", model)

    def call(self, hook, *arguments):
        """Calls a method of each."""
        for callback in self.callbacks:
            getattr(callback, hook)(*arguments)

    def __iter__(self):
        return iter(self.callbacks)


def _of_each(hook, has_number):
    """The method of CallbackList that calls one of each callback; of a batch of training the one with "train" in its name."""
    own = hook.replace("on_batch", "on_train_batch")

    def call_numbered(self, number, logs=None):
        self.call(own, number, logs or {})

    def call(self, logs=None):
        self.call(own, logs)

    return named(call_numbered if has_number else call, hook, f"Calls {own} of each.")


for _mode in ("train", "test", "predict"):
    for _when in ("begin", "end"):
        setattr(CallbackList, f"on_{_mode}_{_when}", _of_each(f"on_{_mode}_{_when}", False))
        setattr(CallbackList, f"on_{_mode}_batch_{_when}", _of_each(f"on_{_mode}_batch_{_when}", True))
for _hook in ("on_batch_begin", "on_batch_end", "on_epoch_begin", "on_epoch_end"):
    setattr(CallbackList, _hook, _of_each(_hook, True))


class History(Callback):
    """The metrics of each epoch: history[name][epoch]. Returned by fit."""

    def __init__(self):
        super().__init__()
        self.epoch = []
        self.history = {}

    def on_train_begin(self, logs=None):
        """Forgets the epochs before."""
        self.epoch = []

    def on_epoch_end(self, epoch, logs=None):
        """Notes the figures."""
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)


class BaseLogger(Callback):
    """The means of figures over an epoch. stateful_metrics: the names of those that are taken as they are."""

    def __init__(self, stateful_metrics=None):
        super().__init__()
        self.stateful_metrics = set(stateful_metrics or ())

    def on_epoch_begin(self, epoch, logs=None):
        """Begins anew."""
        self.seen = 0
        self.totals = {}

    def on_batch_end(self, batch, logs=None):
        """Adds the figures."""
        logs = logs or {}
        number = logs.get("size", 0) * logs.get("num_steps", 1)
        self.seen += number
        for name, value in logs.items():
            if name in self.stateful_metrics:
                self.totals[name] = value
            else:
                self.totals[name] = self.totals.get(name, 0) + value * number

    def on_epoch_end(self, epoch, logs=None):
        """Puts the means into the epoch's figures."""
        if logs is None:
            return
        for name in self.params["metrics"]:
            if name in self.totals:
                stateful = name in self.stateful_metrics
                logs[name] = self.totals[name] if stateful else self.totals[name] / self.seen


class ProgbarLogger(Callback):
    """Prints a progress bar. count_mode: "samples" or "steps".  stateful_metrics: names that are not averaged."""

    def __init__(self, count_mode="samples", stateful_metrics=None):
        super().__init__()
        if count_mode not in ("samples", "steps"):
            raise ValueError(f"Unknown `count_mode`: {count_mode}")
        self.use_steps = count_mode == "steps"
        self.stateful_metrics = set(stateful_metrics or ())

    def on_train_begin(self, logs=None):
        """Looks what is wanted."""
        self.verbose = self.params["verbose"]
        self.epochs = self.params["epochs"]

    def on_epoch_begin(self, epoch, logs=None):
        """Begins a bar."""
        self.seen = 0
        self.log_values = []
        self.target = self.params["steps" if self.use_steps else "samples"]
        if self.verbose and self.epochs > 1:
            print(f"Epoch {epoch + 1}/{self.epochs}")
        self.progbar = Progbar(
            self.target,
            verbose=self.verbose,
            stateful_metrics=self.stateful_metrics,
            unit_name="step" if self.use_steps else "sample",
        )

    def on_batch_begin(self, batch, logs=None):
        """Forgets the figures of the last batch."""
        self.log_values = []

    def on_batch_end(self, batch, logs=None):
        """Shows the figures."""
        logs = logs or {}
        steps = logs.get("num_steps", 1)
        self.seen += steps if self.use_steps else logs.get("size", 0) * steps
        self._note(logs)
        if self.verbose and (self.target is None or self.seen < self.target):
            self.progbar.update(self.seen, self.log_values)

    def on_epoch_end(self, epoch, logs=None):
        """Shows the figures of the epoch."""
        self._note(logs or {})
        if self.verbose:
            self.progbar.update(self.seen, self.log_values)

    def _note(self, logs):
        self.log_values.extend((name, logs[name]) for name in self.params["metrics"] if name in logs)
