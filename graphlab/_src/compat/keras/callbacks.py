"""tensorflow.python.keras.callbacks: what a training loop of one's own sets up callbacks with."""

import os
from typing import Any

from graphlab._src.data.iterator import Iterator
from graphlab._src.keras import callbacks as keras_callbacks
from graphlab._src.keras.callbacks import RemoteMonitor
from graphlab._src.keras.engine.callback import BaseLogger, CallbackList, History, ProgbarLogger
from graphlab._src.keras.engine.sequence import Sequence
from graphlab._src.keras.layers.weight_values import get_session
from graphlab._src.summary.writer import FileWriter

__all__ = ["RemoteMonitor"]


def configure_callbacks(
    callbacks: Any,
    model: Any,
    do_validation: bool = False,
    batch_size: int | None = None,
    epochs: int | None = None,
    steps_per_epoch: int | None = None,
    samples: int | None = None,
    verbose: int = 1,
    count_mode: str = "steps",
    mode: str = "train",
) -> CallbackList:
    """The callbacks of a loop, with those that Keras adds in training: BaseLogger, History and, where verbose, a bar.

    count_mode: whether the bar counts "steps" or "samples".  mode: "train", "test" or "predict".
    """
    if isinstance(callbacks, CallbackList):
        return callbacks
    callbacks = list(callbacks or [])
    if mode == "train":
        model.history = History()
        callbacks = [BaseLogger(), *callbacks, model.history]
        callbacks += [ProgbarLogger(count_mode)] if verbose else []
    found = CallbackList(callbacks)
    found.set_model(model)
    set_callback_parameters(
        found, model, do_validation, batch_size, epochs, steps_per_epoch, samples, verbose, mode=mode
    )
    model.stop_training = False
    return found


def set_callback_parameters(
    callback_list: CallbackList,
    model: Any,
    do_validation: bool = False,
    batch_size: int | None = None,
    epochs: int | None = None,
    steps_per_epoch: int | None = None,
    samples: int | None = None,
    verbose: int = 1,
    mode: str = "train",
) -> None:
    """Sets what callbacks know of a loop: its epochs, steps, names of metrics and so on."""
    for callback in callback_list:
        if isinstance(callback, (BaseLogger, ProgbarLogger)):
            callback.stateful_metrics = model.metrics_names[1:]
    names = list(model.metrics_names) if mode != "predict" else []
    callback_list.set_params(
        {
            "batch_size": batch_size,
            "epochs": epochs,
            "steps": steps_per_epoch,
            "samples": samples,
            "verbose": verbose,
            "do_validation": do_validation,
            "metrics": [*names, *(f"val_{name}" for name in names if do_validation)],
        }
    )


def make_logs(model: Any, logs: dict[str, Any], outputs: Any, mode: str, prefix: str = "") -> dict[str, Any]:
    """`logs` with the figures of a batch by their names, or with what it predicted as "outputs"."""
    if mode == "predict":
        logs["outputs"] = outputs
    else:
        logs.update((prefix + name, value) for name, value in zip(model.metrics_names, outputs, strict=False))
    return logs


def is_generator_like(data: Any) -> bool:
    """Whether data is a generator, a Sequence or an iterator."""
    return hasattr(data, "__next__") or hasattr(data, "next") or isinstance(data, (Sequence, Iterator))


_OF_TENSORFLOW_1 = ("batch_size", "write_grads", "embeddings_layer_names", "embeddings_data")


class TensorBoard(keras_callbacks.TensorBoard):
    """TensorFlow 2's callback for TensorBoard: figures of training in log_dir/train, of validation in log_dir/validation.

    update_freq: "epoch", "batch", or after how many batches figures of a batch are written.
    write_images, profile_batch, embeddings_freq, embeddings_metadata: have no effect.
    kwargs: arguments of tf.keras.callbacks.TensorBoard, which have no effect either.
    """

    def __init__(
        self,
        log_dir: str = "logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        update_freq: Any = "epoch",
        profile_batch: int = 2,
        embeddings_freq: int = 0,
        embeddings_metadata: Any = None,
        **kwargs: Any,
    ) -> None:
        unknown = set(kwargs) - set(_OF_TENSORFLOW_1)
        if unknown:
            raise ValueError(f"Unrecognized arguments in `TensorBoard` Callback: {unknown}")
        super().__init__(log_dir, histogram_freq, write_graph=write_graph, update_freq=update_freq)
        self._writers: dict[str, FileWriter] = {}

    def _writer(self, name: str) -> FileWriter:
        """The writer of a folder; the graph is in that of training."""
        if name not in self._writers:
            graph = get_session().graph if self.write_graph and name == "train" else None
            self._writers[name] = FileWriter(os.path.join(self.log_dir, name), graph)
        return self._writers[name]

    def set_model(self, model: Any) -> None:
        """Writes the graph."""
        self.writer = self._writer("train")
        super().set_model(model)

    def on_train_begin(self, logs: Any = None) -> None:
        """Begins to count batches."""
        self._batches = 0

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        """Writes the figures of a batch, where it was said to."""
        if self.update_freq != "epoch" and batch % int(self.update_freq) == 0:
            self._write_custom_summaries(self._batches, keras_callbacks.figures("batch", logs or {}))
        self._batches += 1

    def _step_of(self, epoch: int) -> int:
        return epoch

    def _write_custom_summaries(self, step: int, logs: Any = None) -> None:
        for folder in ("train", "validation"):
            own = {
                k.replace("_val_", "_", 1): v
                for k, v in (logs or {}).items()
                if ("_val_" in k) == (folder == "validation")
            }
            if own:
                self.writer = self._writer(folder)
                super()._write_custom_summaries(step, own)
        self.writer = self._writer("train")

    def on_train_end(self, logs: Any = None) -> None:
        """Closes the files."""
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()
        self.writer = None
