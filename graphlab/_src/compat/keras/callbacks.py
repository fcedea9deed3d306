"""tensorflow.python.keras.callbacks: what a training loop of one's own sets up callbacks with."""

from typing import Any

from graphlab._src.data.iterator import Iterator
from graphlab._src.keras.callbacks import RemoteMonitor
from graphlab._src.keras.engine.callback import BaseLogger, CallbackList, History, ProgbarLogger
from graphlab._src.keras.engine.sequence import Sequence

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
