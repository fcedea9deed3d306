"""tf.keras.callbacks: hooks that are called while a model is trained."""

import csv
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.keras.engine.callback import Callback
from graphlab._src.keras.layers.weight_values import batch_get_value, batch_set_value, get_session
from graphlab._src.proto import Summary
from graphlab._src.summary.writer import FileWriter


class TerminateOnNaN(Callback):
    """Stops when the loss is no number."""

    def on_batch_end(self, batch, logs=None):
        """Looks at the loss."""
        loss = (logs or {}).get("loss")
        if loss is not None and not np.isfinite(loss):
            print(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True


class LambdaCallback(Callback):
    """Functions as a callback: on_epoch_begin, on_epoch_end, on_batch_begin, on_batch_end, on_train_begin, on_train_end."""

    def __init__(
        self,
        on_epoch_begin=None,
        on_epoch_end=None,
        on_batch_begin=None,
        on_batch_end=None,
        on_train_begin=None,
        on_train_end=None,
        **kwargs,
    ):
        super().__init__()
        self.__dict__.update(kwargs)
        given = {
            "on_epoch_begin": on_epoch_begin,
            "on_epoch_end": on_epoch_end,
            "on_batch_begin": on_batch_begin,
            "on_batch_end": on_batch_end,
            "on_train_begin": on_train_begin,
            "on_train_end": on_train_end,
        }
        self.__dict__.update({name: function for name, function in given.items() if function is not None})


class LearningRateScheduler(Callback):
    """Sets the learning rate of each epoch. schedule: a function of the epoch, or of (epoch, rate)."""

    def __init__(self, schedule, verbose=0):
        super().__init__()
        self.schedule = schedule
        self.verbose = verbose

    def on_epoch_begin(self, epoch, logs=None):
        """Sets the rate."""
        if not hasattr(self.model.optimizer, "lr"):
            raise ValueError('Optimizer must have a "lr" attribute.')
        try:
            rate: Any = self.schedule(epoch, float(_rate(self.model)))
        except TypeError:
            rate = self.schedule(epoch)
        if not isinstance(rate, (float, np.floating)):
            raise ValueError('The output of the "schedule" function should be float.')
        _set_rate(self.model, rate)
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1:05d}: LearningRateScheduler reducing learning rate to {rate}.")

    def on_epoch_end(self, epoch, logs=None):
        """Notes the rate."""
        if logs is not None:
            logs["lr"] = _rate(self.model)


def _rate(model):
    return batch_get_value([model.optimizer.lr])[0]


def _set_rate(model, rate):
    batch_set_value([(model.optimizer.lr, rate)])


class _Watching(Callback):
    """A callback that watches a figure become smaller or larger."""

    def _watch(self, monitor, mode):
        if mode not in ("auto", "min", "max"):
            logging.warning("%s mode %s is unknown, fallback to auto mode.", type(self).__name__, mode)
            mode = "auto"
        rises = mode == "max" or (mode == "auto" and ("acc" in monitor or monitor.startswith("fmeasure")))
        self.monitor = monitor
        self.monitor_op: Any = np.greater if rises else np.less
        self.best: Any = -np.inf if rises else np.inf

    def get_monitor_value(self, logs):
        """The figure, or None with a warning."""
        value = (logs or {}).get(self.monitor)
        if value is None:
            logging.warning(
                "%s conditioned on metric `%s` which is not available. Available metrics are: %s",
                type(self).__name__,
                self.monitor,
                ",".join(logs or ()),
            )
        return value


class EarlyStopping(_Watching):
    """Stops when a figure has not become better by min_delta for `patience` epochs.

    baseline: what it must be better than to begin with.  restore_best_weights: goes back to the best epoch's weights.
    monitor: the metric.  mode: "min", "max", or "auto", by its name.  verbose: 1 prints the stop.
    """

    def __init__(
        self,
        monitor="val_loss",
        min_delta: float = 0,
        patience=0,
        verbose=0,
        mode="auto",
        baseline=None,
        restore_best_weights=False,
    ):
        super().__init__()
        self._watch(monitor, mode)
        self.patience, self.verbose, self.baseline = patience, verbose, baseline
        self.min_delta = abs(min_delta) * (1 if self.monitor_op is np.greater else -1)
        self.restore_best_weights = restore_best_weights
        self.wait = self.stopped_epoch = 0
        self.best_weights = None

    def on_train_begin(self, logs=None):
        """Begins anew."""
        self.wait = self.stopped_epoch = 0
        self.best = np.inf if self.monitor_op is np.less else -np.inf
        if self.baseline is not None:
            self.best = self.baseline

    def on_epoch_end(self, epoch, logs=None):
        """Looks at the figure."""
        current = self.get_monitor_value(logs)
        if current is None:
            return
        if self.monitor_op(current - self.min_delta, self.best):
            self.best, self.wait = current, 0
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            return
        self.wait += 1
        if self.wait >= self.patience:
            self.stopped_epoch = epoch
            self.model.stop_training = True
            if self.restore_best_weights and self.best_weights is not None:
                if self.verbose > 0:
                    print("Restoring model weights from the end of the best epoch.")
                self.model.set_weights(self.best_weights)

    def on_train_end(self, logs=None):
        """Says that it stopped."""
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1:05d}: early stopping")


class ReduceLROnPlateau(_Watching):
    """Multiplies the learning rate by `factor` when a figure has not become better for `patience` epochs.

    min_delta: what counts as better.  cooldown: epochs to wait after that.  min_lr: the rate does not fall below.
    """

    def __init__(
        self,
        monitor="val_loss",
        factor=0.1,
        patience=10,
        verbose=0,
        mode="auto",
        min_delta=1e-4,
        cooldown=0,
        min_lr=0,
        **kwargs,
    ):
        super().__init__()
        if factor >= 1.0:
            raise ValueError("ReduceLROnPlateau does not support a factor >= 1.0.")
        self.min_delta = kwargs.pop("epsilon", min_delta)
        self.factor, self.patience, self.verbose, self.mode = factor, patience, verbose, mode
        self.cooldown, self.min_lr = cooldown, min_lr
        self._watch(monitor, mode)
        self.wait = self.cooldown_counter = 0

    def on_train_begin(self, logs=None):
        """Begins anew."""
        self._watch(self.monitor, self.mode)
        self.wait = self.cooldown_counter = 0

    def in_cooldown(self):
        """Whether it waits after a change."""
        return self.cooldown_counter > 0

    def on_epoch_end(self, epoch, logs=None):
        """Looks at the figure."""
        logs = {} if logs is None else logs
        logs["lr"] = _rate(self.model)
        current = self.get_monitor_value(logs)
        if current is None:
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        sign = 1 if self.monitor_op is np.greater else -1
        if self.monitor_op(current, self.best + sign * self.min_delta):
            self.best, self.wait = current, 0
        elif not self.in_cooldown():
            self.wait += 1
            before = float(_rate(self.model))
            if self.wait >= self.patience and before > self.min_lr:
                rate = max(before * self.factor, self.min_lr)
                _set_rate(self.model, rate)
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1:05d}: ReduceLROnPlateau reducing learning rate to {rate}.")
                self.cooldown_counter, self.wait = self.cooldown, 0


class ModelCheckpoint(_Watching):
    """Saves the model after epochs. filepath: may name `{epoch}` and figures, as `{val_loss:.2f}`.

    save_best_only: only when the figure is the best so far.  save_weights_only: not the whole model.
    save_freq: "epoch", or after how many examples.
    monitor: the metric that is compared.  verbose: 1 prints each save.
    """

    def __init__(
        self,
        filepath,
        monitor="val_loss",
        verbose=0,
        save_best_only=False,
        save_weights_only=False,
        mode="auto",
        save_freq="epoch",
        **kwargs,
    ):
        super().__init__()
        self._watch(monitor, mode)
        self.filepath, self.verbose = filepath, verbose
        self.save_best_only, self.save_weights_only = save_best_only, save_weights_only
        self.period = kwargs.pop("period", 1)
        self.save_freq = save_freq
        self.epochs_since_last_save = self._seen = 0
        self._epoch = 0

    def on_epoch_begin(self, epoch, logs=None):
        """Notes the epoch."""
        self._epoch = epoch

    def on_batch_end(self, batch, logs=None):
        """Saves, where it was said to after a number of examples."""
        if isinstance(self.save_freq, int):
            self._seen += (logs or {}).get("size", 1)
            if self._seen >= self.save_freq:
                self._seen = 0
                self._save(self._epoch, logs or {})

    def on_epoch_end(self, epoch, logs=None):
        """Saves, where it is time."""
        self.epochs_since_last_save += 1
        if self.save_freq == "epoch" and self.epochs_since_last_save >= self.period:
            self.epochs_since_last_save = 0
            self._save(epoch, logs or {})

    def _save(self, epoch, logs):
        path = self.filepath.format(epoch=epoch + 1, **logs)
        if self.save_best_only:
            current = self.get_monitor_value(logs)
            if current is None:
                return
            if not self.monitor_op(current, self.best):
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1:05d}: {self.monitor} did not improve from {self.best:0.5f}")
                return
            if self.verbose > 0:
                print(
                    f"\nEpoch {epoch + 1:05d}: {self.monitor} improved from {self.best:0.5f} to {current:0.5f}, "
                    f"saving model to {path}"
                )
            self.best = current
        elif self.verbose > 0:
            print(f"\nEpoch {epoch + 1:05d}: saving model to {path}")
        if self.save_weights_only:
            self.model.save_weights(path, overwrite=True)
        else:
            self.model.save(path, overwrite=True)


class CSVLogger(Callback):
    """Writes the figures of each epoch to a file. append: goes on with a file that is there."""

    def __init__(self, filename, separator=",", append=False):
        super().__init__()
        self.filename, self.sep, self.append = filename, separator, append
        self.writer: Any = None
        self.keys: Any = None

    def on_train_begin(self, logs=None):
        """Opens the file."""
        self._with_header = not (self.append and os.path.exists(self.filename) and os.path.getsize(self.filename))
        self.csv_file = open(self.filename, "a" if self.append else "w", newline="")

    def on_epoch_end(self, epoch, logs=None):
        """Writes a line."""
        logs = logs or {}
        if self.keys is None:
            self.keys = sorted(logs)
        if self.writer is None:
            self.writer = csv.DictWriter(self.csv_file, ["epoch", *self.keys], delimiter=self.sep)
            if self._with_header:
                self.writer.writeheader()
        self.writer.writerow({"epoch": epoch, **{key: logs.get(key, "NA") for key in self.keys}})
        self.csv_file.flush()

    def on_train_end(self, logs=None):
        """Closes the file."""
        self.csv_file.close()
        self.writer = None


class RemoteMonitor(Callback):
    """Sends the figures of each epoch to a server, by POST.

    root, path: its address.  field: of the form that the figures are in, as JSON.  headers: of the request.
    send_as_json: the figures are the body, not in a form.
    """

    def __init__(
        self, root="http://localhost:9000", path="/publish/epoch/end/", field="data", headers=None, send_as_json=False
    ):
        super().__init__()
        self.root, self.path, self.field = root, path, field
        self.headers, self.send_as_json = headers, send_as_json

    def on_epoch_end(self, epoch, logs=None):
        """Sends the figures; a server that can't be reached is a warning."""
        figures = json.dumps({"epoch": epoch, **(logs or {})}, default=float)
        kind = "application/json" if self.send_as_json else "application/x-www-form-urlencoded"
        body = figures if self.send_as_json else urllib.parse.urlencode({self.field: figures})
        headers = {"Content-Type": kind, **(self.headers or {})}
        try:
            request = urllib.request.Request(self.root + self.path, body.encode(), headers)
            with urllib.request.urlopen(request):
                pass
        except urllib.error.HTTPError:
            pass  # it was reached
        except OSError:
            logging.warning(f"Warning: could not reach RemoteMonitor root server at {self.root}")


class TensorBoard(Callback):
    """Writes figures, and the graph, for TensorBoard.

    log_dir: where to.  write_graph: whether the graph, too.  update_freq: "epoch", "batch", or after how many examples.
    """

    def __init__(
        self,
        log_dir="./logs",
        histogram_freq=0,
        batch_size=32,
        write_graph=True,
        write_grads=False,
        write_images=False,
        embeddings_freq=0,
        embeddings_layer_names=None,
        embeddings_metadata=None,
        embeddings_data=None,
        update_freq="epoch",
        profile_batch=2,
    ):
        super().__init__()
        self.log_dir = log_dir
        self.histogram_freq = histogram_freq
        self.write_graph = write_graph
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self._seen = self._last = self._batches = 0
        self.writer: Any = None

    def set_model(self, model):
        """Opens the file."""
        super().set_model(model)
        if self.writer is None:
            self.writer = FileWriter(self.log_dir, get_session().graph if self.write_graph else None)

    def on_batch_end(self, batch, logs=None):
        """Writes the figures of a batch, where it was said to."""
        logs = logs or {}
        self._seen += logs.get("size", 1)
        if self.update_freq != "epoch" and self._seen - self._last >= self.update_freq:
            self._write_custom_summaries(self._batches, figures("batch", logs))
            self._last = self._seen
        self._batches += 1

    def on_epoch_end(self, epoch, logs=None):
        """Writes the figures of an epoch."""
        self._write_custom_summaries(self._step_of(epoch), figures("epoch", logs or {}))
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            self._write_histograms(epoch)

    def _step_of(self, epoch):
        """The step that the figures of an epoch are at: the number of examples where those of batches are at that, too."""
        return epoch if self.update_freq == "epoch" else self._seen

    def _write_custom_summaries(self, step, logs=None):
        """Writes figures, {tag: number}; subclasses of programs call it."""
        for name, value in (logs or {}).items():
            self.writer.add_summary(Summary(value=[Summary.Value(tag=name, simple_value=float(value))]), step)
        self.writer.flush()

    def _write_histograms(self, epoch):
        for layer in self.model.layers:
            for weight, value in zip(layer.weights, layer.get_weights(), strict=True):
                self.writer.add_summary(_histogram(weight.name.replace(":", "_"), value), epoch)
        self.writer.flush()

    def on_train_end(self, logs=None):
        """Closes the file."""
        self.writer.close()
        self.writer = None


def figures(prefix, logs):
    """{tag: number} of what a callback is called with."""
    return {f"{prefix}_{name}": value for name, value in logs.items() if name not in ("batch", "size", "num_steps")}


def _histogram(tag, value):
    counts, edges = np.histogram(value, bins=30)
    summary = Summary()
    histo = summary.value.add(tag=tag).histo
    histo.min, histo.max, histo.num = float(value.min()), float(value.max()), value.size
    histo.sum, histo.sum_squares = float(value.sum()), float(np.square(value).sum())
    histo.bucket_limit.extend(edges[1:].tolist())
    histo.bucket.extend(counts.tolist())
    return summary
