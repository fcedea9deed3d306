"""The namespace tf.train, which can be called too: gl.train(session, train_op, …) trains in the background."""

import importlib
import types
from typing import Any

from graphlab._src.base.lazy_imports import on_first_call

_train = on_first_call("graphlab._src.play.training:train")  # which needs JAX and IPython


class TrainNamespace(types.ModuleType):
    """A module that is also the function `train` of training.py."""

    def __reduce__(self) -> Any:
        """cloudpickle stores only what is exactly a module by its name."""
        return importlib.import_module, (self.__name__,)

    def __call__(
        self,
        session: Any,
        train_op: Any,
        metrics: Any = None,
        feed: Any = None,
        steps: int | None = None,
        sliders: Any = None,
        predictions: Any = None,
        inputs: Any = None,
        labels: Any = None,
        predictions_feed: Any = None,
        snapshot_every: int | None = None,
        wait: bool | None = None,
        name: str | None = None,
    ) -> Any:
        """Trains in the background: the diagram gets a player, curves, histograms and sliders.

        Each step is session.run([train_op, *metrics], feed_dict), so that its numbers are those of a plain loop.

        metrics: {name: a tensor with one number}, drawn as curves.  feed: a feed_dict, an iterable or generator of them, a
        function of the step's number, or None where the graph reads a dataset.  steps: after how many it is done.
        sliders: {placeholder: (low, high)}, fed values that move while it trains.  predictions, inputs: a tensor and the
        placeholder [None, 2] it is computed from, drawn over the plane; labels, predictions_feed: for that drawing.
        snapshot_every: histograms and predictions are recorded each so many steps; when left out as often as it costs little.
        wait: whether it returns at the end; when left out, at once in an open notebook.  name: of the recording.
        Returns a Training: play(), pause(), step(n), stop(), wait(), history, recording.
        """
        drawn = {"predictions": predictions, "inputs": inputs, "labels": labels, "predictions_feed": predictions_feed}
        how = {"snapshot_every": snapshot_every, "wait": wait, "name": name}
        return _train(session, train_op, metrics, feed, steps, sliders, **drawn, **how)
