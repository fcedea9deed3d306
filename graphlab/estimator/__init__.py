"""tf.estimator: models that are trained, evaluated, asked and exported by a few calls."""

from graphlab.estimator import export as export
from graphlab.estimator import inputs as inputs
from graphlab.estimator.estimator import Estimator
from graphlab.estimator.exporter import BestExporter, Exporter, FinalExporter, LatestExporter
from graphlab.estimator.mode_keys import ModeKeys
from graphlab.estimator.run_config import RunConfig
from graphlab.estimator.spec import EstimatorSpec
from graphlab.estimator.training import EvalSpec, TrainSpec, train_and_evaluate
from graphlab.estimator.warm_start import WarmStartSettings
from graphlab.train.saving.warm_start import VocabInfo

__all__ = [
    "BestExporter",
    "Estimator",
    "EstimatorSpec",
    "EvalSpec",
    "Exporter",
    "FinalExporter",
    "LatestExporter",
    "ModeKeys",
    "RunConfig",
    "TrainSpec",
    "VocabInfo",
    "WarmStartSettings",
    "export",
    "inputs",
    "train_and_evaluate",
]
