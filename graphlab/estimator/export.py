"""tf.estimator.export: the inputs and outputs of an exported model."""

from graphlab._src.estimator.export_outputs import ClassificationOutput, ExportOutput, PredictOutput, RegressionOutput
from graphlab._src.estimator.receivers import (
    ServingInputReceiver,
    TensorServingInputReceiver,
    build_parsing_serving_input_receiver_fn,
    build_raw_serving_input_receiver_fn,
)

__all__ = [
    "ClassificationOutput",
    "ExportOutput",
    "PredictOutput",
    "RegressionOutput",
    "ServingInputReceiver",
    "TensorServingInputReceiver",
    "build_parsing_serving_input_receiver_fn",
    "build_raw_serving_input_receiver_fn",
]
