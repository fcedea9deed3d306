"""tf.estimator: models that are trained, evaluated, used and exported by a few calls."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.estimator.canned.baseline import BaselineClassifier, BaselineEstimator, BaselineRegressor
    from graphlab._src.estimator.canned.boosted_trees import (
        BoostedTreesClassifier,
        BoostedTreesEstimator,
        BoostedTreesRegressor,
    )
    from graphlab._src.estimator.canned.combined import (
        DNNLinearCombinedClassifier,
        DNNLinearCombinedEstimator,
        DNNLinearCombinedRegressor,
    )
    from graphlab._src.estimator.canned.dnn import DNNClassifier, DNNEstimator, DNNRegressor
    from graphlab._src.estimator.canned.linear import LinearClassifier, LinearEstimator, LinearRegressor
    from graphlab._src.estimator.canned.parsing import classifier_parse_example_spec, regressor_parse_example_spec
    from graphlab._src.estimator.estimator import Estimator
    from graphlab._src.estimator.exporter import BestExporter, Exporter, FinalExporter, LatestExporter
    from graphlab._src.estimator.extenders import add_metrics
    from graphlab._src.estimator.heads.base import Head
    from graphlab._src.estimator.heads.classification import BinaryClassHead, MultiClassHead, MultiLabelHead
    from graphlab._src.estimator.heads.multi import MultiHead
    from graphlab._src.estimator.heads.regression import LogisticRegressionHead, PoissonRegressionHead, RegressionHead
    from graphlab._src.estimator.mode_keys import ModeKeys
    from graphlab._src.estimator.run_config import RunConfig
    from graphlab._src.estimator.spec import EstimatorSpec
    from graphlab._src.estimator.training import EvalSpec, TrainSpec, train_and_evaluate
    from graphlab._src.estimator.warm_start import WarmStartSettings
    from graphlab._src.train.saving.warm_start import VocabInfo
    from graphlab.estimator import experimental as experimental
    from graphlab.estimator import export as export
    from graphlab.estimator import inputs as inputs
    from graphlab.estimator import tpu as tpu
    from graphlab.train import (
        CheckpointSaverHook,
        CheckpointSaverListener,
        FeedFnHook,
        FinalOpsHook,
        GlobalStepWaiterHook,
        LoggingTensorHook,
        NanLossDuringTrainingError,
        NanTensorHook,
        ProfilerHook,
        SecondOrStepTimer,
        SessionRunArgs,
        SessionRunContext,
        SessionRunHook,
        SessionRunValues,
        StepCounterHook,
        StopAtStepHook,
        SummarySaverHook,
    )
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "BinaryClassHead",
    "Head",
    "LogisticRegressionHead",
    "MultiClassHead",
    "MultiHead",
    "MultiLabelHead",
    "PoissonRegressionHead",
    "RegressionHead",
    "add_metrics",
    "BaselineClassifier",
    "BaselineEstimator",
    "BaselineRegressor",
    "BestExporter",
    "BoostedTreesClassifier",
    "BoostedTreesEstimator",
    "BoostedTreesRegressor",
    "CheckpointSaverHook",
    "CheckpointSaverListener",
    "DNNClassifier",
    "DNNEstimator",
    "DNNLinearCombinedClassifier",
    "DNNLinearCombinedEstimator",
    "DNNLinearCombinedRegressor",
    "DNNRegressor",
    "Estimator",
    "EstimatorSpec",
    "EvalSpec",
    "Exporter",
    "FeedFnHook",
    "FinalExporter",
    "FinalOpsHook",
    "GlobalStepWaiterHook",
    "LatestExporter",
    "LinearClassifier",
    "LinearEstimator",
    "LinearRegressor",
    "LoggingTensorHook",
    "ModeKeys",
    "NanLossDuringTrainingError",
    "NanTensorHook",
    "ProfilerHook",
    "RunConfig",
    "SecondOrStepTimer",
    "SessionRunArgs",
    "SessionRunContext",
    "SessionRunHook",
    "SessionRunValues",
    "StepCounterHook",
    "StopAtStepHook",
    "SummarySaverHook",
    "TrainSpec",
    "VocabInfo",
    "WarmStartSettings",
    "classifier_parse_example_spec",
    "experimental",
    "export",
    "inputs",
    "regressor_parse_example_spec",
    "tpu",
    "train_and_evaluate",
]
