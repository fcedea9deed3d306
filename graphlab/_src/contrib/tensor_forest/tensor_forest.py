"""RandomForestGraphs: a forest as a graph that learns and predicts."""

from typing import Any

from graphlab._src.base import dtypes, logging
from graphlab._src.contrib.framework.variables import VariableDeviceChooser
from graphlab._src.contrib.tensor_forest import data_ops, model_ops, stats_ops
from graphlab._src.contrib.tensor_forest.hparams import (
    CLASSIFICATION_LEAF_MODEL_TYPES,
    FINISH_TYPES,
    PRUNING_TYPES,
    REGRESSION_MODEL_TYPE,
    SPLIT_TYPES,
    ForestHParams,
    build_params_proto,
    parse_number_or_string_to_proto,
)
from graphlab._src.graph.scopes import control_dependencies, device
from graphlab._src.ops.arithmetic import negative
from graphlab._src.ops.cast import cast
from graphlab._src.ops.comparison import less
from graphlab._src.ops.constants import ones_like
from graphlab._src.ops.control_flow import group
from graphlab._src.ops.division import div
from graphlab._src.ops.extremes import maximum
from graphlab._src.ops.gather import gather
from graphlab._src.ops.joining import concat, split, stack
from graphlab._src.ops.random import random_uniform
from graphlab._src.ops.reduction import reduce_mean, reduce_sum
from graphlab._src.ops.select import where_v2
from graphlab._src.ops.shape import reshape, shape, squeeze
from graphlab._src.ops.slicing import strided_slice
from graphlab._src.proto.forests import TensorForestParams
from graphlab._src.state.initialization import local_variables
from graphlab._src.state.scope import get_variable

__all__ = [
    "CLASSIFICATION_LEAF_MODEL_TYPES",
    "FINISH_TYPES",
    "PRUNING_TYPES",
    "REGRESSION_MODEL_TYPE",
    "SPLIT_TYPES",
    "ForestHParams",
    "ForestVariables",
    "RandomForestGraphs",
    "RandomTreeGraphs",
    "TreeVariables",
    "build_params_proto",
    "get_epoch_variable",
    "parse_number_or_string_to_proto",
]


def get_epoch_variable():
    """The counter of tf.train.limit_epochs, [1]; [0] where there is none."""
    for variable in local_variables():
        if "limit_epochs/epoch" in variable.op.name:
            return reshape(variable, [1])
    return [0]


class TreeVariables:
    """The handles of one tree: tree, and stats, None where it does not learn.

    params: ForestHParams.  tree_config, tree_stat: serialized messages that it begins with.
    """

    def __init__(self, params, tree_num, training, tree_config="", tree_stat=""):
        if not isinstance(params.__dict__.get("params_proto"), TensorForestParams):
            params.params_proto = build_params_proto(params)
        params.serialized_params_proto = params.params_proto.SerializeToString()
        self.stats = None
        if training:
            self.stats = stats_ops.fertile_stats_variable(params, tree_stat, self.get_tree_name("stats", tree_num))
        self.tree = model_ops.tree_variable(params, tree_config, self.stats, self.get_tree_name("tree", tree_num))

    def get_tree_name(self, name, num):
        """The name of a handle."""
        return f"{name}-{num}"


class ForestVariables:
    """The TreeVariables of a forest, by the numbers of its trees; device_dummies: variables on the device of each."""

    def __init__(
        self,
        params,
        device_assigner,
        training=True,
        tree_variables_class=TreeVariables,
        tree_configs=None,
        tree_stats=None,
    ):
        with device(device_assigner):
            self.device_dummies = [get_variable(name=f"device_dummy_{i}", shape=0) for i in range(params.num_trees)]
        self.variables = []
        for i in range(params.num_trees):
            with device(self.device_dummies[i].device):
                first = {} if tree_configs is None else {"tree_config": tree_configs[i]}
                if tree_stats is not None:
                    first["tree_stat"] = tree_stats[i]
                self.variables.append(tree_variables_class(params, i, training, **first))

    def __setitem__(self, t, val):
        self.variables[t] = val

    def __getitem__(self, t):
        return self.variables[t]


class RandomForestGraphs:
    """A forest.

    params: filled ForestHParams.  tree_configs, tree_stats: serialized messages that the trees begin with.
    device_assigner: a function that places variables.  variables: a ForestVariables.
    tree_graphs: a class like RandomTreeGraphs.  training: whether it learns.
    Its trees are resources: initialize_resources(shared_resources()) of tensorflow.python.ops.resources makes them.
    """

    def __init__(
        self,
        params,
        tree_configs=None,
        tree_stats=None,
        device_assigner: Any = None,
        variables=None,
        tree_variables_class=TreeVariables,
        tree_graphs: Any = None,
        training=True,
    ):
        self.params = params
        self.device_assigner = device_assigner or VariableDeviceChooser()
        logging.info("Constructing forest with params = ")
        logging.info(self.params.__dict__)
        self.variables = variables or ForestVariables(
            self.params,
            device_assigner=self.device_assigner,
            training=training,
            tree_variables_class=tree_variables_class,
            tree_configs=tree_configs,
            tree_stats=tree_stats,
        )
        make: Any = tree_graphs or RandomTreeGraphs
        self.trees = [make(self.variables[i], self.params, i) for i in range(self.params.num_trees)]

    def _on(self, i):
        return device(self.variables.device_dummies[i].device)

    def _bag_features(self, tree_num, input_data):
        columns = split(value=input_data, num_or_size_splits=self.params.num_features, axis=1)
        return concat([columns[i] for i in self.params.bagged_features[tree_num]], 1)

    def _features_of(self, i, dense, sparse):
        if not self.params.bagged_features:
            return dense
        if sparse is not None:
            raise NotImplementedError("Feature bagging not supported with sparse features.")
        return self._bag_features(i, dense)

    def get_all_resource_handles(self):
        """The handles of all trees, and then those of what their leaves count."""
        every = range(len(self.trees))
        return [self.variables[i].tree for i in every] + [self.variables[i].stats for i in every]

    def training_graph(self, input_data, input_labels, num_trainers=1, trainer_id=0, **tree_kwargs):
        """The operation that shows the samples of a batch to all trees, or to those of one of several trainers.

        input_data: [n, num_features], or {name: tensor}, which may be sparse.  input_labels: [n], classes, or [n, targets].
        tree_kwargs: for the training_graph of each tree, as input_weights.
        NotImplementedError for bagging with sparse features.
        """
        dense, sparse, spec = data_ops.ParseDataTensorOrDict(input_data)
        labels = data_ops.ParseLabelTensorOrDict(input_labels)
        share = self.params.num_trees / num_trainers
        steps = []
        for i in range(int(trainer_id * share), int((trainer_id + 1) * share)):
            with self._on(i):
                seed = self.params.base_random_seed
                seed = seed + i if seed else 0
                features, its_labels = dense, labels
                if self.params.bagging_fraction < 1.0:
                    if sparse is not None:
                        raise NotImplementedError("Bagging not supported with sparse features.")
                    drawn = random_uniform(strided_slice(shape(dense), [0], [1]), seed=seed)
                    chosen = less(drawn, ones_like(drawn) * self.params.bagging_fraction)
                    places = squeeze(where_v2(chosen), axis=[1])
                    features, its_labels = gather(dense, places), gather(labels, places)
                features = self._features_of(i, features, sparse)
                steps.append(
                    self.trees[i].training_graph(
                        features, its_labels, seed, data_spec=spec, sparse_features=sparse, **tree_kwargs
                    )
                )
        return group(*steps, name="train")

    def inference_graph(self, input_data, **inference_args):
        """(probabilities [n, classes] or means [n, targets], tree_paths [n, trees], the variance of these over the trees).

        input_data: as for training_graph.  NotImplementedError for bagging with sparse features.
        """
        dense, sparse, spec = data_ops.ParseDataTensorOrDict(input_data)
        found = []
        for i in range(self.params.num_trees):
            with self._on(i):
                features = self._features_of(i, dense, sparse)
                found.append(self.trees[i].inference_graph(features, spec, sparse_features=sparse, **inference_args))
        with self._on(0):
            every = stack([values for values, _ in found], axis=1)
            average = div(reduce_sum(every, 1), self.params.num_trees, name="probabilities")
            paths = stack([path for _, path in found], axis=1)
            squares = div(reduce_sum(every * every, 1), self.params.num_trees)
            return average, paths, maximum(0.0, squares - average * average)

    def average_size(self):
        """The mean number of nodes of the trees."""
        sizes = []
        for i in range(self.params.num_trees):
            with self._on(i):
                sizes.append(self.trees[i].size())
        return reduce_mean(cast(stack(sizes), dtypes.float32))

    def training_loss(self, features, labels, name="training_loss"):
        """-average_size(): it falls as long as trees grow."""
        return negative(self.average_size(), name=name)

    def validation_loss(self, features, labels):
        """-average_size()."""
        return negative(self.average_size())

    def average_impurity(self):
        """The mean impurity of the leaves, for trees whose class has average_impurity()."""
        impurities = []
        for i in range(self.params.num_trees):
            with self._on(i):
                impurities.append(self.trees[i].average_impurity())
        return reduce_mean(stack(impurities))

    def feature_importances(self):
        """How many of all nodes test each feature, as shares: float64[features]."""
        counts = [self.trees[i].feature_usage_counts() for i in range(self.params.num_trees)]
        total = reduce_sum(stack(counts, 0), 0)
        return total / reduce_sum(total)


class RandomTreeGraphs:
    """One tree of a forest. variables: its TreeVariables."""

    def __init__(self, variables, params, tree_num):
        self.variables, self.params, self.tree_num = variables, params, tree_num

    def _samples(self, input_data, sparse_features):
        data = [] if input_data is None else input_data
        if sparse_features is None:
            return data, [], [], []
        return data, sparse_features.indices, sparse_features.values, sparse_features.dense_shape

    def training_graph(
        self, input_data, input_labels, random_seed, data_spec, sparse_features=None, input_weights: Any = None
    ):
        """The operation that shows samples to the tree.

        random_seed: of the splits that are drawn; 0: of the clock.  data_spec: a TensorForestDataSpec.
        input_weights: [n], the weights of the samples.
        """
        cast(get_epoch_variable(), dtypes.int32)
        weights = [] if input_weights is None else input_weights
        samples = self._samples(input_data, sparse_features)
        spec, params = data_spec.SerializeToString(), self.params.serialized_params_proto
        tree, stats = self.variables.tree, self.variables.stats
        leaves = model_ops.traverse_tree_v4(tree, *samples, input_spec=spec, params=params)
        update = model_ops.update_model_v4(tree, leaves, input_labels, weights, params=params)
        finished = stats_ops.process_input_v4(
            tree,
            stats,
            *samples,
            input_labels,
            weights,
            leaves,
            input_spec=spec,
            random_seed=random_seed,
            params=params,
        )
        with control_dependencies([update]):
            return stats_ops.grow_tree_v4(tree, stats, finished, params=params)

    def inference_graph(self, input_data, data_spec, sparse_features=None):
        """(predictions [n, outputs], tree_paths) of the tree."""
        return model_ops.tree_predictions_v4(
            self.variables.tree,
            *self._samples(input_data, sparse_features),
            input_spec=data_spec.SerializeToString(),
            params=self.params.serialized_params_proto,
        )

    def size(self):
        """The number of nodes."""
        return model_ops.tree_size(self.variables.tree)

    def feature_usage_counts(self):
        """How many nodes test each feature."""
        return model_ops.feature_usage_counts(self.variables.tree, params=self.params.serialized_params_proto)
