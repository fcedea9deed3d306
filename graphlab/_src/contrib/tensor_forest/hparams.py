"""ForestHParams: what is chosen of a forest before it learns."""

import math
import numbers
import random
from typing import Any

from google.protobuf import text_format

from graphlab._src.base import logging
from graphlab._src.proto import forests

CLASSIFICATION_LEAF_MODEL_TYPES = {
    "all_dense": (forests.MODEL_DENSE_CLASSIFICATION, forests.STATS_DENSE_GINI),
    "all_sparse": (forests.MODEL_SPARSE_CLASSIFICATION, forests.STATS_SPARSE_GINI),
    "sparse_then_dense": (forests.MODEL_SPARSE_OR_DENSE_CLASSIFICATION, forests.STATS_SPARSE_THEN_DENSE_GINI),
}
REGRESSION_MODEL_TYPE = forests.MODEL_REGRESSION, forests.STATS_LEAST_SQUARES_REGRESSION, forests.COLLECTION_BASIC
FINISH_TYPES = {
    "basic": forests.SPLIT_FINISH_BASIC,
    "hoeffding": forests.SPLIT_FINISH_DOMINATE_HOEFFDING,
    "bootstrap": forests.SPLIT_FINISH_DOMINATE_BOOTSTRAP,
}
PRUNING_TYPES = {
    "none": forests.SPLIT_PRUNE_NONE,
    "half": forests.SPLIT_PRUNE_HALF,
    "quarter": forests.SPLIT_PRUNE_QUARTER,
    "10_percent": forests.SPLIT_PRUNE_10_PERCENT,
    "hoeffding": forests.SPLIT_PRUNE_HOEFFDING,
}
SPLIT_TYPES = {"less_or_equal": forests.LESS_OR_EQUAL, "less": forests.LESS_THAN}


def parse_number_or_string_to_proto(proto, param):
    """Fills a DepthDependentParam: with a number, or with the message's text."""
    if isinstance(param, numbers.Number):
        proto.constant_value = param
    elif param.isdigit():
        proto.constant_value = int(param)
    else:
        text_format.Merge(param, proto)


def build_params_proto(params):
    """The TensorForestParams of filled ForestHParams."""
    proto = forests.TensorForestParams(
        num_trees=params.num_trees,
        max_nodes=params.max_nodes,
        is_regression=params.regression,
        num_outputs=params.num_classes,
        num_features=params.num_features,
        leaf_type=params.leaf_model_type,
        stats_type=params.stats_model_type,
        collection_type=forests.COLLECTION_BASIC,
        inequality_test_type=params.split_type,
        collate_examples=params.collate_examples,
        checkpoint_stats=params.checkpoint_stats,
        use_running_stats_method=params.use_running_stats_method,
        initialize_average_splits=params.initialize_average_splits,
        inference_tree_paths=params.inference_tree_paths,
    )
    proto.pruning_type.type, proto.finish_type.type = params.pruning_type, params.finish_type
    for field, param in (
        (proto.pruning_type.prune_every_samples, params.prune_every_samples),
        (proto.finish_type.check_every_steps, params.early_finish_check_every_samples),
        (proto.split_after_samples, params.split_after_samples),
        (proto.num_splits_to_consider, params.num_splits_to_consider),
    ):
        parse_number_or_string_to_proto(field, param)
    proto.dominate_fraction.constant_value = params.dominate_fraction
    if params.param_file:
        with open(params.param_file, encoding="utf-8") as file:
            text_format.Merge(file.read(), proto)
    return proto


class ForestHParams:
    """The hyperparameters of a forest; fill() derives the others from them.

    num_classes, num_features: needed; of a regression num_classes is the number of targets.  regression: of numbers.
    num_trees, max_nodes: how many trees, and nodes of each; a tree may have one more.
    bagging_fraction, feature_bagging_fraction: the share of samples and of features that each tree sees.
    num_splits_to_consider: at each leaf; 0: the root of num_features, at least 10.
    split_after_samples: how many samples a leaf counts before it is split: a number, or the text of a DepthDependentParam.
    split_finish_name: "basic", or "hoeffding" or "bootstrap", which split a leaf once one split is better than the others,
    as likely as dominate_fraction says, and look every early_finish_check_every_samples.
    split_pruning_name: "none", "half", "quarter", "10_percent" or "hoeffding": which splits leaves drop every
    prune_every_samples.  split_name: "less_or_equal" or "less", what goes left.
    base_random_seed: of the first tree; the next has one more. 0: of the clock.
    model_name: "all_dense", "all_sparse" or "sparse_then_dense", how classes are stored.
    initialize_average_splits: whether thresholds lie between samples of two classes.
    checkpoint_stats: whether checkpoints have what leaves have counted.
    inference_tree_paths: whether predictions return the path of each sample.
    param_file: a file with the text of TensorForestParams, which count more.
    """

    def __init__(
        self,
        num_trees: Any = 100,
        max_nodes: Any = 10000,
        bagging_fraction: Any = 1.0,
        num_splits_to_consider: Any = 0,
        feature_bagging_fraction: Any = 1.0,
        max_fertile_nodes: Any = 0,
        split_after_samples: Any = 250,
        valid_leaf_threshold: Any = 1,
        dominate_method: Any = "bootstrap",
        dominate_fraction: Any = 0.99,
        model_name: Any = "all_dense",
        split_finish_name: Any = "basic",
        split_pruning_name: Any = "none",
        prune_every_samples: Any = 0,
        early_finish_check_every_samples: Any = 0,
        collate_examples: Any = False,
        checkpoint_stats: Any = False,
        use_running_stats_method: Any = False,
        initialize_average_splits: Any = False,
        inference_tree_paths: Any = False,
        param_file: Any = None,
        split_name: Any = "less_or_equal",
        **kwargs,
    ):
        self.num_trees = num_trees
        self.max_nodes = max_nodes
        self.bagging_fraction = bagging_fraction
        self.feature_bagging_fraction = feature_bagging_fraction
        self.num_splits_to_consider = num_splits_to_consider
        self.max_fertile_nodes = max_fertile_nodes
        self.split_after_samples = split_after_samples
        self.valid_leaf_threshold = valid_leaf_threshold
        self.dominate_method = dominate_method
        self.dominate_fraction = dominate_fraction
        self.model_name = model_name
        self.split_finish_name = split_finish_name
        self.split_pruning_name = split_pruning_name
        self.collate_examples = collate_examples
        self.checkpoint_stats = checkpoint_stats
        self.use_running_stats_method = use_running_stats_method
        self.initialize_average_splits = initialize_average_splits
        self.inference_tree_paths = inference_tree_paths
        self.param_file = param_file
        self.split_name = split_name
        self.early_finish_check_every_samples = early_finish_check_every_samples
        self.prune_every_samples = prune_every_samples
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        raise AttributeError(f"ForestHParams has no {name}: pass {name}=, or call fill() before it is read")

    def values(self):
        """{name: value} of all of them."""
        return self.__dict__

    def fill(self):
        """Sets what was left out; returns the same object. AttributeError without num_classes or num_features."""
        _ = self.num_classes
        self.bagged_num_features = int(self.feature_bagging_fraction * self.num_features)
        self.bagged_features = None
        if self.feature_bagging_fraction < 1.0:
            every = range(self.num_features)
            self.bagged_features = [random.sample(every, self.bagged_num_features) for _ in range(self.num_trees)]
        self.regression = self.__dict__.get("regression", False)
        self.num_outputs = self.num_classes if self.regression else 1
        self.num_output_columns = self.num_classes + 1
        self.num_splits_to_consider = self.num_splits_to_consider or min(max(10, math.isqrt(self.num_features)), 1000)
        self.base_random_seed = self.__dict__.get("base_random_seed", 0)
        kinds = REGRESSION_MODEL_TYPE if self.regression else CLASSIFICATION_LEAF_MODEL_TYPES[self.model_name]
        self.leaf_model_type, self.stats_model_type = kinds[:2]
        basic = forests.SPLIT_FINISH_BASIC
        self.finish_type = basic if self.regression else FINISH_TYPES[self.split_finish_name]
        self.pruning_type = PRUNING_TYPES[self.split_pruning_name]
        if self.pruning_type == forests.SPLIT_PRUNE_NONE:
            self.prune_every_samples = 0
        else:
            self.prune_every_samples = self.prune_every_samples or self._share_of_samples(2)
        if self.finish_type == basic:
            self.early_finish_check_every_samples = 0
        else:
            every = self.early_finish_check_every_samples
            self.early_finish_check_every_samples = every or self._share_of_samples(4)
        self.split_type = SPLIT_TYPES[self.split_name]
        return self

    def _share_of_samples(self, parts):
        after: Any = self.split_after_samples
        number = isinstance(after, numbers.Number)
        if not number and not after.isdigit():
            logging.error("Must specify prune_every_samples if using a depth-dependent split_after_samples")
        return int(after) / parts
