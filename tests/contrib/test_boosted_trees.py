"""tf.contrib.boosted_trees. The numbers in literals are those of TensorFlow 1.15.5's operations, driven by 1.14's estimators."""

import pathlib

import numpy as np
import pytest
from google.protobuf import text_format

import graphlab as tf
from graphlab import compat
from graphlab._src.contrib.boosted_trees import (
    losses,
    model_ops,
    prediction_ops,
    quantile_ops,
    split_ops,
    training_ops,
)
from graphlab._src.contrib.boosted_trees.ensemble_variable import tree_ensemble_variable
from graphlab._src.contrib.boosted_trees.gbdt_batch import GradientBoostedDecisionTreeModel
from graphlab._src.contrib.boosted_trees.quantile_accumulator import QuantileAccumulator
from graphlab._src.contrib.boosted_trees.stats_accumulator import StatsAccumulator
from graphlab._src.proto.gradient_trees import (
    DecisionTreeEnsembleConfig,
    LearnerConfig,
    ObliviousSplitInfo,
    SplitInfo,
)
from graphlab._src.state.resources import initialize_resources, shared_resources

LEAVES = np.array([0, 0, 0, 2, 2], np.int32)
BUCKETS = np.array([[0, 0], [1, 0], [3, 0], [0, 0], [2, 0]], np.int64)
G = np.array([2.4, -0.6, -1.2, 0.5, -1.5], np.float32)
H = np.array([1.2, 0.4, 0.8, 0.6, 1.0], np.float32)
G3, H3 = np.stack([G, -G / 2, G[::-1]], 1), np.stack([H, H / 2, H + 1], 1)
FULL = np.stack([np.diag(row) + 0.1 for row in H3]).astype(np.float32)
ENDS = np.array([-1, 0.5, 2, 3], np.float32)
PER_CLASS, FULL_HESSIAN, DIAGONAL = 1, 2, 3


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def initialize(sess):
    sess.run([tf.global_variables_initializer(), initialize_resources(shared_resources())])


def found(sess, splits, kind=SplitInfo):
    """(leaves, gains, [children of each split], [tests])."""
    leaves, gains, texts = sess.run(list(splits))
    infos = [kind.FromString(text) for text in texts]
    children = [one.children if kind is ObliviousSplitInfo else (one.left_child, one.right_child) for one in infos]
    values = [[[round(value, 5) for value in leaf.vector.value] for leaf in part] for part in children]
    tests = [text_format.MessageToString(one.split_node, as_one_line=True).strip() for one in infos]
    return leaves.tolist(), [round(float(gain), 5) for gain in gains], values, tests


def given(strategy, gradients, hessians):
    return {
        "num_minibatches": 2,
        "partition_ids": LEAVES,
        "gradients": gradients,
        "hessians": hessians,
        "class_id": -1,
        "feature_column_group_id": 1,
        "l1_regularization": 0.1,
        "l2_regularization": 0.2,
        "tree_complexity_regularization": 0.05,
        "min_node_weight": 0.0,
        "multiclass_strategy": strategy,
    }


@pytest.mark.parametrize(
    ("strategy", "gradients", "hessians", "gains", "first"),
    [
        (PER_CLASS, G, H, [2.23393, 0.43857], [[-1.375], [1.0]]),
        (DIAGONAL, G3, H3, [3.8786, 1.76655], [[-1.5, 1.2, 0.57692], [1.125, -0.9, 0.19444]]),
        (FULL_HESSIAN, G3, FULL, [3.87651, 1.75209], [[-1.51441, 1.17694, 0.56805], [1.08702, -0.96076, 0.17757]]),
    ],
)
def test_the_best_split_of_a_dense_feature_is_tensorflows(sess, strategy, gradients, hessians, gains, first):
    common = {"bucket_ids": BUCKETS, "bucket_boundaries": ENDS, **given(strategy, gradients, hessians)}
    leaves, gain, values, tests = found(sess, split_ops.build_dense_inequality_splits(weak_learner_type=0, **common))
    assert (leaves, gain, values[0]) == (
        [0, 2],
        pytest.approx(gains, abs=2e-5),
        [pytest.approx(one, abs=2e-5) for one in first],
    )
    assert tests == ["dense_float_binary_split { feature_column: 1 threshold: -1.0 }"] * 2
    layer = split_ops.build_dense_inequality_splits(weak_learner_type=1, **common)
    leaves, gain, values, tests = found(sess, layer, ObliviousSplitInfo)
    assert (leaves, gain) == ([0, 2], pytest.approx([sum(gains)], abs=4e-5))
    assert [len(part) for part in values] == [4]


def test_a_split_of_a_sparse_feature_also_says_where_examples_without_a_value_go(sess):
    ids = np.array([[-1, 0], [1, 0], [0, 1], [-1, 0], [2, 0]], np.int64)
    common = given(PER_CLASS, G, H)
    splits = split_ops.build_sparse_inequality_splits(
        bucket_ids=ids, bucket_boundaries=ENDS, bias_feature_id=-1, **common
    )
    assert found(sess, splits) == (
        [0, 2],
        [6.07917, 0.50857],
        [[[0.83333], [-4.25]], [[0.92857], [0.0]]],
        [
            "sparse_float_binary_split_default_right { split { feature_column: 1 threshold: -1.0 dimension_id: 1 } }",
            "sparse_float_binary_split_default_right { split { feature_column: 1 threshold: 2.0 } }",
        ],
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="Bias feature ID missing"):
        sess.run(
            list(
                split_ops.build_sparse_inequality_splits(
                    bucket_ids=ids + 1, bucket_boundaries=ENDS, bias_feature_id=-1, **common
                )
            )
        )


def test_a_split_of_ids_sends_one_of_them_to_the_left(sess):
    ids = np.array([[-1, 0], [0, 0], [1, 0], [-1, 0], [1, 0]], np.int64)
    common = {"feature_ids": ids, "bias_feature_id": -1, **given(PER_CLASS, G, H)}
    splits = found(sess, split_ops.build_categorical_equality_splits(weak_learner_type=0, **common))
    test = "categorical_id_binary_split { feature_column: 1 feature_id: 1 }"
    values = [[[0.83333], [-4.25]], [[0.92857], [0.0]]]
    assert splits == ([0, 2], [6.07917, 0.50857], values, [test] * 2)
    layer = split_ops.build_categorical_equality_splits(weak_learner_type=1, **common)
    assert found(sess, layer, ObliviousSplitInfo) == ([0, 2], [6.58774], [sum(values, [])], [f"oblivious_{test}"])


def ensemble_of(sess, handle):
    return DecisionTreeEnsembleConfig.FromString(sess.run(model_ops.tree_ensemble_serialize(handle)[1]))


TREE = (
    "trees {{ nodes {{ leaf {{ vector {{ value: {} }} }} }} }} tree_weights: {} tree_metadata {{ is_finalized: true }} "
)


def test_dropout_leaves_out_tensorflows_trees_and_weighs_the_new_one(sess):
    text = "".join(TREE.format(i, weight) for i, weight in enumerate([1.0, 0.5, 0.3, 0.3, 0.2]))
    message = text_format.Parse(text + "growing_metadata { num_trees_attempted: 5 }", DecisionTreeEnsembleConfig())
    handle = tree_ensemble_variable(0, message.SerializeToString(), "trees")
    initialize(sess)
    config = LearnerConfig(num_classes=2, pruning_mode=LearnerConfig.PRE_PRUNE)
    dropout = config.learning_rate_tuner.dropout
    dropout.dropout_probability, dropout.probability_of_skipping_dropout, dropout.learning_rate = 0.5, 0.2, 0.4
    seed = tf.placeholder(tf.int64, [])
    options = {"apply_dropout": True, "apply_averaging": False, "center_bias": True, "reduce_dim": True}
    features = [np.zeros((1, 1), np.float32)], *([[]] * 6)
    text = config.SerializeToString()
    logits, dropped = prediction_ops.gradient_trees_prediction(handle, seed, *features, learner_config=text, **options)
    expected = [(0.8, [1, 2, 3]), (1.4, [1, 3]), (1.7, [1, 2]), (2.8, [])]
    for i, (logit, trees) in enumerate(expected):
        values, info = sess.run([logits, dropped], {seed: i})
        assert values == pytest.approx(logit)
        assert info[0].tolist() == trees
    split = SplitInfo()
    split.split_node.dense_float_binary_split.threshold = 1
    split.left_child.vector.value.append(1)
    split.right_child.vector.value.append(-1)
    candidates = [[0]], [[0.5]], [[split.SerializeToString()]]
    sess.run(
        training_ops.grow_tree_ensemble(handle, 0, 1, 0.4, 1, 1, 0, *candidates, learner_config=text, center_bias=True)
    )
    grown = ensemble_of(sess, handle)
    assert grown.tree_weights == pytest.approx([1.0, 0.375, 0.3, 0.225, 0.15, 0.25])
    assert [one.num_tree_weight_updates for one in grown.tree_metadata] == [0, 1, 0, 1, 1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Passed stamp token: 0 Current token: 1"):
        sess.run(list(training_ops.tree_ensemble_stats(handle, 0)))


def test_a_growth_that_fails_changes_nothing(sess):
    handle = tree_ensemble_variable(0, "", "trees")
    initialize(sess)
    split = SplitInfo()
    split.split_node.dense_float_binary_split.threshold = 1
    split.left_child.vector.value.append(1)
    split.right_child.vector.value.append(-1)
    texts = [[[split.SerializeToString()] * 2]]
    config = LearnerConfig(num_classes=2).SerializeToString()
    growth = training_ops.grow_tree_ensemble(
        handle, 0, 1, 0.4, 1, 3, 0, [[0, 7]], [[1.0, 1.0]], *texts, learner_config=config, center_bias=False
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="Node 7 can't be split"):
        sess.run(growth)
    assert sess.run(list(model_ops.tree_ensemble_serialize(handle))) == [0, b""]


def test_buckets_are_tensorflows_and_late_summaries_do_not_count(sess):
    accumulator = QuantileAccumulator(0, epsilon=0.05, num_quantiles=4, name="q")
    initialize(sess)
    rows = np.arange(40)
    values, weights = ((rows * 7) % 40 / 10).astype(np.float32)[:, None], (1 + rows % 3).astype(np.float32)[:, None]
    ready, buckets = accumulator.get_buckets(0)
    assert sess.run([ready, tf.size(buckets)]) == [False, 0]
    add = accumulator.add_summary(0, values, weights)
    sess.run(add)
    sess.run(add)
    sess.run(accumulator.add_summary(5, values + 100, weights))
    sess.run(accumulator.flush(0, 1))
    ready, buckets = sess.run(accumulator.get_buckets(1))
    assert ready
    assert buckets.tolist() == pytest.approx([0.0, 1.0, 1.9, 3.0, 3.9])
    found = quantile_ops.quantiles([values[:3]], [values[3:5, 0]], [buckets], [buckets], [[[0, 1], [1, 0]]])
    dense, sparse = sess.run([*found.dense_quantiles, *found.sparse_quantiles])
    assert (dense.tolist(), sparse.tolist()) == ([[0, 0], [1, 0], [2, 0]], [[3, 1], [3, 0]])


@pytest.mark.parametrize("shapes", [([], []), ([2], [2, 2])])
def test_statistics_are_sums_by_leaf_and_bucket(sess, shapes):
    accumulator = StatsAccumulator(0, *(tf.TensorShape(shape) for shape in shapes), name="s")
    initialize(sess)
    random = np.random.RandomState(0)
    leaves = random.randint(0, 3, 30).astype(np.int32)
    ids = np.stack([random.randint(-1, 4, 30), random.randint(0, 2, 30)], 1).astype(np.int64)
    values = [random.randn(30, *shape).astype(np.float32) for shape in shapes]
    expected = {}
    for key in zip(leaves.tolist(), ids[:, 1].tolist(), ids[:, 0].tolist(), strict=True):
        rows = (leaves == key[0]) & (ids[:, 1] == key[1]) & (ids[:, 0] == key[2])
        expected[key] = [2 * value[rows].sum(axis=0) for value in values]
    add = accumulator.add(0, leaves, ids, *values)
    sess.run(add)
    sess.run(add)
    sess.run(accumulator.add(9, leaves, ids, *values))  # too late
    count, *slots = sess.run(list(accumulator.flush(0, 1)))
    keys = list(zip(slots[0].tolist(), slots[1][:, 1].tolist(), slots[1][:, 0].tolist(), strict=True))
    assert (count, keys) == (2, sorted(expected))
    for i in (0, 1):
        np.testing.assert_allclose(slots[2 + i], [expected[key][i] for key in keys], rtol=1e-5, atol=1e-6)
    assert sess.run(accumulator.flush(1, 2)[0]) == 0


def test_losses_are_tensorflows(sess):
    labels, logits, weights = ([[0.0], [1.0], [1.0]], [[0.3], [-1.2], [0.05]], [[1.0], [2.0], [0.5]])
    given = [tf.constant(values) for values in (labels, weights, logits)]
    expected = {
        "logistic_loss": [0.85436, 2.92656, 0.33423],
        "squared_loss": [0.09, 9.68, 0.45125],
        "exp_loss": [2.10523, 5.43656, 0.44126],
        "full_exp_loss": [1.34986, 6.64023, 0.47561],
        "squared_hinge_loss": 4.23674,
    }
    for name, values in expected.items():
        loss, _ = getattr(losses, f"per_example_{name}")(*given)
        np.testing.assert_allclose(np.squeeze(sess.run(loss)), values, atol=1e-5)
    loss, _ = losses.per_example_quantile_regression_loss(given[0] * 3, *given[1:], quantile=0.7)
    np.testing.assert_allclose(sess.run(loss)[:, 0], [0.0081, 5.88, 1.0325], atol=1e-5)
    logits = tf.constant([[1.0, 2.0, 0.0], [0.0, 0.0, 80.0], [-90.0, 0.0, 0.0]])
    loss, _ = losses.per_example_maxent_loss(tf.constant([1, 2, 0]), None, logits, 3)
    np.testing.assert_allclose(sess.run(loss)[:, 0], [0.40761, 0.0, 34.53878], atol=1e-5)


def test_a_learner_config_that_does_not_fit_is_an_error(sess):
    def model(**options):
        config = LearnerConfig(**{"num_classes": 2, **options.pop("config", {})})
        arguments = {"center_bias": False, "logits_dimension": 1, "features": {"x": tf.zeros([2, 1])}, **options}
        return GradientBoostedDecisionTreeModel(
            True, 0, handle, examples_per_layer=1, learner_config=config, **arguments
        )

    handle = tree_ensemble_variable(0, "", "trees")
    for options, message in (
        ({"config": {"num_classes": 1}}, "Number of classes must be >=2"),
        ({"config": {"num_classes": 3}, "logits_dimension": 3, "center_bias": True}, "Center bias should be False"),
        ({"config": {"weak_learner_type": 1, "pruning_mode": 2}}, "Post pruning is not implmented for oblivious"),
        ({"features": {"x": tf.zeros([2, 1], tf.float64)}}, "Unsupported dense feature .* with dtype"),
        ({"features": {}}, "Features dictionary must be specified"),
        ({"output_leaf_index_modes": ["never"]}, "output_leaf_index_modes should only contain ModeKeys"),
    ):
        with pytest.raises(ValueError, match=message):
            model(**options)


def test_programs_import_tensorflows_modules():
    names = {}
    assert compat.install(force=True)
    try:
        exec(IMPORTS, names)
    finally:
        compat.uninstall()
    assert names["learner_pb2"].LearnerConfig is LearnerConfig
    assert names["model_ops"].tree_ensemble_variable is tree_ensemble_variable
    assert names["gen_quantile_ops"].quantiles is quantile_ops.quantiles
    assert names["gbdt_batch"].GradientBoostedDecisionTreeModel is GradientBoostedDecisionTreeModel
    assert names["losses"].per_example_exp_loss is losses.per_example_exp_loss


IMPORTS = """
from tensorflow.contrib.boosted_trees.estimator_batch.estimator import GradientBoostedDecisionTreeClassifier
from tensorflow.contrib.boosted_trees.lib.learner.batch import ordinal_split_handler
from tensorflow.contrib.boosted_trees.proto import learner_pb2, tree_config_pb2
from tensorflow.contrib.boosted_trees.python.ops import boosted_trees_ops_loader, gen_quantile_ops, model_ops
from tensorflow.contrib.boosted_trees.python.training.functions import gbdt_batch
from tensorflow.contrib.boosted_trees.python.utils import losses
"""

_random = np.random.RandomState(3)
X = _random.randn(200, 3).astype(np.float32)
IDS = _random.randint(0, 4, (200, 1)).astype(np.int64)
PLACES = np.array([(i, d) for i in range(200) for d in range(2) if _random.rand() < 0.6], np.int64)
VALUES = _random.randn(len(PLACES)).astype(np.float32)
_sparse = np.zeros((200, 2), np.float32)
_sparse[PLACES[:, 0], PLACES[:, 1]] = VALUES
SCORES = X[:, 0] * 1.3 - X[:, 1] + 0.7 * _sparse[:, 0] + (IDS[:, 0] == 2) * 1.5
CLASSES = np.digitize(SCORES, [-0.5, 0.8]).astype(np.int32)[:, None]
IS_HIGH = (SCORES > 0.3).astype(np.int32)[:, None]
TREES = "constraints { max_tree_depth: 3 } regularization { l2: 0.05 } "
FIXED = TREES + "learning_rate_tuner { fixed { learning_rate: 0.3 } } "
DROPOUT = "learning_rate_tuner { dropout { learning_rate: 0.5 dropout_probability: 0.4 } } "
DROPOUT += "constraints { max_tree_depth: 2 } regularization { l2: 0.05 }"


def inputs(kinds, labels):
    def input_fn():
        rows = np.stack([np.arange(200), np.zeros(200, np.int64)], 1)
        columns = {
            "x": tf.constant(X),
            "s": tf.SparseTensor(PLACES, VALUES, [200, 2]),
            "c": tf.SparseTensor(rows, IDS[:, 0], [200, 1]),
        }
        return {kind: columns[kind] for kind in kinds}, tf.constant(labels)

    return input_fn


def learner(text, classes=2):
    return text_format.Parse(f"num_classes: {classes} {text}", LearnerConfig())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("config", "kinds", "n_classes", "options", "loss", "logits"),
    [
        (
            FIXED + "multi_class_strategy: TREE_PER_CLASS",
            "xsc",
            3,
            {"num_trees": 6, "center_bias": False},
            0.601748,
            [-0.89526, -0.05155, 0.33134],
        ),
        (DROPOUT, "x", 2, {"num_trees": 8}, 0.429519, [0.67073]),
        (
            FIXED + "weak_learner_type: OBLIVIOUS_DECISION_TREE",
            "xc",
            2,
            {"num_trees": 3, "center_bias": False},
            0.383406,
            [0.06801],
        ),
        (FIXED + "growing_mode: WHOLE_TREE pruning_mode: PRE_PRUNE", "xc", 2, {"num_trees": 3}, 0.456686, [0.29066]),
    ],
)
def test_an_estimator_learns_tensorflows_trees(tmp_path, config, kinds, n_classes, options, loss, logits):
    estimators = tf.contrib.boosted_trees.estimator_batch.estimator
    model = estimators.GradientBoostedDecisionTreeClassifier(
        learner(config, n_classes), 200, n_classes, model_dir=str(tmp_path), **options
    )
    input_fn = inputs(kinds, CLASSES if n_classes == 3 else IS_HIGH)
    model.fit(input_fn=input_fn, steps=100)
    assert model.evaluate(input_fn=input_fn, steps=1)["loss"] == pytest.approx(loss, rel=1e-4)
    prediction = next(model.predict(input_fn=input_fn))
    np.testing.assert_allclose(prediction["logits"], logits, atol=1e-4)


@pytest.mark.slow
def test_a_training_goes_on_from_its_checkpoint_in_the_middle_of_a_tree(tmp_path):
    estimators = tf.contrib.boosted_trees.estimator_batch.estimator

    def trained(folder, *steps):
        model = estimators.GradientBoostedDecisionTreeRegressor(
            learner(FIXED), 200, model_dir=str(tmp_path / folder), center_bias=False
        )
        for count in steps:
            model.fit(input_fn=inputs("x", SCORES.astype(np.float32)[:, None]), steps=count)
        return DecisionTreeEnsembleConfig.FromString(tf.train.load_variable(model.model_dir, "ensemble_model:0_config"))

    whole = trained("whole", 7)
    assert len(whole.trees) == 2
    assert trained("parts", 3, 4) == whole


@pytest.mark.slow
def test_pairs_are_ranked_and_the_importance_of_features_is_exported(tmp_path):
    estimators = tf.contrib.boosted_trees.estimator_batch
    scores = (SCORES + 0.1 * _random.randn(200)).astype(np.float32)

    def pairs():
        features = {"a.x": tf.constant(X[:100]), "b.x": tf.constant(X[100:])}
        return features, tf.constant((scores[:100] > scores[100:]).astype(np.int32)[:, None])

    head = tf.contrib.learn.multi_class_head(2)
    model = estimators.estimator.GradientBoostedDecisionTreeRanker(
        learner(FIXED), 100, head, ("a", "b"), num_trees=3, model_dir=str(tmp_path / "model")
    )
    model.fit(input_fn=pairs, steps=50)
    assert model.evaluate(input_fn=pairs, steps=1)["accuracy"] > 0.85

    def serving():
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        return tf.contrib.learn.utils.input_fn_utils.InputFnOps({"x": x}, None, {"x": x})

    with tf.Graph().as_default():
        strategy = estimators.custom_export_strategy.make_custom_export_strategy("trees", None, None, serving)
    folder = strategy.export(model, str(tmp_path / "export"))
    text = pathlib.Path(tf.compat.as_str(folder), "assets.extra", "feature_importances").read_text()
    assert text.startswith(("x_0, ", "x_1, "))


@pytest.mark.slow
def test_trees_correct_a_network(tmp_path):
    combined = tf.contrib.boosted_trees.estimator_batch.dnn_tree_combined_estimator
    columns = [tf.contrib.layers.real_valued_column("x", dimension=3)]
    model = combined.DNNBoostedTreeCombinedClassifier(
        *([4], columns, learner(FIXED), 2, 200),
        dnn_steps_to_train=5,
        tree_feature_columns=columns,
        model_dir=str(tmp_path),
    )
    model.fit(input_fn=inputs("x", IS_HIGH), steps=40)
    assert model.evaluate(input_fn=inputs("x", IS_HIGH), steps=1)["accuracy"] > 0.8
