"""tensorflow.python.saved_model.model_utils: the modes that a model is exported for, and what each one exports."""

from collections.abc import Iterator, Mapping
from typing import Any

from graphlab._src.estimator.export_outputs import complete
from graphlab._src.estimator.mode_keys import ModeKeys as EstimatorModeKeys
from graphlab._src.estimator.supervised_outputs import EvalOutput, TrainOutput
from graphlab._src.io.saved_model import signature_constants, tag_constants

SINGLE_FEATURE_DEFAULT_NAME = "feature"
SINGLE_RECEIVER_DEFAULT_NAME = "input"
SINGLE_LABEL_DEFAULT_NAME = "label"


class KerasModeKeys:
    """TRAIN, TEST or PREDICT: what Keras calls the modes."""

    TRAIN = "train"
    TEST = "test"
    PREDICT = "predict"


def is_predict(mode: Any) -> bool:
    """True for the mode that predicts, by Keras' name or by Estimator's."""
    return mode in (KerasModeKeys.PREDICT, EstimatorModeKeys.PREDICT)


def is_eval(mode: Any) -> bool:
    """True for the mode that evaluates, by Keras' name or by Estimator's."""
    return mode in (KerasModeKeys.TEST, EstimatorModeKeys.EVAL)


def is_train(mode: Any) -> bool:
    """True for the mode that trains."""
    return mode in (KerasModeKeys.TRAIN, EstimatorModeKeys.TRAIN)


def _keras_name(mode: Any) -> str:
    for matches, name in (
        (is_train, KerasModeKeys.TRAIN),
        (is_eval, KerasModeKeys.TEST),
        (is_predict, KerasModeKeys.PREDICT),
    ):
        if matches(mode):
            return name
    raise ValueError(f"Invalid mode key: {mode}.")


class ModeKeyMap(Mapping[str, Any]):
    """{mode: value}, read by either name of a mode. ValueError where a mode has two values, and for other names."""

    def __init__(self, **kwargs: Any) -> None:
        self._keys = list(kwargs)
        self._values: dict[str, Any] = {}
        for mode, value in kwargs.items():
            name = _keras_name(mode)
            if name in self._values:
                raise ValueError(f"Error creating ModeKeyMap. Multiple keys/values found for {name} mode.")
            self._values[name] = value

    def __getitem__(self, key: str) -> Any:
        return self._values[_keras_name(key)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


EXPORT_TAG_MAP = ModeKeyMap(predict=[tag_constants.SERVING], train=[tag_constants.TRAINING], test=[tag_constants.EVAL])
SIGNATURE_KEY_MAP = ModeKeyMap(
    predict=signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY,
    train=signature_constants.DEFAULT_TRAIN_SIGNATURE_DEF_KEY,
    test=signature_constants.DEFAULT_EVAL_SIGNATURE_DEF_KEY,
)


def export_outputs_for_mode(
    mode: str, serving_export_outputs: Any = None, predictions: Any = None, loss: Any = None, metrics: Any = None
) -> dict[str, Any]:
    """{name of a signature: ExportOutput} of what a model returns in a mode. ValueError for what is no mode.

    serving_export_outputs: those that predict; the predictions when left out.
    """
    key = SIGNATURE_KEY_MAP[mode]
    if is_predict(mode):
        return complete(serving_export_outputs, predictions)
    kind = TrainOutput if is_train(mode) else EvalOutput
    return {key: kind(loss=loss, predictions=predictions, metrics=metrics)}


def maybe_add_default_serving_output(export_outputs: dict[str, Any]) -> dict[str, Any]:
    """The outputs with one of them as the default; ValueError where several are none."""
    return complete(export_outputs, None)
