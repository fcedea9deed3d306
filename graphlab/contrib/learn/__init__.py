"""tf.contrib.learn: estimators, experiments and monitors of before tf.estimator; words as numbers; data sets in local files."""

from typing import TYPE_CHECKING

from graphlab._src.base.lazy_imports import attach

if TYPE_CHECKING:
    from graphlab._src.contrib.learn.canned import (
        DNNClassifier,
        DNNEstimator,
        DNNLinearCombinedClassifier,
        DNNLinearCombinedEstimator,
        DNNLinearCombinedRegressor,
        DNNRegressor,
        LinearClassifier,
        LinearEstimator,
        LinearRegressor,
    )
    from graphlab._src.contrib.learn.estimator import Estimator, Evaluable, SKCompat, Trainable
    from graphlab._src.contrib.learn.experiment import Experiment
    from graphlab._src.contrib.learn.export_strategy import (
        ExportStrategy,
        InputFnOps,
        build_parsing_serving_input_fn,
        make_export_strategy,
    )
    from graphlab._src.contrib.learn.heads import (
        Head,
        binary_svm_head,
        loss_only_head,
        multi_class_head,
        multi_head,
        multi_label_head,
        no_op_train_fn,
        poisson_regression_head,
        regression_head,
    )
    from graphlab._src.contrib.learn.inference import (
        infer_real_valued_columns_from_input,
        infer_real_valued_columns_from_input_fn,
    )
    from graphlab._src.contrib.learn.keys import ModeKeys, NotFittedError, PredictionKey, ProblemType
    from graphlab._src.contrib.learn.kmeans import KMeansClustering
    from graphlab._src.contrib.learn.learn_io.graph_io import (
        read_batch_examples,
        read_batch_features,
        read_batch_record_features,
        read_keyed_batch_examples,
        read_keyed_batch_examples_shared_queue,
        read_keyed_batch_features,
        read_keyed_batch_features_shared_queue,
    )
    from graphlab._src.contrib.learn.logistic import LogisticRegressor
    from graphlab._src.contrib.learn.metric_key import MetricKey
    from graphlab._src.contrib.learn.metric_spec import MetricSpec
    from graphlab._src.contrib.learn.model_fn_ops import ModelFnOps
    from graphlab._src.contrib.learn.run_config import RunConfig, TaskType
    from graphlab._src.contrib.learn.runs import infer, run_feeds, run_n
    from graphlab._src.contrib.learn.svm import SVM
    from graphlab._src.contrib.learn.tables import extract_pandas_data, extract_pandas_labels, extract_pandas_matrix
    from graphlab._src.train.hooks.nan_tensor import NanLossDuringTrainingError
    from graphlab.contrib.learn import datasets as datasets
    from graphlab.contrib.learn import graph_actions as graph_actions
    from graphlab.contrib.learn import io as io
    from graphlab.contrib.learn import learn_runner as learn_runner
    from graphlab.contrib.learn import models as models
    from graphlab.contrib.learn import monitors as monitors
    from graphlab.contrib.learn import ops as ops
    from graphlab.contrib.learn import preprocessing as preprocessing
    from graphlab.contrib.learn import utils as utils
else:
    __getattr__, __dir__ = attach(__name__)

__all__ = [
    "LogisticRegressor",
    "graph_actions",
    "infer",
    "run_feeds",
    "run_n",
    "read_keyed_batch_features_shared_queue",
    "read_keyed_batch_features",
    "read_keyed_batch_examples_shared_queue",
    "read_keyed_batch_examples",
    "read_batch_record_features",
    "read_batch_features",
    "read_batch_examples",
    "io",
    "DNNClassifier",
    "DNNEstimator",
    "DNNLinearCombinedClassifier",
    "DNNLinearCombinedEstimator",
    "DNNLinearCombinedRegressor",
    "DNNRegressor",
    "KMeansClustering",
    "LinearClassifier",
    "LinearEstimator",
    "LinearRegressor",
    "Head",
    "binary_svm_head",
    "loss_only_head",
    "multi_class_head",
    "multi_head",
    "multi_label_head",
    "no_op_train_fn",
    "poisson_regression_head",
    "regression_head",
    "infer_real_valued_columns_from_input",
    "infer_real_valued_columns_from_input_fn",
    "MetricKey",
    "Estimator",
    "Evaluable",
    "Experiment",
    "ExportStrategy",
    "InputFnOps",
    "MetricSpec",
    "ModeKeys",
    "ModelFnOps",
    "NanLossDuringTrainingError",
    "NotFittedError",
    "PredictionKey",
    "ProblemType",
    "RunConfig",
    "SKCompat",
    "SVM",
    "TaskType",
    "Trainable",
    "build_parsing_serving_input_fn",
    "datasets",
    "extract_pandas_data",
    "extract_pandas_labels",
    "extract_pandas_matrix",
    "learn_runner",
    "make_export_strategy",
    "models",
    "monitors",
    "ops",
    "preprocessing",
    "utils",
]
