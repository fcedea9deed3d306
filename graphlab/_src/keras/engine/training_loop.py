"""Epochs and batches: what fit, evaluate and predict do with their data."""

import math
from typing import Any

import numpy as np

from graphlab._src.base import logging
from graphlab._src.base.errors import OutOfRangeError
from graphlab._src.keras.engine.callback import CallbackList, History, ProgbarLogger
from graphlab._src.keras.engine.composite_values import count_of, is_composite, joined, sizes_of, taken

_STEP = {"train": "train_batch", "test": "test_batch", "predict": "predict_batch"}


class Batches:
    """The data of a loop. count: how many examples or batches; None until the data has come to its end.

    unit: "samples" or "steps".  epoch(shuffle): yields (size, arrays) for each batch; its size is what callbacks are passed.
    """

    unit = "samples"
    count: Any = None
    generated = (
        False  # by a generator or a Sequence: fit does not announce how many there are, and each batch has its size
    )

    def epoch(self, shuffle) -> Any:
        """The batches of an epoch."""
        raise NotImplementedError


class ArrayBatches(Batches):
    """Batches of arrays. shuffle: True mixes examples, "batch" only batches."""

    def __init__(self, arrays, count, batch_size):
        self.arrays, self.count, self.batch_size = arrays, count, batch_size

    def epoch(self, shuffle):
        order = np.arange(self.count)
        if shuffle == "batch":
            whole = self.count // self.batch_size * self.batch_size
            groups = order[:whole].reshape(-1, self.batch_size)
            np.random.shuffle(groups)
            order = np.append(groups.flatten(), order[whole:])
        elif shuffle:
            np.random.shuffle(order)
        for start in range(0, self.count, self.batch_size):
            stop = min(start + self.batch_size, self.count)
            which = order[start:stop] if shuffle else slice(start, stop)
            batch = [None if array is None else taken(array, which) for array in self.arrays]
            yield stop - start, batch


class ValidationBatches(ArrayBatches):
    """Batches of arrays that test what a generator trains: they have the size of its last batch, and one weight each in the mean."""

    unit = "steps"

    def __init__(self, arrays, count, source):
        super().__init__(arrays, count, None)
        self._source = source

    def epoch(self, shuffle):
        self.batch_size = self._source.last_size
        return super().epoch(shuffle)


class CallableBatches(Batches):
    """Batches that a function returns, one per call, until it raises OutOfRangeError.

    restart: a function that begins anew; None when the data goes on and on.  steps: how many make an epoch.
    """

    unit = "steps"

    def __init__(self, next_batch, steps=None, restart=None):
        self.next_batch, self.count, self.restart, self._given = next_batch, steps, restart, steps

    def epoch(self, shuffle):
        if self.restart:
            self.restart()
        step = 0
        while self._given is None or step < self._given:
            try:
                batch = self.next_batch()
            except (OutOfRangeError, StopIteration):
                if self._given is not None:
                    logging.warning(
                        "Your dataset ran out of data; interrupting training. Make sure that your dataset can generate at "
                        "least `steps_per_epoch * epochs` batches (in this case, %d batches). You may need to use the "
                        "repeat() function when building your dataset.",
                        self._given,
                    )
                    self.ran_out = True
                break
            self.last_size = _examples(batch) if self.generated else 1
            yield self.last_size, batch
            step += 1
        if self._given is None:
            self.count = step

    ran_out = False
    last_size: Any = None  # how many examples the last batch had


def _examples(batch):
    return next((count_of(item) for item in batch if is_composite(item) or np.ndim(item)), 1)


def run_loop(
    model,
    batches,
    mode,
    step,
    epochs=1,
    verbose=1,
    callbacks=None,
    validation=None,
    shuffle=False,
    initial_epoch=0,
    batch_size=None,
    validation_freq=1,
) -> Any:
    """Iterates over the data, and returns the History, the metrics or the predictions.

    step: a function of the arrays of a batch that returns the outputs of a run.
    validation: a function without arguments that tests the model and returns its figures.
    """
    if isinstance(batches, ArrayBatches):  # As in TensorFlow, where the metrics are set back after that.
        if mode == "predict":
            model._make_function(mode)
        else:
            step.begin(batches.arrays)
    names = list(model.metrics_names) if mode != "predict" else []
    if callbacks is None or not isinstance(callbacks, CallbackList):
        callbacks = _configured(model, callbacks, mode, batches, epochs, batch_size, names, bool(validation))
        own = True
    else:
        own = False
    bar = ProgbarLogger(batches.unit, stateful_metrics=names[1:])
    bar.params = {**callbacks.params, "verbose": verbose, "epochs": epochs, batches.unit: batches.count}
    if mode == "train":
        bar.params["metrics"] = callbacks.params["metrics"]
    elif mode == "test":
        bar.params["metrics"] = names
    model.stop_training = False if own else model.stop_training
    callbacks.call(f"on_{mode}_begin")
    bar.on_train_begin()
    results: Any = None
    for epoch in range(initial_epoch, epochs):
        if model.stop_training:
            break
        logs = {}
        model.reset_metrics()  # before a prediction, too, as in TensorFlow
        if mode == "train":
            callbacks.call("on_epoch_begin", epoch, logs)
        bar.on_epoch_begin(epoch, logs)
        results = _epoch(model, batches, mode, step, callbacks, bar, names, shuffle)
        if mode == "predict":
            bar.on_epoch_end(epoch, logs)
            break
        logs.update(zip(names, results, strict=False))
        if validation and is_due(validation_freq, epoch) and not model.stop_training:
            found = validation(callbacks=callbacks)
            found = found if isinstance(found, list) else [found]
            logs.update(zip((f"val_{name}" for name in names), found, strict=False))
        if mode == "train":
            callbacks.call("on_epoch_end", epoch, logs)
        bar.on_epoch_end(epoch, logs)
    callbacks.call(f"on_{mode}_end")
    if mode == "train":
        return model.history
    return results[0] if isinstance(results, list) and len(results) == 1 else results


def _epoch(model, batches, mode, step, callbacks, bar, names, shuffle):
    """One pass over the data: the metrics, or the predictions."""
    hook = _STEP[mode]
    total, seen, last, parts = 0.0, 0, [], []
    number = 0
    bar_hooks = bar.on_batch_begin, bar.on_batch_end
    for number, (size, batch) in enumerate(batches.epoch(shuffle)):
        logs = {"batch": number, "size": size}
        callbacks.call(f"on_{hook}_begin", number, logs)
        bar_hooks[0](number, logs)
        outputs = step(batch)
        # As in TensorFlow, the mean loss of a training is weighted by the sizes of its batches, however they are made.
        weight = size if mode == "train" or batches.unit == "samples" else 1
        seen += weight
        if mode == "predict":
            if batches.unit == "samples":
                _check_predictions(outputs, size)
            parts.append(outputs)
            logs["outputs"] = outputs
        else:
            total += float(outputs[0]) * weight
            last = outputs[1:]
            logs.update(zip(names, outputs, strict=False))
        callbacks.call(f"on_{hook}_end", number, logs)
        bar_hooks[1](number, logs)
        if model.stop_training:
            break
    if getattr(batches, "ran_out", False):
        model.stop_training = True
    if bar.target is None:
        bar.target = bar.progbar.target = batches.count
    if mode == "predict":
        return [joined(outputs) for outputs in zip(*parts, strict=True)] if parts else []
    return [total / seen if seen else math.nan, *last]


def _check_predictions(outputs, size):
    for output in outputs:
        sizes = sizes_of(output)
        if sizes and sizes[0] != size:
            raise ValueError(
                "Mismatch between expected batch size and model output batch size. "
                f"Output shape = {sizes}, expected output shape = shape {(size, *sizes[1:])}"
            )


def _configured(model, callbacks, mode, batches, epochs, batch_size, names, validates):
    callbacks = list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks] if callbacks else []
    if mode == "train":
        model.history = History()
        callbacks = [*callbacks, model.history]
    by_steps = batches.unit == "steps"
    shown = [*names, *(f"val_{name}" for name in names)] if validates else names
    params = {
        "batch_size": batch_size,
        "epochs": epochs,
        "steps": batches.count if by_steps else None,
        "samples": batches.count,
        "verbose": 0,
        "do_validation": validates,
        "metrics": list(shown) if mode == "train" else list(names),
    }
    found = CallbackList(callbacks)
    found.set_model(model)
    found.set_params(params)
    return found


def is_due(frequency, epoch):
    if isinstance(frequency, int):
        return (epoch + 1) % frequency == 0
    return epoch + 1 in frequency
