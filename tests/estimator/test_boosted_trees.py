"""Estimators of boosted trees grow the trees that TensorFlow 1.15's grow of the same data."""

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.compat.boosted_trees import model_fn
from graphlab._src.estimator.canned.boosted_trees import regression_head
from graphlab._src.estimator.canned.tree_growers import TreeHParams
from graphlab._src.proto.boosted_trees import TreeEnsemble

fc = tf.feature_column
AGE = np.array([22, 38, 26, 35, 54, 2, 27, 14, 4, 58, 20, 39], np.float32)
FARE = np.array([7.25, 71.3, 7.9, 53.1, 51.9, 21.1, 11.1, 30.1, 16.7, 26.6, 8.1, 31.3], np.float32)
FEATURES = {"age": AGE, "fare": FARE, "sex": np.array(list("mfffmmffffmm"))}
CLASSES = np.array([0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0])
NUMBERS = (AGE / 20 + FARE / 30).astype(np.float32)
FLOATS = [fc.numeric_column("age"), fc.numeric_column("fare")]
COLUMNS = [
    fc.bucketized_column(FLOATS[0], [10.0, 21, 30, 45]),
    fc.indicator_column(fc.categorical_column_with_vocabulary_list("sex", ["m", "f"])),
    fc.bucketized_column(FLOATS[1], [10.0, 25, 50]),
]


def batches(labels, size=12, epochs=None):
    return lambda: tf.data.Dataset.from_tensor_slices((FEATURES, labels)).batch(size).repeat(epochs)


def at_once(labels):
    return lambda: ({name: tf.constant(values) for name, values in FEATURES.items()}, tf.constant(labels[:, None]))


def trees_of(estimator):
    """The leaves of each tree, and (feature, bucket, gain) of its splits."""
    reader = tf.train.load_checkpoint(estimator.model_dir)
    message = TreeEnsemble.FromString(bytes(reader.get_tensor("boosted_trees:0_serialized")))
    return [
        [
            node.leaf.scalar
            if node.HasField("leaf")
            else (node.bucketized_split.feature_id, node.bucketized_split.threshold, node.metadata.gain)
            for node in tree.nodes
        ]
        for tree in message.trees
    ]


def check_trees(estimator, *expected):
    found = trees_of(estimator)
    assert [len(tree) for tree in found] == [len(tree) for tree in expected]
    for tree, wanted in zip(found, expected, strict=True):
        for node, other in zip(tree, wanted, strict=True):
            assert node == pytest.approx(other, abs=2e-5)


def predictions(estimator, key, labels):
    return [one[key][-1] for one in estimator.predict(batches(labels, epochs=1))]


def test_a_classifier_explains_what_each_column_adds(tmp_path):
    estimator = tf.estimator.BoostedTreesClassifier(COLUMNS, 1, str(tmp_path), n_trees=2, max_depth=2, center_bias=True)
    estimator.train(batches(CLASSES), steps=100)  # it stops when all trees are grown
    check_trees(
        estimator,
        [(2, 0, 0.43184), (1, 1, 0.06675), (0, 3, 0.2688), 0.47277, 0.61294, -0.04082, 0.36239],
        [(2, 0, 0.28568), (1, 1, 0.06074), (0, 3, 0.21756), 0.10827, 0.24528, -0.30949, 0.0541],
        [0.0],
    )
    metrics = estimator.evaluate(batches(CLASSES, epochs=1))
    assert metrics["global_step"] == 6
    assert metrics["average_loss"] == pytest.approx(0.49724, abs=1e-5)
    assert metrics["auc"] == pytest.approx(0.942857, abs=1e-5)
    importances = estimator.experimental_feature_importances(normalize=True)
    assert list(importances) == ["sex", "age_bucketized", "fare_bucketized"]
    assert list(importances.values()) == pytest.approx([0.53893, 0.36531, 0.09576], abs=1e-5)
    found = next(estimator.experimental_predict_with_explanations(batches(CLASSES, epochs=1), ["probabilities"]))
    assert sorted(found) == ["bias", "dfc", "probabilities"]
    assert found["bias"] == pytest.approx(7 / 12, abs=1e-5)
    added = {"age_bucketized": -0.100168, "sex": -0.069857, "fare_bucketized": 0}
    assert list(found["dfc"]) == list(added)
    assert dict(found["dfc"]) == pytest.approx(added, abs=1e-5)
    assert found["bias"] + sum(found["dfc"].values()) == pytest.approx(found["probabilities"][1], abs=1e-5)


@pytest.mark.slow
def test_layers_are_grown_of_several_batches_and_pruned(tmp_path):
    estimator = tf.estimator.BoostedTreesRegressor(
        COLUMNS,
        n_batches_per_layer=3,
        model_dir=str(tmp_path),
        n_trees=2,
        max_depth=2,
        learning_rate=0.5,
        l2_regularization=0.05,
        tree_complexity=0.05,
        pruning_mode="post",
    )
    estimator.train(batches(NUMBERS, 4), steps=5)
    estimator.train(batches(NUMBERS, 4), steps=100)  # the sums of unfinished layers are lost
    first = [(0, 2, 2.47625), (0, 0, 0.06392), 1.79308, 0.69368, 1.04822]
    check_trees(estimator, first, [(0, 2, 1.12541), 0.17328, 0.94729], [0.0])
    expected = [1.221498, 2.740371, 1.221498, 2.740371, 2.740371, 0.866961, 1.221498, 1.221498, 0.866961, 2.740371]
    assert predictions(estimator, "predictions", NUMBERS)[:10] == pytest.approx(expected, abs=1e-5)


def test_numbers_are_cut_at_their_quantiles(tmp_path):
    estimator = tf.estimator.BoostedTreesRegressor(
        FLOATS, 1, str(tmp_path), n_trees=2, max_depth=2, learning_rate=0.5, quantile_sketch_epsilon=0.2
    )
    estimator.train(batches(NUMBERS), steps=100)
    check_trees(
        estimator,
        [(0, 2, 3.0212), (0, 1, 0.05185), (1, 3, 0.04707), 0.91458, 1.14792, 2.79158, 3.08867],
        [(0, 2, 0.18883), (1, 2, 0.04144), (1, 3, 0.01177), 0.20684, 0.47615, 0.68304, 0.83158],
        [0.0],
    )
    expected = [1.121424, 3.92025, 1.354757, 3.474625, 3.474625, 1.121424, 1.354757, 1.390729, 1.121424]
    assert predictions(estimator, "predictions", NUMBERS)[:9] == pytest.approx(expected, abs=1e-5)


def test_all_data_may_be_one_batch(tmp_path):
    estimator = tf.estimator.BoostedTreesClassifier(
        COLUMNS + FLOATS, 1, str(tmp_path / "own"), n_trees=2, max_depth=2, train_in_memory=True
    )
    estimator.train(at_once(CLASSES), steps=100)
    expected = [
        [(4, 0, 0.41984), (2, 3, 0.11966), (0, 9, 0.26763), 0.12852, 0.32954, -0.30869, 0.09275],
        [(4, 0, 0.28184), (2, 3, 0.10349), (0, 9, 0.22279), 0.09332, 0.28216, -0.26576, 0.1014],
        [0.0],
    ]
    check_trees(estimator, *expected)

    def data():
        return tf.data.Dataset.from_tensors((FEATURES, CLASSES[:, None]))

    of_contrib = tf.contrib.estimator.boosted_trees_classifier_train_in_memory(
        data, COLUMNS + FLOATS, str(tmp_path / "contrib"), n_trees=2, max_depth=2
    )
    check_trees(of_contrib, *expected)
    assert of_contrib.evaluate(batches(CLASSES, epochs=1))["accuracy"] == pytest.approx(11 / 12)


def test_an_exported_model_predicts_the_same(tmp_path):
    estimator = tf.estimator.BoostedTreesRegressor(FLOATS, 1, str(tmp_path / "model"), n_trees=1, max_depth=2)
    estimator.train(batches(NUMBERS), steps=100)
    receiver = tf.estimator.export.build_raw_serving_input_receiver_fn(
        {name: tf.placeholder(tf.float32, [None], name=name) for name in ("age", "fare")}
    )
    folder = estimator.export_saved_model(str(tmp_path / "export"), receiver)
    with tf.Graph().as_default(), tf.Session() as session:
        loaded = tf.saved_model.loader.load(session, ["serve"], folder)
        signature = loaded.signature_def["predict"]
        feeds = {signature.inputs[name].name: FEATURES[name] for name in ("age", "fare")}
        found = session.run(signature.outputs["predictions"].name, feeds)
    np.testing.assert_allclose(found[:, 0], predictions(estimator, "predictions", NUMBERS), rtol=1e-6)


def test_what_trees_cannot_do_is_said(tmp_path):
    classifier, regressor = tf.estimator.BoostedTreesClassifier, tf.estimator.BoostedTreesRegressor
    with pytest.raises(ValueError, match="pruning is not supported with multi class"):
        classifier(COLUMNS, 1, n_classes=3)
    with pytest.raises(ValueError, match="pruning is not supported with multi-dimension"):
        regressor(COLUMNS, 1, label_dimension=2)
    with pytest.raises(ValueError, match="CategoricalColumn must be wrapped by IndicatorColumn"):
        classifier([fc.categorical_column_with_identity("sex", 2)], 1)
    with pytest.raises(ValueError, match="Encountered unexpected column"):
        classifier([fc.embedding_column(fc.categorical_column_with_identity("sex", 2), 3)], 1)
    estimator = classifier(COLUMNS, 1, str(tmp_path), pruning_mode="pre")
    with pytest.raises(ValueError, match="For pruning, tree_complexity must be positive"):
        estimator.train(batches(CLASSES), steps=1)
    with pytest.raises(ValueError, match="center_bias must be enabled"):
        next(estimator.experimental_predict_with_explanations(batches(CLASSES)))


def test_examples_with_ids_go_on_where_they_were(tmp_path):
    """By the model function that tests of TensorFlow's estimators use."""
    ids = np.arange(12, dtype=np.int64)
    growth = TreeHParams(2, 2, 0.3, 0.0, 0.01, 0.0, 0.0, False, "none", 0.1)
    head = regression_head(1)

    def with_ids(features, labels, mode, config):
        return model_fn(features, labels, mode, head, COLUMNS, growth, 1, config, example_id_column_name="id")

    def data():
        return tf.data.Dataset.from_tensors(({**FEATURES, "id": ids}, NUMBERS)).repeat()

    tf.estimator.Estimator(with_ids, str(tmp_path / "ids")).train(data, steps=20)
    own = tf.estimator.BoostedTreesRegressor(
        COLUMNS, 1, str(tmp_path / "own"), n_trees=2, max_depth=2, learning_rate=0.3, l2_regularization=0.01
    )
    own.train(batches(NUMBERS), steps=20)
    check_trees(tf.estimator.Estimator(with_ids, str(tmp_path / "ids")), *trees_of(own))
