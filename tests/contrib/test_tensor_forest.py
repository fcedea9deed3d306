"""tf.contrib.tensor_forest. The trees in literals are those of TensorFlow 1.15.0, with one thread, for the same seed."""

import math
import threading

import numpy as np
import pytest

import graphlab as tf
from graphlab._src.contrib.tensor_forest import data_ops, model_ops, stats_ops
from graphlab._src.contrib.tensor_forest.client.random_forest import TensorForestLossHook
from graphlab._src.contrib.tensor_forest.tensor_forest_ops import reinterpret_string_to_float, scatter_add_ndim
from graphlab._src.proto.forests import FertileStats, Model
from graphlab._src.state.resources import initialize_resources, report_uninitialized_resources, shared_resources

forests = tf.contrib.tensor_forest.tensor_forest
_random = np.random.RandomState(0)
SAMPLES = _random.rand(400, 4).astype(np.float32)
CLASSES = (SAMPLES[:, 0] > 0.5).astype(np.int32) + (SAMPLES[:, 1] > 0.7)
TARGETS = (2 * SAMPLES[:, 0] + SAMPLES[:, 3]).astype(np.float32)


class Forest:
    """A forest with placeholders x and y."""

    def __init__(self, x=None, labels=tf.int32, **params):
        options = {
            "num_classes": 3,
            "num_features": 4,
            "num_trees": 1,
            "base_random_seed": 3,
            "split_after_samples": 40,
        }
        options |= {"num_splits_to_consider": 5, "max_nodes": 100, "checkpoint_stats": True, **params}
        self.params = forests.ForestHParams(**options).fill()
        self.graphs = forests.RandomForestGraphs(self.params)
        self.x = tf.placeholder(tf.float32, [None, 4]) if x is None else x
        self.y = tf.placeholder(labels, [None])
        self.train = self.graphs.training_graph(self.x, self.y)
        self.loss = self.graphs.training_loss(self.x, self.y)
        self.probabilities, self.paths, self.variance = self.graphs.inference_graph(self.x)
        self.texts = model_ops.tree_serialize(self.graphs.variables[0].tree)

    def learn(self, sess, labels, batches=3):
        for i in range(batches):
            part = slice(100 * i, 100 * i + 100)
            sess.run(self.train, {self.x: SAMPLES[part], self.y: labels[part]})


@pytest.fixture(autouse=True)
def sess():
    with tf.Graph().as_default(), tf.Session() as sess:
        yield sess


def initialize(sess):
    sess.run([tf.global_variables_initializer(), initialize_resources(shared_resources())])


def tree_of(text):
    """[feature, threshold, left, right] of each inner node, and the numbers of each leaf."""
    nodes = Model.FromString(text).decision_tree.nodes

    def read(i):
        node = nodes[i]
        if node.HasField("leaf"):
            return [round(value.float_value, 3) for value in node.leaf.vector.value]
        inner, test = node.binary_node, node.binary_node.inequality_left_child_test
        place = int(test.feature_id.id.value), round(test.threshold.float_value, 4)
        return [*place, read(inner.left_child_id.value), read(inner.right_child_id.value)]

    return read(0)


def test_a_tree_of_classes_is_tensorflows(sess):
    forest = Forest()
    initialize(sess)
    forest.learn(sess, CLASSES)
    inner = [1, 0.403, [23, 15, 0], [13, 14, 5]]
    assert tree_of(sess.run(forest.texts)) == [1, 0.8326, [1, 0.012, [2, 1, 0], inner], [0, 28, 30]]
    loss, probabilities, variance = sess.run(
        [forest.loss, forest.probabilities, forest.variance], {forest.x: SAMPLES[:2], forest.y: [0, 0]}
    )
    assert loss == -7
    np.testing.assert_allclose(probabilities, [[0.40625, 0.4375, 0.15625]] * 2, rtol=1e-5)
    assert not variance.any()  # of one tree
    assert sess.run(forest.graphs.feature_importances()).tolist() == [0, 1, 0, 0]


def test_a_tree_of_a_regression_is_tensorflows(sess):
    forest = Forest(labels=tf.float32, regression=True, num_classes=1)
    initialize(sess)
    forest.learn(sess, TARGETS)
    right = [3, 0.992, [3, 0.7373, [1.505], [1.979]], [2.262]]
    assert tree_of(sess.run(forest.texts)) == [3, 0.5449, [2, 0.0156, [0.272], [2, 0.9543, [1.311], [1.646]]], right]


def test_trees_end_growing_at_max_nodes(sess):
    forest = Forest(max_nodes=4)
    initialize(sess)
    forest.learn(sess, CLASSES)
    assert sess.run(forest.graphs.average_size()) == 5  # a leaf becomes three nodes


def test_params_of_depth_and_ways_to_drop_splits(sess):
    forest = Forest(
        split_after_samples="linear {slope: 5 y_intercept: 20 min_val: 10 max_val: 30}",
        split_name="less",
        split_pruning_name="quarter",
        prune_every_samples=5,
        split_finish_name="bootstrap",
        early_finish_check_every_samples=5,
        initialize_average_splits=True,
    )
    initialize(sess)
    forest.learn(sess, CLASSES, 4)
    assert sess.run(forest.graphs.average_size()) > 5
    with pytest.raises(KeyError, match="never"):
        forests.ForestHParams(num_classes=3, num_features=4, split_pruning_name="never").fill()
    with pytest.raises(AttributeError, match="num_classes"):
        forests.ForestHParams(num_features=4).fill()


def test_threads_that_train_one_forest_wait_for_each_other(sess):
    forest = Forest(split_after_samples=10, max_nodes=1000)
    initialize(sess)
    errors = []

    def train():
        try:
            forest.learn(sess, CLASSES, 4)
            forest.learn(sess, CLASSES, 4)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=train) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    model = Model.FromString(sess.run(forest.texts))
    assert len(model.decision_tree.nodes) == sess.run(forest.graphs.average_size()) > 10


def test_a_checkpoint_goes_on_where_it_was_saved(sess, tmp_path):
    forest = Forest()
    with pytest.raises(tf.errors.NotFoundError, match="Resource localhost/tree-0//DecisionTreeResource does not exist"):
        sess.run(forest.texts)
    assert sess.run(report_uninitialized_resources()).tolist() == [b"stats-0:0", b"tree-0:0"]
    initialize(sess)
    forest.learn(sess, CLASSES, 1)
    saver = tf.train.Saver()
    path = saver.save(sess, str(tmp_path / "forest"))
    forest.learn(sess, CLASSES)
    whole = sess.run(forest.texts)
    counts = stats_ops.fertile_stats_serialize(
        forest.graphs.variables[0].stats, params=forest.params.serialized_params_proto
    )
    assert FertileStats.FromString(sess.run(counts)).node_to_slot[0].candidates
    with tf.Session() as other:
        saver.restore(other, path)
        forest.learn(other, CLASSES)
        assert other.run(forest.texts) == whole


def test_features_may_be_texts_and_sparse(sess):
    words = np.array(["a", "b", "c"])[_random.randint(0, 3, 300)]
    numbers = _random.rand(300, 1).astype(np.float32)
    classes = ((words == "a") | (numbers[:, 0] > 0.8)).astype(np.int32)
    sparse = tf.sparse_placeholder(tf.string)
    features = {
        "word": tf.placeholder(tf.string, [None, 1]),
        "x": tf.placeholder(tf.float32, [None, 1]),
        "tags": sparse,
    }
    dense, _, spec = data_ops.ParseDataTensorOrDict(features)
    assert dense is not None
    assert spec.SerializeToString() == (
        "dense_features_size: 2 dense: [{name: word original_type: 1 size: 1}{name: x original_type: 0 size: 1}] "
        "sparse: [{name: all_sparse original_type: 1 size: -1}]"
    )
    forest = Forest(features, num_classes=2, num_trees=3, num_features=3, split_after_samples=30)
    initialize(sess)
    places = np.stack([np.arange(300), np.arange(300) % 2], axis=1)
    tags = tf.SparseTensorValue(places, words, [300, 2])
    feeds = {features["word"]: words[:, None], features["x"]: numbers, sparse: tags, forest.y: classes}
    for _ in range(8):
        sess.run(forest.train, feeds)
    assert (sess.run(forest.probabilities, feeds).argmax(1) == classes).mean() > 0.95


def test_bags_weights_and_paths(sess):
    weights = tf.placeholder(tf.float32, [None])
    forest = Forest(num_trees=2, bagging_fraction=0.7, feature_bagging_fraction=0.5, inference_tree_paths=True)
    single = Forest.__new__(Forest)
    single.params = forests.ForestHParams(num_classes=3, num_features=4, num_trees=1, base_random_seed=3).fill()
    with tf.variable_scope("weighted"), tf.name_scope("weighted"):
        graphs = forests.RandomForestGraphs(single.params)
    train = graphs.training_graph(forest.x, forest.y, input_weights=weights)
    initialize(sess)
    forest.learn(sess, CLASSES)
    paths = sess.run(forest.paths, {forest.x: SAMPLES[:5]})
    assert paths.shape == (5, 2)
    assert all(isinstance(path, bytes) for path in paths.reshape(-1))
    sess.run(train, {forest.x: SAMPLES[:3], forest.y: [0, 1, 1], weights: [3, 0.5, 0.5]})
    found, _, _ = graphs.inference_graph(forest.x)
    np.testing.assert_allclose(sess.run(found, {forest.x: SAMPLES[:1]}), [[0.75, 0.25, 0]])


def test_a_label_that_is_no_class_is_an_error(sess):
    forest = Forest()
    initialize(sess)
    with pytest.raises(tf.errors.InvalidArgumentError, match="label 7 is out of range: num_classes is 3"):
        sess.run(forest.train, {forest.x: SAMPLES[:2], forest.y: [0, 7]})
    finalize = stats_ops.finalize_tree(
        *(forest.graphs.variables[0].tree, forest.graphs.variables[0].stats),
        params=forest.params.serialized_params_proto,
    )
    with pytest.raises(tf.errors.UnimplementedError, match="FinalizeTreeOp is disabled for now"):
        sess.run(finalize)


def test_texts_become_the_numbers_that_tensorflow_makes(sess):
    found = sess.run(reinterpret_string_to_float(["a", "", "foo bar", b"\xff\x00"]))
    assert found.view(np.uint32).tolist() == [1586142142, 1588231463, 1600493401, 1597382987]
    variable = tf.Variable(np.zeros((3, 2), np.float32))
    sess.run(variable.initializer)
    sess.run(scatter_add_ndim(variable._ref(), [[0, 1], [2, 0], [0, 1]], [1, 2, 3]))
    sess.run(scatter_add_ndim(variable._ref(), [[1]], [[1, 2]]))
    assert sess.run(variable).tolist() == [[0, 4], [1, 2], [2, 0]]


def test_a_loss_that_no_longer_falls_ends_training():
    with tf.Graph().as_default():
        loss = tf.placeholder_with_default(5.0, [], name="rf_training_loss")
        step = tf.train.get_or_create_global_step().assign_add(1)
        with tf.train.SingularMonitoredSession([TensorForestLossHook(3, 0.01)]) as sess:
            count = 0
            while not sess.should_stop() and count < 20:
                sess.run([step, loss])
                count += 1
    assert count == 6


@pytest.mark.slow
@pytest.mark.parametrize("core", [False, True])
def test_an_estimator_learns(core, tmp_path):
    client = tf.contrib.tensor_forest.client.random_forest
    params = forests.ForestHParams(
        num_classes=3, num_features=4, num_trees=3, split_after_samples=40, base_random_seed=3
    )
    numpy_input_fn = tf.estimator.inputs.numpy_input_fn
    if core:
        model = client.CoreTensorForestEstimator(params, model_dir=str(tmp_path))
        model.train(numpy_input_fn({"x": SAMPLES}, CLASSES, batch_size=100, num_epochs=5, shuffle=False))
        found = model.evaluate(numpy_input_fn({"x": SAMPLES}, CLASSES, batch_size=400, shuffle=False))
        prediction = next(model.predict(numpy_input_fn({"x": SAMPLES[:1]}, batch_size=1, shuffle=False)))
    else:
        model = client.TensorForestEstimator(params, model_dir=str(tmp_path), report_feature_importances=True)
        model.fit(x=SAMPLES, y=CLASSES, steps=20, batch_size=100)
        found = model.evaluate(x=SAMPLES, y=CLASSES, steps=1, batch_size=400)
        prediction = next(model.predict(x=SAMPLES[:1]))
    assert found["accuracy"] > 0.8
    assert {"probabilities", "classes", "prediction_variance"} <= set(prediction)


@pytest.mark.slow
def test_several_forests_are_one_estimator(tmp_path):
    client = tf.contrib.tensor_forest.client.random_forest
    options = {"num_classes": 2, "num_features": 4, "num_trees": 2, "split_after_samples": 40}
    model = client.MultiForestMultiHeadEstimator(
        [forests.ForestHParams(**options) for _ in range(2)], model_dir=str(tmp_path)
    )
    labels = np.stack([SAMPLES[:, 0] > 0.5, SAMPLES[:, 1] > 0.5], axis=1).astype(np.int32)
    model.fit(x=SAMPLES, y=labels, steps=10, batch_size=100)
    found = next(model.predict(x=SAMPLES[:1]))
    assert found["probabilities"].shape == (4,)
    assert found["classes"].shape == (2,)


def test_metrics_have_names():
    metrics = tf.contrib.tensor_forest.eval_metrics
    assert metrics.get_prediction_key("top_5") == metrics.INFERENCE_PROB_NAME
    targets = tf.constant([[1.0], [2.0], [4.0]])
    value, update = metrics.get_metric("r2")(tf.constant([[1.0], [2.5], [4.0]]), targets)
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        sess.run(update)
        rest, mean = 0.25, 7 / 3
        total = math.fsum((x - mean) ** 2 for x in (1, 2, 4))
        assert sess.run(value) == pytest.approx(1 - rest / total, rel=1e-5)
